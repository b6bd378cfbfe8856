/* tree_costs.h - Brent-Kung: the parameters of the tree, and what a section of
 * m elements costs. For plan.c and launch.c: the tree is the same in both.
 */
#ifndef BRENT_KUNG_TREE_COSTS_H
#define BRENT_KUNG_TREE_COSTS_H

#include "../contract/plan.h"

enum { BLOCK, FACTOR, SEQUENTIAL }; /* parameters of both */

#define FACTOR_PARAMETER(meaning)                                              \
    {                                                                          \
        .name = "factor", .macro = "FACTOR", .help = (meaning),                \
        .by_default = 2, .legal = {2, 4, 8, 16}, .small = 4                    \
    }

#define SEQUENTIAL_PARAMETER                                                   \
    {                                                                          \
        .name = "sequential", .macro = "SEQUENTIAL",                           \
        .help = "the tree ends when this many folds are left for a plain "     \
                "loop",                                                        \
        .by_default = 1, .legal = {1, 2, 4, 8, 16}, .small = 2                 \
    }

/* NULL, or why there is no such tree. */
static inline const char *refuse_tree(const struct request *request)
{
    return request->parameters[SEQUENTIAL] > request->parameters[BLOCK]
               ? "sequential cannot be above block"
               : NULL;
}

/* Counts level by level. On the way up, all remaining nodes but the first of
 * each group take in their left neighbour; on the way down, all but the last of
 * each group take in the group before, except in the first group. */
static inline double tree_work(const struct request *request, size_t m)
{
    const size_t factor = (size_t)request->parameters[FACTOR];
    const size_t sequential = (size_t)request->parameters[SEQUENTIAL];
    double work = 0;
    size_t nodes = m;

    for (; nodes > sequential; nodes /= factor) {
        const size_t head = nodes < factor ? nodes : factor - 1;
        work += (double)(nodes - (nodes + factor - 1) / factor);
        work += (double)(nodes - nodes / factor - head);
    }
    return work + (nodes > 0 ? (double)nodes - 1 : 0);
}

/* One op: the depth of cell `to` when it takes in cell `left`. */
static inline void take_in(unsigned short *depth, size_t left, size_t to)
{
    depth[to] = (unsigned short)(1 + larger(depth[left], depth[to]));
}

/* Fills in depth[0..m), level by level: the depths of inclusive outputs, from
 * inputs of depth 0. */
static inline void tree_depths(const struct request *request, size_t m,
                               unsigned short *depth)
{
    const size_t factor = (size_t)request->parameters[FACTOR];
    const size_t sequential = (size_t)request->parameters[SEQUENTIAL];
    size_t size = 1;

    for (size_t at = 0; at < m; at++)
        depth[at] = 0;
    for (; m / size > sequential; size *= factor)
        for (size_t node = 1; node < m / size; node++)
            if (node % factor != 0)
                take_in(depth, node * size - 1, (node + 1) * size - 1);
    for (size_t node = 1; node < m / size; node++)
        take_in(depth, node * size - 1, (node + 1) * size - 1);
    for (size /= factor; size > 0; size /= factor)
        for (size_t node = factor; node < m / size; node++)
            if (node % factor != factor - 1)
                take_in(depth, node / factor * factor * size - 1,
                        (node + 1) * size - 1);
}

#endif
