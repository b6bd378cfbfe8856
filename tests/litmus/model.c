/* model.c - tries all executions of a small program against the axioms of PTX's
 * memory consistency model (PTX ISA, chapter "Memory Consistency Model").
 *
 * An execution is an order of the writes to each variable (coherence), a write
 * for each read, and an order of the fences. It is allowed when
 *
 *     causality     program order, and fences that synchronize, are not
 *                   contradicted by what is read, nor by coherence
 *     Fence-SC      neither by the order of the fences
 *     each word     alone is sequentially consistent for strong accesses
 *     atomicity     an atomic comes at once after the write that it reads
 *
 * Fences are fence.sc, as CUDA's. The values of these programs depend on
 * nothing that is read, so that no value can come out of thin air.
 */
#include "model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 16 };

typedef uint16_t events_of;
typedef events_of relation[MOST_EVENTS]; /* the events after each event */

struct event {
    int thread; /* -1: the host, before all */
    struct op op;
    bool reads, writes;
};

struct execution_of_test {
    const struct program *program;
    struct event event[MOST_EVENTS];
    int events;
    int order[VARIABLES][MOST_EVENTS], writes[VARIABLES]; /* coherence */
    int from[MOST_EVENTS];                                /* of each read */
    int fence[MOST_EVENTS], fences;                       /* Fence-SC */
    struct outcomes *allowed;
    bool races;
};

/* ----------------------------------------------------------------- outcomes */

bool outcomes_have(const struct outcomes *set, const struct outcome *outcome)
{
    for (size_t i = 0; i < set->count; i++)
        if (!memcmp(&set->outcome[i], outcome, sizeof *outcome))
            return true;
    return false;
}

bool outcomes_add(struct outcomes *set, const struct outcome *outcome)
{
    if (outcomes_have(set, outcome))
        return false;
    if (set->count == MOST_OUTCOMES)
        abort(); /* the rest would count as forbidden */
    set->outcome[set->count++] = *outcome;
    return true;
}

int program_threads(const struct program *program)
{
    int threads = 0;

    while (threads < MOST_THREADS_OF_TEST &&
           program->op[threads][0].kind != OP_END)
        threads++;
    return threads;
}

int program_reads(const struct program *program)
{
    int reads = 0;

    for (int t = 0; t < program_threads(program); t++)
        for (const struct op *op = program->op[t]; op->kind != OP_END; op++)
            reads += op->kind == OP_READ;
    return reads;
}

/* ---------------------------------------------------------------- relations */

static bool has(const relation r, int a, int b)
{
    return r[a] >> b & 1;
}

static void relate(relation r, int a, int b)
{
    r[a] |= (events_of)(1 << b);
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
    return e->op.strength >= ATOMIC && e->op.kind != OP_FENCE;
}

static bool same_block(const struct execution_of_test *x, int a, int b)
{
    return x->program->same_block || x->event[a].thread == x->event[b].thread;
}

/* Both are strong, and the scope of each includes the other's thread. */
static bool morally_strong(const struct execution_of_test *x, int a, int b)
{
    const struct event *const p = &x->event[a], *const q = &x->event[b];

    if (p->thread < 0 || q->thread < 0)
        return true;
    if (p->op.kind == OP_FENCE)
        return same_block(x, a, b) || (!p->op.of_block && !q->op.of_block);
    return p->op.strength != PLAIN && q->op.strength != PLAIN &&
           (same_block(x, a, b) || (p->op.strength != ATOMIC_OF_BLOCK &&
                                    q->op.strength != ATOMIC_OF_BLOCK));
}

static bool overlap(const struct event *a, const struct event *b)
{
    return a->op.kind != OP_FENCE && b->op.kind != OP_FENCE &&
           a->op.variable == b->op.variable;
}

static bool in_program(const struct execution_of_test *x, int a, int b)
{
    return a < b &&
           (x->event[a].thread < 0 ? x->event[b].thread >= 0
                                   : x->event[a].thread == x->event[b].thread);
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

/* A fence, a write, a read of it, a fence. */
static bool is_pattern(const struct execution_of_test *x,
                       const relation observed, int f, int g)
{
    for (int w = 0; w < x->events; w++)
        for (int r = 0; in_program(x, f, w) && r < x->events; r++)
            if (x->event[w].writes && x->event[r].reads &&
                in_program(x, r, g) && has(observed, w, r) &&
                morally_strong(x, w, r))
                return true;
    return false;
}

static void cause(const struct execution_of_test *x, const relation observed,
                  relation base, relation causality)
{
    memset(base, 0, sizeof(relation));
    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < x->events; b++)
            if (in_program(x, a, b))
                relate(base, a, b);
    for (int i = 0; i < x->fences; i++)
        for (int k = 0; k < x->fences; k++) {
            const int f = x->fence[i], g = x->fence[k];
            if (i != k && x->event[f].thread != x->event[g].thread &&
                morally_strong(x, f, g) &&
                (i < k || is_pattern(x, observed, f, g)))
                relate(base, f, g);
        }
    close_over(base, x->events);
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

static bool races(const struct execution_of_test *x, const relation base)
{
    for (int a = 0; a < x->events; a++)
        for (int b = 0; b < a; b++)
            if (overlap(&x->event[a], &x->event[b]) &&
                (x->event[a].writes || x->event[b].writes) &&
                !morally_strong(x, a, b) && !has(base, a, b) &&
                !has(base, b, a))
                return true;
    return false;
}

/* --------------------------------------------------------------- executions */

/* What an event writes; an atomic that adds 0 writes what it reads. */
static int value_of(const struct execution_of_test *x, int write)
{
    while (x->event[write].op.kind == OP_READ)
        write = x->from[write];
    return x->event[write].op.value;
}

static void judge(struct execution_of_test *x)
{
    relation observed, base, causality;
    struct outcome outcome = {{0}};
    int reads = 0;

    if (!keeps_atomicity(x) || !keeps_each_word(x))
        return;
    observe(x, observed);
    cause(x, observed, base, causality);
    if (!keeps_causality(x, causality))
        return;
    x->races |= races(x, base);
    for (int e = 0; e < x->events; e++)
        if (x->event[e].op.kind == OP_READ)
            outcome.value[reads++] = value_of(x, x->from[e]);
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

static void add_event(struct execution_of_test *x, int thread,
                      const struct op *op)
{
    const int e = x->events++;
    const bool updates = op->strength >= ATOMIC;

    x->event[e] = (struct event){
        .thread = thread,
        .op = *op,
        .reads = op->kind == OP_READ || (op->kind == OP_WRITE && updates),
        .writes = op->kind == OP_WRITE || (op->kind == OP_READ && updates)};
    if (op->kind == OP_FENCE)
        x->fence[x->fences++] = e;
    else if (x->event[e].writes)
        x->order[op->variable][x->writes[op->variable]++] = e;
}

bool model_run(const struct program *program, struct outcomes *allowed)
{
    struct execution_of_test x = {.program = program, .allowed = allowed};

    for (int v = 0; v < VARIABLES; v++)
        add_event(&x, -1, &(struct op){.kind = OP_WRITE, .variable = v});
    for (int t = 0; t < program_threads(program); t++)
        for (const struct op *op = program->op[t]; op->kind != OP_END; op++)
            add_event(&x, t, op);
    choose_order(&x, 0, 1);
    return x.races;
}

/* ------------------------------------------------------------ interleavings */

struct interleaving {
    const struct program *program;
    int at[MOST_THREADS_OF_TEST], now[VARIABLES];
    struct outcome outcome;
};

static void step(struct interleaving state, struct outcomes *strong)
{
    bool ended = true;

    for (int t = 0; t < program_threads(state.program); t++) {
        const struct op *const op = &state.program->op[t][state.at[t]];
        struct interleaving next = state;
        if (op->kind == OP_END)
            continue;
        ended = false;
        if (op->kind == OP_WRITE)
            next.now[op->variable] = op->value;
        if (op->kind == OP_READ) {
            int read = 0;
            for (int other = 0; other <= t; other++)
                for (int k = 0; other < t ? state.program->op[other][k].kind
                                          : k < state.at[t];
                     k++)
                    read += state.program->op[other][k].kind == OP_READ;
            next.outcome.value[read] = state.now[op->variable];
        }
        next.at[t]++;
        step(next, strong);
    }
    if (!ended)
        return;
    for (int v = 0; v < VARIABLES; v++)
        state.outcome.value[READS + v] = state.now[v];
    outcomes_add(strong, &state.outcome);
}

void model_interleave(const struct program *program, struct outcomes *strong)
{
    step((struct interleaving){.program = program}, strong);
}
