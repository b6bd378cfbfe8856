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
 *
 * Arrays lie between margins. Half of the cases are `other`: on the machine
 * their arrays are aligned for an element only, and on a processor they end
 * where they begin in the rest, beside memory that may not be touched.
 */
#include "verify_executor.h"
#include "base/host.h"
#include "base/margins.h"
#include "encodings.h"
#include "histories.h"
#include "monoids/compares.h"
#include "monoids/interval_table.h"
#include "sandbox/seal.h"
#include "simt/simt.h"

#include <stdio.h>
#include <string.h>

enum { OUT = 1 }; /* port of a scan */

enum {
    SPARES = 4,
    VECTOR = 16
}; /* bytes that a kernel may load at once, aligned */

struct on_table {
    struct verify_bench base;
    size_t bytes;                  /* of an element */
    struct margins in, out, carry; /* with room for the largest n */
    int round;                     /* of the unit */
    struct constants constants;    /* of the user's source */
    struct simt_options simt; /* what the execution goes by in this round */
    /* For run_alone(), opened before the code runs; used up: NULL. */
    struct execution *spare[SPARES];
    bool unsettled;
};

static struct on_table *of(struct verify_bench *bench)
{
    return (struct on_table *)bench;
}

static enum status open_arrays(struct verify_bench *bench, struct problem *why)
{
    struct on_table *t = of(bench);
    const size_t n = bench->setup->largest_n;

    t->bytes = bench->setup->monoid->table.bytes;
    bench->setup->watches = true;
    constants_read(bench->job->source, &t->constants);
    compares_open();
    bench->setup->simt = bench->job->simts ? &t->simt : NULL;
    verify_choose_schedule(bench, 0, &t->simt);
    enum status status = host_has_memory(2 * margins_bytes(n, t->bytes),
                                         "this verification", why);
    if (status == OK)
        status = verify_open_execution(bench, &bench->execution, why);
    for (int i = 0; bench->settles && i < SPARES && status == OK; i++)
        status = verify_open_execution(bench, &t->spare[i], why);
    if (status == OK)
        status = margins_take("in", n, t->bytes, &t->in, why);
    if (status == OK)
        status = margins_take("the carry", 1, t->bytes, &t->carry, why);
    return status == OK ? margins_take("out", n, t->bytes, &t->out, why)
                        : status;
}

static void close_arrays(struct verify_bench *bench)
{
    struct on_table *t = of(bench);

    margins_free(&t->in);
    margins_free(&t->carry);
    margins_free(&t->out);
    for (int i = 0; i < SPARES; i++)
        execution_close(t->spare[i]);
    execution_close(bench->execution);
}

static enum status set_schedule(struct verify_bench *bench, int round,
                                struct problem *why)
{
    (void)why;
    of(bench)->round = round;
    verify_choose_schedule(bench, round, &of(bench)->simt);
    return OK;
}

/* The same case lies the same way when it is run again by itself. */
static bool is_other(const struct verify_bench *bench,
                     const struct verify_case *c)
{
    const struct simt_options *const simt = bench->setup->simt;
    const bool turned = simt && simt->schedule == SCHEDULE_RANDOM;

    return c->in_place ^ c->carry ^ bench->setup->exclusive ^ turned;
}

static bool form(const struct verify_bench *bench, int round, int form,
                 struct verify_case *out)
{
    (void)round;
    out->in_place = form % 2;
    out->carry = form / 2;
    out->shifted = bench->job->simts && is_other(bench, out) &&
                   bench->setup->monoid->table.bytes < VECTOR;
    return form < (verify_explores(bench->job) ? 1 : 4);
}

/* --------------------------------------------------------------- one run */

/* Of out[i], which is wrong. */
static void tell_where(const struct on_table *t, struct interval_blame of,
                       size_t i)
{
    execution_blame(t->base.execution,
                    &(struct blame){.of = of, .port = OUT, .element = i});
}

/* A carry is element 0. */
static enum status check_outputs(const struct on_table *t,
                                 const struct verify_case *c,
                                 struct problem *why)
{
    const char *out = t->out.out, *in = t->in.out;
    const bool exclusive = t->base.setup->exclusive;

    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu makes more operations than the interval "
                           "table holds in this machine's memory",
                           c->n);
    for (size_t i = 0; i < c->n; i++)
        if (!interval_check(out + i * t->bytes, t->bytes, i,
                            (long)i - exclusive + c->carry, why)) {
            tell_where(t, interval_blamed(), i);
            return CHECK_FAILED;
        }
    if (interval_met_torn() || interval_met_garbage())
        tell_where(
            t,
            (struct interval_blame){.call = "op()", .place = interval_spoilt()},
            0);
    if (interval_met_torn())
        return problem_set(why, CHECK_FAILED,
                           "op was given a torn element: its words do not "
                           "belong together");
    if (interval_met_garbage())
        return problem_set(why, CHECK_FAILED,
                           "op was given memory that holds no element of this "
                           "run%s",
                           interval_about_garbage(interval_met_zeros()));
    for (size_t i = 0; !c->in_place && i < c->n; i++)
        if (interval_look(in + i * t->bytes, t->bytes) !=
            interval_node((uint32_t)(i + c->carry) + INTERVAL_FIRST_LEAF))
            return problem_set(why, CHECK_FAILED, "in[%zu] was overwritten", i);
    enum status status = margins_check(&t->out, why);
    if (status == OK && !c->in_place)
        status = margins_check(&t->in, why);
    return status == OK && c->carry ? margins_check(&t->carry, why) : status;
}

static void lay_arrays(struct on_table *t, const struct verify_case *c)
{
    const bool ends = !t->base.job->simts && is_other(&t->base, c);
    const enum margins_side side = ends ? ENDS_LOCKED : BEGINS_LOCKED;
    const size_t alignment = t->base.setup->monoid->table.alignment;

    margins_prepare(&t->out, c->n, side, alignment,
                    verify_shift(&t->base, c, 1, t->bytes));
    if (!c->in_place)
        margins_prepare(&t->in, c->n, side, alignment,
                        verify_shift(&t->base, c, 0, t->bytes));
    if (c->carry)
        margins_prepare(&t->carry, 1, side, alignment, 0);
}

static enum status run_once(struct on_table *t, const struct verify_case *c,
                            uint32_t seed, struct problem *why)
{
    const enum status status = interval_begin(c->n + c->carry, seed, why);

    if (status != OK)
        return status;
    interval_share(t->base.job->simts != NULL);
    lay_arrays(t, c);
    char *const in = c->in_place ? t->out.out : t->in.out;
    if (c->carry)
        interval_leaf(0, t->carry.out, t->bytes);
    for (size_t i = 0; i < c->n; i++)
        interval_leaf(i + c->carry, in + i * t->bytes, t->bytes);
    interval_pause(t->base.job->source && verify_threads(t->base.setup) > 1);
    const enum status ran =
        execution_scan(t->base.execution, in, t->out.out, c->n,
                       c->carry ? t->carry.out : NULL, why);
    interval_pause(false);
    return ran == OK ? check_outputs(t, c, why) : ran;
}

/* --------------------------------------------------------- two encodings */

struct running {
    struct on_table *table;
    const struct verify_case *of;
};

static enum status run_encoded(void *context, uint32_t seed,
                               struct problem *why)
{
    const struct running *const r = context;

    return run_once(r->table, r->of, seed, why);
}

/* A new execution. After seal() none can be opened. */
static struct execution *take_spare(struct on_table *t)
{
    struct execution *alone = NULL;
    struct problem ignored;

    for (int i = 0; i < SPARES && !alone; i++) {
        alone = t->spare[i];
        t->spare[i] = NULL;
    }
    if (!alone && seal_state() == SEAL_OPEN)
        execution_open(t->base.setup, &alone, &ignored);
    t->unsettled |= !alone;
    return alone;
}

/* The same case as the first of a new execution, which no launch came before.
 * Returns what run_once() does, and the path. */
static enum status run_alone(void *context, uint32_t seed, uint64_t *path)
{
    const struct running *const r = context;
    struct on_table *const t = r->table;
    struct execution *const usual = t->base.execution;
    struct execution *const alone = take_spare(t);
    struct problem ignored;

    if (!alone)
        return MACHINE_LACKS;
    t->base.execution = alone;
    const enum status status = run_once(t, r->of, seed, &ignored);
    *path = execution_path(alone);
    execution_close(alone);
    t->base.execution = usual;
    return status;
}

static struct encoded_case encoded(struct running *r)
{
    const struct on_table *const t = r->table;
    const struct verify_case *const c = r->of;
    const uint32_t kind =
        (uint32_t)(t->base.setup->exclusive + 2 * c->in_place + 4 * c->carry);

    return (struct encoded_case){
        .execution = t->base.execution,
        .constants = &t->constants,
        .element_bytes = t->bytes,
        .leaves = (uint32_t)c->n + c->carry,
        .number = (uint32_t)(c->n * 64 + t->bytes / 8 * 8 + kind),
        .alone = verify_threads(t->base.setup) <= 1,
        .records = t->round == 0,
        .follows = !verify_explores(t->base.job),
        .matters =
            t->bytes == 4 && kind == 0 && c->n == t->base.setup->largest_n,
        .run = run_encoded,
        .run_alone = run_alone,
        .context = r};
}

static enum status run_twice(struct on_table *t, const struct verify_case *c,
                             struct verify_tally *tally, struct problem *why)
{
    struct running r = {t, c};
    const struct encoded_case both = encoded(&r);
    const enum status status = encodings_run(&both, &tally->runs, why);

    if (status == OK && verify_races() > 0)
        return problem_set(why, CHECK_FAILED,
                           "ThreadSanitizer saw a data race");
    return status;
}

/* Every order of the flag operations, a run each. */
static enum status run_orders(struct on_table *t, const struct verify_case *c,
                              struct verify_tally *tally, struct problem *why)
{
    struct running r = {t, c};
    const struct encoded_case one = encoded(&r);

    return encodings_run_orders(&one, t->simt.preemptions, tally, why);
}

/* ------------------------------------------------- what earlier runs left */

static enum status run_size(void *context, size_t n, uint32_t seed,
                            struct problem *why)
{
    const struct running *const r = context;
    struct verify_case c = *r->of;

    c.n = n;
    return run_once(r->table, &c, seed, why);
}

/* The unit has no form before it (form()). */
static bool is_first_form(const struct unit *unit, const struct verify_case *c)
{
    const unsigned form = (unsigned)c->in_place + 2u * (unsigned)c->carry;

    return (unit->forms & ((1u << form) - 1)) == 0;
}

/* After the last schedule's largest size; half of the units are enough. What is
 * left shows where a tile is looked at that has not told anything yet: the
 * first one, or the second, whose flags the short scans in between have not
 * touched. */
static bool has_history(const struct on_table *t, const struct verify_case *c)
{
    const struct setup *const setup = t->base.setup;
    const bool last = t->round == t->base.unit->rounds - 1;
    const bool turn = t->bytes == 8 || t->bytes == 32;
    const bool starves =
        t->base.job->simts &&
        (!t->base.job->schedules_given || t->simt.schedule == SCHEDULE_STARVE);

    if (!starves || !last || c->n <= 1 || c->n != setup->largest_n ||
        !history_matters(setup))
        return false;
    if (t->base.unit->in_turn)
        return t->base.unit->remembers && is_first_form(t->base.unit, c);
    return !c->in_place && !c->carry && setup->exclusive == turn;
}

static enum status run_history(struct on_table *t, const struct verify_case *c,
                               struct verify_tally *tally, struct problem *why)
{
    struct running r = {t, c};
    const struct history history = {
        .execution = t->base.execution,
        .constants = &t->constants,
        .most = c->n,
        .turn = t->bytes == 32 ? 3 : (int)(t->bytes / 8),
        .counts = t->bytes == 4,
        .run = run_size,
        .run_alone = run_alone,
        .context = &r};

    return verify_history(&t->base, &history, &t->simt, tally, why);
}

static enum status run(struct verify_bench *bench, const struct verify_case *c,
                       struct verify_tally *tally, struct problem *why)
{
    struct on_table *const t = of(bench);

    if (verify_explores(bench->job))
        return run_orders(t, c, tally, why);
    const enum status status = run_twice(t, c, tally, why);
    return status == OK && has_history(t, c) ? run_history(t, c, tally, why)
                                             : status;
}

static void tell(const struct verify_bench *bench, const struct verify_case *c,
                 struct verify_tally *tally, char *options, size_t size)
{
    const int threads = verify_threads(bench->setup);

    (void)c;
    tally->unsettled = ((const struct on_table *)bench)->unsettled;
    snprintf(tally->words, sizeof tally->words, "%s",
             bench->in_history ? bench->words
                               : execution_words(bench->execution));
    if (bench->job->simts && !bench->in_history)
        simt_options_print(&((const struct on_table *)bench)->simt, options,
                           size);
    else if (threads > 0)
        snprintf(options, size, "--threads %d", threads);
}

const struct verify_executor verify_on_table = {
    .bytes = sizeof(struct on_table),
    .open = open_arrays,
    .close = close_arrays,
    .rounds = verify_schedules,
    .begin = set_schedule,
    .form = form,
    .run = run,
    .tell = tell,
};
