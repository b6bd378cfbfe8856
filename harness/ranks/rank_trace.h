/* rank_trace.h - one scan by all ranks, as a trace (trace/README.md, "Several
 * ranks").
 *
 *     rank_clock_open(&clock)     all ranks: how far are their clocks apart?
 *     across_run() with a log     all ranks
 *     rank_trace_write()          all ranks; rank 0 writes the file
 */
#ifndef RANK_TRACE_H
#define RANK_TRACE_H

#include "across.h"

#include <stdio.h>

/* On rank 0: another rank's clock shows `offset` nanoseconds more, give or take
 * `uncertainty`. */
struct rank_clock {
    int64_t offset, uncertainty;
};

/* `clock` has room for one of each rank; only rank 0's is filled in. */
void rank_clock_compare(struct rank_clock *clock);

struct rank_trace {
    const struct across_scan *scan;
    const struct setup *setup;
    const char *command;
    const struct rank_clock *clock;
    const struct rank_log *log; /* of this rank */
    double traced_us, untraced_us;
    int runs;      /* of each kind; this is the shortest */
    uint64_t seed; /* of random elements */
    bool seeded;
};

/* `path` matters on rank 0. All ranks get the same status. */
enum status rank_trace_write(const struct rank_trace *trace, const char *path,
                             struct problem *why);

#endif
