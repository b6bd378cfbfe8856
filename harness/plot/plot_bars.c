/* plot_bars.c - fraction of memcpy and traffic as bars that start at 0.
 *
 *     lookback  |=========================|-  0.96
 *     tbb       |/////////|-             |   0.35
 *     naive     |========================================>  8193 n
 *
 * Row 1 is at the bottom; the first series has the highest row.
 */
#include "plot.h"

#include <math.h>

static const struct plot_point *best_point(const struct plot_series *series)
{
    return &series->points[0]; /* our own, or the first published */
}

/* Traffic in units of n is a small number or a large one. */
static void value_text(const struct chart *chart,
                       const struct plot_point *point, char out[64])
{
    const char *unit = chart->kind == CHART_TRAFFIC ? "n" : "";
    const char *format = chart->kind == CHART_FRACTION ? "%.2f%s"
                         : point->y < 99.5             ? "%.2f%s"
                                                       : "%.0f%s";

    snprintf(out, 64, format, point->y, unit);
}

/* The number of different results of each row: in a column beside the bars. */
static void write_results(const struct chart *chart, double font, FILE *out)
{
    if (!isfinite(chart->samples))
        return;
    fputs("\n# the number of different results\n", out);
    for (size_t i = 0; i < chart->count; i++) {
        const double results = best_point(&chart->series[i])->results;
        if (isfinite(results))
            fprintf(out,
                    "set label '%.0f result%s' at graph 1, first %zu right "
                    "front font ',%.4g'\n",
                    results, results == 1 ? "" : "s", chart->count - i, font);
    }
}

static void write_values(const struct chart *chart,
                         const struct plot_choice *choice, FILE *out)
{
    const double font = 0.88 * choice->font;

    fputs("\n# the number at the end of each bar\n", out);
    for (size_t i = 0; i < chart->count; i++) {
        const struct plot_point *point = best_point(&chart->series[i]);
        const double row = (double)(chart->count - i);
        double end = fmax(isfinite(point->high) ? point->high : point->y,
                          isfinite(point->form) ? point->form : 0);
        char text[64];
        value_text(chart, point, text);
        if (chart->kind == CHART_FRACTION && end < 1 && end > 0.9)
            end = 1; /* beside memcpy's line, not on it */
        if (point->y > chart->x.high)
            fprintf(out,
                    "set label '%s  →' at graph 0.985, first %g right front "
                    "font ',%.4g' tc rgb '#000000' boxed\n",
                    text, row, font);
        else
            fprintf(out,
                    "set label '%s' at first %.6g, first %g left offset "
                    "character 0.7, 0 front font ',%.4g'\n",
                    text, end, row, font);
    }
    write_results(chart, font, out);
}

void plot_prepare_bars(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out)
{
    fprintf(out,
            "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n"
            "set format x \"%s\"\nset grid noytics\n"
            "set style textbox opaque fillcolor rgb '#ffffff' noborder\n",
            chart->x.low, chart->x.high, chart->y.low, chart->y.high,
            chart->kind == CHART_TRAFFIC ? "%gn" : "%g");
    if (chart->kind == CHART_TRAFFIC && chart->x.high <= 16)
        fputs("set xtics 1\nset xtics add ('0' 0)\n", out);
    fprintf(out, "set ytics scale 0 noenhanced font ',%.4g' (",
            0.92 * choice->font);
    for (size_t i = 0; i < chart->count; i++) {
        fputs(i ? ", " : "", out);
        plot_quote(out, chart->series[i].label);
        fprintf(out, " %zu", chart->count - i);
    }
    fputs(")\n", out);
    if (chart->kind == CHART_FRACTION)
        fputs("# memcpy itself\n"
              "set label 'memcpy' at first 1, graph 1 center offset character "
              "0, 0.6 tc rgb '#444444'\n"
              "set arrow from 1, graph 0 to 1, graph 1 nohead front lw 2 lc "
              "rgb '#444444'\n",
              out);
    write_values(chart, choice, out);
}

static void write_bar(const struct chart *chart, size_t at, bool *first,
                      const char *right, const char *left, const char *fill,
                      FILE *out)
{
    fprintf(out,
            "%sdata index %d using (0):1:(%s):(%s):($1-0.36):($1+0.36) with "
            "boxxyerror lc rgb '#%06x' lw 1 fs %s",
            *first ? "    plot \\\n        " : ", \\\n        ",
            plot_block(chart, at, false), left, right,
            chart->series[at].style.colour, fill);
    *first = false;
}

static void write_fraction(const struct chart *chart, size_t at,
                           const struct plot_choice *choice, bool *first,
                           FILE *out)
{
    const bool library = chart->series[at].style.library;

    write_bar(chart, at, first, "$2", "0",
              library ? "pattern 4 border" : "solid 0.85 border", out);
    fprintf(out,
            ", \\\n        data index %d using 2:1:3:4 with xerrorbars lw %.3g "
            "lc rgb '#000000' pt 0",
            plot_block(chart, at, false), 0.6 * choice->line);
}

static void write_traffic(const struct chart *chart, size_t at,
                          const struct plot_choice *choice, bool *first,
                          FILE *out)
{
    const bool measured = isfinite(best_point(&chart->series[at])->part);

    if (measured)
        write_bar(chart, at, first, "$6", "0", "solid 0.85 border", out);
    write_bar(chart, at, first, "$2", measured ? "$6" : "0",
              "solid 0.35 border", out);
    fprintf(out,
            ", \\\n        data index %d using 5:1:(0):(0.46) with vectors "
            "nohead lw %.3g lc rgb '#000000'"
            ", \\\n        data index %d using 5:1:(0):(-0.46) with vectors "
            "nohead lw %.3g lc rgb '#000000'",
            plot_block(chart, at, false), 1.6 * choice->line,
            plot_block(chart, at, false), 1.6 * choice->line);
}

void plot_write_bars(const struct chart *chart,
                     const struct plot_choice *choice, FILE *out)
{
    bool first = true;

    for (size_t i = 0; i < chart->count; i++) {
        const struct plot_series *series = &chart->series[i];
        if (series->own > 0 && chart->kind == CHART_FRACTION)
            write_fraction(chart, i, choice, &first, out);
        else if (series->own > 0)
            write_traffic(chart, i, choice, &first, out);
        if (series->count > series->own) {
            fprintf(out,
                    "%sdata index %d using 2:1 with points lw %.3g lc rgb "
                    "'#000000' pt %d ps %.3g",
                    first ? "    plot \\\n        " : ", \\\n        ",
                    plot_block(chart, i, true), choice->line,
                    series->style.hollow, choice->font / 11.);
            first = false;
        }
    }
    fputc('\n', out);
}
