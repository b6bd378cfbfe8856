/* rank_log.h - what one rank does in one scan, and when: for a trace.
 *
 *     rank 1   | reduce | exchange: sends, receives | exchange | scan |
 *
 * across_run() and join_run() note what they do if they are given a log. A log
 * has a fixed size and holds no pointers, so that ranks can send it.
 */
#ifndef RANK_LOG_H
#define RANK_LOG_H

#include "wire.h"

#include <stdbool.h>
#include <stdint.h>

enum rank_phase {
    RANK_REDUCES,
    RANK_SCANS,
    RANK_APPLIES,   /* its carry to its outputs */
    RANK_EXCHANGES, /* one round of a join */
    RANK_EXSCANS,   /* MPI_Exscan, whose messages are not seen */
    RANK_GATHERS    /* overlap: waits for the totals of a generation */
};

/* The ranks whose elements a wire folds: first to end - 1. */
struct rank_range {
    uint32_t first, end;
};

struct rank_event {
    uint64_t begin, end; /* host_now() */
    uint32_t phase;      /* enum rank_phase */
    uint32_t round;      /* of the join; of overlap: the generation */
    /* A round; RANK_GATHERS: the total sent to all ranks. */
    int32_t to, from; /* -1: it sends, or receives, nothing */
    uint64_t sent_at, got_at;
    struct rank_range sent, got;
    struct rank_range carry; /* what it has of its carry afterwards */
};

enum { RANK_LOG_EVENTS = 1024 };

struct rank_log {
    uint64_t begin, end; /* of the scan on this rank */
    uint32_t events, dropped;
    struct rank_event event[RANK_LOG_EVENTS];
};

/* The time, or 0 if `log` is NULL, which notes nothing. */
uint64_t rank_log_now(const struct rank_log *log);

/* A phase that began then and ends now. */
void rank_log_phase(struct rank_log *log, enum rank_phase phase, size_t round,
                    uint64_t begin);

/* The same for a phase with messages; its times and ranges are in `event`,
 * except for the end. */
void rank_log_messages(struct rank_log *log, const struct rank_event *event);

struct rank_range rank_range_of(const struct wire *wire);

#endif
