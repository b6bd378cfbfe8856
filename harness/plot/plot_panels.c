/* plot_panels.c - measured time over threads inside Brent's band, one small
 * chart per algorithm, laid out in rows. */
#include "plot.h"

#include <math.h>

static double highest(const struct plot_series *series)
{
    double most = 0;

    for (size_t i = 0; i < series->count; i++)
        most = fmax(most, fmax(series->points[i].y,
                               fmax(series->points[i].form_high,
                                    fmax(series->points[i].high, 0))));
    return most;
}

static double panel_top(const struct chart *chart, size_t at)
{
    return plot_round_up(highest(&chart->series[at]) / chart->unit * 1.02);
}

static const char *unit_name(double unit)
{
    return unit >= 1e9 ? "s" : unit >= 1e6 ? "ms" : unit >= 1e3 ? "µs" : "ns";
}

/* What is to be said of a series with a time that is not between its bounds;
 * NULL: all are. */
static const char *outside(const struct plot_series *series)
{
    for (size_t i = 0; i < series->count; i++) {
        if (series->points[i].y < series->points[i].form_low * 0.99)
            return "below its bounds";
        if (series->points[i].y > series->points[i].form_high * 1.01)
            return "above its bounds";
    }
    return NULL;
}

static void write_panel(const struct chart *chart, size_t at, double height,
                        const struct plot_choice *choice, FILE *out)
{
    const struct plot_series *series = &chart->series[at];
    const struct plot_style *style = &series->style;
    const int block = plot_block(chart, at, false);
    const struct plot_range y = chart->y;
    const int ticks = (int)fmax(2, fmin(6, height / (2.2 * choice->font)));
    const double top = isnan(y.high) ? panel_top(chart, at) : y.high;

    fputs("    set title ", out);
    plot_quote(out, series->label);
    fprintf(out, " noenhanced font ',%.4g' tc rgb '#%06x' offset 0,-0.5\n",
            (double)choice->font, plot_text_colour(style->colour));
    if (outside(series))
        fprintf(out,
                "    set label '%s' at graph 0.97, graph 0.08 right font "
                "',%.4g'\n",
                outside(series), 0.75 * choice->font);
    fprintf(out, "    set yrange [%.9g:%.9g]\n    set ytics %.9g\n", y.low, top,
            plot_tick_distance(top - y.low, ticks));
    fprintf(
        out,
        "    plot data index %d using 1:($5/unit):($6/unit) with "
        "filledcurves fc rgb '#%06x' fs transparent solid 0.2 noborder, \\\n"
        "        data index %d using 1:($5/unit) with lines lw %.3g dt 2 lc "
        "rgb '#%06x', \\\n"
        "        data index %d using 1:($6/unit) with lines lw %.3g dt 3 lc "
        "rgb '#%06x', \\\n",
        block, style->colour, block, 0.6 * choice->line, style->colour, block,
        0.6 * choice->line, style->colour);
    fprintf(out,
            "        data index %d using 1:($2/unit):($3/unit):($4/unit) with "
            "yerrorlines lw %.3g lc rgb '#000000' pt %d ps %.3g\n",
            block, choice->line, style->marker, choice->font / 16.);
}

/* A lone panel has room to name its three curves at their right ends. */
static void write_names(const struct chart *chart,
                        const struct plot_choice *choice, double height,
                        FILE *out)
{
    const struct plot_series *series = &chart->series[0];
    const struct plot_point *end = &series->points[series->count - 1];
    const double top =
        isnan(chart->y.high) ? panel_top(chart, 0) : chart->y.high;
    const double pixels = height / (top - chart->y.low);
    const bool below = end->y<end->form_low, above = end->y> end->form_high;
    const char *names[] = {"W/P·t", "measured", "(W/P + D)·t"};
    double at[] = {end->form_low, end->y, end->form_high};

    if (below) {
        names[0] = "measured", names[1] = "W/P·t";
        at[0] = end->y, at[1] = end->form_low;
    } else if (above) {
        names[2] = "measured", names[1] = "(W/P + D)·t";
        at[2] = end->y, at[1] = end->form_high;
    }
    for (int i = 0; i < 3; i++)
        at[i] = (at[i] / chart->unit - chart->y.low) * pixels;
    plot_spread(at, 3, 1.3 * choice->font, 0, height);
    for (int i = 0; i < 3; i++)
        fprintf(out, "    set label '%s' at graph 1.01, graph %.4f left\n",
                names[i], at[i] / height);
}

void plot_write_panels(const struct chart *chart,
                       const struct plot_choice *choice,
                       const struct plot_frame *frame, FILE *out)
{
    /* panels a little wider than high */
    const size_t rows =
        (size_t)fmax(1, round(sqrt((double)chart->count / 1.6)));
    const size_t columns = (chart->count + rows - 1) / rows;
    const double width = choice->width, height = choice->height;
    const double gap = 4.8 * choice->font;
    const double panel =
        (frame->top - 1.2 * choice->font - frame->bottom + gap) / (double)rows -
        gap;
    const double step = ceil((chart->x.high - chart->x.low) / 8);

    fprintf(out, "    set tics font ',%.4g'\n",
            (columns > 1 ? 0.8 : 1) * choice->font);
    fprintf(out,
            "    unit = %g # ns in one %s\n"
            "    set xrange [%g:%g]\n    set xtics %g\n"
            "    set multiplot layout %zu,%zu margins screen %.4f, %.4f, %.4f, "
            "%.4f spacing screen %.4f, %.4f\n",
            chart->unit, unit_name(chart->unit), chart->x.low, chart->x.high,
            step, rows, columns, frame->left / width, frame->right / width,
            frame->bottom / height, (frame->top - 1.2 * choice->font) / height,
            4.2 * choice->font / width, gap / height);
    if (chart->count == 1)
        write_names(chart, choice, panel, out);
    for (size_t i = 0; i < chart->count; i++) {
        write_panel(chart, i, panel, choice, out);
        /* the page's title once, not in every panel */
        fputs("    unset label\n", out);
    }
    fputs("    unset multiplot\n", out);
}
