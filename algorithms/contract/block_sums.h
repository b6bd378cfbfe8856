/* block_sums.h - for plan.c: scans in three phases, block by block, with one
 * sum kept for each block (blocks.h; scan_propagate, three_kernel).
 */
#ifndef BLOCK_SUMS_H
#define BLOCK_SUMS_H

#include "plan.h"

enum { BLOCK, GRAIN };

static const struct parameter block_sums_parameters[] = {
    {.name = "block",
     .macro = "BLOCK",
     .help = "elements per block",
     .by_default = 16384,
     .legal = {4, 64, 1024, 4096, 16384, 65536, 262144},
     .small = 4},
    GRAIN_PARAMETER,
    {.name = NULL},
};

static inline size_t blocks_of(const struct request *request)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    return (request->n + block - 1) / block;
}

static inline void plan_block_sums(const struct request *request,
                                   struct plan *plan)
{
    plan_native(request, plan);
    plan_elements(request, plan, "block sums", blocks_of(request));
}

/* The costs for n elements in several blocks; a single block is scanned by a
 * plain loop. */
static inline void block_sums_forms(const struct request *request, double work,
                                    double depth, double times,
                                    struct forms *forms)
{
    if (blocks_of(request) <= 1) {
        work = depth = request->n ? (double)request->n - 1 : 0;
        times = 2;
    }
    forms->work = exactly(work);
    forms->depth = depth_cost(request, depth);
    forms->why = request->exclusive ? exclusive_depth : NULL;
    forms->bytes = traffic(request, times);
}

#endif
