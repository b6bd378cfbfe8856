/* timing.c - model time, for the timed schedule.
 *
 * Each resident block has a clock. Between two barriers it issues its accesses
 * one warp's after another, and waits once for what it loads; all blocks share
 * the memory's bandwidth. Who waits for a flag has the time of its writer, and
 * a little later.
 *
 *     block 0   issue|....latency....|barrier|issue|
 *     block 1   issue|....latency....| flag?      |<- written by block 0
 *     memory    ####  ####  ####                      a block's bytes at a time
 *
 * A model, and no prediction: it orders events as a GPU might. Speed is for
 * `scanlab bench`.
 */
#include "simt/run/machine.h"
#include "model.h"

/* Loads that one thread has under way at a time. */
enum { IN_FLIGHT = 16 };

static void move_bytes(struct simt *simt, struct pace *pace)
{
    const struct model *m = model();

    if (!pace->bytes)
        return;
    if (simt->memory_free < pace->time)
        simt->memory_free = pace->time;
    simt->memory_free +=
        (pace->bytes + m->bytes_per_cycle - 1) / m->bytes_per_cycle;
    pace->time = simt->memory_free;
    pace->bytes = 0;
}

/* What it has asked for has come. */
void timing_pays(struct simt *simt, struct pace *pace)
{
    pace->time += pace->issue / WARP;
    pace->issue %= WARP;
    move_bytes(simt, pace);
    pace->time +=
        (pace->loads + IN_FLIGHT - 1) / IN_FLIGHT * model()->global_latency;
    pace->loads = 0;
}

/* A thread's access: of its warp's instruction, the 32nd part. */
void timing_access(struct thread *t, bool global, size_t bytes, bool write)
{
    const struct model *m = model();
    struct block *b = t->block;

    b->pace.issue += global ? m->global_cycles : m->shared_cycles;
    if (!global)
        return;
    b->pace.bytes += bytes;
    if (write)
        return;
    if (t->loads_since != b->waits) {
        t->loads_since = b->waits;
        t->loads = 0;
    }
    if (++t->loads > b->pace.loads)
        b->pace.loads = t->loads;
}

void timing_takes_turn(struct simt *simt)
{
    struct block *const b = simt->current->block;

    if (schedule_next(simt) == b)
        return;
    b->next = simt->current->index;
    fibre_stop();
}

void timing_settle(struct simt *simt, struct block *b)
{
    if (simt->retimes)
        retime_note(simt, b);
    else
        timing_pays(simt, &b->pace);
    b->waits++;
}

void timing_barrier(struct simt *simt, struct block *b)
{
    timing_settle(simt, b);
    b->pace.time += model()->barrier_cycles;
}

void timing_flag(struct simt *simt, struct block *b)
{
    timing_settle(simt, b);
    b->pace.time += model()->flag_latency;
}

/* The lanes of a warp look at their flags together, so the first one's wait is
 * that of all: until they meet, or one of them looks again. */
void timing_look(struct simt *simt, struct thread *t, uint32_t site)
{
    struct warp *const w = t->warp;
    const uint32_t lane = (uint32_t)1 << t->lane;

    if (w->look_site == site && w->look_meets == w->meets &&
        !(w->look_lanes & lane)) {
        w->look_lanes |= lane;
        return;
    }
    w->look_site = site;
    w->look_meets = w->meets;
    w->look_lanes = lane;
    timing_flag(simt, t->block);
}

/* A block learns of something that another one has just done. */
void timing_wake(const struct block *by, struct block *b)
{
    const uint64_t then = by->pace.time + model()->flag_latency;

    if (b->pace.time < then)
        b->pace.time = then;
}

/* Begun now, beside whatever the block does. */
uint64_t timing_copy(struct simt *simt, const struct block *b, size_t bytes)
{
    const struct model *m = model();

    if (simt->memory_free < b->pace.time)
        simt->memory_free = b->pace.time;
    simt->memory_free += (bytes + m->bytes_per_cycle - 1) / m->bytes_per_cycle;
    return simt->memory_free + m->global_latency;
}

void timing_launch(struct simt *simt)
{
    simt->places = (uint32_t)simt->resident;
    for (uint32_t i = 0; i < simt->places; i++)
        simt->place_free[i] = simt->last_end;
}

/* In the place that is free first, from when it is. */
void timing_takes_place(struct simt *simt, struct pace *pace)
{
    uint32_t first = 0;

    for (uint32_t i = 1; i < simt->places; i++)
        if (simt->place_free[i] < simt->place_free[first])
            first = i;
    *pace = (struct pace){.time = simt->place_free[first]};
    simt->place_free[first] = simt->place_free[--simt->places];
}

void timing_leaves_place(struct simt *simt, struct pace *pace)
{
    simt->place_free[simt->places++] = pace->time;
    if (pace->time > simt->last_end)
        simt->last_end = pace->time;
}

void timing_begin(struct simt *simt, struct block *b)
{
    if (simt->retimes) /* a launch that failed has left something */
        b->pace = (struct pace){0};
    else
        timing_takes_place(simt, &b->pace);
    b->waits++;
}

void timing_end(struct simt *simt, struct block *b)
{
    timing_settle(simt, b);
    if (simt->retimes)
        retime_block(simt, b->age);
    else
        timing_leaves_place(simt, &b->pace);
}
