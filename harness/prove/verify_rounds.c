/* verify_rounds.c - rounds of runs on the table: schedules, open executions and
 * histories. */
#include "verify_executor.h"
#include "histories.h"
#include "simt/simt.h"

#include <stdio.h>

enum { VECTOR = 16 }; /* bytes that a kernel may load in one access, aligned */

int verify_threads(const struct setup *setup)
{
    return setup->pool ? pool_threads(setup->pool) : 0;
}

void verify_choose_schedule(const struct verify_bench *bench, int round,
                            struct simt_options *out)
{
    const struct unit *const unit = bench->unit;

    if (unit->lots) {
        *out = bench->job->simts[0];
        out->schedule = SCHEDULE_RANDOM;
        out->weak = true;
        out->seed = 1 + (uint64_t)(unit->first_round + round);
    } else if (bench->job->simts && unit->compares_trees &&
               round >= bench->job->simt_count) {
        *out = bench->job->simts[0];
        out->schedule = SCHEDULE_RANDOM;
        out->weak = true;
        out->seed = 2 + (uint64_t)(round - bench->job->simt_count);
    } else if (bench->job->simts) {
        *out = bench->job->simts[unit->first_round + round];
    }
    out->weak &= !unit->newest;
    out->apart = unit->again;
    if (unit->starves) {
        out->schedule = SCHEDULE_STARVE;
        out->seed = 1;
        out->resident = WINDOW_AND_MORE;
    }
}

/* The multiple of an element differs from case to case, and is the same when
 * the case is run again alone. So a kernel that checks only one array's
 * alignment, or handles only one misalignment, gets others. */
size_t verify_shift(const struct verify_bench *bench,
                    const struct verify_case *c, int array, size_t bytes)
{
    const struct simt_options *const simt = bench->setup->simt;
    const size_t places = bytes < VECTOR ? VECTOR / bytes : 1;
    uint32_t draw = (uint32_t)c->n * 64 + (uint32_t)c->pattern * 16 +
                    (uint32_t)(c->in_place * 8 + c->carry * 4 +
                               bench->setup->exclusive * 2);

    if (!c->shifted)
        return 0;
    draw += simt && !bench->unit->compares_trees
                ? (uint32_t)simt->schedule * 7919 + (uint32_t)simt->seed
                : 0;
    draw = (draw + (uint32_t)array) * 0x9e3779b1u;
    draw = (draw ^ draw >> 15) * 0x85ebca6bu;
    if (c->in_place && places > 1) /* only one array: it is misaligned */
        return bytes * (1 + (draw >> 16) % (places - 1));
    return bytes * ((draw >> 16) % places);
}

enum status verify_open_execution(const struct verify_bench *bench,
                                  struct execution **out, struct problem *why)
{
    const struct unit *const unit = bench->unit;
    enum status status = execution_open(bench->setup, out, why);

    for (size_t i = 0; i < unit->size_count && status == OK; i++)
        status = execution_reserve(*out, unit->sizes[i], why);
    return status;
}

int verify_schedules(const struct verify_job *job)
{
    return job->simt_count;
}

/* Writes the schedule that reproduces a finding of a single launch. */
static void tell_history(struct verify_bench *bench,
                         const struct history *history, uint64_t seed)
{
    struct problem ignored;

    snprintf(bench->words, sizeof bench->words, "%s",
             execution_words(bench->execution));
    bench->in_history = history->run(history->context, history->most,
                                     (uint32_t)seed, &ignored) == OK;
}

enum status verify_history(struct verify_bench *bench,
                           const struct history *history,
                           struct simt_options *simt,
                           struct verify_tally *tally, struct problem *why)
{
    const struct simt_options usual = *simt;
    enum status status = OK;

    simt->schedule = SCHEDULE_STARVE;
    for (simt->seed = 1; simt->seed <= 2 && status == OK; simt->seed++)
        status = history_run(history, &tally->runs, why);
    if (status == OK)
        *simt = usual;
    else
        tell_history(bench, history, --simt->seed);
    return status;
}
