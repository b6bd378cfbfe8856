/* explore.c - dynamic partial-order reduction with sleep sets.
 *
 * Two steps depend on each other if they are by the same thread, or if they
 * touch the same word and at least one of them writes it. Runs that differ only
 * in the order of independent steps have the same result, so one run is enough
 * for all of them. After each step we look for earlier steps on which it
 * depends, and which were not ordered before it anyway: for each of these
 * steps, the opposite order must still be tried.
 *
 *     step 1: block 0 writes flag[0]      step 2: block 1 reads flag[0]
 *     at step 1 block 1 could have come first: one more run
 *
 * An option sleeps when all runs that take it from here on have already been
 * explored.
 * Source: Abdulla, Aronis, Jonsson, Sagonas, Optimal Dynamic Partial Order
 * Reduction, POPL 2014 (source sets); Godefroid's thesis (sleep sets).
 */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

enum { ACTORS = 256, DEPTH = 1024, BLOCKS = 64, MAX_RUNS = 200000 };

typedef uint64_t set[ACTORS / 64];
/* For each actor, its newest known step plus 1. */
typedef uint16_t clock_of[ACTORS];

struct choice_point {
    set enabled, todo, done, sleep;
    int actor; /* the one that was chosen */
    uintptr_t address[ACTORS];
    bool writes[ACTORS];
    clock_of clock;  /* the clock of the step taken */
    int preemptions; /* in this run, up to and including this step */
};

struct explore {
    struct choice_point *point;
    int depth;  /* choices of this run so far */
    int prefix; /* choices at its beginning that repeat an earlier run */
    int bound;
    bool pruned, overflowed, bounded;
    uint64_t runs;
    int actors;
    uint32_t actor_block[ACTORS], actor_thread[ACTORS];
    clock_of clock[ACTORS], block_clock[BLOCKS];
};

static bool has(const set s, int i)
{
    return s[i / 64] >> i % 64 & 1;
}

static void add(set s, int i)
{
    s[i / 64] |= (uint64_t)1 << i % 64;
}

static void drop(set s, int i)
{
    s[i / 64] &= ~((uint64_t)1 << i % 64);
}

struct explore *explore_open(int preemptions)
{
    struct explore *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->bound = preemptions;
    e->point = calloc(DEPTH, sizeof *e->point);
    if (e->point)
        return e;
    free(e);
    return NULL;
}

void explore_close(struct explore *e)
{
    if (e)
        free(e->point);
    free(e);
}

void explore_begin(struct explore *e)
{
    e->depth = 0;
    e->pruned = false;
    e->runs++;
    memset(e->clock, 0, sizeof e->clock);
    memset(e->block_clock, 0, sizeof e->block_clock);
}

static int actor_of(struct explore *e, uint32_t block, uint32_t thread)
{
    for (int i = 0; i < e->actors; i++)
        if (e->actor_block[i] == block && e->actor_thread[i] == thread)
            return i;
    if (e->actors == ACTORS || block >= BLOCKS)
        return -1;
    e->actor_block[e->actors] = block;
    e->actor_thread[e->actors] = thread;
    return e->actors++;
}

static bool depend(const struct choice_point *p, int actor,
                   const struct choice_point *q, int other)
{
    return p->address[actor] == q->address[other] &&
           (p->writes[actor] || q->writes[other]);
}

/* ------------------------------------------------------------- one choice */

/* True when the choice switches away from a block that could have continued. */
static bool preempts(const struct explore *e, int depth, int actor)
{
    const struct choice_point *p = &e->point[depth];

    if (depth == 0)
        return false;
    const uint32_t last = e->actor_block[e->point[depth - 1].actor];
    if (e->actor_block[actor] == last)
        return false;
    for (int i = 0; i < e->actors; i++)
        if (has(p->enabled, i) && e->actor_block[i] == last)
            return true;
    return false;
}

static int preemptions_with(const struct explore *e, int depth, int actor)
{
    return (depth ? e->point[depth - 1].preemptions : 0) +
           preempts(e, depth, actor);
}

static bool in_bound(struct explore *e, int depth, int actor)
{
    if (e->bound < 0 || preemptions_with(e, depth, actor) <= e->bound)
        return true;
    e->bounded = true;
    return false;
}

/* An option sleeps at this point if it slept, or was done, at the point before,
 * and does not depend on the step taken there. */
static void inherit_sleep(struct explore *e, int depth)
{
    struct choice_point *p = &e->point[depth];
    const struct choice_point *from = &e->point[depth - 1];

    for (int i = 0; i < e->actors; i++)
        if ((has(from->sleep, i) || has(from->done, i)) && i != from->actor &&
            !depend(from, i, from, from->actor))
            add(p->sleep, i);
}

/* The same block continues if it can; else the first allowed option. */
static int first_choice(struct explore *e, int depth)
{
    const struct choice_point *p = &e->point[depth];
    int first = -1;

    for (int i = 0; i < e->actors; i++) {
        if (!has(p->enabled, i) || has(p->sleep, i) || !in_bound(e, depth, i))
            continue;
        if (depth &&
            e->actor_block[i] == e->actor_block[e->point[depth - 1].actor])
            return i;
        if (first < 0)
            first = i;
    }
    return first;
}

static void join(clock_of to, const clock_of from)
{
    for (int i = 0; i < ACTORS; i++)
        if (from[i] > to[i])
            to[i] = from[i];
}

/* Among the steps after k that do not need step k: true if step m needs none of
 * the others. Then it could have been taken at point k. */
static bool could_be_first(const struct explore *e, int k, int m,
                           const clock_of clock)
{
    const int late = e->point[k].actor;

    for (int other = k + 1; other < m; other++) {
        const struct choice_point *o = &e->point[other];
        if (o->clock[late] <= k && clock[o->actor] > other)
            return false;
    }
    return true;
}

/* The step at `depth`, which has the clock `mine`, must also be tried before
 * the one taken at point k. So point k must try this step, or a step that leads
 * to it, unless such a step is already on its list. */
static void turn_round(struct explore *e, int k, int depth, int actor,
                       const clock_of mine)
{
    struct choice_point *q = &e->point[k];
    int first = -1;

    for (int m = k + 1; m <= depth; m++) {
        const struct choice_point *o = &e->point[m];
        const int of = m == depth ? actor : o->actor;
        if (m < depth && o->clock[q->actor] > k)
            continue; /* needs step k */
        if (!has(q->enabled, of) ||
            !could_be_first(e, k, m, m == depth ? mine : o->clock))
            continue;
        if (has(q->todo, of) || has(q->done, of))
            return;
        if (first < 0)
            first = of;
    }
    if (first >= 0) {
        add(q->todo, first);
        return;
    }
    for (size_t w = 0; w < ACTORS / 64; w++)
        q->todo[w] |= q->enabled[w];
}

/* With a bound on preemptions, the other order must not cost more preemptions
 * than it needs: so it is also tried at the point where the run switched to the
 * block that took step k.
 * Source: Coons, Musuvathi, McKinley, Bounded Partial-Order Reduction, OOPSLA
 * 2013. */
static void add_to_point(struct choice_point *q, int actor)
{
    if (has(q->enabled, actor))
        add(q->todo, actor);
    else
        for (size_t w = 0; w < ACTORS / 64; w++)
            q->todo[w] |= q->enabled[w];
}

static void turn_round_twice(struct explore *e, int k, int actor)
{
    int start = k;

    while (start > 0 && e->actor_block[e->point[start - 1].actor] ==
                            e->actor_block[e->point[k].actor])
        start--;
    add_to_point(&e->point[k], actor);
    add_to_point(&e->point[start], actor);
}

/* Finds the earlier steps for which the other order must still be tried. */
static void find_races(struct explore *e, int depth, int actor)
{
    const struct choice_point *p = &e->point[depth];
    clock_of before, mine;

    memcpy(before, e->clock[actor], sizeof before);
    memcpy(mine, e->clock[actor], sizeof mine);
    for (int k = 0; k < depth; k++)
        if (depend(p, actor, &e->point[k], e->point[k].actor))
            join(mine, e->point[k].clock);
    for (int k = depth - 1; k >= 0; k--) {
        const struct choice_point *q = &e->point[k];
        if (q->actor == actor || !depend(p, actor, q, q->actor))
            continue;
        if (before[q->actor] > k)
            continue; /* it was ordered before this step anyway */
        if (e->bound < 0)
            turn_round(e, k, depth, actor, mine);
        else
            turn_round_twice(e, k, actor);
        join(before, q->clock);
    }
}

static void take_step(struct explore *e, int depth, int actor)
{
    struct choice_point *p = &e->point[depth];

    join(e->clock[actor], e->block_clock[e->actor_block[actor] % BLOCKS]);
    find_races(e, depth, actor);
    for (int k = 0; k < depth; k++)
        if (depend(p, actor, &e->point[k], e->point[k].actor))
            join(e->clock[actor], e->point[k].clock);
    e->clock[actor][actor] = (uint16_t)(depth + 1);
    memcpy(p->clock, e->clock[actor], sizeof p->clock);
    p->preemptions = preemptions_with(e, depth, actor);
}

int explore_choose(struct explore *e, const struct explore_option *option,
                   int options)
{
    struct choice_point *p = &e->point[e->depth];
    const bool repeats = e->depth < e->prefix;
    int index[ACTORS];

    if (e->pruned)
        return 0;
    if (e->depth == DEPTH - 1) {
        e->pruned = e->overflowed = true;
        return 0;
    }
    if (!repeats)
        memset(p, 0, sizeof *p);
    memset(index, -1, sizeof index);
    for (int k = 0; k < options; k++) {
        const int actor = actor_of(e, option[k].block, option[k].thread);
        if (actor < 0) {
            e->pruned = e->overflowed = true;
            return 0;
        }
        index[actor] = k;
        add(p->enabled, actor);
        p->address[actor] = option[k].address;
        p->writes[actor] = option[k].writes;
    }
    if (!repeats) {
        if (e->depth > 0 && e->bound < 0)
            inherit_sleep(e, e->depth);
        p->actor = first_choice(e, e->depth);
        if (p->actor < 0) { /* every continuation was run before */
            e->pruned = true;
            return 0;
        }
        add(p->todo, p->actor);
    }
    if (index[p->actor] < 0)
        return -1;
    take_step(e, e->depth++, p->actor);
    return index[p->actor];
}

void explore_joins(struct explore *e, uint32_t block)
{
    for (int i = 0; i < e->actors; i++)
        if (e->actor_block[i] == block)
            join(e->block_clock[block % BLOCKS], e->clock[i]);
}

/* ------------------------------------------------------------ the next run */

bool explore_next(struct explore *e)
{
    if (e->runs >= MAX_RUNS) {
        e->overflowed = true;
        return false;
    }
    for (int k = e->depth - 1; k >= 0; k--) {
        struct choice_point *p = &e->point[k];
        add(p->done, p->actor);
        drop(p->todo, p->actor);
        for (int i = 0; i < e->actors; i++) {
            if (!has(p->todo, i) || has(p->done, i))
                continue;
            if (has(p->sleep, i) || !in_bound(e, k, i)) {
                drop(p->todo, i);
                continue;
            }
            p->actor = i;
            e->prefix = k + 1;
            return true;
        }
    }
    return false;
}

struct explore_result explore_result(const struct explore *e)
{
    return (struct explore_result){.runs = e->runs,
                                   .complete = !e->overflowed && !e->bounded,
                                   .by_bound = e->bounded && !e->overflowed};
}
