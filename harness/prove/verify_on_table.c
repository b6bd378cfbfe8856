/* verify_on_table.c - runs on the interval table.
 *
 * The elements are ranges of the input, op joins two neighbouring ranges, and
 * the table stores the two operands of each joined range:
 *
 *     in    [0] [1] [2]           out   [0] [0,1] [0,2]     right
 *                                       [0] [0,1] [0]+[2]   1 is missing
 *
 * If the task has a plain loop, the outputs are compared with its results on
 * the same inputs:
 *
 *     filter    in     [0] [1] [2] [3]       kept, at random: 0 and 3
 *               out    [0] [3] -   -         want [0] [3]
 *               count  2
 *
 * An element is the number of a range in that table, encoded. Each case is run
 * with two encodings: code that depends on the bits of its elements behaves
 * differently with the second. The elements that a predicate keeps, and inputs
 * that are not elements, are generated in several patterns. On a GPU, which
 * cannot call the table's op, applications run on elements of a built-in
 * monoid.
 *
 * Arrays are placed between margins. Half of the cases are `other`: on the SIMT
 * machine their arrays are aligned only for an element, and on a processor they
 * are placed at the end, not at the beginning, of memory between locked
 * regions.
 */
#include "on_table.h"
#include "calls/call_fill.h"
#include "histories.h"
#include "sandbox/seal.h"

#include <stdio.h>

/* ------------------------------------------------------------------- a run */

static enum status begin_table(struct on_table *t, const struct verify_case *c,
                               const struct call *call, uint32_t seed,
                               struct problem *why)
{
    interval_share(t->base.job->simts != NULL);
    interval_draw(t->drawing);
    if (task_of(t)->function == FUNCTION_MAP)
        interval_has_numbers();
    return interval_begin(call_leaves(t->algorithm, call->sizes) + c->carry,
                          seed, why);
}

static enum status run_once(struct on_table *t, const struct verify_case *c,
                            uint32_t seed, struct problem *why)
{
    struct call call = {.entry = ENTRY_SCAN};
    enum status status = OK;

    t->hint[0] = '\0';
    table_draw(t, c);
    call.sizes = call_sizes(t->algorithm, c->n, &t->drawing);
    t->base.sizes = call.sizes;
    if (proves(t))
        status = begin_table(t, c, &call, seed, why);
    if (status != OK)
        return status;
    table_lay_arrays(t, c, &call);
    table_fill_arrays(t, &call);
    interval_pause((t->base.job->source || t->trees) &&
                   verify_threads(t->base.setup) > 1);
    status = execution_call(t->base.execution, &call, why);
    interval_pause(false);
    if (status == OK)
        status = table_judge(t, c, &call, why);
    return status == OK && t->trees ? table_compare_trees(t, c, &call, why)
                                    : status;
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

/* The same case as the first launch of a new execution. Returns the status of
 * run_once(), and the path. For an application no spare execution is kept. */
static enum status run_alone(void *context, uint32_t seed, uint64_t *path)
{
    const struct running *const r = context;
    struct on_table *const t = r->table;
    struct execution *const usual = t->base.execution;
    struct execution *const alone =
        task_of(t)->works_in_place ? take_spare(t) : NULL;
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
    const int kind =
        task_of(t)->works_in_place
            ? t->base.setup->exclusive + 2 * c->in_place + 4 * c->carry
            : c->pattern;

    return (struct encoded_case){
        .execution = t->base.execution,
        .constants = &t->constants,
        .element_bytes = t->bytes,
        .leaves = (uint32_t)c->n + c->carry,
        .number = (uint32_t)(c->n * 64 + t->bytes / 8 * 8 + (size_t)kind),
        .alone = verify_threads(t->base.setup) <= 1,
        .records = t->round == 0,
        .follows = !verify_explores(t->base.job),
        .matters = t->bytes == 4 && kind == 0 && !c->single &&
                   c->n == t->base.setup->largest_n,
        .run = run_encoded,
        .run_alone = run_alone,
        .context = r};
}

/* ------------------------------------------------- what earlier runs left */

static enum status run_size(void *context, size_t n, uint32_t seed,
                            struct problem *why)
{
    const struct running *const r = context;
    struct verify_case c = *r->of;

    c.n = n;
    r->table->launches++;
    return run_once(r->table, &c, seed, why);
}

/* True: the unit has no earlier form (scan_form()). */
static bool is_first_form(const struct unit *unit, const struct verify_case *c)
{
    const unsigned form = (unsigned)c->in_place + 2u * (unsigned)c->carry;

    return (unit->forms & ((1u << form) - 1)) == 0;
}

/* True: the form, the only one or one per unit, that is run after others; for a
 * scan half of the units are enough. */
static bool is_of_history(const struct on_table *t, const struct verify_case *c)
{
    const struct unit *const unit = t->base.unit;
    const bool turn = t->bytes == 8 || t->bytes == 32;

    if (unit->in_turn && !unit->remembers)
        return false;
    if (!task_of(t)->works_in_place)
        return c->pattern == 0 && !c->single;
    return unit->in_turn
               ? is_first_form(unit, c)
               : !c->in_place && !c->carry && t->base.setup->exclusive == turn;
}

/* True: after the last schedule's largest size. Stale flags show when a look
 * reads a tile that has not published yet: the first tile, or the second, whose
 * flags the short runs in between do not touch. */
static bool has_history(const struct on_table *t, const struct verify_case *c)
{
    const struct setup *const setup = t->base.setup;
    const bool last = t->round == t->base.unit->rounds - 1;
    const bool starves =
        t->base.job->simts &&
        (!t->base.job->schedules_given ||
         (task_of(t)->works_in_place && t->simt.schedule == SCHEDULE_STARVE));

    return starves && last && c->n > 1 && c->n == setup->largest_n &&
           is_of_history(t, c) && history_matters(setup);
}

/* Each case is two launches, so code that is right every other launch would be
 * right each time the size changes: a ticket counter that wraps once in two
 * launches. So one case of each size has another launch, which is not
 * counted. */
static enum status run_odd(struct running *r, struct problem *why)
{
    const struct on_table *const t = r->table;

    return t->round == 0 && t->bytes == 4 &&
                   is_first_form(t->base.unit, r->of) && !r->of->single &&
                   history_matters(t->base.setup)
               ? run_once(r->table, r->of, 0, why)
               : OK;
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
    const enum status status =
        verify_history(&t->base, &history, &t->simt, tally, why);

    t->launches = 0;
    return status;
}

static enum status run(struct verify_bench *bench, const struct verify_case *c,
                       struct verify_tally *tally, struct problem *why)
{
    struct on_table *const t = of(bench);
    struct running r = {t, c};
    const struct encoded_case both = encoded(&r);

    if (!proves(t)) {
        tally->runs++;
        return run_once(t, c, 0, why);
    }
    if (verify_explores(bench->job)) /* every order of the flag operations */
        return encodings_run_orders(&both, t->simt.preemptions, tally, why);
    if (t->trees)
        return table_run_trees(t, &both, &tally->runs, why);
    enum status status = encodings_run(&both, &tally->runs, why);
    if (status == OK)
        status = run_odd(&r, why);
    if (status == OK && verify_races() > 0)
        return problem_set(why, CHECK_FAILED,
                           "ThreadSanitizer saw a data race");
    return status == OK && has_history(t, c) ? run_history(t, c, tally, why)
                                             : status;
}

static void tell(const struct verify_bench *bench, const struct verify_case *c,
                 struct verify_tally *tally, char *options, size_t size)
{
    const struct on_table *const t = (const struct on_table *)bench;
    const int threads = verify_threads(bench->setup);

    (void)c;
    tally->unsettled = t->unsettled;
    tally->trees_differ = t->trees_differ;
    if (t->trees_differ) {
        table_tell_trees(t, tally->words, sizeof tally->words);
        table_tree_options(t, options, size);
        return;
    }
    snprintf(tally->words, sizeof tally->words, "%s%s", t->hint,
             bench->in_history ? bench->words
                               : execution_words(bench->execution));
    if (t->trees)
        table_tree_options(t, options, size);
    else if (bench->job->simts && !bench->in_history)
        simt_options_print(&t->simt, options, size);
    else if (threads > 0)
        snprintf(options, size, "--threads %d", threads);
}

static enum status set_schedule(struct verify_bench *bench, int round,
                                struct problem *why)
{
    (void)why;
    of(bench)->round = round;
    verify_choose_schedule(bench, round, &of(bench)->simt);
    return OK;
}

const struct verify_executor verify_on_table = {
    .bytes = sizeof(struct on_table),
    .open = table_open_arrays,
    .close = table_close_arrays,
    .rounds = verify_schedules,
    .begin = set_schedule,
    .form = table_form,
    .run = run,
    .tell = tell,
};
