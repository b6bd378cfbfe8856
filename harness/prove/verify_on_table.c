/* verify_on_table.c - runs on the interval table.
 *
 * The elements are ranges of the input, op joins two that are neighbours, and
 * the table keeps what each one was made of:
 *
 *     in    [0] [1] [2]           out   [0] [0,1] [0,2]     right
 *                                       [0] [0,1] [0]+[2]   1 is missing
 *
 * Of a task with a plain loop the outputs are compared with what that makes of
 * the same inputs:
 *
 *     filter    in     [0] [1] [2] [3]       kept, as drawn: 0 and 3
 *               out    [0] [3] -   -         want [0] [3]
 *               count  2
 *
 * An element is a number in that table, encoded. Each case is run with two
 * encodings: code that looks at the bits of its elements does something else
 * with the second. Which elements a predicate keeps, and inputs that are no
 * elements, are drawn in several patterns. On a GPU, which cannot call the
 * table's op, applications are run on elements of a built-in monoid.
 *
 * Arrays lie between margins. Half of the cases are `other`: on the machine
 * their arrays are aligned for an element only, and on a processor they end
 * where they begin in the rest, beside memory that may not be touched.
 */
#include "verify_executor.h"
#include "base/host.h"
#include "base/margins.h"
#include "calls/call_fill.h"
#include "calls/compare_outputs.h"
#include "encodings.h"
#include "histories.h"
#include "monoids/compares.h"
#include "monoids/interval_table.h"
#include "monoids/patterns.h"
#include "sandbox/seal.h"
#include "simt/simt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32, EDGES = 6, TILE_EDGE = 4, SPARES = 4 };
enum { VECTOR = 16 }; /* bytes that a kernel may load at once, aligned */

struct on_table {
    struct verify_bench base;
    const struct algorithm *algorithm;
    size_t bytes;                          /* of a T */
    struct margins port[MAX_PORTS], carry; /* with room for the largest sizes */
    char *given[MAX_PORTS];     /* the inputs, and the outputs wanted */
    int round;                  /* of the unit */
    struct constants constants; /* of the user's source */
    struct simt_options simt;   /* what the execution goes by in this round */
    /* For run_alone(), opened before the code runs; used up: NULL. */
    struct execution *spare[SPARES];
    bool unsettled;
    struct drawing drawing; /* of the case */
    size_t edge[EDGES];     /* of a lane, a warp, a tile, ...: elements */
    uint64_t launches;      /* of a history: each draws anew */
    char hint[128];         /* on what is wrong, or "" */
};

static struct on_table *of(struct verify_bench *bench)
{
    return (struct on_table *)bench;
}

static const struct task *task_of(const struct on_table *t)
{
    return t->algorithm->task;
}

static bool proves(const struct on_table *t)
{
    return monoid_is_interval(t->base.setup->monoid);
}

static const struct monoid_table *monoid_of(const struct on_table *t)
{
    return &t->base.setup->monoid->table;
}

static size_t unit_of(const struct on_table *t, int port)
{
    return port_unit(&task_of(t)->ports[port], t->bytes);
}

/* ------------------------------------------------------------------ arrays */

static enum status take_port(struct on_table *t, int i, struct problem *why)
{
    const size_t unit = unit_of(t, i);
    const size_t most = port_elements(t->algorithm, i, ENTRY_SCAN,
                                      setup_largest(t->base.setup));
    enum status status = host_has_memory(margins_bytes(most, unit) * 2,
                                         "this verification", why);

    if (status == OK)
        status = margins_take(task_of(t)->ports[i].name, most, unit,
                              &t->port[i], why);
    if (status == OK &&
        (port_goes_in(&task_of(t)->ports[i]) || task_of(t)->reference) &&
        !(t->given[i] = malloc(most * unit + 1)))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    return status;
}

/* Where a run may begin that says something: 0 where it is not known. */
static void find_edges(struct on_table *t)
{
    const struct setup *const setup = t->base.setup;
    const size_t tile = setup->device->has_schedules ? tile_of(setup) : 0;
    struct plan plan;

    if (!task_of(t)->has_patterns || tile == 0 || setup_refuses(setup, tile))
        return;
    setup_plan(setup, tile, &plan);
    const size_t threads = plan.steps > 0 ? plan.step[0].block[0] : WARP;
    const size_t items = tile / threads;
    const size_t edges[EDGES] = {items,   WARP, items * WARP,
                                 threads, tile, tile * tile};
    memcpy(t->edge, edges, sizeof edges);
}

/* The most of each size that any pattern makes. */
static void find_sizes(struct on_table *t)
{
    struct setup *const setup = t->base.setup;

    for (int i = 0; i < PATTERNS_PROVED; i++) {
        t->drawing = pattern_draw((enum pattern)i, setup->largest_n);
        const struct sizes sizes =
            call_sizes(t->algorithm, setup->largest_n, &t->drawing);
        for (int k = 1; k < MAX_SIZES; k++)
            if (sizes.of[k] > setup->others.of[k])
                setup->others.of[k] = sizes.of[k];
    }
}

static enum status open_arrays(struct verify_bench *bench, struct problem *why)
{
    struct on_table *const t = of(bench);
    struct setup *const setup = bench->setup;
    enum status status = OK;

    t->algorithm = setup->choice->algorithm;
    t->bytes = monoid_of(t)->bytes;
    if (proves(t)) {
        setup->watches = true;
        compares_open();
    }
    constants_read(bench->job->source, &t->constants);
    setup->simt = bench->job->simts ? &t->simt : NULL;
    verify_choose_schedule(bench, 0, &t->simt);
    find_edges(t);
    find_sizes(t);
    status = verify_open_execution(bench, &bench->execution, why);
    for (int i = 0; bench->settles && i < SPARES && status == OK &&
                    task_of(t)->works_in_place;
         i++)
        status = verify_open_execution(bench, &t->spare[i], why);
    for (int i = 0; task_of(t)->ports[i].name && status == OK; i++)
        status = take_port(t, i, why);
    return status == OK && task_of(t)->takes_carry
               ? margins_take("the carry", 1, t->bytes, &t->carry, why)
               : status;
}

static void close_arrays(struct verify_bench *bench)
{
    struct on_table *const t = of(bench);

    for (int i = 0; i < MAX_PORTS; i++) {
        margins_free(&t->port[i]);
        free(t->given[i]);
    }
    margins_free(&t->carry);
    for (int i = 0; i < SPARES; i++)
        execution_close(t->spare[i]);
    execution_close(bench->execution);
}

/* ------------------------------------------------------------------- forms */

static enum status set_schedule(struct verify_bench *bench, int round,
                                struct problem *why)
{
    (void)why;
    of(bench)->round = round;
    verify_choose_schedule(bench, round, &of(bench)->simt);
    return OK;
}

static const struct task *task_of_bench(const struct verify_bench *bench)
{
    return bench->setup->choice->algorithm->task;
}

/* The same case lies the same way when it is run again by itself. */
static bool is_other(const struct verify_bench *bench,
                     const struct verify_case *c)
{
    const struct simt_options *const simt = bench->setup->simt;
    const int turned = simt && simt->schedule == SCHEDULE_RANDOM;
    const int kind = bench->setup->exclusive + turned;

    return task_of_bench(bench)->works_in_place
               ? (kind + c->in_place + c->carry) % 2
               : (kind + c->pattern + (int)c->n + (int)c->single) % 2;
}

/* Beside the patterns, of one schedule: the k-th case of a single flag, as a
 * place from 1 on; 0: there is none. Where one flag decides (stops_at_first),
 * each place has its turn; else each of the first tiles, so that tiles without
 * a flag come after one that has it. */
static size_t single_flag(const struct on_table *t, size_t n, int k)
{
    enum { EACH = 512, FEW = 64, TILES = 8 };
    const size_t tile = t->edge[TILE_EDGE], place = (size_t)k;
    const struct drawing drawing = pattern_draw(PATTERN_HALF, n);

    if (task_of(t)->function == FUNCTION_KEY || n == 0)
        return 0;
    if (task_of(t)->stops_at_first)
        return n <= EACH ? place < n ? place + 1 : 0
               : k < FEW ? 1 + drawing.number(&drawing, place) % n
                         : 0;
    const size_t at =
        tile ? place * tile + drawing.number(&drawing, place) % tile : n;
    return k < TILES && n > tile && at < n ? at + 1 : 0;
}

/* Out of place and in place, without a carry and with it. */
static bool scan_form(const struct verify_bench *bench, int form,
                      struct verify_case *out)
{
    out->in_place = form % 2;
    out->carry = form / 2;
    return form < (verify_explores(bench->job) ? 1 : 4);
}

/* Patterns, and single flags; where nothing is drawn in patterns, alignments. */
static bool pattern_form(const struct verify_bench *bench, int round, int form,
                         struct verify_case *out)
{
    enum { ALIGNMENTS = 2 };
    const bool has_patterns = task_of_bench(bench)->has_patterns;
    const int different = has_patterns || bench->unit->forms != ALL_FORMS
                              ? PATTERNS_PROVED
                              : ALIGNMENTS;

    out->single = 0;
    out->pattern = has_patterns ? form : form % ALIGNMENTS;
    if (has_patterns && form >= PATTERNS_PROVED) {
        out->pattern = PATTERN_HALF;
        if (round == 0 && !verify_explores(bench->job))
            out->single = single_flag((const struct on_table *)bench, out->n,
                                      form - PATTERNS_PROVED);
    }
    return form < different || out->single;
}

static bool form(const struct verify_bench *bench, int round, int form,
                 struct verify_case *out)
{
    const bool in_place = task_of_bench(bench)->works_in_place;
    const bool exists = in_place ? scan_form(bench, form, out)
                                 : pattern_form(bench, round, form, out);

    out->shifted = bench->job->simts && is_other(bench, out) &&
                   (!in_place || bench->setup->monoid->table.bytes < VECTOR);
    return exists;
}

/* ------------------------------------------------------------------- a run */

/* The inputs of the case, the same whenever it is run; but what an earlier
 * launch has left must not be right by chance. Of runs some are of eight, the
 * others begin at edges. */
static void draw(struct on_table *t, const struct verify_case *c)
{
    const uint64_t simt = (uint64_t)t->simt.schedule * 8 + t->simt.seed;
    size_t edges[EDGES];
    unsigned count = 0;

    t->drawing =
        pattern_draw(task_of(t)->has_patterns ? (enum pattern)c->pattern : 0,
                     (c->n * 64 + simt) * PATTERNS_PROVED +
                         (unsigned)c->pattern + (t->launches << 40));
    t->drawing.proves = proves(t);
    /* Where half are not kept, an element that is left out is not missed. */
    if (task_of(t)->stops_at_first && c->n > 0)
        t->drawing.all_but = 1 + t->drawing.number(&t->drawing, 0) % c->n;
    if (c->single) {
        t->drawing.all_but = c->single;
        t->drawing.inverse = !task_of(t)->stops_at_first;
    }
    for (int k = 0; k < EDGES; k++)
        if (t->edge[k] > 2 && t->edge[k] < c->n)
            edges[count++] = t->edge[k];
    const uint64_t drawn = t->drawing.number(&t->drawing, c->n);
    if (c->pattern != PATTERN_RUNS || drawn % (count + 1) == count)
        return;
    t->drawing.edge = edges[drawn % (count + 1)];
    t->drawing.inverse = (drawn >> 32) % 8 == 0;
}

/* The port whose memory this one has: in place a scan's input is its output. */
static int place_of(const struct verify_case *c, int port)
{
    return c->in_place ? 1 : port;
}

static void lay_arrays(struct on_table *t, const struct verify_case *c,
                       struct call *call)
{
    const bool ends = !t->base.job->simts && is_other(&t->base, c);
    const enum margins_side side = ends ? ENDS_LOCKED : BEGINS_LOCKED;
    const size_t alignment = monoid_of(t)->alignment;

    for (int i = 0; task_of(t)->ports[i].name; i++) {
        const bool is_T = port_is_of_T(&task_of(t)->ports[i]);
        const size_t unit = unit_of(t, i);
        if (place_of(c, i) == i)
            margins_prepare(
                &t->port[i],
                port_elements(t->algorithm, i, ENTRY_SCAN, call->sizes), side,
                is_T ? alignment : unit, verify_shift(&t->base, c, i, unit));
    }
    for (int i = 0; task_of(t)->ports[i].name; i++)
        call->port[i] = t->port[place_of(c, i)].out;
    if (c->carry) {
        margins_prepare(&t->carry, 1, side, alignment, 0);
        call->carry = t->carry.out;
    }
}

static size_t bytes_of(const struct on_table *t, const struct call *call, int i)
{
    return unit_of(t, i) *
           port_elements(t->algorithm, i, ENTRY_SCAN, call->sizes);
}

/* A carry is element 0. */
static void fill_arrays(struct on_table *t, const struct call *call)
{
    const struct request request =
        execution_request(t->base.execution, call->sizes);

    if (call->carry)
        interval_leaf(0, t->carry.out, t->bytes);
    call_fill(&request, t->algorithm, t->base.setup->monoid, &t->drawing, call);
    for (int i = 0; task_of(t)->ports[i].name; i++)
        if (port_goes_in(&task_of(t)->ports[i]))
            memcpy(t->given[i], call->port[i], bytes_of(t, call, i));
}

/* --------------------------------------------------------------- judgement */

/* What else is called with elements, or "". */
static const char *or_function(const struct on_table *t)
{
    static const char *const words[ELEMENT_FUNCTIONS] = {
        [FUNCTION_NONE] = "",
        [FUNCTION_PREDICATE] = " or the predicate",
        [FUNCTION_KEY] = " or key()",
        [FUNCTION_PRODUCT] = " or times()",
        [FUNCTION_MAP] = "",
    };

    return words[task_of(t)->function];
}

static enum status check_overflow(size_t n, struct problem *why)
{
    return interval_overflowed()
               ? problem_set(why, MACHINE_LACKS,
                             "n = %zu makes more operations than the interval "
                             "table holds in this machine's memory",
                             n)
               : OK;
}

/* What op was given. */
static enum status check_operands(const struct on_table *t, struct problem *why)
{
    const bool folds = !task_of(t)->reference;

    if ((interval_met_torn() || interval_met_garbage()) && interval_spoilt())
        execution_blame(t->base.execution,
                        &(struct blame){.of = {.call = folds ? "op()" : "",
                                               .place = interval_spoilt()},
                                        .port = folds});
    if (interval_met_torn())
        return problem_set(why, CHECK_FAILED,
                           "op%s was given a torn element: its words do not "
                           "belong together",
                           or_function(t));
    if (interval_met_garbage())
        return problem_set(why, CHECK_FAILED,
                           "op%s was given memory that holds no element of "
                           "this run%s",
                           or_function(t),
                           interval_about_garbage(interval_met_zeros()));
    return OK;
}

/* Is what belongs there in another place of that output? */
static void seek(struct on_table *t, const struct check_verdict *verdict,
                 const struct call *call)
{
    const int i = verdict->wrong_port;
    const struct port *const port = &task_of(t)->ports[i];
    const size_t unit = unit_of(t, i);
    const char *const want = t->given[i] + verdict->wrong * unit;
    const char *const got = call->port[i];

    if (!proves(t) || !task_of(t)->reference || port->type != PORT_T ||
        interval_is_identity(interval_look(want, unit)))
        return;
    for (size_t k = 0; k < port_length(t->algorithm, i, call); k++)
        if (memcmp(got + k * unit, want, unit) == 0) {
            snprintf(t->hint, sizeof t->hint,
                     "  What belongs there is in %s[%zu].\n", port->name, k);
            return;
        }
}

/* Which line calls what has broken the element that is wrong, or stored it. */
static void tell_where(struct on_table *t, const struct check_verdict *verdict)
{
    const struct port *const port = &task_of(t)->ports[verdict->wrong_port];
    struct interval_blame of =
        proves(t) && port_is_of_T(port)
            ? interval_blamed()
            : (struct interval_blame){.call = "", .is_number = true};

    if (of.is_number && proves(t) && t->drawing.all_but &&
        task_of(t)->stops_at_first) { /* the one that decides */
        of.wants = true;
        of.low = of.high = (uint32_t)t->drawing.all_but - 1;
    }
    execution_blame(t->base.execution,
                    &(struct blame){.of = of,
                                    .port = verdict->wrong_port,
                                    .element = verdict->wrong});
}

static enum status check_outputs(struct on_table *t, const struct call *call,
                                 struct problem *why)
{
    const struct request request =
        execution_request(t->base.execution, call->sizes);
    struct check_verdict verdict = {.exact = true};
    void *expected[MAX_PORTS];

    memcpy(expected, t->given, sizeof expected);
    call_expect(&request, t->algorithm, t->base.setup->monoid, expected);
    const enum status status =
        call_compare(&request, t->algorithm, t->base.setup->monoid, call,
                     expected, &verdict, why);
    if (verdict.has_wrong) {
        tell_where(t, &verdict);
        seek(t, &verdict, call);
    }
    return status;
}

/* The first element of an input that is not as it was, in place of which an
 * output may lie. */
static enum status check_inputs(const struct on_table *t,
                                const struct verify_case *c,
                                const struct call *call, struct problem *why)
{
    for (int i = 0; task_of(t)->ports[i].name; i++) {
        const char *const is = call->port[i];
        const size_t bytes = bytes_of(t, call, i);
        if (task_of(t)->ports[i].direction != PORT_IN || place_of(c, i) != i ||
            memcmp(is, t->given[i], bytes) == 0)
            continue;
        size_t at = 0;
        while (is[at] == t->given[i][at])
            at++;
        return problem_set(why, CHECK_FAILED, "%s[%zu] was overwritten",
                           task_of(t)->ports[i].name, at / unit_of(t, i));
    }
    return OK;
}

static enum status check_margins(const struct on_table *t,
                                 const struct verify_case *c,
                                 struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < MAX_PORTS && task_of(t)->ports[i].name; i++)
        if (status == OK && place_of(c, i) == i)
            status = margins_check(&t->port[i], why);
    return status == OK && c->carry ? margins_check(&t->carry, why) : status;
}

/* Of a scan the outputs come first: a gap says more than an operand. A plain
 * loop is not asked before its inputs are known to be sound. */
static enum status judge(struct on_table *t, const struct verify_case *c,
                         const struct call *call, struct problem *why)
{
    const bool folds = !task_of(t)->reference;
    enum status status =
        proves(t) ? check_overflow(call->sizes.of[0], why) : OK;

    if (status == OK && folds)
        status = check_outputs(t, call, why);
    if (status == OK && proves(t))
        status = check_operands(t, why);
    if (status == OK)
        status = check_inputs(t, c, call, why);
    if (status == OK)
        status = check_margins(t, c, why);
    return status == OK && !folds ? check_outputs(t, call, why) : status;
}

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
    draw(t, c);
    call.sizes = call_sizes(t->algorithm, c->n, &t->drawing);
    t->base.sizes = call.sizes;
    if (proves(t))
        status = begin_table(t, c, &call, seed, why);
    if (status != OK)
        return status;
    lay_arrays(t, c, &call);
    fill_arrays(t, &call);
    interval_pause(t->base.job->source && verify_threads(t->base.setup) > 1);
    status = execution_call(t->base.execution, &call, why);
    interval_pause(false);
    return status == OK ? judge(t, c, &call, why) : status;
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
 * Returns what run_once() does, and the path. Of an application no execution is
 * kept for this. */
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

/* The unit has no form before it (scan_form()). */
static bool is_first_form(const struct unit *unit, const struct verify_case *c)
{
    const unsigned form = (unsigned)c->in_place + 2u * (unsigned)c->carry;

    return (unit->forms & ((1u << form) - 1)) == 0;
}

/* Whether it is the one form, or the one of each unit, that is tried after
 * others; of a scan half of the units are enough. */
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

/* After the last schedule's largest size. What is left shows where a tile is
 * looked at that has not told anything yet: the first one, or the second, whose
 * flags the short runs in between have not touched. */
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

/* Each case is two launches, so that what goes right every other launch would be
 * right each time the size changes: a ticket counter that goes round once in two
 * launches. One launch more, of one case for each size, is not counted. */
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
    snprintf(tally->words, sizeof tally->words, "%s%s", t->hint,
             bench->in_history ? bench->words
                               : execution_words(bench->execution));
    if (bench->job->simts && !bench->in_history)
        simt_options_print(&t->simt, options, size);
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
