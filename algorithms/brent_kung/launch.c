/* launch.c - Brent-Kung on a GPU: sections, level by level, and its costs. */
#include "../contract/levels.h"
#include "tree_costs.h"

static const char *refuse(const struct request *request)
{
    const long *const p = request->parameters;
    const size_t block = (size_t)p[BLOCK];

    if (refuse_tree(request))
        return refuse_tree(request);
    return levels_refuse(request, block, block / (size_t)p[FACTOR],
                         block * request->elem_bytes,
                         "a section takes block elements of shared memory, "
                         "which is more than the 48 KiB that a block may have");
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

/* Exclusive outputs are one place to the right, and leave the total out. */
static unsigned section_depths(const struct request *request, size_t m,
                               unsigned short *depth)
{
    tree_depths(request, m, depth);
    const unsigned total = depth[m - 1];
    for (size_t at = m - 1; request->exclusive && at > 0; at--)
        depth[at] = depth[at - 1];
    if (request->exclusive)
        depth[0] = 0;
    return total;
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct section_form form = {tree_work, section_depths};

    levels_forms(request, &form, (size_t)request->parameters[BLOCK], forms);
}

static const struct parameter parameters[] = {
    {.name = "block",
     .macro = "BLOCK",
     .help = "elements per section; block / factor threads scan it",
     .by_default = 512,
     .legal = {32, 64, 128, 256, 512, 1024, 2048},
     .small = 32},
    FACTOR_PARAMETER("children of a tree node"),
    SEQUENTIAL_PARAMETER,
    {.name = NULL},
};

static const struct variant variants[] = {
    {"shallow", "factor=4,sequential=8",
     "a tree with few levels: fewer barriers, longer chains of ops"},
    {.name = NULL},
};

/* The shallow tree, in short sections: found on an H200. */
static const struct shape shapes[] = {
    {"cuda", 32, false, 0, "block=256,factor=4,sequential=8"},
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
