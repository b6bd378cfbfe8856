/* explore_again.c - a bench of two rows, started as a user would start it. */
#include "explore_again.h"
#include "base/paths.h"
#include "bench/bench_runs.h"
#include "calls/call_fill.h"
#include "explore_report.h"
#include "monoids/patterns.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* "lookback:block=64". */
static const char *row_name(const struct point *p, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s", p->choice.algorithm->name,
             *p->choice.variant ? ":" : "", p->choice.variant);
    return text;
}

static const json_t *samples_of(const json_t *document, const struct point *p)
{
    const json_t *const rows = json_object_get(document, "rows");

    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const row = json_array_get(rows, i);
        const char *const name =
            json_string_value(json_object_get(row, "algorithm"));
        const char *const variant =
            json_string_value(json_object_get(row, "variant"));
        if (name && variant && !strcmp(name, p->choice.algorithm->name) &&
            !strcmp(variant, p->choice.variant))
            return json_object_get(row, "samples_ns");
    }
    return NULL;
}

/* Round by round; NAN where the run has left none. */
static struct summary gain_in(const char *path, const struct point *incumbent,
                              const struct point *best)
{
    json_t *const document = json_load_file(path, 0, NULL);
    const json_t *const now = samples_of(document, incumbent);
    const json_t *const then = samples_of(document, best);
    double ratio[MAX_ROUNDS] = {NAN};
    size_t count = 0;

    for (; count < json_array_size(now) && count < json_array_size(then) &&
           count < MAX_ROUNDS;
         count++)
        ratio[count] = json_number_value(json_array_get(now, count)) /
                       json_number_value(json_array_get(then, count));
    json_decref(document);
    return sample_summarise(ratio, count ? count : 1);
}

static enum status run_again(const struct search_job *job,
                             const struct point *incumbent,
                             const struct point *best, double seconds,
                             struct summary *out, struct problem *why)
{
    char folder[PATH_MAX - 64], csv[PATH_MAX], json[PATH_MAX], size[32];
    char first[256], second[256], threads[32] = "", pattern[64];
    char function[PATH_MAX + 32];
    const enum element_function kind =
        job->space->base.algorithm->task->function;
    char *argv[20] = {"scanlab bench", "--no-libraries", "--no-tuning", "-d"};
    int argc = 4;
    enum status status = paths_cache(folder, sizeof folder, why);

    if (status != OK)
        return status;
    snprintf(csv, sizeof csv, "%s/explore-%ld.csv", folder, (long)getpid());
    snprintf(json, sizeof json, "%s/explore-%ld.json", folder, (long)getpid());
    snprintf(size, sizeof size, "%zu", job->n);
    argv[argc++] = (char *)(uintptr_t)job->device->name;
    argv[argc++] = "-n";
    argv[argc++] = size;
    argv[argc++] = "-m";
    argv[argc++] = (char *)(uintptr_t)job->monoid->header;
    if (job->pool) {
        snprintf(threads, sizeof threads, "--threads=%d",
                 pool_threads(job->pool));
        argv[argc++] = threads;
    }
    if (job->exclusive)
        argv[argc++] = "--exclusive";
    if (call_has_patterns(job->space->base.algorithm)) {
        snprintf(pattern, sizeof pattern, "--pattern=%s",
                 pattern_name(job->pattern));
        argv[argc++] = pattern;
    }
    if (job->function) {
        snprintf(function, sizeof function, "--%s=%s",
                 element_functions[kind].name, job->function);
        argv[argc++] = function;
    }
    argv[argc++] = job->mode == MODE_COLD ? "--mode=cold" : "--mode=warm";
    argv[argc++] = (char *)(uintptr_t)row_name(incumbent, first, sizeof first);
    argv[argc++] = (char *)(uintptr_t)row_name(best, second, sizeof second);
    const struct bench_runs runs = {1, seconds, csv};
    printf("\nIn another process:\n");
    fflush(stdout);
    status = bench_runs(&runs, argc, argv, why);
    if (status == OK)
        *out = gain_in(json, incumbent, best);
    unlink(csv);
    unlink(json);
    return status;
}

/* Faster in both, slower in one, or neither. */
static const char *verdict(const struct summary *here,
                           const struct summary *there, bool *faster)
{
    *faster = here->ci_low > 1 && (!there || there->ci_low > 1);
    return *faster ? there ? "faster in both" : "faster in this search"
                   : "indistinguishable from noise";
}

enum status explore_again(const struct search_job *job,
                          const struct point *incumbent,
                          const struct point *best, double seconds,
                          bool *faster, struct problem *why)
{
    struct summary there = {.median = NAN};
    enum status status = OK;

    if (seconds > 0)
        status = run_again(job, incumbent, best, seconds, &there, why);
    if (status != OK)
        return status;
    printf("\nbest: %s, %.3f ", explore_setting(best), best->gain.median);
    if (isnan(best->gain.ci_low)) /* too few rounds for an interval */
        printf("(%zu rounds) ", best->samples);
    else
        printf("(%.3f..%.3f) ", best->gain.ci_low, best->gain.ci_high);
    printf("times as fast as %s", explore_setting(incumbent));
    if (!isnan(there.median))
        printf(", in another process %.3f (%.3f..%.3f)", there.median,
               there.ci_low, there.ci_high);
    printf(": %s\n",
           verdict(&best->gain, isnan(there.median) ? NULL : &there, faster));
    return OK;
}
