/* bench_ranks.h - times scans by all ranks, beside a copy of all elements by all
 * ranks.
 *
 * As bench.h: rounds in shuffled order, every output poisoned before a sample
 * and compared after it, ratios to memcpy by round. A sample begins at a barrier
 * and ends with the last rank. Elements are in the memory of their ranks.
 */
#ifndef BENCH_RANKS_H
#define BENCH_RANKS_H

#include "across.h"
#include "bench/bench.h"

struct ranks_bench {
    const struct choice *choices;
    int count;
    bool across[ACROSSES], join[JOINS]; /* a row for each */
    size_t chunk;                       /* of overlap; 0: the default */
};

/* Runs a field, whose device, monoid, pool, n, seed, seconds and contestant are
 * set, and whose memory for contestants is the caller's. On OK rank 0 may report
 * it. All ranks get the same status. MACHINE_LACKS: the arrays do not fit. */
enum status ranks_bench_field(const struct ranks_bench *job,
                              struct field *field, struct problem *why);

#endif
