/* bulk_copies.c - bulk copies (algorithms/gpu/bulk.h; PTX: cp.async.bulk).
 *
 * All lanes of a warp issue a copy together, and lane 0 acts for them
 * (bulk_calls.c). The copy runs later, as one step, chosen by the schedule:
 *
 *     reverse                 immediately
 *     random, pct             at any stop of any thread
 *     timed                   when its bytes arrive
 *     inorder, adversary,     as late as possible: when no thread can continue
 *     exhaustive              (adversary: the newest copy first)
 *
 * A store runs at the latest when bulk_stores_read() waits for it.
 *
 * judge/copies.c decides which accesses race with a copy. The verdict does not
 * depend on when the copy runs. The copy's reads and writes are events. Threads
 * that wait for the copy's phase know of these events (phases.c). After
 * bulk_stores_read() lane 0 knows that the store has read its source, and no
 * more: no thread knows of the store's writes until the kernel has ended. So
 * the exhaustive schedule need not vary the moment at which a copy runs: an
 * access that does not race with the copy cannot depend on it.
 *
 * Limits: all bytes of a copy arrive at one moment. Stores are awaited one by
 * one, in issue order. On GPUs before Hopper all lanes copy together
 * (algorithms/gpu/bulk.h); here it is enough that lane 0 is ordered, whatever
 * the GPU.
 */
#include "bulk_copies.h"
#include "parts.h"
#include "phases.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

struct shadow bulk_shadow(const struct simt *simt, const struct block *b,
                          uintptr_t address)
{
    return is_in_shared(b, address)
               ? shadow_at(&b->shadow, address - b->code.shared)
               : shadow_at(&simt->global.shadow, address - simt->global.begin);
}

/* Judges one side of the copy that runs. */
static void judge_side(struct simt *simt, const struct copy *copy, bool write)
{
    const struct block *b = copy->thread->block;
    const uintptr_t address = write ? copy->to : copy->from;
    const struct judged_copy judged = {.block = &b->order,
                                       .knows = copy->knows,
                                       .event =
                                           write ? copy->writes : copy->reads,
                                       .write = write,
                                       .shared = is_in_shared(b, address)};
    size_t at;
    const struct verdict verdict =
        judge_copy(&simt->judge, &judged, bulk_shadow(simt, b, address),
                   copy->bytes / 4, &at);

    if (verdict.kind != FINE)
        report_copy(simt, copy, address + 4 * at, write, &verdict);
}

/* --------------------------------------------------------- under way, done */

static void make_room(struct simt *simt)
{
    struct bulk *const bulk = &simt->bulk;

    if (bulk->copies < bulk->room)
        return;
    const uint32_t room = bulk->room ? 2 * bulk->room : 64;
    struct copy **const grown = realloc(bulk->copy, room * sizeof *grown);
    if (!grown) {
        end_out_of_memory(simt);
        return;
    }
    bulk->copy = grown;
    bulk->room = room;
}

void bulk_hold(struct simt *simt, struct copy *copy)
{
    make_room(simt);
    simt->bulk.copy[simt->bulk.copies++] = copy;
}

static void run(struct simt *simt, uint32_t which)
{
    struct copy *copy = simt->bulk.copy[which];

    simt->bulk.copies--;
    memmove(&simt->bulk.copy[which], &simt->bulk.copy[which + 1],
            (simt->bulk.copies - which) * sizeof *simt->bulk.copy);
    copy->runs = true;
    launch_progresses(&simt->launch);
    if (simt->options.checking) {
        judge_side(simt, copy, false);
        if (!simt->ending.failed)
            judge_side(simt, copy, true);
    }
    if (simt->ending.failed)
        return;
    memcpy((void *)copy->to, (const void *)copy->from, copy->bytes);
    if (simt->follow.on)
        follow_copy(simt, copy);
    if (copy->barrier)
        phase_bytes(simt, copy);
}

void bulk_run(struct simt *simt, const struct copy *copy)
{
    for (uint32_t i = 0; i < simt->bulk.copies; i++)
        if (simt->bulk.copy[i] == copy) {
            run(simt, i);
            return;
        }
}

static uint32_t earliest(const struct simt *simt)
{
    uint32_t first = 0;

    for (uint32_t i = 1; i < simt->bulk.copies; i++)
        if (simt->bulk.copy[i]->time < simt->bulk.copy[first]->time)
            first = i;
    return first;
}

void bulk_run_some(struct simt *simt, const struct block *next)
{
    if (schedule_is_random(simt)) {
        while (simt->bulk.copies && !simt->ending.failed &&
               schedule_happens(simt, 8))
            run(simt, (uint32_t)(schedule_random(simt) % simt->bulk.copies));
        return;
    }
    if (simt->options.schedule != SCHEDULE_TIMED)
        return;
    while (simt->bulk.copies && !simt->ending.failed) {
        const uint32_t first = earliest(simt);
        if (simt->bulk.copy[first]->time > next->pace.time)
            return;
        run(simt, first);
    }
}

void bulk_run_next(struct simt *simt)
{
    switch (simt->options.schedule) {
    case SCHEDULE_ADVERSARY:
    case SCHEDULE_STARVE: run(simt, simt->bulk.copies - 1); return;
    case SCHEDULE_TIMED: run(simt, earliest(simt)); return;
    case SCHEDULE_RANDOM:
    case SCHEDULE_PCT:
        run(simt, (uint32_t)(schedule_random(simt) % simt->bulk.copies));
        return;
    default: run(simt, 0); return;
    }
}

const struct copy *bulk_on_its_way(const struct simt *simt, uintptr_t address)
{
    for (uint32_t i = 0; i < simt->bulk.copies; i++)
        if (address - simt->bulk.copy[i]->to < simt->bulk.copy[i]->bytes)
            return simt->bulk.copy[i];
    return NULL;
}

void bulk_block_ends(struct simt *simt, const struct block *b)
{
    for (uint32_t i = 0; i < simt->bulk.copies;)
        if (simt->bulk.copy[i]->thread->block == b)
            run(simt, i);
        else
            i++;
    if (!simt->options.checking)
        return;
    for (uint32_t w = 0; w * WARP < b->threads; w++) {
        const struct copy *copy = b->warp[w].stores;
        if (copy)
            finding(simt,
                    "%B ends while the copy started at %P (%T) may still be "
                    "reading its shared memory: call bulk_stores_read(0) first",
                    b->number, copy->site, b->number, copy->thread->index);
    }
    phase_block_ends(simt, b);
}

void bulk_forget(struct simt *simt)
{
    simt->bulk.copies = 0;
}

void bulk_close(struct simt *simt)
{
    free(simt->bulk.copy);
}
