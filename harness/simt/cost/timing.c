/* timing.c - model time, for the timed schedule.
 *
 * Each resident block has a clock. Between two barriers the block issues the
 * accesses of one warp after another, and waits once for all its loads. All
 * blocks share the bandwidth of memory. When a block that waits for a flag
 * continues, its clock is that of the writer plus the latency of a flag.
 *
 *     block 0   issue|....latency....|barrier|issue|
 *     block 1   issue|....latency....| flag?      |<- written by block 0
 *     memory    ####  ####  ####                      a block's bytes at a time
 *
 * This is a model, not a prediction: it orders events as a GPU might. For
 * speed, measure with `scanlab bench`.
 */
#include "timing.h"
#include "model.h"
#include "retime.h"

/* Loads of one thread that can be under way at a time. */
enum { IN_FLIGHT = 16 };

enum { LANES = 32 }; /* in a warp */

static void move_bytes(struct timing *timing, struct pace *pace)
{
    const struct model *m = model();

    if (!pace->bytes)
        return;
    if (timing->memory_free < pace->time)
        timing->memory_free = pace->time;
    timing->memory_free +=
        (pace->bytes + m->bytes_per_cycle - 1) / m->bytes_per_cycle;
    pace->time = timing->memory_free;
    pace->bytes = 0;
}

/* The block has waited for all its requests: its clock moves on. */
void timing_pays(struct timing *timing, struct pace *pace)
{
    pace->time += pace->issue / LANES;
    pace->issue %= LANES;
    move_bytes(timing, pace);
    pace->time +=
        (pace->loads + IN_FLIGHT - 1) / IN_FLIGHT * model()->global_latency;
    pace->loads = 0;
}

/* The access of one thread: it costs a 32nd part of its warp's instruction. */
void timing_access(struct pace *block, struct thread_pace *thread, bool global,
                   size_t bytes, bool write)
{
    const struct model *m = model();

    block->issue += global ? m->global_cycles : m->shared_cycles;
    if (!global)
        return;
    block->bytes += bytes;
    if (write)
        return;
    if (thread->since != block->waits) {
        thread->since = block->waits;
        thread->loads = 0;
    }
    if (++thread->loads > block->loads)
        block->loads = thread->loads;
}

void timing_settle(struct timing *timing, struct pace *block)
{
    if (timing->retimes)
        retime_note(timing, block);
    else
        timing_pays(timing, block);
    block->waits++;
}

void timing_barrier(struct timing *timing, struct pace *block)
{
    timing_settle(timing, block);
    block->time += model()->barrier_cycles;
}

void timing_flag(struct timing *timing, struct pace *block)
{
    timing_settle(timing, block);
    block->time += model()->flag_latency;
}

/* The lanes of a warp look at their flags together: only the first pays for the
 * look, until the lanes meet or one of them looks again. */
void timing_look(struct timing *timing, struct pace *block,
                 struct warp_look *warp, uint32_t meets, uint32_t lane,
                 uint32_t site)
{
    const uint32_t bit = (uint32_t)1 << lane;

    if (warp->site == site && warp->meets == meets && !(warp->lanes & bit)) {
        warp->lanes |= bit;
        return;
    }
    *warp = (struct warp_look){.lanes = bit, .meets = meets, .site = site};
    timing_flag(timing, block);
}

void timing_wake(const struct pace *by, struct pace *block)
{
    timing_until(block, by->time + model()->flag_latency);
}

/* The copy begins now, and runs while the block continues. */
uint64_t timing_copy(struct timing *timing, const struct pace *block,
                     size_t bytes)
{
    const struct model *m = model();

    if (timing->memory_free < block->time)
        timing->memory_free = block->time;
    timing->memory_free +=
        (bytes + m->bytes_per_cycle - 1) / m->bytes_per_cycle;
    return timing->memory_free + m->global_latency;
}

bool timing_launch(struct timing *timing, bool retimes, int resident,
                   bool first)
{
    timing->retimes = retimes;
    timing->failed = false;
    timing->resident = resident;
    timing->last_end += first ? 0 : model()->launch_cycles;
    timing->memory_free = timing->last_end;
    timing->places = (uint32_t)resident;
    for (uint32_t i = 0; i < timing->places; i++)
        timing->place_free[i] = timing->last_end;
    return !retimes || retime_begin(timing);
}

void timing_rest(struct timing *timing)
{
    if (timing->retimes)
        retime_rest(timing);
}

void timing_reset(struct timing *timing)
{
    timing->last_end = 0;
}

void timing_close(struct timing *timing)
{
    retime_close(timing);
}

/* The block begins in the first place to become free, at that time. */
void timing_takes_place(struct timing *timing, struct pace *pace)
{
    uint32_t first = 0;

    for (uint32_t i = 1; i < timing->places; i++)
        if (timing->place_free[i] < timing->place_free[first])
            first = i;
    *pace = (struct pace){.time = timing->place_free[first]};
    timing->place_free[first] = timing->place_free[--timing->places];
}

void timing_leaves_place(struct timing *timing, struct pace *pace)
{
    timing->place_free[timing->places++] = pace->time;
    if (pace->time > timing->last_end)
        timing->last_end = pace->time;
}

void timing_begin(struct timing *timing, struct pace *block)
{
    const uint32_t waits = block->waits + 1;

    if (timing->retimes) /* a failed launch may have left something */
        *block = (struct pace){0};
    else
        timing_takes_place(timing, block);
    block->waits = waits;
}

void timing_end(struct timing *timing, struct pace *block, uint64_t age)
{
    timing_settle(timing, block);
    if (timing->failed)
        return;
    if (timing->retimes)
        retime_block(timing, age);
    else
        timing_leaves_place(timing, block);
}
