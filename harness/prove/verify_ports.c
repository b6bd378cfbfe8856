/* verify_ports.c - runs of applications.
 *
 * What comes out of every port is compared with what the application's plain
 * loop makes of the same inputs:
 *
 *     filter    in     [0] [1] [2] [3]       kept, as drawn: 0 and 3
 *               out    [0] [3] -   -         want [0] [3]
 *               count  2
 *
 * Elements of a proof are leaves of the interval table, so an output is right
 * for every T, whatever its elements are; which of them a predicate keeps, and
 * inputs that are no elements, are drawn in several patterns. On a GPU elements
 * are those of a built-in monoid.
 *
 * Each case is run with two encodings of its elements, and between margins, as
 * in verify_intervals.c.
 */
#include "verify_executor.h"
#include "base/host.h"
#include "base/margins.h"
#include "encodings.h"
#include "histories.h"
#include "monoids/compares.h"
#include "monoids/interval_table.h"
#include "monoids/patterns.h"
#include "calls/call_outputs.h"
#include "calls/call_fill.h"
#include "simt/simt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32, EDGES = 6, TILE_EDGE = 4 };

struct on_ports {
    struct verify_bench base;
    const struct algorithm *algorithm;
    size_t bytes;                   /* of a T */
    struct margins port[MAX_PORTS]; /* with room for the largest sizes */
    char *given[MAX_PORTS];         /* the inputs, and the outputs wanted */
    int round;
    struct constants constants;
    struct simt_options simt;
    struct drawing drawing; /* of the case */
    size_t edge[EDGES];     /* of a lane, a warp, a tile, ...: elements */
    uint64_t launches;      /* of a history: each draws anew */
    char hint[128];         /* on what is wrong, or "" */
};

static struct on_ports *of(struct verify_bench *bench)
{
    return (struct on_ports *)bench;
}

static bool proves(const struct on_ports *t)
{
    return monoid_is_interval(t->base.setup->monoid);
}

static const struct monoid_table *monoid_of(const struct on_ports *t)
{
    return &t->base.setup->monoid->table;
}

static size_t unit_of(const struct on_ports *t, int port)
{
    return port_unit(&t->algorithm->task->ports[port], t->bytes);
}

/* ------------------------------------------------------------------ arrays */

static enum status take_port(struct on_ports *t, int i, struct problem *why)
{
    const size_t unit = unit_of(t, i);
    const size_t most = port_elements(t->algorithm, i, ENTRY_SCAN,
                                      setup_largest(t->base.setup));
    enum status status = host_has_memory(margins_bytes(most, unit) * 2,
                                         "this verification", why);

    if (status == OK)
        status = margins_take(t->algorithm->task->ports[i].name, most, unit,
                              &t->port[i], why);
    if (status == OK && !(t->given[i] = malloc(most * unit + 1)))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    return status;
}

/* Where a run may begin that says something: 0 where it is not known. */
static void find_edges(struct on_ports *t)
{
    const struct setup *const setup = t->base.setup;
    const size_t tile = setup->device->has_schedules ? tile_of(setup) : 0;
    struct plan plan;

    if (tile == 0 || setup_refuses(setup, tile))
        return;
    setup_plan(setup, tile, &plan);
    const size_t threads = plan.steps > 0 ? plan.step[0].block[0] : WARP;
    const size_t items = tile / threads;
    const size_t edges[EDGES] = {items,   WARP, items * WARP,
                                 threads, tile, tile * tile};
    memcpy(t->edge, edges, sizeof edges);
}

static enum status open_ports(struct verify_bench *bench, struct problem *why)
{
    struct on_ports *const t = of(bench);
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
    for (int i = 0; i < PATTERNS_PROVED; i++) {
        t->drawing = pattern_draw((enum pattern)i, setup->largest_n);
        const struct sizes sizes =
            call_sizes(t->algorithm, setup->largest_n, &t->drawing);
        for (int k = 1; k < MAX_SIZES; k++)
            if (sizes.of[k] > setup->others.of[k])
                setup->others.of[k] = sizes.of[k];
    }
    status = verify_open_execution(bench, &bench->execution, why);
    for (int i = 0; t->algorithm->task->ports[i].name && status == OK; i++)
        status = take_port(t, i, why);
    return status;
}

static void close_ports(struct verify_bench *bench)
{
    struct on_ports *const t = of(bench);

    for (int i = 0; i < MAX_PORTS; i++) {
        margins_free(&t->port[i]);
        free(t->given[i]);
    }
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

static bool has_patterns(const struct verify_bench *bench)
{
    return bench->setup->choice->algorithm->task->has_patterns;
}

/* Half of the cases are misaligned; where nothing is drawn in patterns, these
 * are the forms of a case. */
enum { ALIGNMENTS = 2 };
static bool is_other(const struct verify_bench *bench,
                     const struct verify_case *c)
{
    const struct simt_options *const simt = bench->setup->simt;
    const bool turned = simt && simt->schedule == SCHEDULE_RANDOM;

    return (c->pattern + bench->setup->exclusive + turned + (int)c->n +
            (int)c->single) %
           2;
}

/* Beside the patterns, of one schedule: the k-th case of a single flag, as a
 * place from 1 on; 0: there is none. Where one flag decides (stops_at_first), each
 * place has its turn; else each of the first tiles, so that tiles without a flag
 * come after one that has it. */
static size_t single_flag(const struct on_ports *t, size_t n, int k)
{
    enum { EACH = 512, FEW = 64, TILES = 8 };
    const size_t tile = t->edge[TILE_EDGE], place = (size_t)k;
    const struct drawing drawing = pattern_draw(PATTERN_HALF, n);

    if (t->algorithm->task->function == FUNCTION_KEY || n == 0)
        return 0;
    if (t->algorithm->task->stops_at_first)
        return n <= EACH ? place < n ? place + 1 : 0
               : k < FEW ? 1 + drawing.number(&drawing, place) % n
                         : 0;
    const size_t at =
        tile ? place * tile + drawing.number(&drawing, place) % tile : n;
    return k < TILES && n > tile && at < n ? at + 1 : 0;
}

static bool form(const struct verify_bench *bench, int round, int form,
                 struct verify_case *out)
{
    const int different = has_patterns(bench) || bench->unit->forms != ALL_FORMS
                              ? PATTERNS_PROVED
                              : ALIGNMENTS;

    out->single = 0;
    out->pattern = has_patterns(bench) ? form : form % ALIGNMENTS;
    if (has_patterns(bench) && form >= PATTERNS_PROVED) {
        out->pattern = PATTERN_HALF;
        if (round == 0 && !verify_explores(bench->job))
            out->single = single_flag((const struct on_ports *)bench, out->n,
                                      form - PATTERNS_PROVED);
    }
    out->shifted = bench->job->simts && is_other(bench, out);
    return form < different || out->single;
}

/* ------------------------------------------------------------------- a run */

static void lay_ports(struct on_ports *t, const struct verify_case *c,
                      struct call *call)
{
    const bool ends = !t->base.job->simts && is_other(&t->base, c);

    for (int i = 0; t->algorithm->task->ports[i].name; i++) {
        const bool is_T = port_is_of_T(&t->algorithm->task->ports[i]);
        const size_t unit = unit_of(t, i);
        margins_prepare(&t->port[i],
                        port_elements(t->algorithm, i, ENTRY_SCAN, call->sizes),
                        ends ? ENDS_LOCKED : BEGINS_LOCKED,
                        is_T ? monoid_of(t)->alignment : unit,
                        verify_shift(&t->base, c, i, unit));
        call->port[i] = t->port[i].out;
    }
}

static size_t bytes_of(const struct on_ports *t, const struct call *call, int i)
{
    return unit_of(t, i) *
           port_elements(t->algorithm, i, ENTRY_SCAN, call->sizes);
}

static void fill_ports(struct on_ports *t, const struct call *call)
{
    const struct request request =
        execution_request(t->base.execution, call->sizes);

    call_fill(&request, t->algorithm, t->base.setup->monoid, &t->drawing, call);
    for (int i = 0; t->algorithm->task->ports[i].name; i++)
        memcpy(t->given[i], call->port[i], bytes_of(t, call, i));
}

/* ---------------------------------------------------------------- judgement */

/* What else is called with elements, or "". */
static const char *or_function(const struct on_ports *t)
{
    static const char *const words[ELEMENT_FUNCTIONS] = {
        [FUNCTION_NONE] = "",
        [FUNCTION_PREDICATE] = " or the predicate",
        [FUNCTION_KEY] = " or key()",
        [FUNCTION_PRODUCT] = " or times()",
        [FUNCTION_MAP] = "",
    };

    return words[t->algorithm->task->function];
}

static enum status check_table(const struct on_ports *t, size_t n,
                               struct problem *why)
{
    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu makes more operations than the interval "
                           "table holds in this machine's memory",
                           n);
    if ((interval_met_torn() || interval_met_garbage()) && interval_spoilt())
        execution_blame(
            t->base.execution,
            &(struct blame){.of = {.call = "", .place = interval_spoilt()}});
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
static void seek(struct on_ports *t, const struct check_verdict *verdict,
                 const struct call *call, void *const *expected)
{
    const int i = verdict->wrong_port;
    const struct port *const port = &t->algorithm->task->ports[i];
    const size_t unit = unit_of(t, i);
    const char *const want = (const char *)expected[i] + verdict->wrong * unit;
    const char *const got = call->port[i];

    if (!proves(t) || port->type != PORT_T ||
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
static void tell_where(struct on_ports *t, const struct check_verdict *verdict)
{
    const struct port *const port =
        &t->algorithm->task->ports[verdict->wrong_port];
    struct interval_blame of =
        proves(t) && port_is_of_T(port)
            ? interval_blamed()
            : (struct interval_blame){.call = "", .is_number = true};

    if (of.is_number && proves(t) && t->drawing.all_but &&
        t->algorithm->task->stops_at_first) { /* the one that decides */
        of.wants = true;
        of.low = of.high = (uint32_t)t->drawing.all_but - 1;
    }
    execution_blame(t->base.execution,
                    &(struct blame){.of = of,
                                    .port = verdict->wrong_port,
                                    .element = verdict->wrong});
}

static enum status check_outputs(struct on_ports *t, const struct call *call,
                                 struct problem *why)
{
    const struct request request =
        execution_request(t->base.execution, call->sizes);
    enum status status =
        proves(t) ? check_table(t, call->sizes.of[0], why) : OK;
    struct check_verdict verdict = {.exact = true};
    void *expected[MAX_PORTS];

    for (int i = 0; t->algorithm->task->ports[i].name && status == OK; i++)
        if (t->algorithm->task->ports[i].direction == PORT_IN &&
            memcmp(call->port[i], t->given[i], bytes_of(t, call, i)) != 0)
            status = problem_set(why, CHECK_FAILED, "%s was overwritten",
                                 t->algorithm->task->ports[i].name);
    for (int i = 0; t->algorithm->task->ports[i].name && status == OK; i++)
        status = margins_check(&t->port[i], why);
    if (status != OK)
        return status;
    memcpy(expected, t->given, sizeof expected);
    call_expect(&request, t->algorithm, t->base.setup->monoid, expected);
    status = call_compare(&request, t->algorithm, t->base.setup->monoid, call,
                          expected, &verdict, why);
    if (verdict.has_wrong) {
        tell_where(t, &verdict);
        seek(t, &verdict, call, expected);
    }
    return status;
}

/* The inputs of the case, the same whenever it is run; but what an earlier
 * launch has left must not be right by chance. Of runs some are of eight, the
 * others begin at edges. */
static void draw(struct on_ports *t, const struct verify_case *c)
{
    const uint64_t simt = (uint64_t)t->simt.schedule * 8 + t->simt.seed;
    size_t edges[EDGES];
    unsigned count = 0;

    t->drawing =
        pattern_draw(has_patterns(&t->base) ? (enum pattern)c->pattern : 0,
                     (c->n * 64 + simt) * PATTERNS_PROVED +
                         (unsigned)c->pattern + (t->launches << 40));
    t->drawing.proves = proves(t);
    /* Where half are not kept, an element that is left out is not missed. */
    if (t->algorithm->task->stops_at_first && c->n > 0)
        t->drawing.all_but = 1 + t->drawing.number(&t->drawing, 0) % c->n;
    if (c->single) {
        t->drawing.all_but = c->single;
        t->drawing.inverse = !t->algorithm->task->stops_at_first;
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

static enum status run_once(struct on_ports *t, const struct verify_case *c,
                            uint32_t seed, struct problem *why)
{
    struct call call = {.entry = ENTRY_SCAN};
    enum status status = OK;

    t->hint[0] = '\0';
    draw(t, c);
    call.sizes = call_sizes(t->algorithm, c->n, &t->drawing);
    t->base.sizes = call.sizes;
    if (proves(t)) {
        interval_share(t->base.job->simts != NULL);
        interval_draw(t->drawing);
        if (t->algorithm->task->function == FUNCTION_MAP)
            interval_has_numbers();
        status =
            interval_begin(call_leaves(t->algorithm, call.sizes), seed, why);
    }
    if (status != OK)
        return status;
    lay_ports(t, c, &call);
    fill_ports(t, &call);
    status = execution_call(t->base.execution, &call, why);
    return status == OK ? check_outputs(t, &call, why) : status;
}

/* --------------------------------------------------------- two encodings */

struct running {
    struct on_ports *table;
    const struct verify_case *of;
};

static enum status run_encoded(void *context, uint32_t seed,
                               struct problem *why)
{
    const struct running *const r = context;

    return run_once(r->table, r->of, seed, why);
}

/* No execution is kept for this. */
static enum status run_alone(void *context, uint32_t seed, uint64_t *path)
{
    (void)context, (void)seed, (void)path;
    return MACHINE_LACKS;
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

/* After the last schedule's largest size, as in verify_intervals.c. */
static bool has_history(const struct on_ports *t, const struct verify_case *c)
{
    const struct setup *const setup = t->base.setup;

    return t->base.job->simts && !t->base.job->schedules_given &&
           t->round == t->base.unit->rounds - 1 &&
           (!t->base.unit->in_turn || t->base.unit->remembers) && c->n > 1 &&
           c->n == setup->largest_n && c->pattern == 0 && !c->single &&
           history_matters(setup);
}

static enum status run_history(struct on_ports *t, const struct verify_case *c,
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
    struct on_ports *const t = of(bench);
    struct running r = {t, c};
    const struct encoded_case both = {
        .execution = bench->execution,
        .constants = &t->constants,
        .element_bytes = t->bytes,
        .leaves = (uint32_t)c->n,
        .number = (uint32_t)(c->n * 64 + t->bytes / 8 * 8 + (size_t)c->pattern),
        .alone = verify_threads(bench->setup) <= 1,
        .records = t->round == 0,
        .follows = !verify_explores(bench->job),
        .matters = t->bytes == 4 && c->pattern == 0 && !c->single &&
                   c->n == bench->setup->largest_n,
        .run = run_encoded,
        .run_alone = run_alone,
        .context = &r};

    if (!proves(t)) {
        tally->runs++;
        return run_once(t, c, 0, why);
    }
    if (verify_explores(bench->job))
        return encodings_run_orders(&both, t->simt.preemptions, tally, why);
    enum status status = encodings_run(&both, &tally->runs, why);
    if (status == OK && has_history(t, c))
        status = run_history(t, c, tally, why);
    if (status == OK && verify_races() > 0)
        return problem_set(why, CHECK_FAILED,
                           "ThreadSanitizer saw a data race");
    return status;
}

static void tell(const struct verify_bench *bench, const struct verify_case *c,
                 struct verify_tally *tally, char *options, size_t size)
{
    const int threads = verify_threads(bench->setup);

    (void)c;
    snprintf(tally->words, sizeof tally->words, "%s%s",
             ((const struct on_ports *)bench)->hint,
             bench->in_history ? bench->words
                               : execution_words(bench->execution));
    if (bench->job->simts && !bench->in_history)
        simt_options_print(&((const struct on_ports *)bench)->simt, options,
                           size);
    else if (threads > 0)
        snprintf(options, size, "--threads %d", threads);
}

const struct verify_executor verify_on_ports = {
    .bytes = sizeof(struct on_ports),
    .open = open_ports,
    .close = close_ports,
    .rounds = verify_schedules,
    .begin = set_schedule,
    .form = form,
    .run = run,
    .tell = tell,
};
