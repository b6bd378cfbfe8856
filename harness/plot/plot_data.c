/* plot_data.c - selects the rows of each chart.
 *
 * The rows of one chart agree in device, monoid, mode and pattern; in
 * inclusive/exclusive too, but only if some algorithm was run both ways
 * (Blelloch's scan is exclusive by nature and still belongs with the others).
 * Among an algorithm's rows at one n, the chart uses those with the most
 * threads up to P: a sequential loop has one thread at any P.
 */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const chart_kind_names[CHART_KINDS + 1] = {
    "throughput", "fraction", "work",    "depth",    "traffic",
    "brent",      "cycles",   "explore", "roofline", NULL};

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* A published or memcpy row may leave a name empty: it then fits all. */
static bool fits(const char *wanted, const struct plot_row *row,
                 const char *has)
{
    const bool lenient = row->published || plot_is_memcpy(row->algorithm);

    return same(wanted, has) || (lenient && !*has);
}

/* ---- --algorithms ---- */

/* What parts its entries: a comma, which a variant may have too; so where there
 * is a semicolon, that does. */
static const char *parting(const char *algorithms)
{
    return strchr(algorithms, ';') ? ";" : ",";
}

static bool entry_takes(const char *entry, size_t length,
                        const struct plot_row *row)
{
    const size_t name = strlen(row->algorithm);

    if (length < name || strncmp(entry, row->algorithm, name) != 0)
        return false;
    if (length == name)
        return true;
    return entry[name] == ':' && length - name - 1 == strlen(row->variant) &&
           strncmp(entry + name + 1, row->variant, length - name - 1) == 0;
}

int plot_chosen(const char *algorithms, const struct plot_row *row)
{
    if (!algorithms)
        return 0;
    const char *const parted = parting(algorithms);
    for (int i = 0;; i++) {
        const size_t length = strcspn(algorithms, parted);
        if (entry_takes(algorithms, length, row))
            return i;
        if (!algorithms[length])
            return -1;
        algorithms += length + 1;
    }
}

typedef const char *(*row_name)(const struct plot_row *);

static const char *name_algorithm(const struct plot_row *row)
{
    return row->algorithm;
}

static const char *name_monoid(const struct plot_row *row)
{
    return row->monoid;
}

static const char *name_device(const struct plot_row *row)
{
    return row->device;
}

static const char *name_kind(const struct plot_row *row)
{
    return row->kind;
}

static const char *name_mode(const struct plot_row *row)
{
    return row->mode;
}

static const char *name_pattern(const struct plot_row *row)
{
    return row->pattern;
}

/* Rows that are left out are not looked at. */
static const char *left_out(const struct plot_input *input)
{
    return plot_left_out(input) > 0 ? " that can be shown" : "";
}

/* "no row has monoid 'add_i23'; did you mean 'add_i32'?" */
static enum status not_in_rows(const struct plot_input *input, const char *what,
                               const char *typed, row_name name,
                               struct problem *why)
{
    const char **names = calloc(input->row_count + 1, sizeof *names);
    if (!names)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t i = 0; i < input->row_count; i++)
        names[i] = name(&input->rows[i]);
    const char *near = nearest_name(typed, names);
    const char *first = names[0] ? names[0] : "";
    free(names);
    return problem_set(why, WRONG_USE, "no row%s has %s '%s'; %s '%s'%s",
                       near ? "" : left_out(input), what, typed,
                       near ? "did you mean" : "the first row's is",
                       near ? near : first, near ? "?" : "");
}

static enum status check_name(const struct plot_input *input, const char *what,
                              const char *typed, row_name name,
                              struct problem *why)
{
    if (!typed)
        return OK;
    for (size_t i = 0; i < input->row_count; i++)
        if (same(name(&input->rows[i]), typed))
            return OK;
    return not_in_rows(input, what, typed, name, why);
}

static enum status check_algorithms(const struct plot_input *input,
                                    const char *list, struct problem *why)
{
    for (const char *entry = list; entry;) {
        const size_t length = strcspn(entry, parting(list));
        bool found = false;
        for (size_t i = 0; i < input->row_count && !found; i++)
            found = entry_takes(entry, length, &input->rows[i]);
        if (!found) {
            char typed[64];
            snprintf(typed, sizeof typed, "%.*s", (int)length, entry);
            return not_in_rows(input, "algorithm", typed, name_algorithm, why);
        }
        entry = entry[length] ? entry + length + 1 : NULL;
    }
    return OK;
}

static enum status check_n(const struct plot_input *input, double n,
                           struct problem *why)
{
    if (!n)
        return OK;
    for (size_t i = 0; i < input->row_count; i++)
        if (input->rows[i].n == n)
            return OK;
    return problem_set(why, WRONG_USE, "no row%s has n = %.0f", left_out(input),
                       n);
}

static enum status check_choice(const struct plot_input *input,
                                const struct plot_choice *choice,
                                struct problem *why)
{
    enum status status = check_algorithms(input, choice->algorithms, why);

    if (status == OK)
        status = check_name(input, "monoid", choice->monoid, name_monoid, why);
    if (status == OK)
        status = check_name(input, "device", choice->device, name_device, why);
    if (status == OK)
        status = check_name(input, "kind", choice->scan, name_kind, why);
    if (status == OK)
        status = check_name(input, "mode", choice->mode, name_mode, why);
    if (status == OK)
        status =
            check_name(input, "pattern", choice->pattern, name_pattern, why);
    if (status == OK)
        status = check_n(input, choice->n, why);
    return status;
}

/* ---- groups ---- */

static bool of_kind(enum chart_kind kind, const struct plot_row *row)
{
    switch (kind) {
    case CHART_THROUGHPUT: return !row->measured && row->gbps > 0 && row->n > 0;
    case CHART_FRACTION:
        return !row->measured && row->of_memcpy > 0 &&
               !plot_is_memcpy(row->algorithm);
    case CHART_WORK: return row->measured && row->n > 0 && !isnan(row->work);
    case CHART_DEPTH: return row->measured && row->n > 0 && !isnan(row->depth);
    case CHART_TRAFFIC:
        return row->measured && row->n > 0 && row->elem_bytes > 0 &&
               (row->read_bytes + row->write_bytes > 0 || row->bytes_form > 0);
    case CHART_CYCLES: return row->measured && row->n > 0 && row->cycles > 0;
    case CHART_ROOFLINE:
        return !row->measured && !row->explored && !row->published &&
               row->n > 0 && row->median_ns > 0;
    case CHART_EXPLORE:
        return row->explored && !row->published && row->n > 0 &&
               !plot_is_memcpy(row->algorithm) &&
               (row->of_memcpy > 0 ||
                (row->counted_n > 0 && row->model_cycles > 0));
    default:
        return row->n > 0 && !row->published &&
               !plot_is_memcpy(row->algorithm) &&
               (row->measured ? row->work > 0 && row->depth >= 0
                              : row->median_ns > 0);
    }
}

/* Brent's bounds take work and depth as counted on any monoid: they are
 * the same on all, and `measure` counts on intervals. */
static bool fits_monoid(const char *wanted, enum chart_kind kind,
                        const struct plot_row *row)
{
    return (kind == CHART_BRENT && row->measured) ||
           fits(wanted, row, row->monoid);
}

static bool chosen_by_user(const struct plot_choice *choice,
                           enum chart_kind kind, const struct plot_row *row)
{
    const bool roof = plot_is_memcpy(row->algorithm);

    if (kind == CHART_EXPLORE && choice->n && row->n != choice->n)
        return false;
    return (roof || plot_chosen(choice->algorithms, row) >= 0) &&
           (!choice->monoid || fits_monoid(choice->monoid, kind, row)) &&
           (!choice->device || row->published ||
            same(choice->device, row->device)) &&
           (!choice->scan || roof || fits(choice->scan, row, row->kind)) &&
           (!choice->mode || row->measured ||
            fits(choice->mode, row, row->mode)) &&
           (!choice->pattern || (row->measured && !*row->pattern) ||
            fits(choice->pattern, row, row->pattern)) &&
           (!choice->threads || row->published ||
            row->threads <= choice->threads);
}

bool plot_row_shown(enum chart_kind kind, const struct plot_choice *choice,
                    const struct plot_row *row)
{
    return of_kind(kind, row) && chosen_by_user(choice, kind, row);
}

/* Of the rows that are timed and those that are counted, either may not say
 * how its inputs were drawn. */
static bool same_pattern(const struct plot_row *first,
                         const struct plot_row *row)
{
    const bool tells = *first->pattern && *row->pattern;

    return (first->measured != row->measured && !tells) ||
           fits(first->pattern, row, row->pattern);
}

/* A chart of explore shows one search. */
static bool same_search(const struct plot_row *first,
                        const struct plot_row *row)
{
    return first->file == row->file && first->n == row->n &&
           same(first->algorithm, row->algorithm);
}

bool plot_in_group(const struct plot_group *group, enum chart_kind kind,
                   const struct plot_choice *choice, const struct plot_row *row)
{
    const struct plot_row *first = group->first;

    return of_kind(kind, row) && chosen_by_user(choice, kind, row) &&
           fits_monoid(first->monoid, kind, row) &&
           (row->published || same(first->device, row->device)) &&
           (kind != CHART_EXPLORE || same_search(first, row)) &&
           (row->measured || first->measured ||
            fits(first->mode, row, row->mode)) &&
           same_pattern(first, row) &&
           (!group->split_kind || plot_is_memcpy(row->algorithm) ||
            fits(first->kind, row, row->kind));
}

/* Some algorithm was run inclusive and exclusive. */
static bool both_kinds(const struct plot_input *input,
                       const struct plot_group *group, enum chart_kind kind,
                       const struct plot_choice *choice)
{
    const struct plot_row *const rows = input->rows;

    for (size_t i = 0; i < input->row_count; i++) {
        if (!plot_in_group(group, kind, choice, &rows[i]) ||
            rows[i].published || plot_is_memcpy(rows[i].algorithm))
            continue;
        for (size_t j = i + 1; j < input->row_count; j++)
            if (same(rows[i].algorithm, rows[j].algorithm) &&
                !same(rows[i].kind, rows[j].kind) && !rows[j].published &&
                plot_in_group(group, kind, choice, &rows[j]))
                return true;
    }
    return false;
}

/* ---- charts ---- */

static void most_threads(struct plot_group *group,
                         const struct plot_input *input, enum chart_kind kind,
                         const struct plot_choice *choice)
{
    group->threads = 0;
    for (size_t i = 0; i < input->row_count; i++) {
        const struct plot_row *row = &input->rows[i];
        if (!row->published && plot_in_group(group, kind, choice, row))
            group->threads = fmax(group->threads, row->threads);
    }
}

static bool group_done(const struct plot_group *done, size_t count,
                       enum chart_kind kind, const struct plot_choice *choice,
                       const struct plot_row *row)
{
    for (size_t i = 0; i < count; i++)
        if (plot_in_group(&done[i], kind, choice, row))
            return true;
    return false;
}

/* From charts[first], the last one, which has all curves, to those that are
 * drawn. */
static enum status finish_charts(struct chart_list *list, size_t first,
                                 const struct plot_choice *choice,
                                 struct problem *why)
{
    enum status status = plot_split_pages(list, choice, why);
    const size_t pages = list->count;

    for (size_t i = first; i < pages && status == OK; i++) {
        status = plot_fit_axes(&list->charts[i], choice, why);
        if (status == OK)
            status = plot_add_large(list, i, choice, why);
    }
    return status;
}

/* An earlier chart with the same file name, or NULL. */
static const struct chart *twin_of(const struct chart_list *list,
                                   const struct chart *chart)
{
    for (const struct chart *c = list->charts; c < chart; c++)
        if (same(c->name, chart->name))
            return c;
    return NULL;
}

static enum status add_chart(const struct plot_input *input,
                             const struct plot_group *group,
                             const struct plot_choice *choice,
                             enum chart_kind kind, struct chart_list *list,
                             struct problem *why)
{
    if (!plot_grow(&list->charts, &list->room, list->count,
                   sizeof *list->charts))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    struct chart *chart = &list->charts[list->count++];
    *chart = (struct chart){.kind = kind, .n = NAN, .samples = NAN};
    const enum status status =
        plot_fill_series(chart, input, group, choice, why);
    if (status != OK || chart->count == 0) {
        free(chart->series);
        list->count--;
        return status;
    }
    plot_title_chart(chart, input, group, choice);
    const struct chart *const twin =
        kind == CHART_EXPLORE ? twin_of(list, chart) : NULL;
    if (twin)
        return problem_set(why, WRONG_USE,
                           "%s and %s have the same algorithm, monoid and n: a "
                           "chart shows one search; draw them apart",
                           twin->series[0].points[0].file, group->first->file);
    return finish_charts(list, list->count - 1, choice, why);
}

enum status plot_charts(const struct plot_input *input,
                        const struct plot_choice *choice, enum chart_kind kind,
                        struct chart_list *list, struct problem *why)
{
    struct plot_group *done = NULL;
    size_t count = 0, room = 0;
    enum status status = check_choice(input, choice, why);

    for (size_t i = 0; i < input->row_count && status == OK; i++) {
        const struct plot_row *row = &input->rows[i];
        if (row->published || plot_is_memcpy(row->algorithm) ||
            (kind == CHART_BRENT && row->measured) || !of_kind(kind, row) ||
            !chosen_by_user(choice, kind, row) ||
            group_done(done, count, kind, choice, row))
            continue;
        if (!plot_grow(&done, &room, count, sizeof *done)) {
            status = problem_set(why, MACHINE_LACKS, "out of memory");
            break;
        }
        struct plot_group *group = &done[count++];
        *group = (struct plot_group){.first = row};
        group->split_kind = both_kinds(input, group, kind, choice);
        most_threads(group, input, kind, choice);
        status = add_chart(input, group, choice, kind, list, why);
    }
    free(done);
    return status;
}

void chart_list_free(struct chart_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        for (size_t j = 0; j < list->charts[i].count; j++)
            free(list->charts[i].series[j].points);
        free(list->charts[i].series);
    }
    free(list->charts);
    *list = (struct chart_list){0};
}
