/* plot_dat.c - a chart's numbers as gnuplot reads them.
 *
 *     # index 0: lookback, columns: ...
 *     1024  1.9  1.8  2.0 ...
 *                                   (two blank lines end a block)
 *     # index 1: ...
 */
#include "plot.h"

#include <math.h>

static const char *const columns[CHART_KINDS] = {
    "n  GB/s  low  high",
    "row  fraction  low  high",
    "n  work/n  low  high  closed-form  form-low  form-high",
    "n  depth  low  high  closed-form  form-low  form-high",
    "row  total/(n*sizeof(T))  low  high  closed-form  read",
    "threads  ns  low  high  W/P*t  (W/P+D)*t",
    "n  cycles  low  high",
    "x  y  low  high  # setting",
    "op/byte  Gop/s  low  high",
};

static void put(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, "  %.9g", value);
    else
        fputs("  NaN", out);
}

static void write_point(const struct chart *chart, size_t row,
                        const struct plot_point *point, FILE *out)
{
    const bool bars =
        chart->kind == CHART_FRACTION || chart->kind == CHART_TRAFFIC;

    put(out, bars ? (double)(chart->count - row) : point->x);
    put(out, point->y);
    /* without an interval a band is as thin as the curve */
    put(out, isnan(point->low) ? point->y : point->low);
    put(out, isnan(point->high) ? point->y : point->high);
    if (chart->kind == CHART_BRENT) {
        put(out, point->form_low);
        put(out, point->form_high);
    } else if (chart->kind == CHART_TRAFFIC) {
        put(out, point->form);
        put(out, point->part);
    } else if (chart->kind == CHART_WORK || chart->kind == CHART_DEPTH) {
        put(out, point->form);
        put(out, point->form_low);
        put(out, point->form_high);
    } else if (chart->kind == CHART_EXPLORE) {
        fprintf(out, "  # %s",
                *point->variant ? point->variant : "the default");
    }
    fputc('\n', out);
}

static void write_block(const struct chart *chart, size_t at, bool published,
                        int *index, FILE *out)
{
    const struct plot_series *series = &chart->series[at];
    const size_t first = published ? series->own : 0;
    const size_t end = published ? series->count : series->own;

    if (first == end)
        return;
    fprintf(out, "%s# index %d: %s%s\n# %s\n", *index ? "\n\n" : "", *index,
            series->name, published ? ", published" : "", columns[chart->kind]);
    for (size_t i = first; i < end; i++)
        write_point(chart, at, &series->points[i], out);
    ++*index;
}

void plot_write_data(const struct chart *chart, FILE *out)
{
    int index = 0;

    for (size_t i = 0; i < chart->count; i++) {
        write_block(chart, i, false, &index, out);
        write_block(chart, i, true, &index, out);
    }
}

int plot_block(const struct chart *chart, size_t at, bool published)
{
    int index = 0;

    for (size_t i = 0; i < at; i++) {
        const struct plot_series *series = &chart->series[i];
        index += (series->own > 0) + (series->count > series->own);
    }
    return index + (published && chart->series[at].own > 0);
}
