/* plot_curves.c - throughput, work, depth and cycles over n; the points of a
 * search; rooflines. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>

/* ---- axes ---- */

static void base_two_axis(char axis, struct plot_range range, bool powers,
                          FILE *out)
{
    const int step = plot_tick_step(range);

    fprintf(out,
            "set logscale %c 2\nset %crange [%.9g:%.9g]\n"
            "set %ctics %.9g, %.9g\nset m%ctics 1\nset format %c \"%s\"\n",
            axis, axis, range.low, range.high, axis,
            exp2(step * ceil(log2(range.low) / step - 1e-9)), exp2(step), axis,
            axis, powers ? "2^{%L}" : "%g");
}

static void linear_axis(char axis, struct plot_range range, FILE *out)
{
    fprintf(out, "set %crange [%.9g:%.9g]\nset format %c \"%%g\"\n", axis,
            range.low, range.high, axis);
}

/* ---- names at the ends ---- */

static double x_at(const struct chart *chart, const struct plot_frame *frame,
                   double pixel)
{
    return plot_value(chart->x, chart->log_x,
                      pixel / (frame->right - frame->left));
}

static double y_at(const struct chart *chart, const struct plot_frame *frame,
                   double pixel)
{
    return plot_value(chart->y, chart->log_y,
                      pixel / (frame->top - frame->bottom));
}

static void write_leader(const struct chart *chart,
                         const struct plot_frame *frame, double font,
                         const struct plot_label *label, unsigned colour,
                         FILE *out)
{
    const double width = frame->right - frame->left;

    if (label->in_margin) {
        fprintf(out,
                "set arrow from graph 1.002, first %.6g to graph %.4f, first "
                "%.6g nohead lw 0.7 lc rgb '#%06x'\n",
                y_at(chart, frame, label->end_y),
                (label->x - 0.25 * font) / width, y_at(chart, frame, label->y),
                colour);
        return;
    }
    const double text = plot_text_width(label->text, font);
    const double x = fmin(fmax(label->end_x, label->x), label->x + text);
    if (hypot(x - label->end_x, label->y - label->end_y) > 1.8 * font)
        fprintf(out,
                "set arrow from %.6g, %.6g to %.6g, %.6g nohead lw 0.7 lc rgb "
                "'#%06x'\n",
                x_at(chart, frame, label->end_x),
                y_at(chart, frame, label->end_y), x_at(chart, frame, x),
                y_at(chart, frame,
                     label->y + (label->y < label->end_y ? 0.6 : -0.6) * font),
                colour);
}

static void write_names(const struct chart *chart,
                        const struct plot_choice *choice,
                        const struct plot_frame *frame, FILE *out)
{
    const double font = 0.92 * choice->font;
    struct plot_label *labels = calloc(chart->count + 1, sizeof *labels);

    if (!labels)
        return; /* a chart without names beats none */
    plot_place_labels(chart, frame, font, labels);
    fputs("\n# the curves' names, moved apart where they would touch\n"
          "set style textbox opaque fillcolor rgb '#ffffff' noborder margins "
          "0.4, 0.2\n",
          out);
    for (size_t i = 0; i < chart->count; i++) {
        const struct plot_label *label = &labels[i];
        const unsigned colour = plot_text_colour(chart->series[i].style.colour);
        if (!label->text)
            continue;
        fputs("set label ", out);
        plot_quote(out, label->text);
        if (label->in_margin)
            fprintf(out, " at graph %.4f, ",
                    label->x / (frame->right - frame->left));
        else
            fprintf(out, " at first %.6g, ", x_at(chart, frame, label->x));
        fprintf(out,
                "first %.6g left noenhanced front font ',%.4g' tc rgb "
                "'#%06x'%s",
                y_at(chart, frame, label->y), font, colour,
                label->on_curve ? " boxed" : "");
        const bool marked = plot_has_markers_in_margin(chart) &&
                            !plot_is_memcpy(chart->series[i].algorithm);
        if (marked)
            fprintf(out,
                    " point pt %d ps %.3g lc rgb '#%06x' offset 0.9, -0.25",
                    chart->series[i].style.marker, choice->font / 14.,
                    chart->series[i].style.colour);
        fputc('\n', out);
        if (!marked)
            write_leader(chart, frame, font, label, colour, out);
    }
    free(labels);
}

void plot_prepare_curves(const struct chart *chart,
                         const struct plot_choice *choice,
                         const struct plot_frame *frame, FILE *out)
{
    if (chart->log_x)
        base_two_axis('x', chart->x, isnan(chart->n), out);
    else
        linear_axis('x', chart->x, out);
    if (chart->kind == CHART_EXPLORE && chart->axis == EXPLORE_RANK)
        fprintf(out, "set xtics %.9g\n",
                fmax(1, plot_tick_distance(chart->x.high - chart->x.low, 10)));
    if (chart->log_y)
        base_two_axis('y', chart->y, chart->y.high >= 20000, out);
    else
        linear_axis('y', chart->y, out);
    write_names(chart, choice, frame, out);
}

/* ---- the plot command ---- */

static bool any_form(const struct plot_series *series)
{
    for (size_t i = 0; i < series->own; i++)
        if (isfinite(series->points[i].form))
            return true;
    return false;
}

static bool any_form_band(const struct plot_series *series)
{
    for (size_t i = 0; i < series->own; i++)
        if (isfinite(series->points[i].form_low) &&
            isfinite(series->points[i].form_high))
            return true;
    return false;
}

static bool any_interval(const struct plot_series *series)
{
    for (size_t i = 0; i < series->own; i++)
        if (series->points[i].low < series->points[i].high)
            return true;
    return false;
}

static void item(FILE *out, bool *first)
{
    fprintf(out, "%s", *first ? "    plot \\\n        " : ", \\\n        ");
    *first = false;
}

/* A band between two columns of a block. */
static void write_band(int block, const char *columns, double opaque,
                       unsigned colour, bool *first, FILE *out)
{
    item(out, first);
    fprintf(out,
            "data index %d using 1:%s with filledcurves fc rgb '#%06x' fs "
            "transparent solid %.3g noborder",
            block, columns, colour, opaque);
}

static void write_points(int block, const struct plot_choice *choice,
                         unsigned colour, int marker, double size, bool *first,
                         FILE *out)
{
    item(out, first);
    fprintf(out,
            "data index %d using 1:2 with points lw %.3g lc rgb '#%06x' pt %d "
            "ps %.3g",
            block, choice->line, colour, marker, size);
}

static void write_roof(const struct chart *chart, size_t at,
                       const struct plot_choice *choice, bool *first, FILE *out)
{
    const int block = plot_block(chart, at, false);

    item(out, first);
    fprintf(out,
            "data index %d using 1:2 with filledcurves y1=%.9g fc rgb "
            "'#888888' fs transparent solid 0.13 noborder",
            block, chart->log_y ? chart->y.low : fmax(0, chart->y.low));
    item(out, first);
    fprintf(out,
            "data index %d using 1:2 with lines lw %.3g lc rgb '#%06x' dt 1",
            block, 2.4 * choice->line, chart->series[at].style.colour);
}

/* Between the points of a search there may be others, and a roofline has single
 * points: each shows its own interval. */
static bool has_bands(const struct chart *chart)
{
    return !plot_has_markers_in_margin(chart);
}

static void write_timed(const struct chart *chart, size_t at,
                        const struct plot_choice *choice, bool *first,
                        FILE *out)
{
    const struct plot_series *series = &chart->series[at];
    const struct plot_style *style = &series->style;
    const int block = plot_block(chart, at, false);

    if (any_interval(series) && !has_bands(chart)) {
        item(out, first);
        fprintf(out,
                "data index %d using 1:2:3:4 with yerrorbars lw %.3g lc rgb "
                "'#%06x' pt 0",
                block, 0.6 * choice->line, style->colour);
    } else if (any_interval(series)) {
        write_band(block, "3:4", 0.22, style->colour, first, out);
    }
    item(out, first);
    fprintf(out,
            "data index %d using 1:2 with linespoints lw %.3g lc rgb '#%06x' "
            "dt %d pt %d ps %.3g",
            block, choice->line, style->colour, style->dash, style->marker,
            choice->font / 18.);
}

/* Points that lie on one another stay visible: earlier ones are larger. */
static double point_size(const struct chart *chart, size_t at, double font)
{
    const double rank =
        chart->count > 1 ? (double)at / (double)(chart->count - 1) : 1;

    return font / 18. * (1.5 - 0.7 * rank);
}

static void write_counted(const struct chart *chart, size_t at,
                          const struct plot_choice *choice, bool *first,
                          FILE *out)
{
    const struct plot_series *series = &chart->series[at];
    const struct plot_style *style = &series->style;
    const int block = plot_block(chart, at, false);
    const bool form = any_form(series);

    if (any_form_band(series))
        write_band(block, "6:7", 0.2, style->colour, first, out);
    item(out, first);
    fprintf(out,
            "data index %d using 1:%d with lines lw %.3g lc rgb '#%06x' dt %d",
            block, form ? 5 : 2, form ? choice->line : 0.5 * choice->line,
            style->colour, form ? style->dash : 3);
    write_points(block, choice, style->colour, style->marker,
                 point_size(chart, at, choice->font), first, out);
}

/* The scan as the user named it: a star. Without a size on the x axis, a line
 * at its height. */
static void write_incumbent(const struct chart *chart, size_t at,
                            const struct plot_choice *choice, bool *first,
                            FILE *out)
{
    const struct plot_series *series = &chart->series[at];
    const int block = plot_block(chart, at, false);

    if (series->count == 1) {
        write_points(block, choice, series->style.colour, series->style.marker,
                     choice->font / 7., first, out);
        return;
    }
    item(out, first);
    fprintf(
        out,
        "data index %d using 1:2 with linespoints lw %.3g lc rgb '#%06x' dt "
        "%d pt %d",
        block, choice->line, series->style.colour, series->style.dash,
        series->style.marker);
}

static bool has_roof(const struct chart *chart)
{
    return chart->kind == CHART_THROUGHPUT || chart->kind == CHART_ROOFLINE;
}

static void write_published(const struct chart *chart, size_t at,
                            const struct plot_choice *choice, bool *first,
                            FILE *out)
{
    const struct plot_style *style = &chart->series[at].style;

    write_points(plot_block(chart, at, true), choice, style->colour,
                 style->hollow, choice->font / 11., first, out);
}

void plot_write_curves(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out)
{
    const bool counted =
        chart->kind == CHART_WORK || chart->kind == CHART_DEPTH;
    bool first = true;

    for (size_t i = 0; i < chart->count; i++)
        if (plot_is_memcpy(chart->series[i].algorithm) &&
            chart->series[i].own > 0 && has_roof(chart))
            write_roof(chart, i, choice, &first, out);
    for (size_t i = 0; i < chart->count; i++) {
        const struct plot_series *series = &chart->series[i];
        if (series->incumbent)
            write_incumbent(chart, i, choice, &first, out);
        else if (counted && series->own > 0)
            write_counted(chart, i, choice, &first, out);
        else if (series->own > 0 && !plot_is_memcpy(series->algorithm))
            write_timed(chart, i, choice, &first, out);
        if (series->count > series->own)
            write_published(chart, i, choice, &first, out);
    }
    fputc('\n', out);
}
