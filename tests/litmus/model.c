/* model.c - tries all executions of a small program against the axioms of PTX's
 * memory consistency model (PTX ISA, chapter "Memory Consistency Model").
 *
 * An execution is an order of the writes to each variable (coherence), a write
 * for each read, and an order of the fences. It is allowed when
 *
 *     causality     program order, and fences that synchronise, are not
 *                   contradicted by what is read, nor by coherence
 *     Fence-SC      neither by the order of the fences
 *     each word     alone is sequentially consistent for strong accesses
 *     atomicity     an atomic comes at once after the write that it reads
 *
 *     thin air      no guard rests on a write that it lets happen
 *
 * Fences are fence.sc, as CUDA's, or fence.acq_rel. Where threads meet,
 * everything that any of them did before is ordered before everything that any
 * of them does after.
 */
#include "model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 32 };

typedef uint32_t events_of;
typedef events_of relation[MAX_EVENTS]; /* the events after each event */

enum { THE_HOST = -1, THREADS_THAT_MEET = -2 };

struct event {
    int thread;                  /* THE_HOST is before all */
    int at[MAX_THREADS_OF_TEST]; /* of a meeting: its place in each thread; -1:
                                     in none */
    struct op op;
    bool reads, writes;
    bool passes; /* its guard lets the thread go on */
    int read;    /* of a read: its index in an outcome */
};

struct execution_of_test {
    const struct program *program;
    struct event event[MAX_EVENTS];
    int events;
    int order[VARIABLES][MAX_EVENTS], writes[VARIABLES]; /* coherence */
    int from[MAX_EVENTS];                                /* of each read */
    int fence[MAX_EVENTS], fences;                       /* Fence-SC */
    struct outcomes *allowed;
    struct outcome left_out; /* NOT_READ for the reads behind failed guards */
    enum races races;
};

/* ---------------------------------------------------------------- relations */

static bool has(const relation r, int a, int b)
{
    return r[a] >> b & 1;
}

static void relate(relation r, int a, int b)
{
    r[a] |= (events_of)1 << b;
}

static void close_over(relation r, int events)
{
    for (int via = 0; via < events; via++)
        for (int a = 0; a < events; a++)
            if (has(r, a, via))
                r[a] |= r[via];
}

static bool is_update(const struct event *e)
{
    return e->reads && e->writes;
}

static bool same_block(const struct execution_of_test *x, int a, int b)
{
    return x->program->block[x->event[a].thread] ==
           x->program->block[x->event[b].thread];
}

static bool is_of_block(const struct op *op)
{
    return op->kind == OP_FENCE
               ? op->of_block
               : op->strength == ATOMIC_OF_BLOCK || op->strength == RELAXED;
}

static bool is_strong(const struct op *op)
{
    return op->kind == OP_FENCE || op->strength != PLAIN;
}

/* Both are strong, and the scope of each includes the other's thread. */
static bool morally_strong(const struct execution_of_test *x, int a, int b)
{
    const struct event *const p = &x->event[a], *const q = &x->event[b];

    if (p->thread < 0 || q->thread < 0)
        return true;
    return is_strong(&p->op) && is_strong(&q->op) &&
           (same_block(x, a, b) ||
            (!is_of_block(&p->op) && !is_of_block(&q->op)));
}

static bool overlap(const struct event *a, const struct event *b)
{
    return (a->reads || a->writes) && (b->reads || b->writes) &&
           a->op.variable == b->op.variable;
}

static bool in_program(const struct execution_of_test *x, int a, int b)
{
    const struct event *const p = &x->event[a], *const q = &x->event[b];

    if (p->thread == THE_HOST)
        return q->thread != THE_HOST || a < b;
    for (int t = 0; t < MAX_THREADS_OF_TEST; t++)
        if (p->at[t] >= 0 && p->at[t] < q->at[t])
            return true;
    return false;
}

/* The place of a write in its variable's order. */
static int place(const struct execution_of_test *x, int write)
{
    const int v = x->event[write].op.variable;
    int at = 0;

    while (x->order[v][at] != write)
        at++;
    return at;
}

/* ------------------------------------------------------------------ axioms */

/* A read is after the write that it reads, also by way of atomics. */
static void observe(const struct execution_of_test *x, relation observed)
{
    memset(observed, 0, sizeof(relation));
    for (int r = 0; r < x->events; r++)
        if (x->event[r].reads)
            relate(observed, x->from[r], r);
    relation chain;
    memcpy(chain, observed, sizeof chain);
    for (int via = 0; via < x->events; via++)
        for (int a = 0; is_update(&x->event[via]) && a < x->events; a++)
            if (has(chain, a, via))
                chain[a] |= chain[via];
    memcpy(observed, chain, sizeof chain);
}

/* Where a release of the write w may begin: a fence before it, or a write of
 * its own word that releases; where an acquire of the read r may end. */
static bool begins_release(const struct execution_of_test *x, int f, int w)
{
    const struct event *const p = &x->event[f];

    if (p->op.kind == OP_FENCE)
        return in_program(x, f, w);
    return p->writes && p->op.orders && overlap(p, &x->event[w]) &&
           (f == w || in_program(x, f, w));
}

static bool ends_acquire(const struct execution_of_test *x, int r, int g)
{
    const struct event *const q = &x->event[g];

    if (q->op.kind == OP_FENCE)
        return in_program(x, r, g);
    return q->reads && q->op.orders && overlap(q, &x->event[r]) &&
           (g == r || in_program(x, r, g));
}

/* A release that begins at f, a read of what it wrote, an acquire up to g. */
static bool is_pattern(const struct execution_of_test *x,
                       const relation observed, int f, int g)
{
    for (int w = 0; w < x->events; w++)
        for (int r = 0; x->event[w].writes && r < x->events; r++)
            if (has(observed, w, r) && x->event[w].thread >= 0 &&
                morally_strong(x, w, r) && begins_release(x, f, w) &&
                ends_acquire(x, r, g))
                return true;
    return false;
}

/* A fence.sc before another one, in their order; -1: it is none. */
static int place_of_fence(const struct execution_of_test *x, int f)
{
    for (int i = 0; i < x->fences; i++)
        if (x->fence[i] == f)
            return i;
    return -1;
}

/* `by_fences`: also by the order of all fence.sc alone. */
static bool synchronises(const struct execution_of_test *x,
                         const relation observed, int f, int g, bool by_fences)
{
    const struct event *const p = &x->event[f], *const q = &x->event[g];

    if (p->thread < 0 || q->thread < 0 || p->thread == q->thread ||
        !(p->op.kind == OP_FENCE || p->op.orders) ||
        !(q->op.kind == OP_FENCE || q->op.orders) || !morally_strong(x, f, g))
        return false;
    const int i = place_of_fence(x, f), k = place_of_fence(x, g);
    return (by_fences && i >= 0 && i < k) || is_pattern(x, observed, f, g);
}

static void order_events(const struct execution_of_test *x,
                         const relation observed, bool by_fences, relation base)
{
    memset(base, 0, sizeof(relation));
    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < x->events; b++)
            if (in_program(x, a, b) ||
                synchronises(x, observed, a, b, by_fences))
                relate(base, a, b);
    close_over(base, x->events);
}

static void cause(const struct execution_of_test *x, const relation observed,
                  relation base, relation causality)
{
    order_events(x, observed, true, base);
    memcpy(causality, base, sizeof(relation));
    for (int a = 0; a < x->events; a++)
        for (int via = 0; via < x->events; via++)
            if (has(observed, a, via))
                causality[a] |= base[via];
}

static bool keeps_causality(const struct execution_of_test *x,
                            const relation causality)
{
    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < x->events; b++) {
            const struct event *const p = &x->event[a], *const q = &x->event[b];
            if (!has(causality, a, b))
                continue;
            if (a == b)
                return false;
            if (!overlap(p, q))
                continue;
            if (p->writes && q->writes && place(x, a) > place(x, b))
                return false; /* Coherence */
            if (p->reads && q->writes && x->from[a] == b)
                return false; /* it reads what is written later */
            if (p->writes && q->reads && place(x, x->from[b]) < place(x, a))
                return false; /* it reads what was overwritten */
        }
    for (int i = 0; i < x->fences; i++)
        for (int k = 0; k < i; k++)
            if (has(causality, x->fence[i], x->fence[k]) &&
                morally_strong(x, x->fence[i], x->fence[k]))
                return false; /* Fence-SC */
    return true;
}

/* Program order and communication of strong accesses to one word: no circle. */
static bool keeps_each_word(const struct execution_of_test *x)
{
    relation r = {0};

    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < x->events; b++) {
            const struct event *const p = &x->event[a], *const q = &x->event[b];
            if (a == b || !overlap(p, q) || !morally_strong(x, a, b))
                continue;
            if (in_program(x, a, b) ||
                (p->writes && q->writes && place(x, a) < place(x, b)) ||
                (p->writes && q->reads && x->from[b] == a) ||
                (p->reads && q->writes && place(x, x->from[a]) < place(x, b)))
                relate(r, a, b);
        }
    close_over(r, x->events);
    for (int a = 0; a < x->events; a++)
        if (has(r, a, a))
            return false;
    return true;
}

/* An atomic reads what is next before it in coherence. */
static bool keeps_atomicity(const struct execution_of_test *x)
{
    for (int a = 0; a < x->events; a++)
        if (is_update(&x->event[a]) && x->event[a].thread >= 0 &&
            place(x, x->from[a]) + 1 != place(x, a))
            return false;
    return true;
}

static bool races(const struct execution_of_test *x, const relation order)
{
    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < a; b++)
            if (overlap(&x->event[a], &x->event[b]) &&
                (x->event[a].writes || x->event[b].writes) &&
                !morally_strong(x, a, b) && !has(order, a, b) &&
                !has(order, b, a))
                return true;
    return false;
}

/* The execution is an interleaving: program order, what is read, coherence and
 * the fences have no circle. */
static bool is_interleaving(const struct execution_of_test *x)
{
    relation r = {0};

    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < x->events; b++) {
            const struct event *const p = &x->event[a], *const q = &x->event[b];
            const int i = place_of_fence(x, a), k = place_of_fence(x, b);
            if (a == b)
                continue;
            if (in_program(x, a, b) || (i >= 0 && i < k) ||
                (overlap(p, q) &&
                 ((p->writes && q->writes && place(x, a) < place(x, b)) ||
                  (p->writes && q->reads && x->from[b] == a) ||
                  (p->reads && q->writes &&
                   place(x, x->from[a]) < place(x, b)))))
                relate(r, a, b);
        }
    close_over(r, x->events);
    for (int a = 0; a < x->events; a++)
        if (has(r, a, a))
            return false;
    return true;
}

/* No guard rests on a write that would not be there without it. */
static bool keeps_out_of_thin_air(const struct execution_of_test *x)
{
    relation r = {0};

    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < x->events; b++)
            if ((x->event[a].op.guard && in_program(x, a, b)) ||
                (x->event[b].reads && x->from[b] == a))
                relate(r, a, b);
    close_over(r, x->events);
    for (int a = 0; a < x->events; a++)
        if (has(r, a, a))
            return false;
    return true;
}

/* --------------------------------------------------------------- executions */

/* What an event writes; an atomic that adds 0 writes what it reads. */
static int value_of(const struct execution_of_test *x, int write)
{
    while (x->event[write].op.kind == OP_READ)
        write = x->from[write];
    return x->event[write].op.value;
}

static bool keeps_guards(const struct execution_of_test *x)
{
    for (int e = 0; e < x->events; e++)
        if (x->event[e].op.guard &&
            (value_of(x, x->from[e]) == x->event[e].op.guard) !=
                x->event[e].passes)
            return false;
    return true;
}

static void judge(struct execution_of_test *x)
{
    relation observed, base, causality, patterns;
    struct outcome outcome = x->left_out;

    if (!keeps_atomicity(x) || !keeps_guards(x) || !keeps_each_word(x) ||
        !keeps_out_of_thin_air(x))
        return;
    observe(x, observed);
    cause(x, observed, base, causality);
    if (!keeps_causality(x, causality))
        return;
    order_events(x, observed, false, patterns);
    if (races(x, patterns)) {
        const bool surely = races(x, causality) && is_interleaving(x);
        x->races = surely || x->races == RACES ? RACES : RACES_PERHAPS;
    }
    for (int e = 0; e < x->events; e++)
        if (x->event[e].op.kind == OP_READ)
            outcome.value[x->event[e].read] = value_of(x, x->from[e]);
    for (int v = 0; v < VARIABLES; v++)
        outcome.value[READS + v] = value_of(x, x->order[v][x->writes[v] - 1]);
    outcomes_add(x->allowed, &outcome);
}

static void choose_fences(struct execution_of_test *x, int chosen)
{
    if (chosen == x->fences) {
        judge(x);
        return;
    }
    for (int i = chosen; i < x->fences; i++) {
        const int first = x->fence[chosen], other = x->fence[i];
        x->fence[chosen] = other;
        x->fence[i] = first;
        choose_fences(x, chosen + 1);
        x->fence[i] = other;
        x->fence[chosen] = first;
    }
}

/* Each read takes each write of its variable in turn. */
static void choose_reads(struct execution_of_test *x, int event)
{
    while (event < x->events && !x->event[event].reads)
        event++;
    if (event == x->events) {
        choose_fences(x, 0);
        return;
    }
    const int v = x->event[event].op.variable;
    for (int i = 0; i < x->writes[v]; i++)
        if (x->order[v][i] != event) {
            x->from[event] = x->order[v][i];
            if (!is_update(&x->event[event]) ||
                place(x, event) == i + 1) /* or it is not atomic */
                choose_reads(x, event + 1);
        }
}

/* The host's write is first. */
static void choose_order(struct execution_of_test *x, int v, int chosen)
{
    if (v == VARIABLES) {
        choose_reads(x, 0);
        return;
    }
    if (chosen == x->writes[v]) {
        choose_order(x, v + 1, 1);
        return;
    }
    for (int i = chosen; i < x->writes[v]; i++) {
        int *const order = x->order[v];
        const int first = order[chosen], other = order[i];
        order[chosen] = other;
        order[i] = first;
        choose_order(x, v, chosen + 1);
        order[i] = other;
        order[chosen] = first;
    }
}

static struct event *add_event(struct execution_of_test *x, int thread, int at,
                               const struct op *op)
{
    const int e = x->events++;
    const bool updates = op->strength >= ATOMIC;

    x->event[e] = (struct event){
        .thread = thread,
        .op = *op,
        .reads = op->kind == OP_READ || (op->kind == OP_WRITE && updates),
        .writes = op->kind == OP_WRITE || (op->kind == OP_READ && updates)};
    for (int t = 0; t < MAX_THREADS_OF_TEST; t++)
        x->event[e].at[t] = t == thread ? at : -1;
    if (op->kind == OP_FENCE && !op->is_light)
        x->fence[x->fences++] = e;
    else if (x->event[e].writes)
        x->order[op->variable][x->writes[op->variable]++] = e;
    return &x->event[e];
}

static struct event *meeting_of(struct execution_of_test *x,
                                const struct op *op)
{
    for (int e = 0; e < x->events; e++)
        if (x->event[e].op.kind == OP_MEET &&
            x->event[e].op.meeting == op->meeting)
            return &x->event[e];
    return add_event(x, THREADS_THAT_MEET, -1, op);
}

/* The events when the guards of `passing` let their threads go on. */
static void add_events(struct execution_of_test *x, unsigned passing)
{
    const struct program *const program = x->program;
    int reads = 0;

    for (int v = 0; v < VARIABLES; v++)
        add_event(x, THE_HOST, -1,
                  &(struct op){.kind = OP_WRITE, .variable = v});
    for (int t = 0; t < program_threads(program); t++) {
        bool goes_on = true;
        for (int i = 0; program->op[t][i].kind != OP_END; i++) {
            const struct op *const op = &program->op[t][i];
            const int read = op->kind == OP_READ ? reads++ : 0;
            if (op->kind == OP_MEET) {
                meeting_of(x, op)->at[t] = i;
            } else if (goes_on) {
                struct event *const e = add_event(x, t, i, op);
                e->read = read;
                goes_on = e->passes = !op->guard || (passing >> read & 1);
            } else if (op->kind == OP_READ) {
                x->left_out.value[read] = NOT_READ;
            }
        }
    }
}

static unsigned guards_of(const struct program *program)
{
    unsigned guards = 0;
    int reads = 0;

    for (int t = 0; t < program_threads(program); t++)
        for (const struct op *op = program->op[t]; op->kind != OP_END; op++)
            if (op->kind == OP_READ)
                guards |= (unsigned)(op->guard != 0) << reads++;
    return guards;
}

enum races model_run(const struct program *program, struct outcomes *allowed)
{
    const unsigned guards = guards_of(program);
    enum races races = RACES_NOT;
    unsigned passing = 0;

    do { /* all subsets of the guards */
        struct execution_of_test x = {
            .program = program, .allowed = allowed, .races = races};
        add_events(&x, passing);
        choose_order(&x, 0, 1);
        races = x.races;
        passing = (passing - guards) & guards;
    } while (passing);
    return races;
}
