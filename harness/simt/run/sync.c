/* sync.c - barriers and warp collectives, as kernels call them
 * (device/cuda.h).
 *
 * A thread that must wait sets its state and stops; the last thread to arrive
 * releases the others. No thread waits for a thread that has returned. Threads
 * that can never be released are found immediately, as when two lanes wait for
 * each other in different collectives.
 */
#include "sync.h"
#include "bulk_calls.h"
#include "monoids/compares.h"
#include "parts.h"
#include "report.h"
#include "simt/device/calls.h"
#include "trace_moments.h"

#include <stdio.h>

#define PC __builtin_return_address(0)

/* Limit for one block in one launch. With checking, the clock of order.c allows
 * fewer. */
enum { MAX_BARRIERS = 1 << 20 };

/* ---------------------------------------------------------------- barriers */

/* The entry for the barrier at this site, or a free one. The list ends with
 * site 0. */
static struct meeting *meeting_at(struct block *block, uint32_t site)
{
    for (int i = 0; i < MEETINGS; i++) {
        struct meeting *const m = &block->meeting[i];
        if (m->site == site || m->site == 0)
            return m;
    }
    return NULL;
}

/* The first waiting thread of a block at a barrier. */
static const struct thread *first_waiting(const struct block *block)
{
    const struct thread *t = block->thread;

    while (t->state != THREAD_AT_BARRIER)
        t++;
    return t;
}

static void note_meeting(struct block *block)
{
    const uint32_t site = first_waiting(block)->site;
    struct meeting *const m = meeting_at(block, site);

    if (m && m->site == site) {
        m->times++;
    } else if (m) {
        *m = (struct meeting){site, 1};
        if (m + 1 < block->meeting + MEETINGS)
            m[1].site = 0;
    }
}

/* " (iteration 3 of its loop)" when the block has met at this barrier before;
 * or "".
 */
static const char *round_at(struct block *block, uint32_t site, char text[48])
{
    const struct meeting *const m = meeting_at(block, site);

    text[0] = '\0';
    if (m && m->site == site)
        snprintf(text, 48, " (iteration %u of its loop)", m->times + 1);
    return text;
}

/* Since Volta a barrier waits for the threads that have not returned. */
static void report_returned(struct simt *simt, struct block *block)
{
    const struct thread *const waits = first_waiting(block);
    const struct thread *left = block->thread;
    char round[48];

    while (left->state != THREAD_DONE)
        left++;
    round_at(block, waits->site, round);
    if (!simt->options.lockstep && !simt->options.strict_barriers) {
        note(simt, NOTE_RETURNED,
             "%P: %T passes this barrier%s without %T, which has ended (%u of "
             "%u threads have): since Volta, a barrier waits only for threads "
             "that have not ended; before Volta, this can hang",
             waits->site, block->number, waits->index, round, block->number,
             left->index, block->done, block->threads);
        return;
    }
    pending_reason(simt);
    finding_more(
        simt, "  A return before a barrier, or a branch around it, leaves the "
              "other threads waiting: let threads\n  without work go on to the "
              "barrier without touching memory. A loop with a barrier must "
              "have the same\n  number of iterations in all threads.\n");
    finding_call(simt, waits->site);
    finding(simt,
            "barrier: %T waits at %P%s for %T, which has ended (%u of %u "
            "threads have)",
            block->number, waits->index, waits->site, round, block->number,
            left->index, block->done, block->threads);
}

static void check_same_barrier(struct simt *simt, struct block *block)
{
    const struct thread *const first = first_waiting(block);
    char round[48], other_round[48];

    for (uint32_t i = first->index; i < block->threads; i++) {
        const struct thread *t = &block->thread[i];
        if (t->state == THREAD_DONE || t->site == first->site)
            continue;
        pending_reason(simt);
        finding_more(
            simt,
            "  All threads of a block must reach the same __syncthreads(): put "
            "no barrier in a branch that only some of\n  them take, or in a "
            "loop whose number of iterations differs between threads.\n");
        finding_call(simt, first->site);
        finding(simt,
                "barrier divergence: %T waits at %P%s, but %T waits at %P%s",
                block->number, first->index, first->site,
                round_at(block, first->site, round), block->number, t->index,
                t->site, round_at(block, t->site, other_round));
        return;
    }
}

/* Looks for a thread that has passed this barrier in its loop more often than
 * another one: they meet in different iterations. */
static void check_same_round(struct simt *simt, struct block *block)
{
    const struct thread *const first = first_waiting(block);

    for (uint32_t i = first->index; i < block->threads; i++) {
        const struct thread *t = &block->thread[i];
        if (t->state == THREAD_DONE || t->rounds.past == first->rounds.past ||
            t->rounds.past == ROUNDS_UNKNOWN ||
            first->rounds.past == ROUNDS_UNKNOWN)
            continue;
        const struct thread *const late =
            t->rounds.past > first->rounds.past ? t : first;
        const struct thread *const early = late == t ? first : t;
        pending_reason(simt);
        finding_more(simt,
                     "  All threads of a block must reach a __syncthreads() in "
                     "the same iteration of its loop: put no barrier\n  in a "
                     "branch that only some of them take.\n");
        finding(simt,
                "barrier divergence: %T waits at %P in a later iteration of "
                "its loop than %T: since the previous barrier, it has passed "
                "this one %u time%s more",
                block->number, late->index, late->site, block->number,
                early->index, late->rounds.past - early->rounds.past,
                late->rounds.past - early->rounds.past == 1 ? "" : "s");
        return;
    }
}

/* All threads of the block that have not returned have met: reports this to the
 * other parts. */
static void tell_of_barrier(struct simt *simt, struct block *block)
{
    if (simt->options.checking)
        order_barrier(&simt->judge.order, &block->order);
    if (simt->options.counting)
        for (uint32_t w = 0; w * WARP < block->threads; w++)
            requests_flush(block->warp[w].requests);
    timing_barrier(&simt->timing, &block->pace);
    end_if_exhausted(simt);
    if (simt->record.trace)
        moment_barrier(simt, block, first_waiting(block)->site);
    if (simt->schedule.explore)
        explore_joins(simt->schedule.explore, block->number);
    simt->counts.barriers++;
    busiest_event(&simt->busiest, BUSY_BARRIERS, first_waiting(block)->site);
    simt->launch.progress++;
}

void sync_check_barrier(struct simt *simt, struct block *block)
{
    if (block->waiting == 0 || block->waiting + block->done < block->threads)
        return;
    if (block->done)
        report_returned(simt, block);
    if (simt->ending.failed)
        return;
    check_same_barrier(simt, block);
    if (compares.records && !simt->ending.failed)
        check_same_round(simt, block);
    pending_block_met(simt, block);
    note_meeting(block);
    if (++block->met > MAX_BARRIERS)
        report_endless_sync(simt, simt->turn.current, block->met);
    tell_of_barrier(simt, block);
    if (simt->launch.overlaps)
        overlap_meets(block, 0, block->threads);
    for (uint32_t i = 0; i < block->threads; i++)
        if (block->thread[i].state == THREAD_AT_BARRIER)
            thread_set_free(&block->thread[i]);
    block->barrier_or = block->now_or;
    block->barrier_and = block->now_and == block->waiting;
    block->waiting = 0;
    block->barrier_count = block->now_and;
    block->now_or = block->now_and = 0;
}

static void arrive(const void *pc, int predicate)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->turn.current;
    struct block *block = t->block;

    turn_extra_step(&simt->turn);
    t->site = site_of(simt, pc);
    if (compares.records)
        rounds_barrier(&t->rounds,
                       (uint32_t)((uintptr_t)pc - block->code.image));
    t->looked = false;
    t->steps = 0;
    thread_waits(t, THREAD_AT_BARRIER);
    block->waiting++;
    block->now_or |= predicate != 0;
    block->now_and += predicate != 0;
    if (block->waiting + block->done == block->threads)
        sync_check_barrier(simt, block);
    fibre_wait();
}

void simt_syncthreads(void)
{
    arrive(PC, 0);
}

int simt_syncthreads_vote(int kind, int predicate)
{
    const struct thread *t = simt_running->turn.current;

    arrive(PC, predicate);
    return (int)(kind == SIMT_BLOCK_COUNT ? t->block->barrier_count
                 : kind == SIMT_BLOCK_AND ? t->block->barrier_and
                                          : t->block->barrier_or);
}

/* ------------------------------------------------------------- collectives */

static const char *const collective_names[] = {
    "__syncwarp",   "a shuffle", "a vote",     "a match",         "a reduction",
    "__activemask", "bulk_load", "bulk_store", "bulk_stores_read"};

static struct thread *lane_of(struct thread *t, uint32_t lane)
{
    return t - t->lane + lane;
}

static void compute(struct thread *t, uint32_t mask, int kind);

/* The lanes that the collective waits for. As in CUDA, it does not need a lane
 * that has returned; but a bulk copy needs the whole warp. */
static uint32_t asked(const struct thread *t)
{
    return t->collective >= COLLECTIVE_BULK_LOAD ? t->mask
                                                 : t->mask & ~t->warp->done;
}

bool sync_are_together(const struct thread *a, const struct thread *b)
{
    return a->mask == b->mask && a->collective == b->collective &&
           a->kind == b->kind;
}

void sync_advise(struct simt *simt)
{
    finding_more(
        simt, "  All lanes of the mask must call a shuffle, a vote or "
              "__syncwarp() together: do not call it in a branch that\n  only "
              "some of them take, or in a loop that some leave early. Let "
              "all lanes call it, and use the result\n  in the branch.\n");
}

void sync_report_apart(struct simt *simt, const struct thread *t,
                       const struct thread *other)
{
    pending_reason(simt);
    sync_advise(simt);
    finding_call(simt, t->site);
    finding(simt,
            "warp divergence: %T is in %s (mask %x) at %P, but %T of the "
            "same mask is in %s%s (mask %x) at %P",
            t->block->number, t->index, collective_names[t->collective],
            t->mask, t->site, t->block->number, other->index,
            collective_names[other->collective],
            other->collective == t->collective && other->kind != t->kind
                ? " of another kind"
                : "",
            other->mask, other->site);
}

/* True when all lanes that t waits for have arrived. A lane in another
 * collective can arrive later, unless it waits there for t; if it never does,
 * see stuck.c. */
static bool all_there(struct simt *simt, struct thread *t)
{
    if (!t->warp->mixed) /* all waiting lanes are in the same collective */
        return (asked(t) & ~t->warp->waiting) == 0;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        const struct thread *other = lane_of(t, lane);
        if (!(asked(t) >> lane & 1))
            continue;
        if (other->state != THREAD_AT_WARP)
            return false;
        if (sync_are_together(t, other))
            continue;
        if (!(other->mask >> t->lane & 1))
            return false;
        sync_report_apart(simt, t, other);
    }
    return true;
}

/* The lanes of the mask have met: reports this to the other parts. */
static void tell_of_meeting(struct simt *simt, struct thread *t, uint32_t mask)
{
    struct warp *const warp = t->warp;

    warp->meets++;
    if (simt->launch.overlaps && t->collective == COLLECTIVE_SYNC)
        overlap_meets(t->block, t->index - t->lane, WARP);
    if (t->collective == COLLECTIVE_SYNC && simt->options.checking) {
        order_lanes(&simt->judge.order, &t->block->order, t->index / WARP, mask,
                    mask == (warp->present & ~warp->done));
        end_if_exhausted(simt);
    }
    if (t->collective == COLLECTIVE_SYNC && simt->record.trace)
        moment_warp_barrier(simt, t);
    if (simt->options.counting && mask == (warp->present & ~warp->done))
        requests_flush(warp->requests);
}

/* One more lane waits. */
static void add_waiting(struct thread *t)
{
    struct warp *const warp = t->warp;

    if (warp->waiting == 0)
        warp->mixed = false;
    else if (!sync_are_together(
                 t, lane_of(t, (uint32_t)__builtin_ctz(warp->waiting))))
        warp->mixed = true;
    warp->waiting |= 1u << t->lane;
}

/* All lanes that t waits for are there: they continue. */
static void go_on(struct simt *simt, struct thread *t)
{
    const uint32_t mask = asked(t);

    compute(t, mask, t->kind);
    tell_of_meeting(simt, t, mask);
    t->warp->waiting &= ~mask;
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (mask >> lane & 1) {
            lane_of(t, lane)->mask = mask;
            thread_set_free(lane_of(t, lane));
        }
}

void sync_lane_returned(struct simt *simt, struct thread *returned)
{
    for (uint32_t lane = 0; lane < WARP; lane++) {
        struct thread *const t = lane_of(returned, lane);
        if (t->state == THREAD_AT_WARP && t->mask >> returned->lane & 1 &&
            all_there(simt, t))
            go_on(simt, t);
    }
}

static uint32_t meet(enum collective what, int kind, unsigned mask, uint32_t in,
                     uint32_t argument, const void *pc)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->turn.current;

    t->site = site_of(simt, pc);
    mask &= t->warp->present;
    if (!(mask >> t->lane & 1))
        finding(simt,
                "mask: %T calls %s at %P with mask %x, which does not include "
                "its own lane %u",
                t->block->number, t->index, collective_names[what], t->site,
                mask, t->lane);
    if (compares.records) /* a lane is an address */
        accesses_go_on(&simt->accesses, (uint64_t)argument << 32 ^ mask);
    t->collective = what;
    t->kind = kind;
    t->mask = mask;
    t->in = in;
    t->argument = argument;
    thread_waits(t, THREAD_AT_WARP);
    add_waiting(t);
    if (all_there(simt, t))
        go_on(simt, t);
    else
        fibre_wait();
    return t->out; /* the last lane to arrive continues immediately */
}

static uint32_t shuffled_from(const struct thread *t, int kind)
{
    const uint32_t width = t->argument & 63, from = t->argument >> 6;
    const uint32_t first = t->lane / width * width;
    const int delta = (int)(from & (WARP - 1)); /* as in PTX */
    const int at = (int)t->lane;

    switch (kind) {
    case SIMT_SHUFFLE_INDEX: return first + (from & (width - 1));
    case SIMT_SHUFFLE_UP:
        return at - delta < (int)first ? t->lane : (uint32_t)(at - delta);
    case SIMT_SHUFFLE_DOWN:
        return at + delta >= (int)(first + width) ? t->lane
                                                  : (uint32_t)(at + delta);
    default:
        return (at ^ delta) >= (int)(first + width) ? t->lane
                                                    : (uint32_t)(at ^ delta);
    }
}

/* The result of a shuffle from a lane that has returned, which can be anything:
 * an unlikely word, to make its use visible. */
enum { UNDEFINED = 0x5bad5bad };

static void shuffle(struct thread *t, uint32_t mask, int kind)
{
    for (uint32_t lane = 0; lane < WARP; lane++) {
        struct thread *to = lane_of(t, lane);
        if (!(mask >> lane & 1))
            continue;
        const uint32_t from = shuffled_from(to, kind);
        if (from < WARP && (mask >> from & 1)) {
            to->out = lane_of(t, from)->in;
            continue;
        }
        if (from < WARP && to->mask >> from & 1) {
            to->out = UNDEFINED ^ from;
            report_undefined(simt_running, to, from);
            continue;
        }
        finding(simt_running,
                "mask: %T shuffles from lane %u at %P, but its mask %x does "
                "not include that lane: the value is undefined",
                to->block->number, to->index, from, to->site, mask);
    }
}

static uint32_t reduced(struct thread *t, uint32_t mask, int kind)
{
    uint32_t sum = 0;
    bool first = true;

    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!(mask >> lane & 1))
            continue;
        const uint32_t x = lane_of(t, lane)->in;
        if (first)
            sum = x;
        else
            switch (kind) {
            case SIMT_REDUCE_ADD: sum += x; break;
            case SIMT_REDUCE_AND: sum &= x; break;
            case SIMT_REDUCE_OR: sum |= x; break;
            case SIMT_REDUCE_XOR: sum ^= x; break;
            case SIMT_REDUCE_MIN: sum = x < sum ? x : sum; break;
            case SIMT_REDUCE_MAX: sum = x > sum ? x : sum; break;
            case SIMT_REDUCE_MIN_SIGNED:
                sum = (int32_t)x < (int32_t)sum ? x : sum;
                break;
            default: sum = (int32_t)x > (int32_t)sum ? x : sum; break;
            }
        first = false;
    }
    return sum;
}

static void compute(struct thread *t, uint32_t mask, int kind)
{
    uint32_t ballot = 0;

    switch (t->collective) {
    case COLLECTIVE_SYNC: return;
    case COLLECTIVE_SHUFFLE: shuffle(t, mask, kind); return;
    case COLLECTIVE_BALLOT:
        for (uint32_t lane = 0; lane < WARP; lane++)
            if (mask >> lane & 1 && lane_of(t, lane)->in)
                ballot |= 1u << lane;
        break;
    case COLLECTIVE_REDUCE: ballot = reduced(t, mask, kind); break;
    case COLLECTIVE_MATCH:
    case COLLECTIVE_ACTIVE: break;
    case COLLECTIVE_BULK_LOAD:
    case COLLECTIVE_BULK_STORE:
    case COLLECTIVE_BULK_READ: bulk_together(simt_running, t); return;
    }
    for (uint32_t lane = 0; lane < WARP; lane++) {
        struct thread *to = lane_of(t, lane);
        if (!(mask >> lane & 1))
            continue;
        if (t->collective == COLLECTIVE_MATCH) {
            ballot = 0;
            for (uint32_t k = 0; k < WARP; k++)
                if (mask >> k & 1 && lane_of(t, k)->in == to->in &&
                    lane_of(t, k)->argument == to->argument)
                    ballot |= 1u << k;
        }
        to->out = ballot;
    }
}

void sync_meet_for_bulk(enum collective what, const struct bulk_call *call,
                        const void *pc)
{
    simt_running->turn.current->bulk = call;
    meet(what, 0, UINT32_MAX, 0, 0, pc);
}

void simt_syncwarp(void)
{
    meet(COLLECTIVE_SYNC, 0, UINT32_MAX, 0, 0, PC);
}

void simt_syncwarp_of(unsigned mask)
{
    meet(COLLECTIVE_SYNC, 0, mask, 0, 0, PC);
}

uint32_t simt_shuffle(int kind, unsigned mask, uint32_t value, uint32_t from,
                      int width)
{
    const struct thread *t = simt_running->turn.current;

    if (width < 1 || width > WARP || (width & (width - 1)))
        finding(simt_running,
                "mask: %T shuffles at %P with a width of %d; it must be a "
                "power of two up to 32",
                t->block->number, t->index, site_of(simt_running, PC), width);
    return meet(COLLECTIVE_SHUFFLE, kind, mask, value,
                (kind == SIMT_SHUFFLE_INDEX ? from & 31 : from) << 6 |
                    ((uint32_t)width & 63),
                PC);
}

uint32_t simt_vote(int kind, unsigned mask, int predicate)
{
    const struct thread *t = simt_running->turn.current;
    const uint32_t votes =
        meet(COLLECTIVE_BALLOT, kind, mask, (uint32_t)predicate, 0, PC);

    return kind == SIMT_BALLOT ? votes
           : kind == SIMT_ALL  ? votes == t->mask
                               : votes != 0;
}

uint32_t simt_match(int kind, unsigned mask, uint64_t value, int *same)
{
    const struct thread *t = simt_running->turn.current;

    compared_by_call(simt_running, value, 8, PC);
    const uint32_t like = meet(COLLECTIVE_MATCH, kind, mask, (uint32_t)value,
                               (uint32_t)(value >> 32), PC);
    if (kind == SIMT_MATCH_ANY)
        return like;
    if (same)
        *same = like == t->mask;
    return like == t->mask ? like : 0;
}

uint32_t simt_reduce(int kind, unsigned mask, uint32_t value)
{
    compared_by_call(simt_running, value, 4, PC);
    return meet(COLLECTIVE_REDUCE, kind, mask, value, 0, PC);
}
