/* stuck.c - when nobody can run.
 *
 * Those who spin look once more, all of them; if that changes nothing, again
 * and again, nothing ever will. Then it is told who waits for what, and why
 * that cannot come: blocks that cannot start, threads that have returned or
 * wait elsewhere.
 */
#include "machine.h"

enum {
    /* Looks of all who spin, before it counts as for ever. */
    FEWEST_LOOKS = 64,
    MOST_LOOKS = 1 << 16,
    ALL_LOOKS = 1 << 18
};

static const struct thread *first_in(const struct simt *simt,
                                     enum thread_state state)
{
    const struct thread *first = NULL;

    for (int s = 0; s < simt->resident; s++) {
        const struct block *b = &simt->block[s];
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
    if (simt->started < simt->blocks) {
        finding_more(simt,
                     "  Blocks start as others end. A block may wait only for "
                     "blocks that have started before it:\n  take tile numbers "
                     "by a ticket (atomicAdd), or launch no more blocks than "
                     "fit.\n");
        finding(simt,
                "needs blocks to start in order: %T waits at %P for %M to "
                "change, and so do all %d resident blocks; %u of %u blocks "
                "have not started, since nobody makes room",
                t->block->number, t->index, t->spin_site, t->block,
                t->looked_at, (size_t)4, simt->resident,
                simt->blocks - simt->started, simt->blocks);
    } else {
        finding(simt,
                "livelock: %T waits at %P for %M to change, and all others "
                "that are left only spin or wait as well",
                t->block->number, t->index, t->spin_site, t->block,
                t->looked_at, (size_t)4);
    }
}

static void report_deadlock(struct simt *simt)
{
    const struct thread *t = first_in(simt, THREAD_AT_WARP);

    if (!t) {
        t = first_in(simt, THREAD_AT_BARRIER);
        finding(simt, "deadlock: %T waits at the barrier %P for ever",
                t->block->number, t->index, t->site);
        return;
    }
    const struct thread *other = t;
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (t->mask >> lane & 1 &&
            t[(int)lane - (int)t->lane].state != THREAD_AT_WARP)
            other = t - t->lane + lane;
    if (other->state == THREAD_AT_BARRIER)
        finding(simt,
                "warp divergence: %T waits at %P for the lanes of mask %x, but "
                "%T waits at the barrier %P",
                t->block->number, t->index, t->site, t->mask, t->block->number,
                other->index, other->site);
    else
        finding(simt,
                "warp divergence: %T waits at %P for the lanes of mask %x, but "
                "%T has returned",
                t->block->number, t->index, t->site, t->mask, t->block->number,
                other->index);
}

/* A loop that looks a thousand times at a flag, for whatever reason, ends. */
static int looks_left(const struct simt *simt)
{
    const int looks = ALL_LOOKS / simt->spinners;

    if (simt->options.schedule == SCHEDULE_EXHAUSTIVE || looks < FEWEST_LOOKS)
        return FEWEST_LOOKS;
    return looks < MOST_LOOKS ? looks : MOST_LOOKS;
}

/* False: it is over. */
bool stuck_looks_again(struct simt *simt, uint64_t *seen, int *looks)
{
    const struct thread *spins = first_in(simt, THREAD_SPINNING);

    if (!spins) {
        report_deadlock(simt);
        return false;
    }
    *looks = *seen == simt->progress ? *looks + 1 : 0;
    *seen = simt->progress;
    simt->looks += (uint64_t)simt->spinners;
    if (*looks > looks_left(simt) || simt->looks > 16 * (uint64_t)ALL_LOOKS) {
        report_spinning(simt, spins);
        return false;
    }
    for (int s = 0; s < simt->resident; s++)
        if (simt->block[s].live)
            access_wake_all(&simt->block[s]);
    return true;
}
