/* plot_pages.c - more curves than one chart can show become several charts.
 *
 *     throughput-add_i32          the copy and the first six, log-log
 *     throughput-add_i32-large    the same, n from 2^20 on, heights from 0
 *     throughput-add_i32-2        the copy and the next six
 *     ...
 */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LARGE = 1 << 20;

static struct chart *add_chart(struct chart_list *list)
{
    if (!plot_grow(&list->charts, &list->room, list->count,
                   sizeof *list->charts))
        return NULL;
    return &list->charts[list->count++];
}

/* A series of the points that have x from `least` on; count 0: none has, or
 * there is no memory. */
static struct plot_series copy_series(const struct plot_series *series,
                                      double least)
{
    struct plot_series copy = *series;

    copy.points = calloc(series->count + 1, sizeof *copy.points);
    copy.count = copy.own = 0;
    copy.room = series->count + 1;
    for (size_t i = 0; i < series->count && copy.points; i++) {
        if (series->points[i].x < least)
            continue;
        copy.own += i < series->own;
        copy.points[copy.count++] = series->points[i];
    }
    return copy;
}

/* An empty chart like that one. */
static bool like(struct chart *chart, const struct chart *model)
{
    *chart = *model;
    chart->count = 0;
    chart->room = model->count;
    chart->series = calloc(model->count, sizeof *chart->series);
    return chart->series;
}

static void take_series(struct chart *chart, const struct plot_series *series,
                        double least)
{
    const struct plot_series copy = copy_series(series, least);

    if (copy.count)
        chart->series[chart->count++] = copy;
    else
        free(copy.points);
}

static void free_series(struct chart *chart)
{
    for (size_t i = 0; i < chart->count; i++)
        free(chart->series[i].points);
    free(chart->series);
}

/* Page `at` of `pages`: the roof, and its share of the curves. */
static void fill_page(struct chart *page, const struct chart *whole, size_t at,
                      size_t pages, size_t roofs)
{
    const size_t each = PLOT_CURVES - roofs;
    size_t rank = 0;

    for (size_t i = 0; i < whole->count; i++) {
        const struct plot_series *series = &whole->series[i];
        const bool roof = plot_is_memcpy(series->algorithm);
        if (roof || rank / each == at)
            take_series(page, series, 0);
        rank += !roof;
    }
    const size_t used = strlen(page->title), named = strlen(page->name);
    snprintf(page->title + used, sizeof page->title - used, " (%zu of %zu)",
             at + 1, pages);
    if (at)
        snprintf(page->name + named, sizeof page->name - named, "-%zu", at + 1);
}

enum status plot_split_pages(struct chart_list *list,
                             const struct plot_choice *choice,
                             struct problem *why)
{
    const struct chart whole = list->charts[list->count - 1];
    const bool over_n = isnan(whole.n);
    size_t roofs = 0;

    for (size_t i = 0; i < whole.count; i++)
        roofs += plot_is_memcpy(whole.series[i].algorithm);
    if (!over_n || choice->algorithms || whole.count <= PLOT_CURVES)
        return OK;
    const size_t each = PLOT_CURVES - roofs;
    const size_t pages = (whole.count - roofs + each - 1) / each;
    bool enough = true;
    list->count--;
    for (size_t i = 0; i < pages && enough; i++) {
        struct chart *page = add_chart(list);
        enough = page && like(page, &whole);
        if (enough)
            fill_page(page, &whole, i, pages, roofs);
    }
    struct chart old = whole;
    free_series(&old);
    return enough ? OK : problem_set(why, MACHINE_LACKS, "out of memory");
}

/* How many different n there are on either side of LARGE. */
static void count_sizes(const struct chart *chart, size_t *small, size_t *large)
{
    *small = *large = 0;
    for (size_t i = 0; i < chart->count; i++) {
        size_t here = 0;
        for (size_t j = 0; j < chart->series[i].own; j++)
            here += chart->series[i].points[j].x >= LARGE;
        if (here > *large)
            *large = here;
        if (chart->series[i].own - here > *small)
            *small = chart->series[i].own - here;
    }
}

enum status plot_add_large(struct chart_list *list, size_t at,
                           const struct plot_choice *choice,
                           struct problem *why)
{
    struct plot_choice linear = *choice;
    size_t small, large;

    count_sizes(&list->charts[at], &small, &large);
    if (list->charts[at].kind != CHART_THROUGHPUT || !list->charts[at].log_y ||
        choice->log_x || choice->log_y || !isnan(choice->x.low) ||
        !isnan(choice->x.high) || !isnan(choice->y.low) ||
        !isnan(choice->y.high) || small < 1 || large < 2)
        return OK;
    struct chart *chart = add_chart(list);
    const struct chart *model = &list->charts[at];
    if (!chart || !like(chart, model)) {
        list->count -= chart ? 1 : 0;
        return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    for (size_t i = 0; i < model->count; i++)
        take_series(chart, &model->series[i], LARGE);
    strncat(chart->name, "-large",
            sizeof chart->name - strlen(chart->name) - 1);
    strncat(chart->title, ", large n",
            sizeof chart->title - strlen(chart->title) - 1);
    linear.log_x = 1;
    linear.log_y = -1;
    return plot_fit_axes(chart, &linear, why);
}
