/* replay.h - turns records of a device that was too busy to call trace_record.h
 * into a trace: in chronological order, each event after those it depends on.
 *
 *     unit 0   block 0 | block 3        a unit is a multiprocessor, or a
 *              block 1      | block 4   thread: blocks that run at
 *     unit 1   block 2   | block 5      the same time get separate rows
 *
 * All blocks read the same clock, but no event is recorded at the very instant
 * at which it happens, and the clock advances in steps. So a look can be noted
 * before the flag that it saw; the look is then moved after the flag, to the
 * flag's time. The trace's clock records how many looks were moved, and how
 * far.
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

/* Enters all records into the trace; `value_bytes` is the size of an element,
 * and `unit` the beginning of a row's name, "SM". Fills in resolution_ns, moved
 * and moved_ns of *clock, which becomes the clock of the trace. MACHINE_LACKS:
 * memory. */
enum status replay(struct trace *trace, struct told_launch *launch,
                   size_t launches, size_t value_bytes, const char *unit,
                   struct trace_clock *clock, struct problem *why);

#endif
