/* plot_explore.c - the points of one search: lines over the section's size.
 *
 *     of memcpy |    .o---o  sequential=4     a line for each choice of the
 *               |  o'  *--x  no sequential    other settings, the best eight;
 *               |  x--'                       *: what all are compared with
 *               +------------- elements per section
 *
 * Example: "block=64,factor=4" is at x = 64 on the line "factor=4". So is
 * "scan_then_reduce=64,brent_kung=2,depth=4,sequential=4" on "sequential=4", if
 * every line has brent_kung=2: a tree's depth follows from the other settings.
 * If all sections have one size, or most lines would have one point, x is the
 * rank of the point, from the best.
 */
#include "plot_explore.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- settings ---- */

bool plot_explore_next(const char **list, char out[WORDS])
{
    const size_t length = strcspn(*list, ",");

    snprintf(out, WORDS, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ',');
    return length > 0;
}

bool plot_explore_has(const char *list, const char *setting)
{
    char own[WORDS];

    while (plot_explore_next(&list, own))
        if (strcmp(own, setting) == 0)
            return true;
    return false;
}

void plot_explore_add(char list[WORDS], const char *setting)
{
    const size_t used = strlen(list);

    if (used + strlen(setting) + 2 <= WORDS)
        sprintf(list + used, "%s%s", used ? "," : "", setting);
}

static bool is_named(const char *setting, const char *name)
{
    const size_t length = strlen(name);

    return strncmp(setting, name, length) == 0 && setting[length] == '=';
}

/* The rule of a derived scan that cuts the input into sections. */
static bool cuts_sections(const char *setting)
{
    return is_named(setting, "scan_then_reduce") ||
           is_named(setting, "reduce_then_scan") ||
           is_named(setting, "scan_then_propagate");
}

static double size_of(const struct plot_row *row, enum explore_axis axis)
{
    const char *list = row->variant;
    char setting[WORDS];

    if (axis == EXPLORE_BLOCK)
        return row->block;
    while (plot_explore_next(&list, setting))
        if (cuts_sections(setting))
            return strtod(strchr(setting, '=') + 1, NULL);
    return NAN;
}

const char *plot_explore_incumbent(const struct plot_row *row)
{
    if (size_of(row, EXPLORE_SECTION) > 0)
        return "compared with"; /* a derived scan's default has a name, too */
    return *row->variant ? "as named" : "the default";
}

static void name_line(struct spot *spot, enum explore_axis axis, bool depth)
{
    const char *list = spot->row->variant;
    char setting[WORDS];

    spot->line[0] = '\0';
    while (axis != EXPLORE_RANK && plot_explore_next(&list, setting)) {
        if (axis == EXPLORE_SECTION && cuts_sections(setting))
            *strchr(setting, '=') = '\0';
        if (!(axis == EXPLORE_BLOCK && is_named(setting, "block")) &&
            (depth || !is_named(setting, "depth")))
            plot_explore_add(spot->line, setting);
    }
}

/* ---- points ---- */

static enum status collect(struct chart *chart, const struct plot_input *input,
                           const struct plot_group *group,
                           const struct plot_choice *choice,
                           struct spots *spots, struct problem *why)
{
    chart->model_time = !(group->first->of_memcpy > 0);
    spots->at = calloc(input->row_count + 1, sizeof *spots->at);
    if (!spots->at)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *const row = &input->rows[i];
        if (!plot_in_group(group, CHART_EXPLORE, choice, row))
            continue;
        const struct spot spot = {
            .row = row,
            .y = chart->model_time ? row->counted_n / row->model_cycles
                                   : row->of_memcpy,
            .low = chart->model_time ? NAN : row->of_memcpy_low,
            .high = chart->model_time ? NAN : row->of_memcpy_high};
        if (spot.y > 0 && isfinite(spot.y))
            spots->at[spots->count++] = spot;
    }
    return OK;
}

/* The points have sizes, and different ones. The incumbent may lie outside of
 * the space that was searched. */
static bool differ(const struct spots *spots, enum explore_axis axis)
{
    double first = NAN;
    bool different = false;

    for (size_t i = 0; i < spots->count; i++) {
        const double size = size_of(spots->at[i].row, axis);
        if (spots->at[i].row->incumbent)
            continue;
        if (!(size > 0))
            return false;
        different |= isfinite(first) && size != first;
        first = size;
    }
    return different;
}

static int by_height(const void *a, const void *b)
{
    const struct spot *const p = a, *const q = b;

    if (p->y != q->y)
        return p->y < q->y ? 1 : -1;
    return strcmp(p->row->variant, q->row->variant);
}

/* Two points of one line have one x. */
static bool collide(const struct spots *spots)
{
    for (size_t i = 0; i < spots->count; i++)
        for (size_t j = 0; j < i; j++)
            if (spots->at[i].x == spots->at[j].x &&
                strcmp(spots->at[i].line, spots->at[j].line) == 0)
                return true;
    return false;
}

static void give_lines(struct chart *chart, struct spots *spots)
{
    for (size_t i = 0; i < spots->count; i++)
        spots->at[i].x = chart->axis == EXPLORE_RANK
                             ? (double)(i + 1)
                             : size_of(spots->at[i].row, chart->axis);
    for (int depth = chart->axis == EXPLORE_BLOCK; depth < 2; depth++) {
        for (size_t i = 0; i < spots->count; i++)
            name_line(&spots->at[i], chart->axis, depth);
        if (!collide(spots))
            return;
    }
}

/* Gives each point its x and its line; the best point comes first. If most
 * lines would have one point, one line shows all points by rank. */
static void arrange(struct chart *chart, struct spots *spots)
{
    chart->axis = differ(spots, EXPLORE_BLOCK)     ? EXPLORE_BLOCK
                  : differ(spots, EXPLORE_SECTION) ? EXPLORE_SECTION
                                                   : EXPLORE_RANK;
    qsort(spots->at, spots->count, sizeof *spots->at, by_height);
    give_lines(chart, spots);
    if (chart->axis == EXPLORE_SECTION &&
        2 * plot_explore_lines(spots) > spots->count) {
        chart->axis = EXPLORE_RANK;
        give_lines(chart, spots);
    }
}

/* ---- lines ---- */

/* Settings in the order of their numbers: factor=4 before factor=16. */
static int by_settings(const void *a, const void *b)
{
    const char *p = ((const struct plot_series *)a)->name;
    const char *q = ((const struct plot_series *)b)->name;

    while (*p && *q) {
        if (isdigit((unsigned char)*p) && isdigit((unsigned char)*q)) {
            char *after_p, *after_q;
            const double x = strtod(p, &after_p), y = strtod(q, &after_q);
            if (x != y)
                return x < y ? -1 : 1;
            p = after_p;
            q = after_q;
        } else if (*p != *q) {
            break;
        } else {
            p++;
            q++;
        }
    }
    return (unsigned char)*p - (unsigned char)*q;
}

static int by_place(const void *a, const void *b)
{
    const struct plot_point *const p = a, *const q = b;

    return (p->x > q->x) - (p->x < q->x);
}

static bool add_point(struct plot_series *series, const struct spot *spot,
                      double x)
{
    if (!plot_grow(&series->points, &series->room, series->count,
                   sizeof *series->points))
        return false;
    const bool interval = isfinite(spot->low) && isfinite(spot->high);
    series->points[series->count++] =
        (struct plot_point){.x = x,
                            .y = spot->y,
                            .low = interval ? spot->low : NAN,
                            .high = interval ? spot->high : NAN,
                            .form = NAN,
                            .form_low = NAN,
                            .form_high = NAN,
                            .part = NAN,
                            .threads = spot->row->threads,
                            .results = NAN,
                            .file = spot->row->file,
                            .variant = spot->row->variant};
    series->own = series->count;
    return true;
}

static struct plot_series *add_series(struct chart *chart,
                                      const struct spot *spot)
{
    if (!plot_grow(&chart->series, &chart->room, chart->count,
                   sizeof *chart->series))
        return NULL;
    struct plot_series *const series = &chart->series[chart->count++];
    *series = (struct plot_series){.algorithm = spot->row->algorithm,
                                   .variant = spot->row->variant};
    return series;
}

bool plot_explore_begins_line(const struct spots *spots, size_t at)
{
    if (spots->at[at].row->incumbent && spots->count > 1)
        return false;
    for (size_t i = 0; i < at; i++)
        if (!spots->at[i].row->incumbent &&
            strcmp(spots->at[i].line, spots->at[at].line) == 0)
            return false;
    return true;
}

size_t plot_explore_lines(const struct spots *spots)
{
    size_t lines = 0;

    for (size_t i = 0; i < spots->count; i++)
        lines += plot_explore_begins_line(spots, i);
    return lines;
}

static enum status add_lines(struct chart *chart, const struct spots *spots,
                             struct problem *why)
{
    for (size_t i = 0; i < spots->count && chart->count < EXPLORE_LINES; i++) {
        if (!plot_explore_begins_line(spots, i))
            continue;
        struct plot_series *const series = add_series(chart, &spots->at[i]);
        bool enough = series != NULL;
        for (size_t j = 0; j < spots->count && enough; j++)
            if (spots->at[j].x > 0 &&
                strcmp(spots->at[i].line, spots->at[j].line) == 0)
                enough = add_point(series, &spots->at[j], spots->at[j].x);
        if (!enough)
            return problem_set(why, MACHINE_LACKS, "out of memory");
        snprintf(series->name, sizeof series->name, "%.159s",
                 spots->at[i].line);
        qsort(series->points, series->count, sizeof *series->points, by_place);
    }
    qsort(chart->series, chart->count, sizeof *chart->series, by_settings);
    for (size_t i = 0; i < chart->count; i++)
        chart->series[i].style = plot_style_of_line(i);
    return OK;
}

/* A star; a line at its height if it has no place on the x axis. */
static enum status add_incumbent(struct chart *chart, const struct spots *spots,
                                 struct problem *why)
{
    double low = INFINITY, high = 0;

    for (size_t i = 0; i < spots->count; i++)
        if (spots->at[i].x > 0) {
            low = fmin(low, spots->at[i].x);
            high = fmax(high, spots->at[i].x);
        }
    for (size_t i = 0; i < spots->count; i++) {
        const struct spot *const spot = &spots->at[i];
        if (!spot->row->incumbent)
            continue;
        const bool placed = spot->x > 0;
        struct plot_series *const series = add_series(chart, spot);
        if (!series || !add_point(series, spot, placed ? spot->x : low) ||
            (!placed && low < high && !add_point(series, spot, high)))
            return problem_set(why, MACHINE_LACKS, "out of memory");
        series->incumbent = true;
        series->style = plot_style_of_incumbent();
        snprintf(series->name, sizeof series->name, "%s",
                 plot_explore_incumbent(spot->row));
        snprintf(series->label, sizeof series->label, "%s", series->name);
    }
    return OK;
}

/* ---- the chart ---- */

enum status plot_fill_explore(struct chart *chart,
                              const struct plot_input *input,
                              const struct plot_group *group,
                              const struct plot_choice *choice,
                              struct problem *why)
{
    struct spots spots = {0};
    enum status status = collect(chart, input, group, choice, &spots, why);

    chart->n = group->first->n;
    if (status == OK && spots.count) {
        arrange(chart, &spots);
        status = add_lines(chart, &spots, why);
    }
    if (status == OK && spots.count) {
        char common[WORDS];
        plot_explore_common(&spots, common);
        plot_explore_label(chart, common);
        plot_explore_write_key(chart, input, &spots, common);
        status = add_incumbent(chart, &spots, why);
    }
    free(spots.at);
    return status;
}
