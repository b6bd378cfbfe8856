/* plot_roofline.c - operations per second under the roof of memcpy.
 *
 *     Gop/s |            .-'  memcpy's GB/s * x
 *           |        .-'  o lookback
 *           |    .-'    o kogge_stone
 *           | .-'
 *           +------------------------------- operations per byte
 *
 * Times are from bench; operations and bytes are counted by measure, or both
 * are closed forms in the same row as the time. A scan of n elements of 4 bytes
 * that reads and writes each once does little more than n operations on 8n
 * bytes: x is about 1/8. With 4000 GB/s, at most 500 Gop/s are possible there.
 * (Williams, Waterman and Patterson, Comm. ACM 2009.)
 */
#include "plot.h"

#include <math.h>
#include <string.h>

enum { SETTINGS = 256 };

static double work_of(const struct plot_row *row)
{
    return isfinite(row->work) ? row->work : row->work_form;
}

static bool has_bytes_counted(const struct plot_row *row)
{
    return row->read_bytes + row->write_bytes > 0;
}

static double bytes_of(const struct plot_row *row)
{
    return has_bytes_counted(row) ? row->read_bytes + row->write_bytes
                                  : row->bytes_form;
}

static bool has_counts(const struct plot_row *row)
{
    return work_of(row) > 0 && bytes_of(row) > 0;
}

/* ---- a time and its counts ---- */

static bool is_cpu(const struct plot_row *row)
{
    return strcmp(row->device, "cpu") == 0;
}

/* The settings other than block and items, which have columns. */
static void other_settings(const char *variant, char out[SETTINGS])
{
    size_t used = 0;

    out[0] = '\0';
    while (*variant) {
        const size_t length = strcspn(variant, ",");
        if (strncmp(variant, "block=", 6) != 0 &&
            strncmp(variant, "items=", 6) != 0 && used + length + 2 < SETTINGS)
            used += (size_t)sprintf(out + used, "%.*s,", (int)length, variant);
        variant += length + (variant[length] == ',');
    }
}

/* The same scan at the same n, except perhaps for its blocks. */
static bool same_scan(const struct plot_row *count,
                      const struct plot_row *timed)
{
    char a[SETTINGS], b[SETTINGS];

    if (!count->measured || !has_counts(count) || count->n != timed->n ||
        count->threads != timed->threads || is_cpu(count) != is_cpu(timed) ||
        strcmp(count->algorithm, timed->algorithm) != 0 ||
        (*count->kind && strcmp(count->kind, timed->kind) != 0) ||
        count->elem_bytes != timed->elem_bytes)
        return false;
    other_settings(count->variant, a);
    other_settings(timed->variant, b);
    return strcmp(a, b) == 0;
}

/* Either cell may be empty, if the names are equal: on a processor measure
 * leaves it empty for scans whose tiles bench knows. */
static bool fits(const char *count, const char *timed, bool same_name)
{
    return strcmp(count, timed) == 0 || (same_name && (!*count || !*timed));
}

static bool same_blocks(const struct plot_row *count,
                        const struct plot_row *timed)
{
    const bool same_name = strcmp(count->variant, timed->variant) == 0;

    return fits(count->block_text, timed->block_text, same_name) &&
           fits(count->items_text, timed->items_text, same_name);
}

/* The counts of a timed row, or NULL. *other: there are counts with other
 * blocks. */
static const struct plot_row *counts_of(const struct plot_input *input,
                                        const struct plot_row *timed,
                                        bool *other)
{
    *other = false;
    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *const row = &input->rows[i];
        if (!same_scan(row, timed))
            continue;
        if (same_blocks(row, timed))
            return row;
        *other = true;
    }
    return has_counts(timed) ? timed : NULL;
}

/* ---- one n ---- */

/* The fastest copy, in GB/s; 0: none. */
static double roof_at(const struct plot_input *input,
                      const struct plot_group *group,
                      const struct plot_choice *choice, double n)
{
    double best = 0;

    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *const row = &input->rows[i];
        if (plot_is_memcpy(row->algorithm) && row->n == n &&
            plot_in_group(group, CHART_ROOFLINE, choice, row))
            best = fmax(best, row->gbps);
    }
    return best;
}

double plot_roofline_n(const struct plot_input *input,
                       const struct plot_group *group,
                       const struct plot_choice *choice)
{
    double largest = NAN;
    bool other;

    for (size_t i = 0; i < input->row_count && !choice->n; i++) {
        const struct plot_row *const row = &input->rows[i];
        if (!plot_is_memcpy(row->algorithm) && !(row->n <= largest) &&
            plot_in_group(group, CHART_ROOFLINE, choice, row) &&
            counts_of(input, row, &other) &&
            roof_at(input, group, choice, row->n) > 0)
            largest = row->n;
    }
    return choice->n ? choice->n : largest;
}

/* ---- points ---- */

static const struct plot_row *timed_row(const struct plot_input *input,
                                        const struct plot_group *group,
                                        const struct plot_choice *choice,
                                        const struct plot_series *series,
                                        double n, double threads)
{
    const struct plot_row *found = NULL;

    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *const row = &input->rows[i];
        if (row->n == n && row->threads == threads &&
            strcmp(row->algorithm, series->algorithm) == 0 &&
            strcmp(row->variant, series->variant) == 0 &&
            plot_in_group(group, CHART_ROOFLINE, choice, row))
            found = row;
    }
    return found;
}

/* What a chart has to say of its counts. */
struct notes {
    size_t forms;   /* scans whose bytes are closed forms */
    char left[160]; /* scans that were counted with other blocks */
};

/* From times over threads to one point: of the most threads that have counts.
 */
static void place_series(struct chart *chart, struct plot_series *series,
                         const struct plot_input *input,
                         const struct plot_group *group,
                         const struct plot_choice *choice, double roof,
                         struct notes *notes)
{
    bool other = false;

    for (size_t i = series->count; i-- > 0;) {
        struct plot_point point = series->points[i];
        const struct plot_row *const timed =
            timed_row(input, group, choice, series, chart->n, point.threads);
        bool here = false;
        const struct plot_row *const count =
            timed ? counts_of(input, timed, &here) : NULL;
        other |= here;
        if (!count)
            continue;
        const double work = work_of(count), ns = point.y;
        const double low = point.low, high = point.high;
        point.x = work / bytes_of(count);
        point.y = work / ns;
        point.low = work / high;
        point.high = work / low;
        point.form = roof * point.x;
        notes->forms += !has_bytes_counted(count);
        series->points[0] = point;
        series->count = series->own = 1;
        return;
    }
    series->count = series->own = 0;
    const size_t used = strlen(notes->left);
    if (other)
        snprintf(notes->left + used, sizeof notes->left - used, "%s%.40s",
                 used ? ", " : "", series->label);
}

/* The roof spans the points and some space on either side. */
static bool raise_roof(struct plot_series *series, double roof,
                       struct plot_range x)
{
    const double places[] = {x.low / 1.5, x.high * 1.5};
    const struct plot_point model = series->points[0];

    series->count = 0;
    for (int i = 0; i < 2; i++) {
        if (!plot_grow(&series->points, &series->room, series->count,
                       sizeof *series->points))
            return false;
        struct plot_point *const point = &series->points[series->count++];
        *point = model;
        point->x = places[i];
        point->y = roof * places[i];
        point->low = point->high = NAN;
    }
    series->own = series->count;
    snprintf(series->label, sizeof series->label, "copy, %.0f GB/s", roof);
    return true;
}

static void write_key(struct chart *chart, const struct notes *notes,
                      size_t scans)
{
    const char *const bytes = notes->forms == 0       ? "bytes: counted"
                              : notes->forms == scans ? "bytes: closed form"
                                                      : "bytes: counted, or "
                                                        "closed form";

    snprintf(chart->key, sizeof chart->key,
             "line: the most that the copy's bandwidth allows  ·  %s  ·  "
             "whiskers: 95 %% interval%s%s",
             bytes,
             *notes->left ? "  ·  left out, counted with other blocks: " : "",
             notes->left);
}

bool plot_place_under_roof(struct chart *chart, const struct plot_input *input,
                           const struct plot_group *group,
                           const struct plot_choice *choice)
{
    const double roof = roof_at(input, group, choice, chart->n);
    struct plot_range x = {INFINITY, 0};
    struct notes notes = {.forms = 0};
    size_t scans = 0;

    for (size_t i = 0; i < chart->count; i++) {
        struct plot_series *const series = &chart->series[i];
        if (plot_is_memcpy(series->algorithm))
            continue;
        place_series(chart, series, input, group, choice, roof, &notes);
        if (series->count) {
            x.low = fmin(x.low, series->points[0].x);
            x.high = fmax(x.high, series->points[0].x);
            scans++;
        }
    }
    for (size_t i = 0; i < chart->count; i++) {
        struct plot_series *const series = &chart->series[i];
        if (!(roof > 0) || scans == 0)
            series->count = 0;
        else if (plot_is_memcpy(series->algorithm) &&
                 !raise_roof(series, roof, x))
            return false;
    }
    write_key(chart, &notes, scans);
    return true;
}

/* ---- what is missing ---- */

enum status plot_roofline_lacks(const struct plot_input *input,
                                struct problem *why)
{
    bool times = false, copies = false, counts = false;

    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *const row = &input->rows[i];
        const bool timed = !row->measured && row->median_ns > 0;
        copies |= timed && plot_is_memcpy(row->algorithm);
        times |= timed && !plot_is_memcpy(row->algorithm);
        counts |= has_counts(row);
    }
    return problem_set(
        why, WRONG_USE, "nothing to draw for --kind roofline: %s",
        !times    ? "there are no times; add the CSV of 'scanlab bench -o'"
        : !copies ? "there is no memcpy row for the roof; 'scanlab bench' "
                    "writes one"
        : !counts ? "there are no counts of work and bytes; add the CSV of "
                    "'scanlab measure -o' with the same scans and n"
                  : "no scan has a time, counts and a memcpy row at one n; n, "
                    "threads, element size and settings must be equal");
}
