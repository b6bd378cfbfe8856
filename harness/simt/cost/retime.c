/* retime.c - model time of blocks that ran one by one.
 *
 * Sixteen blocks that take turns need the stacks of 4,096 threads in the cache;
 * one block that runs to its end needs those of 256. If no block can observe
 * another through a flag or an atomic, the order of blocks changes no value,
 * only the wording of a finding. But the order changes how long blocks wait for
 * memory. So the blocks run one by one, and leave a note at each wait.
 * Afterwards the notes are read in turns, for the number of blocks that would
 * be resident, in the order that timing.c would have used:
 *
 *     runs     block 0 from its start to its end, block 1, block 2, ...
 *     notes    0: [issue, bytes, loads] [...] end      1: [...] end
 *     retimed  the block with the least clock continues to its next wait
 *
 * The cycles are exactly those of timing.c.
 */
#include "retime.h"
#include "model.h"

#include <stdlib.h>

/* A block's requests from each wait to the next, without times. */
struct notes {
    struct pace *note;
    uint32_t count, room;
};

struct retimed {
    struct notes running; /* of the block that runs now */
    struct slot {
        bool live;
        uint64_t age;
        struct pace pace;
        struct notes notes;
        uint32_t at;
    } slot[MAX_SLOTS];
};

bool retime_begin(struct timing *timing)
{
    if (!timing->retimed)
        timing->retimed = calloc(1, sizeof *timing->retimed);
    if (!timing->retimed)
        return false;
    timing->retimed->running.count = 0;
    for (int s = 0; s < MAX_SLOTS; s++) /* a failed launch leaves some */
        timing->retimed->slot[s].live = false;
    return true;
}

void retime_close(struct timing *timing)
{
    if (!timing->retimed)
        return;
    free(timing->retimed->running.note);
    for (int s = 0; s < MAX_SLOTS; s++)
        free(timing->retimed->slot[s].notes.note);
    free(timing->retimed);
}

void retime_note(struct timing *timing, struct pace *pace)
{
    struct notes *const notes = &timing->retimed->running;

    if (notes->count == notes->room) {
        const uint32_t room = notes->room ? 2 * notes->room : 64;
        struct pace *const grown =
            realloc(notes->note, room * sizeof *notes->note);
        if (!grown) {
            timing->failed = true;
            return;
        }
        notes->note = grown;
        notes->room = room;
    }
    notes->note[notes->count++] = *pace;
    *pace = (struct pace){.waits = pace->waits};
}

/* The block continues to the point where it must wait for its next turn: before
 * it requests global memory again, or at its end. */
static void go_on(struct timing *timing, struct slot *slot)
{
    do {
        const struct pace *const asks = &slot->notes.note[slot->at++];
        slot->pace.issue += asks->issue;
        slot->pace.bytes = asks->bytes;
        slot->pace.loads = asks->loads;
        timing_pays(timing, &slot->pace);
        if (slot->at == slot->notes.count) {
            timing_leaves_place(timing, &slot->pace);
            slot->live = false;
            return;
        }
        slot->pace.time += model()->barrier_cycles;
    } while (slot->notes.note[slot->at].bytes == 0);
}

/* The live slot with the least clock, or NULL. */
static struct slot *next(struct timing *timing)
{
    struct slot *best = NULL;

    for (int s = 0; s < timing->resident; s++) {
        struct slot *const slot = &timing->retimed->slot[s];
        if (slot->live &&
            (!best || slot->pace.time < best->pace.time ||
             (slot->pace.time == best->pace.time && slot->age < best->age)))
            best = slot;
    }
    return best;
}

void retime_block(struct timing *timing, uint64_t age)
{
    struct retimed *const retimed = timing->retimed;
    struct slot *slot = NULL;

    while (!slot) {
        for (int s = 0; s < timing->resident && !slot; s++)
            if (!retimed->slot[s].live)
                slot = &retimed->slot[s];
        if (!slot)
            go_on(timing, next(timing));
    }
    const struct notes swap = slot->notes;
    slot->notes = retimed->running;
    retimed->running = swap;
    retimed->running.count = 0;
    slot->at = 0;
    slot->age = age;
    slot->live = true;
    timing_takes_place(timing, &slot->pace);
}

void retime_rest(struct timing *timing)
{
    for (struct slot *slot; (slot = next(timing)) != NULL;)
        go_on(timing, slot);
}
