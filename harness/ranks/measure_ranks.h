/* measure_ranks.h - counts the join of one scan by all ranks, beside its closed
 * forms. */
#ifndef MEASURE_RANKS_H
#define MEASURE_RANKS_H

#include "across.h"

struct ranks_counts {
    uint64_t work;   /* applications of op, by all ranks and their join */
    uint64_t calls;  /* of op by the join, on the rank with the most */
    uint32_t rounds; /* of the join, on the last rank to end; 0: not seen */
};

/* Runs a scan of n intervals once, and checks its output. `setup` has the
 * device, the choice, an interval monoid and the kind. All ranks get the same
 * status and counts. */
enum status ranks_measure(const struct setup *setup, enum across across,
                          enum join join, size_t n, struct ranks_counts *out,
                          struct problem *why);

#endif
