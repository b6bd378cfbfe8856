/* replay.h - records of a device that was too busy to call trace_record.h
 * become a trace: in the order of time, and each thing after what it depends on.
 *
 *     unit 0   block 0 | block 3        a unit is a multiprocessor, or a
 *              block 1      | block 4   thread: blocks that are there at
 *     unit 1   block 2   | block 5      the same time get rows of their own
 *
 * Two blocks look at the same clock, but no event is noted at the instant when
 * it happens, and the clock has its steps. So a look may be noted before the
 * flag that it saw: then it is told after it, at its time. How often that was,
 * and by how much, is in the trace's clock.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "base/status.h"
#include "record_format.h"
#include "trace_record.h"

struct told_block {
    uint64_t begin, end; /* ns */
    uint32_t block, unit;
    int row; /* filled in */
    const struct scan_record *told;
    size_t count;
};

struct told_launch {
    const char *kernel;
    unsigned grid[3], threads[3];
    struct told_block *block;
    size_t blocks;
};

/* Tells the trace all of it; `value_bytes` are those of an element, and `unit`
 * is what a row's name begins with, "SM". Of *clock, resolution_ns, moved and
 * moved_ns are filled in, and it becomes the trace's. MACHINE_LACKS: memory. */
enum status replay(struct trace *trace, struct told_launch *launch,
                   size_t launches, size_t value_bytes, const char *unit,
                   struct trace_clock *clock, struct problem *why);

#endif
