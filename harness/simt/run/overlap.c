/* overlap.c - see overlap.h. */
#include "overlap.h"
#include "parts.h"
#include "simt/device/calls.h"

void overlap_begin(struct simt *simt)
{
    struct launch *const launch = &simt->launch;

    const bool had_waited =
        launch->overlaps == OVERLAPS_NONE || launch->has_waited;
    launch->overlaps =
        simt->options.checking ? launch->shape->overlap : OVERLAPS_NONE;
    if (launch->overlaps == OVERLAPS_NONE ||
        launch->earliest > simt->judge.order.floor) {
        launch->earliest = simt->judge.order.floor;
        launch->unsettled = 0;
    } else if (!had_waited) {
        launch->unsettled = launch->floor;
    }
    launch->has_waited = false;
    launch->floor = simt->judge.order.floor;
}

/* A thread that has waited knows that the launch before has ended, and any
 * launch for which that one had waited. */
static bool is_of_launches_before(const struct simt *simt, stamp s)
{
    const uint32_t end = simt->turn.current->waited ? simt->launch.unsettled
                                                    : simt->judge.order.floor;

    return s < STAMP_PARTS && !stamp_is_before_all(s) &&
           stamp_clock(s) >= simt->launch.earliest && stamp_clock(s) < end;
}

void overlap_touched(struct simt *simt, const struct access *a,
                     struct shadow shadow, size_t first, size_t bytes)
{
    const struct thread *const t = simt->turn.current;
    const bool any = simt->launch.overlaps == OVERLAPS_ALL && !t->waited;
    bool theirs = any, wrote = false;

    for (size_t k = first; k < first + bytes && !any; k++) {
        const struct word *const of_word = &shadow.word[k / 4];
        const struct word *const word =
            of_word->write == STAMP_PARTS ? &shadow.byte[k] : of_word;
        wrote |= is_of_launches_before(simt, word->write);
        theirs |=
            wrote || (a->write && is_of_launches_before(simt, word->read));
    }
    if (!theirs)
        return;
    if (t->waited) {
        finding_more(simt, "  A launch ends when its threads end. Its end "
                           "implies that of earlier launches only if one of "
                           "its threads\n  called wait_for_launch_before().\n");
        finding(simt,
                "early: %P (%T) %s %M, which a launch before the previous one "
                "may still %s: no thread of the previous launch called "
                "wait_for_launch_before()",
                a->site, t->block->number, t->index,
                a->write ? "writes" : "reads", &t->block->code, a->address,
                a->bytes, wrote ? "write" : "read");
        return;
    }
    finding_more(
        simt, "  The plan lets this launch begin while the one before it still "
              "runs: each thread must first call\n  wait_for_launch_before(), "
              "or meet, at a barrier, a thread that called it.\n");
    finding(simt,
            "early: %P (%T) %s %M before wait_for_launch_before(): the "
            "previous launch may still be running and %s it",
            a->site, t->block->number, t->index, a->write ? "writes" : "reads",
            &t->block->code, a->address, a->bytes,
            wrote      ? "write"
            : !any     ? "read"
            : a->write ? "read or write"
                       : "write");
}

void overlap_meets(struct block *block, uint32_t first, uint32_t count)
{
    bool waited = false;

    for (uint32_t i = first; i < first + count && i < block->threads; i++)
        waited |=
            block->thread[i].state != THREAD_DONE && block->thread[i].waited;
    for (uint32_t i = first; i < first + count && i < block->threads; i++)
        block->thread[i].waited |= waited;
}

void simt_wait_for_launch_before(void)
{
    simt_running->turn.current->waited = true;
    simt_running->launch.has_waited = true;
}
