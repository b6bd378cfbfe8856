/* plot_series.c - the numbers of one chart.
 *
 * Brent's bounds as drawn: an algorithm of work W and depth D (counted at P
 * threads) whose op takes time t would, under a perfect scheduler, run for
 *
 *     W/P * t  <=  T  <=  (W/P + D) * t        (Brent, J. ACM 1974)
 *
 * t is computed from the same algorithm on one thread: its median time / its W.
 * Example: W = 1000, 1 thread takes 2000 ns, so t = 2 ns; on P = 4 threads with
 * W = 1200, D = 300 the band is 600 ns to 1200 ns.
 */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The pattern of rows whose sums were rounded: bench --rounding. */
static const char *const ROUNDING = "rounding";

/* Of counted rows: what was counted beside its closed form. */
static void fill_counted(struct plot_point *point, enum chart_kind kind,
                         const struct plot_row *row)
{
    const double unit = row->n * row->elem_bytes;

    if (kind == CHART_WORK) {
        point->y = row->work / row->n;
        point->form = row->work_form / row->n;
        point->form_low = row->work_form_low / row->n;
        point->form_high = row->work_form_high / row->n;
    } else if (kind == CHART_DEPTH) {
        point->y = row->depth;
        point->form = row->depth_form;
        point->form_low = row->depth_form_low;
        point->form_high = row->depth_form_high;
    } else {
        point->y = (row->read_bytes + row->write_bytes) / unit;
        point->part = row->read_bytes / unit;
        point->form = row->bytes_form / unit;
        if (isnan(point->y)) /* `part` stays NAN: not measured */
            point->y = point->form;
    }
}

/* Of timed rows: a median and its interval. */
static void fill_timed(struct plot_point *point, enum chart_kind kind,
                       const struct plot_row *row)
{
    if (kind == CHART_THROUGHPUT) {
        point->y = row->gbps;
        point->low = row->gbps * row->median_ns / row->ci_high_ns;
        point->high = row->gbps * row->median_ns / row->ci_low_ns;
    } else if (kind == CHART_FRACTION) {
        point->y = row->of_memcpy;
        point->low = row->of_memcpy_low;
        point->high = row->of_memcpy_high;
    } else if (kind == CHART_CYCLES) {
        point->y = row->cycles;
        point->low = row->cycles_low;
        point->high = row->cycles_high;
    } else { /* brent, roofline: the rest is added when all rows are in */
        point->x = row->threads;
        point->y = row->median_ns;
        point->low = row->ci_low_ns;
        point->high = row->ci_high_ns;
    }
    if (!isfinite(point->low) || !isfinite(point->high))
        point->low = point->high = NAN;
}

static struct plot_point point_of(enum chart_kind kind,
                                  const struct plot_row *row)
{
    struct plot_point point = {.x = row->n,
                               .y = NAN,
                               .low = NAN,
                               .high = NAN,
                               .form = NAN,
                               .form_low = NAN,
                               .form_high = NAN,
                               .part = NAN,
                               .threads = row->threads,
                               .samples = row->samples,
                               .results = row->results,
                               .alone = row->threads > 1 &&
                                        row->work == row->n - 1 &&
                                        row->depth == row->work,
                               .published = row->published,
                               .file = row->file};

    if (kind == CHART_WORK || kind == CHART_DEPTH || kind == CHART_TRAFFIC)
        fill_counted(&point, kind, row);
    else
        fill_timed(&point, kind, row);
    return point;
}

static bool same_series(const struct plot_series *series,
                        const struct plot_row *row)
{
    return strcmp(series->algorithm, row->algorithm) == 0 &&
           (plot_is_memcpy(row->algorithm) ||
            strcmp(series->variant, row->variant) == 0);
}

static struct plot_series *find_series(struct chart *chart,
                                       const struct plot_row *row)
{
    for (size_t i = 0; i < chart->count; i++)
        if (same_series(&chart->series[i], row))
            return &chart->series[i];
    if (!plot_grow(&chart->series, &chart->room, chart->count,
                   sizeof *chart->series))
        return NULL;
    struct plot_series *series = &chart->series[chart->count++];
    *series = (struct plot_series){.algorithm = row->algorithm,
                                   .variant = row->variant};
    return series;
}

/* The point of another file that this one would replace: the two are of
 * different runs, perhaps of different machines. */
static const struct plot_point *rival_of(const struct plot_series *series,
                                         const struct plot_point *point)
{
    for (size_t i = 0; i < series->count; i++) {
        const struct plot_point *const other = &series->points[i];
        if (other->x == point->x && other->threads == point->threads &&
            !other->published && !point->published &&
            strcmp(other->file, point->file) != 0)
            return other;
    }
    return NULL;
}

/* One point per x: the one with more threads, else the later row. */
static bool put_point(struct plot_series *series, struct plot_point point)
{
    for (size_t i = 0; i < series->count; i++) {
        struct plot_point *old = &series->points[i];
        if (old->x != point.x || old->published != point.published ||
            point.published)
            continue;
        if (point.threads >= old->threads)
            *old = point;
        return true;
    }
    if (!plot_grow(&series->points, &series->room, series->count,
                   sizeof *series->points))
        return false;
    series->points[series->count++] = point;
    return true;
}

static bool row_used(const struct chart *chart, const struct plot_group *group,
                     const struct plot_choice *choice,
                     const struct plot_row *row)
{
    const bool at_one_n =
        chart->kind == CHART_FRACTION || chart->kind == CHART_TRAFFIC ||
        chart->kind == CHART_BRENT || chart->kind == CHART_ROOFLINE;

    return plot_in_group(group, chart->kind, choice, row) &&
           (!at_one_n || row->n == chart->n) &&
           (chart->kind != CHART_BRENT || !row->measured);
}

/* A time of more threads was left out: one of fewer does not stand in for it. */
static bool stands_in(const struct chart *chart, const struct plot_input *input,
                      const struct plot_group *group,
                      const struct plot_choice *choice,
                      const struct plot_row *row)
{
    if (chart->kind != CHART_THROUGHPUT && chart->kind != CHART_FRACTION)
        return false;
    for (size_t i = 0; i < plot_left_out(input); i++) {
        const struct plot_row *const other = &input->left_out[i];
        if (other->n == row->n && other->threads > row->threads &&
            strcmp(other->algorithm, row->algorithm) == 0 &&
            strcmp(other->variant, row->variant) == 0 &&
            row_used(chart, group, choice, other))
            return true;
    }
    return false;
}

/* ---- the n of charts at one size ---- */

/* The algorithm's first row of those used at this n: counts it once. */
static bool counts(const struct plot_input *input, size_t at,
                   const struct plot_group *group, enum chart_kind kind,
                   const struct plot_choice *choice)
{
    const struct plot_row *row = &input->rows[at];

    if (row->published || !plot_in_group(group, kind, choice, row))
        return false;
    for (size_t i = 0; i < at; i++) {
        const struct plot_row *other = &input->rows[i];
        if (other->n == row->n && other->measured == row->measured &&
            (kind != CHART_BRENT || other->threads == row->threads) &&
            strcmp(other->algorithm, row->algorithm) == 0 &&
            strcmp(other->variant, row->variant) == 0 && !other->published &&
            plot_in_group(group, kind, choice, other))
            return false;
    }
    return true;
}

static size_t rows_at(const struct plot_input *input, double n,
                      const struct plot_group *group, enum chart_kind kind,
                      const struct plot_choice *choice)
{
    size_t count = 0, measured = 0;

    for (size_t i = 0; i < input->row_count; i++)
        if (input->rows[i].n == n && counts(input, i, group, kind, choice)) {
            count++;
            measured += input->rows[i].measured;
        }
    if (kind == CHART_BRENT && (measured == 0 || measured == count))
        return 0;
    return count;
}

static bool n_seen(const struct plot_input *input, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (input->rows[i].n == input->rows[at].n)
            return true;
    return false;
}

/* The largest n with at least half as many rows as the fullest n: a bench
 * that was stopped, or a capped algorithm, must not decide. */
static double choose_n(const struct plot_input *input,
                       const struct plot_group *group, enum chart_kind kind,
                       const struct plot_choice *choice)
{
    size_t most = 0;
    double best = NAN;

    if (choice->n)
        return choice->n;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < input->row_count; i++) {
            const double n = input->rows[i].n;
            if (n_seen(input, i) || (round && n <= best))
                continue;
            const size_t rows = rows_at(input, n, group, kind, choice);
            if (round == 0 && rows > most)
                most = rows;
            if (round == 1 && rows > 0 && 2 * rows >= most)
                best = n;
        }
    }
    return best;
}

/* ---- Brent's bounds ---- */

static const struct plot_row *measured_row(const struct plot_input *input,
                                           const struct plot_group *group,
                                           const struct plot_choice *choice,
                                           const struct plot_series *series,
                                           double n, double threads)
{
    const struct plot_row *found = NULL;

    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *row = &input->rows[i];
        if (row->measured && row->n == n && row->threads == threads &&
            same_series(series, row) &&
            plot_in_group(group, CHART_BRENT, choice, row))
            found = row;
    }
    return found;
}

/* Keeps the points that have bounds. */
static void add_bounds(struct plot_series *series, double n,
                       const struct plot_input *input,
                       const struct plot_group *group,
                       const struct plot_choice *choice)
{
    const struct plot_row *one =
        measured_row(input, group, choice, series, n, 1);
    const struct plot_point first =
        series->count ? series->points[0] : (struct plot_point){.x = 0};
    size_t kept = 0;

    if (one && first.x == 1)
        for (size_t i = 0; i < series->count; i++) {
            struct plot_point point = series->points[i];
            const struct plot_row *row =
                measured_row(input, group, choice, series, n, point.x);
            if (!row)
                continue;
            const double op_ns = first.y / one->work;
            point.form_low = row->work / point.x * op_ns;
            point.form_high = (row->work / point.x + row->depth) * op_ns;
            series->points[kept++] = point;
        }
    series->count = series->own = kept > 1 ? kept : 0;
}

static void choose_unit(struct chart *chart)
{
    double most = 0;

    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++)
            most = fmax(most, chart->series[i].points[j].y);
    chart->unit = most >= 1e9 ? 1e9 : most >= 1e6 ? 1e6 : most >= 1e3 ? 1e3 : 1;
}

/* ---- series ---- */

static void drop_empty(struct chart *chart)
{
    size_t kept = 0;

    for (size_t i = 0; i < chart->count; i++) {
        if (chart->series[i].count > 0)
            chart->series[kept++] = chart->series[i];
        else
            free(chart->series[i].points);
    }
    chart->count = kept;
}

/* How many outputs each row's number of different results is of; 0: the rows
 * have different numbers. */
static void count_samples(struct chart *chart)
{
    for (size_t i = 0; i < chart->count; i++) {
        const struct plot_point *point = &chart->series[i].points[0];
        if (isfinite(point->results))
            chart->samples =
                isnan(chart->samples) || chart->samples == point->samples
                    ? point->samples
                    : 0;
    }
}

/* Bars from best to worst: the highest fraction, the least traffic. */
static int by_best_fraction(const void *a, const void *b)
{
    const double p = ((const struct plot_series *)a)->points[0].y;
    const double q = ((const struct plot_series *)b)->points[0].y;

    return (p < q) - (p > q);
}

static int by_least_traffic(const void *a, const void *b)
{
    return by_best_fraction(b, a);
}

static const char *algorithms_order; /* for by_order: qsort takes no context */

static int by_order(const void *a, const void *b)
{
    const struct plot_series *s = a, *t = b;
    const struct plot_row p = {.algorithm = s->algorithm,
                               .variant = s->variant},
                          q = {.algorithm = t->algorithm,
                               .variant = t->variant};
    int order =
        plot_chosen(algorithms_order, &p) - plot_chosen(algorithms_order, &q);

    if (order == 0) /* the roof first */
        order = plot_is_memcpy(t->algorithm) - plot_is_memcpy(s->algorithm);
    if (order == 0)
        order = (int)plot_style_rank(s->algorithm) -
                (int)plot_style_rank(t->algorithm);
    if (order == 0)
        order = strcmp(s->algorithm, t->algorithm);
    if (order == 0) /* the newest version of a library first */
        order = plot_style_of(s->algorithm, 0, 0).library
                    ? strcmp(t->variant, s->variant)
                    : strcmp(s->variant, t->variant);
    return order;
}

enum status plot_fill_series(struct chart *chart,
                             const struct plot_input *input,
                             const struct plot_group *group,
                             const struct plot_choice *choice,
                             struct problem *why)
{
    if (chart->kind == CHART_EXPLORE)
        return plot_fill_explore(chart, input, group, choice, why);
    if (chart->kind == CHART_FRACTION || chart->kind == CHART_TRAFFIC ||
        chart->kind == CHART_BRENT)
        chart->n = choose_n(input, group, chart->kind, choice);
    if (chart->kind == CHART_ROOFLINE)
        chart->n = plot_roofline_n(input, group, choice);
    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *row = &input->rows[i];
        if (!row_used(chart, group, choice, row) ||
            stands_in(chart, input, group, choice, row))
            continue;
        struct plot_series *series = find_series(chart, row);
        const struct plot_point point = point_of(chart->kind, row);
        const struct plot_point *const rival =
            series && !plot_is_memcpy(row->algorithm) ? rival_of(series, &point)
                                                      : NULL;
        if (rival)
            return problem_set(why, WRONG_USE,
                               "%s and %s both have %s at n = %.0f: a chart "
                               "shows one run of each row; draw them apart",
                               rival->file, row->file, row->algorithm, row->n);
        if (!series || !put_point(series, point))
            return problem_set(why, MACHINE_LACKS, "out of memory");
        chart->published |= row->published;
    }
    algorithms_order = choice->algorithms;
    if (chart->count > 1)
        qsort(chart->series, chart->count, sizeof *chart->series, by_order);
    plot_name_series(chart);
    if (chart->kind == CHART_BRENT) {
        for (size_t i = 0; i < chart->count; i++)
            add_bounds(&chart->series[i], chart->n, input, group, choice);
        choose_unit(chart);
    }
    if (chart->kind == CHART_ROOFLINE &&
        !plot_place_under_roof(chart, input, group, choice))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    drop_empty(chart);
    if (chart->kind == CHART_FRACTION &&
        !strcmp(group->first->pattern, ROUNDING))
        count_samples(chart);
    if (chart->count > 1 && !choice->algorithms &&
        (chart->kind == CHART_FRACTION || chart->kind == CHART_TRAFFIC))
        qsort(chart->series, chart->count, sizeof *chart->series,
              chart->kind == CHART_FRACTION ? by_best_fraction
                                            : by_least_traffic);
    return OK;
}
