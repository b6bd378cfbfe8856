/* stuck.c - when no thread can run.
 *
 * All threads that spin look at their flags again. If many such rounds change
 * nothing, no later round will change anything either. A finding then reports
 * which thread waits for what, and why that cannot happen: blocks cannot start,
 * or threads have returned or wait elsewhere.
 */
#include "stuck.h"
#include "parts.h"
#include "phases.h"
#include "sync.h"

enum {
    /* Rounds of looks before the threads that spin count as stuck. */
    MIN_LOOKS = 64,
    MAX_LOOKS = 1 << 16,
    ALL_LOOKS = 1 << 18
};

static const struct thread *first_in(const struct simt *simt,
                                     enum thread_state state)
{
    const struct thread *first = NULL;

    for (int s = 0; s < simt->launch.resident; s++) {
        const struct block *b = &simt->launch.block[s];
        for (uint32_t i = 0; b->live && i < b->threads; i++)
            if (b->thread[i].state == state &&
                (!first || b->number < first->block->number)) {
                first = &b->thread[i];
                break;
            }
    }
    return first;
}

static void report_spinning(struct simt *simt, const struct thread *t)
{
    if (simt->launch.started < simt->launch.blocks) {
        finding_more(
            simt,
            "  Blocks start as others end, so a block may wait only for blocks "
            "that started before it: take tile numbers\n  from a ticket "
            "counter (atomicAdd), or launch no more blocks than fit.\n");
        finding(simt,
                "needs blocks to start in order: %T waits at %P for %M to "
                "change, as do all resident blocks (%d); %u of %u blocks have "
                "not started, since no running block ends",
                t->block->number, t->index, t->spin_site, &t->block->code,
                t->looked_at, (size_t)4, simt->launch.resident,
                simt->launch.blocks - simt->launch.started,
                simt->launch.blocks);
    } else {
        blame_word(simt, t->looked_at);
        finding_call(simt, t->spin_site);
        finding(simt,
                "livelock: %T waits at %P for %M to change, and every other "
                "remaining thread only spins or waits",
                t->block->number, t->index, t->spin_site, &t->block->code,
                t->looked_at, (size_t)4);
    }
}

static void report_phase(struct simt *simt, const struct thread *t)
{
    const struct phase_barrier *barrier = t->phase;

    finding_more(simt, "  A phase ends after the number of arrivals passed to "
                       "barrier_init(); a bulk_load() counts as one. A wait\n  "
                       "identifies its phase by parity: 0, 1, 0, ...\n");
    finding(simt,
            "deadlock: %T waits at %P for phase %u of %M, and %u of its %u "
            "arrivals never happen",
            t->block->number, t->index, t->site, barrier->phase,
            &t->block->code, barrier->address, (size_t)8, barrier->missing,
            barrier->arrivals);
}

/* A lane that the thread waits for, and that waits neither with it nor for a
 * phase: preferably one that is not at a collective. */
static const struct thread *lane_that_lacks(const struct thread *t)
{
    const struct thread *lacks = NULL, *elsewhere = NULL;

    for (uint32_t lane = 0; lane < WARP; lane++) {
        const struct thread *other = t - t->lane + lane;
        if (!(t->mask >> lane & 1) || other->state == THREAD_AT_PHASE)
            continue;
        if (other->state == THREAD_AT_WARP) {
            if (!sync_are_together(t, other))
                elsewhere = other;
        } else if (other->state != THREAD_DONE ||
                   t->collective >= COLLECTIVE_BULK_LOAD) {
            lacks = other;
        }
    }
    return lacks ? lacks : elsewhere;
}

static void report_divergence(struct simt *simt, const struct thread *t,
                              const struct thread *other)
{
    if (other->state == THREAD_AT_WARP) {
        sync_report_apart(simt, t, other);
        return;
    }
    pending_reason(simt);
    sync_advise(simt);
    finding_call(simt, t->site);
    if (other->state == THREAD_AT_BARRIER)
        finding(simt,
                "warp divergence: %T waits at %P for the lanes of mask %x, but "
                "%T waits at the barrier at %P",
                t->block->number, t->index, t->site, t->mask, t->block->number,
                other->index, other->site);
    else
        finding(simt,
                "warp divergence: %T waits at %P for the lanes of mask %x, but "
                "%T has returned",
                t->block->number, t->index, t->site, t->mask, t->block->number,
                other->index);
}

/* Reports the cause rather than its consequences: first a thread whose lanes
 * will never arrive, then one that waits for a phase, then one at a barrier.
 */
static void report_deadlock(struct simt *simt)
{
    const struct thread *t = first_in(simt, THREAD_AT_PHASE);

    for (int s = 0; s < simt->launch.resident; s++) {
        const struct block *b = &simt->launch.block[s];
        for (uint32_t i = 0; b->live && i < b->threads; i++) {
            const struct thread *at_warp = &b->thread[i];
            const struct thread *lacks = at_warp->state == THREAD_AT_WARP
                                             ? lane_that_lacks(at_warp)
                                             : NULL;
            if (lacks) {
                report_divergence(simt, at_warp, lacks);
                return;
            }
        }
    }
    if (t) {
        report_phase(simt, t);
        return;
    }
    t = first_in(simt, THREAD_AT_BARRIER);
    finding(simt, "deadlock: %T waits forever at the barrier at %P",
            t->block->number, t->index, t->site);
}

/* A thread that waits for a phase in a block without a thread that spins: no
 * other block can help it. */
static const struct thread *stuck_at_phase(const struct simt *simt)
{
    for (int s = 0; s < simt->launch.resident; s++) {
        const struct block *b = &simt->launch.block[s];
        const struct thread *waits = NULL;
        bool spins = false;
        for (uint32_t i = 0; b->live && i < b->threads; i++) {
            spins |= b->thread[i].state == THREAD_SPINNING;
            if (!waits && b->thread[i].state == THREAD_AT_PHASE)
                waits = &b->thread[i];
        }
        if (waits && !spins)
            return waits;
    }
    return NULL;
}

/* Rounds before all count as stuck: many, since a kernel may look at a flag a
 * thousand times and then continue. */
static int looks_left(const struct simt *simt)
{
    const int looks = ALL_LOOKS / simt->waiting.spinners;

    if (simt->options.schedule == SCHEDULE_EXHAUSTIVE || looks < MIN_LOOKS)
        return MIN_LOOKS;
    return looks < MAX_LOOKS ? looks : MAX_LOOKS;
}

void stuck_forget(struct stuck *stuck)
{
    *stuck = (struct stuck){0, 0, 0};
}

bool stuck_ends_launch(struct simt *simt)
{
    const struct stuck *const stuck = &simt->stuck;
    const struct thread *const spins = first_in(simt, THREAD_SPINNING);

    if (!spins || stuck->looks < MIN_LOOKS ||
        stuck->seen != simt->launch.progress)
        return false;
    report_spinning(simt, spins);
    return true;
}

bool stuck_looks_again(struct simt *simt)
{
    const struct thread *spins = first_in(simt, THREAD_SPINNING);
    struct stuck *const stuck = &simt->stuck;

    if (!spins) {
        report_deadlock(simt);
        return false;
    }
    stuck->looks = stuck->seen == simt->launch.progress ? stuck->looks + 1 : 0;
    stuck->seen = simt->launch.progress;
    stuck->all_looks += (uint64_t)simt->waiting.spinners;
    if (stuck->looks > looks_left(simt) ||
        stuck->all_looks > 16 * (uint64_t)ALL_LOOKS) {
        const struct thread *waits = stuck_at_phase(simt);
        if (waits)
            report_phase(simt, waits);
        else
            report_spinning(simt, spins);
        return false;
    }
    for (int s = 0; s < simt->launch.resident; s++)
        if (simt->launch.block[s].live)
            flag_wake_all(simt, &simt->launch.block[s]);
    return true;
}
