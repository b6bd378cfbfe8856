/* launch.c - Brent-Kung on a GPU: sections, level by level, and its costs. */
#include "../levels.h"

enum { BLOCK, FACTOR, SEQUENTIAL }; /* parameters */

static const char *refuse(const struct request *request)
{
    const long *const p = request->parameters;
    const size_t block = (size_t)p[BLOCK];

    if (p[SEQUENTIAL] > p[BLOCK])
        return "sequential cannot be above block";
    return levels_refuse(
        request, block, block / (size_t)p[FACTOR], block * request->elem_bytes,
        "a section takes block elements of shared memory, more than the "
        "48 KiB that one block may have");
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[BLOCK];

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_levels(request, plan, block,
                block / (size_t)request->parameters[FACTOR]);
    plan_carry(request, plan);
}

/* Level by level: of the nodes that are left, all but the first of each group
 * take in their left one on the way up; on the way down, all but the last of
 * each group take in the group before, except in the first group. */
static double section_work(const struct request *request, size_t m)
{
    const size_t factor = (size_t)request->parameters[FACTOR];
    const size_t sequential = (size_t)request->parameters[SEQUENTIAL];
    double work = 0;
    size_t nodes = m;

    for (; nodes > sequential; nodes /= factor) {
        const size_t head = nodes < factor ? nodes : factor - 1;
        work += (double)(nodes - ceil_div(nodes, factor));
        work += (double)(nodes - nodes / factor - head);
    }
    return work + (nodes > 0 ? (double)nodes - 1 : 0);
}

/* One op: the depth of cell `to` when it takes in cell `left`. */
static void take_in(unsigned short *depth, size_t left, size_t to)
{
    depth[to] = (unsigned short)(1 + larger(depth[left], depth[to]));
}

/* The depth of every cell, through the same levels. */
static unsigned section_depths(const struct request *request, size_t m,
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
    const unsigned total = depth[m - 1];
    for (size_t at = m - 1; request->exclusive && at > 0; at--)
        depth[at] = depth[at - 1];
    if (request->exclusive)
        depth[0] = 0;
    return total;
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct section_form form = {section_work, section_depths};

    levels_forms(request, &form, (size_t)request->parameters[BLOCK], forms);
}

static const struct parameter parameters[] = {
    {.name = "block",
     .macro = "BLOCK",
     .help = "elements of one section; block / factor threads scan it",
     .by_default = 512,
     .legal = {32, 64, 128, 256, 512, 1024, 2048},
     .small = 32},
    {.name = "factor",
     .macro = "FACTOR",
     .help = "children of a tree node",
     .by_default = 2,
     .legal = {2, 4, 8, 16},
     .small = 4},
    {.name = "sequential",
     .macro = "SEQUENTIAL",
     .help = "the tree ends when this many folds are left for a plain loop",
     .by_default = 1,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    {.name = NULL},
};

static const struct variant variants[] = {
    {"shallow", "factor=4,sequential=8",
     "a tree of few levels: fewer barriers, more ops one after the other"},
    {.name = NULL},
};

/* The shallow tree, in short sections: found on an H200. */
static const struct shape shapes[] = {
    {"cuda", 32, false, "block=256,factor=4,sequential=8"},
    {.settings = NULL},
};

const struct implementation brent_kung_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .variants = variants,
    .work = "at most 3n - (log2 B - 1)n/(B-1), factor 2, sequential 1",
    .depth = "at most log2 n + log2 B + log_B n, factor 2, sequential 1",
    .traffic = "at most 4n + 6n/(B-1)",
    .memory = "about n/(B-1) elements",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
