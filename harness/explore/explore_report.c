/* explore_report.c - the points of a search, best first. */
#include "explore_report.h"
#include "explore_resume.h"
#include "base/sizes.h"
#include "calls/call_fill.h"
#include "cuda/nvrtc.h"
#include "monoids/patterns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 12 };

const char *explore_setting(const struct point *point)
{
    return *point->choice.variant ? point->choice.variant : "the default";
}

bool explore_is_named(const struct search_job *job, const struct point *point)
{
    return point->incumbent && *point->choice.variant &&
           !job->space->base_is_usual;
}

/* Timed ones first: the later the stage, the better the score. */
static int best_first(const void *a, const void *b)
{
    const struct point *const x = *(const struct point *const *)a;
    const struct point *const y = *(const struct point *const *)b;

    if ((x->state == POINT_TIMED) != (y->state == POINT_TIMED))
        return x->state == POINT_TIMED ? -1 : 1;
    if (x->stage != y->stage)
        return x->stage > y->stage ? -1 : 1;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x > y) - (x < y);
}

/* The caller frees the list. */
static const struct point **in_order(const struct search *found)
{
    const struct point **const list = calloc(found->points + 1, sizeof *list);

    for (size_t i = 0; i < found->points && list; i++)
        list[i] = &found->point[i];
    if (list)
        qsort(list, found->points, sizeof *list, best_first);
    return list;
}

static size_t count_of(const struct search *found, enum point_state state)
{
    size_t count = 0;

    for (size_t i = 0; i < found->points; i++)
        count += found->point[i].state == state;
    return count;
}

/* ------------------------------------------------------------- the terminal */

static void print_head(const struct search_job *job, const struct search *found)
{
    const struct choice *const base = &job->space->base;
    const size_t waiting = count_of(found, POINT_WAITING);
    char size[SIZE_TEXT_BYTES];

    const bool drawn = call_has_patterns(base->algorithm);

    printf("%s%s%s on %s, %s%s%s, n = %s, %s: a space of %zu point%s\n",
           base->algorithm->name, *base->variant ? ":" : "", base->variant,
           job->device->is_gpu ? gpu_facts()->name : job->device->name,
           job->device->has_model_time ? job->interval->name
                                       : job->monoid->name,
           drawn ? ", pattern " : "", drawn ? pattern_name(job->pattern) : "",
           size_print(job->n, size, sizeof size),
           job->exclusive ? "exclusive" : "inclusive", found->in_space,
           found->in_space == 1 ? "" : "s");
    printf("%zu right and timed in %d stage%s, %zu refused, %zu failed, "
           "%zu wrong",
           count_of(found, POINT_TIMED), found->stages,
           found->stages == 1 ? "" : "s", count_of(found, POINT_REFUSED),
           count_of(found, POINT_FAILED), count_of(found, POINT_WRONG));
    if (waiting)
        printf("; %zu not reached: increase --budget", waiting);
    if (found->resumed)
        printf("; %zu known from an earlier search", found->resumed);
    if (found->in_space > MAX_SEARCH)
        printf("; %zu not selected: narrow --space",
               found->in_space - MAX_SEARCH);
    printf("\n");
    if (job->space->list.invalid)
        printf("%zu more combination%s no scan, such as %s\n",
               job->space->list.invalid,
               job->space->list.invalid == 1 ? " is" : "s are",
               job->space->list.why_invalid);
}

static void print_time(double ns)
{
    const double scale = ns < 1e4 ? 1 : ns < 1e7 ? 1e3 : 1e6;

    printf("%9.4g %s", ns / scale,
           scale == 1     ? "ns"
           : scale == 1e3 ? "us"
                          : "ms");
}

/* Work of an element, depth, and what kernels cost besides. */
static void print_counts(const struct search_job *job, const struct point *p)
{
    const struct device_counts *const d = &p->counts.device;

    if (!p->counted) {
        printf("  %6s %6s %8s %9s %9s", "", "", "", "", "");
        return;
    }
    printf("  %6.3f %6.0f", p->counts.work / (double)job->count_n,
           p->counts.depth);
    if (d->known)
        printf(" %8.0f %9.0f %9.0f", d->barriers,
               d->read_sectors + d->write_sectors, d->shared_conflicts);
    else
        printf(" %8s %9s %9s", "", "", "");
}

static void print_point(const struct search_job *job, const struct point *p)
{
    if (job->device->has_model_time)
        printf("%10.0f cycles", p->counts.device.cycles);
    else
        printf("  %6.3f  ", p->ratio.median), print_time(p->times.median);
    if (isnan(p->gain.median))
        printf("  %7s", "");
    else
        printf("  %7.3f", p->gain.median);
    print_counts(job, p);
    printf("  %s%s\n", explore_setting(p),
           explore_is_named(job, p)             ? " (as named)"
           : p->incumbent && *p->choice.variant ? " (the default)"
                                                : "");
}

static void print_table(const struct search_job *job,
                        const struct search *found,
                        const struct point *const *list)
{
    char size[SIZE_TEXT_BYTES];
    bool shown = false;

    printf("%s  faster by  counted at n = %s:\n",
           job->device->has_model_time ? "model time       "
                                       : "of copy         time",
           size_print(job->count_n, size, sizeof size));
    printf("%17s  %7s  %6s %6s %8s %9s %9s  setting\n", "", "", "work/n",
           "depth", "barriers", "sectors", "conflicts");
    for (size_t i = 0; i < found->points; i++) {
        if (list[i]->state != POINT_TIMED ||
            (i >= SHOWN && !(list[i]->incumbent && !shown)))
            continue;
        print_point(job, list[i]);
        shown = shown || list[i]->incumbent;
    }
}

/* One of each sentence, and how many points it is about. */
static void print_reasons(const struct search *found, enum point_state state)
{
    for (size_t i = 0; i < found->points; i++) {
        const struct point *const p = &found->point[i];
        size_t alike = 0, before = 0;
        for (size_t k = 0; k < found->points && p->state == state; k++) {
            const bool same = found->point[k].state == state &&
                              !strcmp(found->point[k].why, p->why);
            alike += same;
            before += same && k < i;
        }
        if (alike && !before)
            printf("%s: %zu, such as %s: %s\n", point_state_name(state), alike,
                   explore_setting(p), p->why);
    }
}

void explore_print(const struct search_job *job, const struct search *found)
{
    const struct point **const list = in_order(found);

    print_head(job, found);
    if (list && count_of(found, POINT_TIMED))
        print_table(job, found, list);
    print_reasons(found, POINT_REFUSED);
    print_reasons(found, POINT_FAILED);
    print_reasons(found, POINT_WRONG);
    free(list);
    fflush(stdout);
}

/* -------------------------------------------------------------------- files */

const char *explore_columns(void)
{
    static char text[1024];

    snprintf(text, sizeof text,
             "%s,stage,state,faster,faster_low,faster_high,counted_n,"
             "counted_work,counted_depth,launches,barriers,sectors,shared,"
             "conflicts,model_cycles,why",
             report_columns);
    return text;
}

static void write_counts(struct table *t, const struct search_job *job,
                         const struct point *p)
{
    const struct device_counts *const d = p ? &p->counts.device : NULL;
    const bool counted = p && p->counted;
    const bool known = counted && d->known;

    table_number(t, counted ? (double)job->count_n : NAN);
    table_number(t, counted ? p->counts.work : NAN);
    table_number(t, counted ? p->counts.depth : NAN);
    table_number(t, known ? d->launches : NAN);
    table_number(t, known ? d->barriers : NAN);
    table_number(t, known ? d->read_sectors + d->write_sectors : NAN);
    table_number(t, known ? d->shared_wavefronts : NAN);
    table_number(t, known ? d->shared_conflicts : NAN);
    table_number(t, known && d->cycles > 0 ? d->cycles : NAN);
}

static void write_row(struct table *t, const struct search_job *job,
                      const struct contestant *c, const struct point *p,
                      const struct field *field, double moved)
{
    const bool timed = !p || (p->state == POINT_TIMED && p->samples);
    const struct report_row row = {
        .field = field,
        .c = c,
        .times = p ? p->times : bench_times(c),
        .ratio = p ? p->ratio : (struct summary){.median = 1},
        .untimed = p && !p->samples, /* model time */
        .untried = p && p->state != POINT_TIMED && p->state != POINT_WRONG,
        .bytes = moved > 0 && p
                     ? moved
                     : 2.0 * (double)job->n * (double)job->monoid->table.bytes};

    report_cells(t, &row);
    table_number(t, timed && p ? p->stage : NAN);
    table_text(t, p ? point_state_name(p->state) : "");
    table_number(t, timed && p ? p->gain.median : NAN);
    table_number(t, timed && p ? p->gain.ci_low : NAN);
    table_number(t, timed && p ? p->gain.ci_high : NAN);
    write_counts(t, job, p);
    table_text(t, p ? p->why : "");
    table_end_row(t);
}

bool explore_write(const struct search_job *job, const struct search *found,
                   struct report *report)
{
    const struct field field = {
        .device = job->device,
        .choice = &job->space->base,
        .monoid = job->device->has_model_time ? job->interval : job->monoid,
        .pattern = job->pattern,
        .exclusive = job->exclusive,
        .n = job->n,
        .pool = job->pool,
        .mode = job->mode,
        .seed = job->seed,
        .stop_reason = "search"};
    bool kept = true;

    json_t *const points = json_array();
    if (report->document) {
        json_object_set_new(report->document, "search", search_identity(job));
        json_object_set(report->document, "points", points);
    }
    if (found->copy.samples)
        write_row(&report->table, job, &found->copy, NULL, &field,
                  found->moved);
    for (size_t i = 0; i < found->points; i++) {
        const struct point *const p = &found->point[i];
        struct contestant c = {.kind = CONTEST_ALGORITHM,
                               .name = p->choice.algorithm->name,
                               .variant = p->choice.variant,
                               .choice = &p->choice,
                               .calls = p->calls,
                               .wrong = p->state != POINT_TIMED,
                               .samples = p->samples};
        memcpy(c.ns, p->ns, sizeof c.ns);
        write_row(&report->table, job, &c, p, &field, found->moved);
        if (report->document)
            kept = kept &&
                   json_array_append_new(points, search_keep_point(p)) == 0;
    }
    json_decref(points);
    return kept;
}
