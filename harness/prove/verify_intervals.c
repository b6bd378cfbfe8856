/* verify_intervals.c - runs on the interval table.
 *
 * The elements are ranges of the input, op joins two that are neighbours, and
 * the table keeps what each one was made of:
 *
 *     in    [0] [1] [2]           out   [0] [0,1] [0,2]     right
 *                                       [0] [0,1] [0]+[2]   1 is missing
 *
 * An element is a number in that table, encoded. Each case is run with two
 * encodings: a scan that looks at the bits of its elements does something else
 * with the second.
 */
#include "verify_executor.h"
#include "base/host.h"
#include "margins.h"
#include "monoids/interval_table.h"
#include "simt/simt.h"

#include <stdio.h>
#include <string.h>

static const uint32_t USUAL_SEED = 0x1234567u;

struct on_table {
    struct verify_bench base;
    size_t bytes; /* of an element */
    void *in;     /* space for the largest n */
    struct margins out;
    struct simt_options simt; /* what the execution goes by in this round */
};

static struct on_table *of(struct verify_bench *bench)
{
    return (struct on_table *)bench;
}

static int threads_of(const struct setup *setup)
{
    return setup->pool ? pool_threads(setup->pool) : 0;
}

static size_t in_bytes(const struct on_table *t)
{
    return t->base.setup->largest_n * t->bytes;
}

static enum status open_arrays(struct verify_bench *bench, struct problem *why)
{
    struct on_table *t = of(bench);
    const size_t n = bench->setup->largest_n;

    t->bytes = bench->setup->monoid->table.bytes;
    bench->setup->simt = bench->job->simts ? &t->simt : NULL;
    enum status status = host_has_memory(
        in_bytes(t) + margins_bytes(n, t->bytes), "this verification", why);
    if (status == OK)
        status = execution_open(bench->setup, &bench->execution, why);
    if (status == OK)
        status = host_take(in_bytes(t), &t->in, why);
    return status == OK ? margins_take(n, t->bytes, &t->out, why) : status;
}

static void close_arrays(struct verify_bench *bench)
{
    struct on_table *t = of(bench);

    host_free(t->in, in_bytes(t));
    margins_free(&t->out);
    execution_close(bench->execution);
}

static int schedules(const struct verify_job *job)
{
    return job->simt_count;
}

static enum status set_schedule(struct verify_bench *bench, int round,
                                struct problem *why)
{
    (void)why;
    if (bench->job->simts)
        of(bench)->simt = bench->job->simts[bench->unit->first_round + round];
    return OK;
}

static bool form(const struct verify_bench *bench, int round, int form,
                 struct verify_case *out)
{
    (void)round;
    out->in_place = form % 2;
    out->carry = form / 2;
    return form < (verify_explores(bench->job) ? 1 : 4);
}

/* --------------------------------------------------------------- one run */

/* A carry is element 0. */
static enum status check_outputs(const struct on_table *t,
                                 const struct verify_case *c,
                                 struct problem *why)
{
    const char *out = t->out.out, *in = t->in;
    const bool exclusive = t->base.setup->exclusive;

    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu makes more operations than the interval "
                           "table holds in this machine's memory",
                           c->n);
    for (size_t i = 0; i < c->n; i++)
        if (!interval_check(out + i * t->bytes, t->bytes, i,
                            (long)i - exclusive + c->carry, why))
            return CHECK_FAILED;
    if (interval_met_garbage())
        return problem_set(why, CHECK_FAILED,
                           "op was given memory that holds no element (never "
                           "written, or half a copy)");
    for (size_t i = 0; !c->in_place && i < c->n; i++)
        if (interval_look(in + i * t->bytes, t->bytes) !=
            interval_node((uint32_t)(i + c->carry) + INTERVAL_FIRST_LEAF))
            return problem_set(why, CHECK_FAILED, "in[%zu] was overwritten", i);
    return margins_check(&t->out, c->n, why);
}

static enum status run_once(struct on_table *t, const struct verify_case *c,
                            uint32_t seed, struct problem *why)
{
    char *in = c->in_place ? t->out.out : t->in;
    _Alignas(16) char carry[64];
    enum status status = interval_begin(c->n + c->carry, seed, why);

    if (status != OK)
        return status;
    if (c->carry)
        interval_leaf(0, carry, t->bytes);
    margins_prepare(&t->out, c->n);
    for (size_t i = 0; i < c->n; i++)
        interval_leaf(i + c->carry, in + i * t->bytes, t->bytes);
    status = execution_scan(t->base.execution, in, t->out.out, c->n,
                            c->carry ? carry : NULL, why);
    return status == OK ? check_outputs(t, c, why) : status;
}

/* --------------------------------------------------------- two encodings */

static enum status looks_inside(struct problem *why)
{
    const struct problem inner = *why;

    return problem_set(why, CHECK_FAILED,
                       "%s; with other bits in the same elements it is right: "
                       "the scan looks inside its elements",
                       inner.line);
}

/* The bits of an element mean nothing; but a scan may take words that are all
 * zeros or all ones for something else. With this seed one element is made of
 * such words: one of the input, mostly, or the identity, or a fold. Which one
 * differs from case to case, and is the same when a case is run again. */
static uint32_t special_seed(const struct on_table *t,
                             const struct verify_case *c)
{
    const uint32_t leaves = (uint32_t)c->n + c->carry;
    const uint32_t kind =
        (uint32_t)(t->base.setup->exclusive + 2 * c->in_place + 4 * c->carry);
    uint32_t draw = (uint32_t)(c->n * 64 + t->bytes / 8 * 8 + kind);

    for (int i = 0; i < 3; i++) {
        draw = (draw ^ draw >> 15) * 0x2c1b3c6du;
        draw ^= draw >> 13;
    }
    const uint32_t word = draw & 1 ? UINT32_MAX : 0;
    const bool fold = (draw >> 1 & 3) == 0, identity = (draw >> 1 & 3) == 1;
    if (leaves == 0 || identity)
        return interval_seed(INTERVAL_IDENTITY, word);
    return interval_seed(
        INTERVAL_FIRST_LEAF + (fold ? leaves : 0) + (draw >> 3) % leaves, word);
}

/* Two encodings that differ in every bit; where timing plays no part they take
 * the same number of ops. */
static enum status run_twice(struct on_table *t, const struct verify_case *c,
                             struct verify_tally *tally, struct problem *why)
{
    const uint32_t special = special_seed(t, c);
    const bool alone = threads_of(t->base.setup) <= 1;
    uint64_t work[2], path[2];

    for (int s = 0; s < 2; s++) {
        const enum status status =
            run_once(t, c, s == 0 ? ~special : special, why);
        if (status == CHECK_FAILED && s == 1 && alone)
            return looks_inside(why);
        if (status != OK)
            return status;
        work[s] = interval_work();
        path[s] = execution_path(t->base.execution);
        tally->runs++;
    }
    if (path[0] != path[1])
        return problem_set(why, CHECK_FAILED,
                           "with other bits in the same elements it goes "
                           "another way through the code or the memory: the "
                           "scan looks inside its elements, so nothing is "
                           "proved");
    if (alone && work[0] != work[1])
        return problem_set(why, CHECK_FAILED,
                           "%llu operations, but %llu with other bits in the "
                           "same elements: the scan looks inside its elements",
                           (unsigned long long)work[0],
                           (unsigned long long)work[1]);
    if (verify_races() > 0)
        return problem_set(why, CHECK_FAILED,
                           "ThreadSanitizer saw a data race");
    return OK;
}

/* Every order of the flag operations, a run each. */
static enum status run_orders(struct on_table *t, const struct verify_case *c,
                              struct verify_tally *tally, struct problem *why)
{
    struct execution *const e = t->base.execution;
    enum status status = execution_explore(e, t->simt.preemptions, why);

    do {
        if (status == OK)
            status = run_once(t, c, USUAL_SEED, why);
        tally->runs++;
    } while (status == OK && execution_next_run(e));
    const struct explored result = execution_explored(e);
    tally->explored++;
    tally->complete += result.complete;
    if (result.runs > tally->most_runs)
        tally->most_runs = result.runs;
    return status;
}

static enum status run(struct verify_bench *bench, const struct verify_case *c,
                       struct verify_tally *tally, struct problem *why)
{
    return verify_explores(bench->job) ? run_orders(of(bench), c, tally, why)
                                       : run_twice(of(bench), c, tally, why);
}

static void tell(const struct verify_bench *bench, const struct verify_case *c,
                 struct verify_tally *tally, char *options, size_t size)
{
    const int threads = threads_of(bench->setup);

    (void)c;
    snprintf(tally->words, sizeof tally->words, "%s",
             execution_words(bench->execution));
    if (bench->job->simts)
        simt_options_print(&((const struct on_table *)bench)->simt, options,
                           size);
    else if (threads > 0)
        snprintf(options, size, "--threads %d", threads);
}

const struct verify_executor verify_on_table = {
    .bytes = sizeof(struct on_table),
    .open = open_arrays,
    .close = close_arrays,
    .rounds = schedules,
    .begin = set_schedule,
    .form = form,
    .run = run,
    .tell = tell,
};
