/* schedule.c - which thread runs next.
 *
 * A thread runs until it reaches a barrier, a warp collective or a flag. Then
 * the schedule picks a block, and one of its threads:
 *
 *     inorder      the block with the lowest number that can run; its threads
 *                  from the first to the last
 *     reverse      the block with the highest number, and its threads from the
 *                  last to the first; the last block starts first
 *     random:SEED  a random block, at every flag and every stop
 *     adversary    starves the oldest block: it runs only when no other can;
 *                  the youngest block runs first
 *     starve:K     the oldest block, not counting the first K - 1, runs only
 *                  when no other can; all others run from oldest to youngest;
 *                  all draw their tickets first. starve (K is 1): a tile
 *                  that looks back finds aggregates, and no prefixes;
 *                  starve:2: tile 2 looks at tile 1 before tile 1 has
 *                  published anything
 *     pct:SEED     by random priorities that change at a few random moments
 *                  (Burckhardt et al., ASPLOS 2010)
 *     timed        the block with the least clock (timing.c)
 *     exhaustive   all orders of flag operations, run by run (explore.c)
 */
#include "parts.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"inorder",   "reverse",    "random",
                                    "adversary", "starve",     "pct",
                                    "timed",     "exhaustive", NULL};
enum { SCHEDULES = sizeof names / sizeof *names - 1 };

const char *const *schedule_names(void)
{
    return names;
}

enum status schedule_parse(const char *text, struct simt_options *options,
                           struct problem *why)
{
    const size_t length = strcspn(text, ":");

    for (int k = 0; k < SCHEDULES; k++) {
        const bool counts = k == SCHEDULE_EXHAUSTIVE;
        const bool seeded = k == SCHEDULE_RANDOM || k == SCHEDULE_PCT;
        const bool ranked = k == SCHEDULE_STARVE;
        char *end;
        if (strlen(names[k]) != length || strncmp(text, names[k], length) != 0)
            continue;
        options->schedule = (enum schedule_kind)k;
        options->seed = 1;
        options->preemptions = -1;
        if (!text[length])
            return OK;
        errno = 0;
        options->seed = strtoull(text + length + 1, &end, 10);
        if ((seeded || (ranked && options->seed > 0) ||
             (counts && options->seed <= INT_MAX)) &&
            !errno && end != text + length + 1 && !*end &&
            text[length + 1] != '-') {
            if (counts)
                options->preemptions = (int)options->seed;
            return OK;
        }
        return problem_set(
            why, WRONG_USE, "--schedule %s: %s%s", text, names[k],
            seeded   ? ":SEED takes a whole number"
            : ranked ? ":K takes a whole number, 1 or more: the K-th oldest "
                       "block starves"
            : counts ? ":PREEMPTIONS takes a whole number: the limit"
                     : " takes no seed");
    }
    return problem_set(
        why, WRONG_USE,
        "no schedule '%s'; the schedules are inorder, reverse, random:SEED, "
        "adversary, starve[:K], pct:SEED, timed and exhaustive[:PREEMPTIONS]",
        text);
}

char *schedule_print(const struct simt_options *options, char *text,
                     size_t size)
{
    const bool seeded =
        options->schedule == SCHEDULE_RANDOM ||
        options->schedule == SCHEDULE_PCT ||
        (options->schedule == SCHEDULE_STARVE && options->seed > 1);

    if (options->schedule == SCHEDULE_EXHAUSTIVE && options->preemptions >= 0)
        snprintf(text, size, "exhaustive:%d", options->preemptions);
    else if (seeded)
        snprintf(text, size, "%s:%llu", names[options->schedule],
                 (unsigned long long)options->seed);
    else
        snprintf(text, size, "%s", names[options->schedule]);
    return text;
}

/* splitmix64: public domain, by Sebastiano Vigna. */
uint64_t schedule_random(struct simt *simt)
{
    uint64_t z = simt->schedule.random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

bool schedule_is_random(const struct simt *simt)
{
    return simt->options.schedule == SCHEDULE_RANDOM ||
           simt->options.schedule == SCHEDULE_PCT;
}

/* Hardware mostly starts blocks in order, but CUDA does not promise that. */
static bool order_of_start(struct simt *simt)
{
    const uint32_t blocks = simt->launch.blocks;
    uint32_t *const order = malloc(blocks * sizeof *order);

    if (!order)
        return false;
    for (uint32_t i = 0; i < blocks; i++)
        order[i] = schedule_is_random(simt) ? i : blocks - 1 - i;
    for (uint32_t i = blocks; schedule_is_random(simt) && i > 1; i--) {
        const uint32_t k = (uint32_t)(schedule_random(simt) % i);
        const uint32_t swap = order[k];
        order[k] = order[i - 1];
        order[i - 1] = swap;
    }
    simt->schedule.start_order = order;
    return true;
}

bool schedule_begin(struct simt *simt)
{
    const enum schedule_kind kind = simt->options.schedule;
    struct schedule *const s = &simt->schedule;

    s->lowest_priority = 0;
    s->random_threads = kind == SCHEDULE_RANDOM && !simt->options.lockstep;
    s->threads_upwards = kind != SCHEDULE_RANDOM && kind != SCHEDULE_REVERSE &&
                         !simt->options.lockstep;
    /* Not with a trace, which needs the events in order of time. Not with bulk
     * copies: the warp that asks for one cannot stop there. */
    s->turns_late = kind == SCHEDULE_TIMED && !simt->record.trace &&
                    !simt->code.has_bulk && !simt->timing.retimes;
    s->random = simt->options.seed * 0x9e3779b97f4a7c15u + 1;
    free(s->start_order);
    s->start_order = NULL;
    return kind == SCHEDULE_INORDER || kind == SCHEDULE_TIMED ||
           kind == SCHEDULE_EXHAUSTIVE || kind == SCHEDULE_STARVE ||
           order_of_start(simt);
}

bool schedule_explore(struct simt *simt, int preemptions)
{
    explore_close(simt->schedule.explore);
    simt->schedule.explore = explore_open(preemptions);
    return simt->schedule.explore != NULL;
}

void schedule_close(struct simt *simt)
{
    free(simt->schedule.start_order);
    explore_close(simt->schedule.explore);
}

uint32_t schedule_started(const struct simt *simt, uint32_t index)
{
    return simt->schedule.start_order ? simt->schedule.start_order[index]
                                      : index;
}

/* Blocks that have not reached their first atomic come first; then those about
 * to make it, from the oldest, which thus gets the first ticket. */
static bool is_starved_less(const struct simt *simt, const struct block *a,
                            const struct block *b)
{
    const uint64_t oldest = simt->schedule.oldest;

    if (a->draw != b->draw)
        return a->draw < b->draw;
    if (a->draw != DRAW_NOW && (a->age == oldest || b->age == oldest))
        return b->age == oldest;
    return a->age < b->age;
}

/* The age of the block to starve. */
static uint64_t oldest_of(const struct simt *simt)
{
    uint64_t oldest = UINT64_MAX;

    for (int s = 0; s < simt->launch.resident; s++) {
        const struct block *const b = &simt->launch.block[s];
        if (b->live && b->age < oldest && b->age + 1 >= simt->options.seed)
            oldest = b->age;
    }
    return oldest;
}

static bool comes_first(const struct simt *simt, const struct block *a,
                        const struct block *b)
{
    switch (simt->options.schedule) {
    case SCHEDULE_REVERSE: return a->number > b->number;
    case SCHEDULE_ADVERSARY: return a->age > b->age;
    case SCHEDULE_STARVE: return is_starved_less(simt, a, b);
    case SCHEDULE_PCT: return a->priority > b->priority;
    case SCHEDULE_TIMED:
        return a->pace.time < b->pace.time ||
               (a->pace.time == b->pace.time && a->age < b->age);
    default: return a->number < b->number;
    }
}

struct block *schedule_next(struct simt *simt)
{
    struct block *best = NULL;
    uint32_t can = 0;

    if (simt->options.schedule == SCHEDULE_STARVE)
        simt->schedule.oldest = oldest_of(simt);
    for (int s = 0; s < simt->launch.resident; s++) {
        struct block *b = &simt->launch.block[s];
        if (!b->live || b->ready == 0)
            continue;
        can++;
        if (simt->options.schedule == SCHEDULE_RANDOM) {
            if (schedule_random(simt) % can == 0)
                best = b;
        } else if (!best || comes_first(simt, b, best)) {
            best = b;
        }
    }
    /* A change point: from now on this block comes after all others. */
    if (best && simt->options.schedule == SCHEDULE_PCT && can > 1 &&
        schedule_random(simt) % 64 == 0)
        best->priority = --simt->schedule.lowest_priority;
    return best;
}

/* --lockstep: lanes about to make the same access make it together. Lanes at
 * the lowest address of the code go first, so that diverged lanes meet again:
 * apart from loops, code is in memory in the order of the source.
 */
static void begin_step(struct block *b, struct warp *warp, uint32_t first)
{
    uintptr_t least = UINTPTR_MAX;

    warp->step = 0;
    for (uint32_t i = first; i < first + WARP && i < b->threads; i++) {
        const struct thread *const t = &b->thread[i];
        if (t->state != THREAD_READY || t->pc > least)
            continue;
        if (t->pc < least)
            warp->step = 0;
        least = t->pc;
        warp->step |= (uint32_t)1 << t->lane;
    }
}

/* A lane that takes part in the step of its warp; begins a new step if all
 * lanes have had their turn. */
static uint32_t lane_in_step(struct block *b, uint32_t at, bool backwards)
{
    const uint32_t first = at / WARP * WARP;
    struct warp *const warp = b->thread[at].warp;

    for (int again = 0; again < 2; again++) {
        for (uint32_t k = 0; k < WARP; k++) {
            const uint32_t lane = backwards ? WARP - 1 - k : k;
            const uint32_t bit = (uint32_t)1 << lane;
            if (!(warp->step & bit))
                continue;
            warp->step &= ~bit;
            if (b->thread[first + lane].state == THREAD_READY)
                return first + lane;
        }
        begin_step(b, warp, first);
    }
    return at;
}

uint32_t schedule_thread(struct simt *simt, struct block *b)
{
    const enum schedule_kind kind = simt->options.schedule;
    uint32_t at = b->next;

    if (at < b->threads && b->thread[at].state == THREAD_READY &&
        simt->schedule.threads_upwards) { /* the common case */
        b->next = at + 1;
        return at;
    }
    if (simt->schedule.random_threads)
        at = (uint32_t)(schedule_random(simt) % b->threads);
    for (;;) {
        at = at < b->threads            ? at
             : kind == SCHEDULE_REVERSE ? b->threads - 1
                                        : 0;
        if (b->thread[at].state == THREAD_READY)
            break;
        at = kind == SCHEDULE_REVERSE ? at - 1 : at + 1;
    }
    if (simt->options.lockstep) {
        const uint32_t other = kind == SCHEDULE_REVERSE ? at - WARP : at + WARP;
        at = lane_in_step(b, at, kind == SCHEDULE_REVERSE);
        b->next = b->thread[at].warp->step ? at : other;
        return at;
    }
    b->next = kind == SCHEDULE_REVERSE ? at - 1 : at + 1;
    return at;
}

/* True: the thread stops before the flag, and other threads may come first. */
static bool leaves_at_flag(struct simt *simt)
{
    if (simt->options.lockstep)
        return false;
    switch (simt->options.schedule) {
    case SCHEDULE_INORDER:
    case SCHEDULE_REVERSE: return false;
    case SCHEDULE_RANDOM:
    case SCHEDULE_PCT: return schedule_random(simt) % 2 == 0;
    case SCHEDULE_TIMED:
        return schedule_next(simt) != simt->turn.current->block;
    default: return simt->launch.resident > 1;
    }
}

void schedule_flag(struct simt *simt, uintptr_t address, bool writes)
{
    struct thread *t = simt->turn.current;

    if (simt->options.schedule != SCHEDULE_EXHAUSTIVE) {
        if (leaves_at_flag(simt))
            fibre_stop();
        return;
    }
    thread_waits(t, THREAD_AT_FLAG);
    t->flag = address & ~(uintptr_t)3;
    t->flag_writes = writes;
    fibre_stop();
}

void schedule_atomic(struct simt *simt, uintptr_t address)
{
    struct block *const b = simt->turn.current->block;

    if (b->draw == DRAW_LATER)
        b->draw = DRAW_NOW;
    schedule_flag(simt, address, true);
    b->draw = DRAW_DONE;
}

void schedule_takes_turn(struct simt *simt)
{
    struct block *const b = simt->turn.current->block;

    if (schedule_next(simt) == b)
        return;
    b->next = simt->turn.current->index;
    fibre_stop();
}

bool schedule_chooses(struct simt *simt)
{
    enum { MOST = 256 };
    struct explore_option option[MOST];
    struct thread *thread[MOST];
    int options = 0;

    for (int s = 0; s < simt->launch.resident; s++) {
        struct block *b = &simt->launch.block[s];
        for (uint32_t i = 0; b->live && i < b->threads; i++) {
            struct thread *t = &b->thread[i];
            if (t->state != THREAD_AT_FLAG || options == MOST)
                continue;
            thread[options] = t;
            option[options++] =
                (struct explore_option){b->number, i, t->flag, t->flag_writes};
        }
    }
    if (options == 0)
        return false;
    const int chosen = explore_choose(simt->schedule.explore, option, options);
    if (chosen < 0) {
        finding(simt,
                "a run differs from an earlier one with the same choices: does "
                "the kernel keep state from one launch to the next?");
        return false;
    }
    thread_set_free(thread[chosen]);
    return true;
}

char *simt_options_print(const struct simt_options *options, char *text,
                         size_t size)
{
    char schedule[64], resident[32] = "";

    schedule_print(options, schedule, sizeof schedule);
    if (options->resident)
        snprintf(resident, sizeof resident, " --resident %d",
                 options->resident);
    snprintf(text, size, "--schedule %s%s%s%s", schedule, resident,
             options->lockstep ? " --lockstep" : "",
             options->strict_barriers ? " --strict-barriers" : "");
    return text;
}
