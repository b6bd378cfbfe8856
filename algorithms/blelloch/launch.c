/* launch.c - Blelloch on a GPU: sections, level by level, and its costs. */
#include "../contract/levels.h"

enum { BLOCK, PADDING }; /* parameters */
enum { BANKS = 32 };

static size_t section_of(const struct request *request)
{
    return 2 * (size_t)request->parameters[BLOCK];
}

/* Cells of shared memory that a section takes: ROW and PLACES of kernel.cu. */
static size_t places_of(const struct request *request)
{
    const size_t section = section_of(request);
    const size_t words = request->elem_bytes / 4;
    const size_t row = BANKS / (words & -words);

    return request->parameters[PADDING] ? section + section / (row - 1)
                                        : section;
}

static const char *refuse(const struct request *request)
{
    return levels_refuse(
        request, section_of(request), (size_t)request->parameters[BLOCK],
        places_of(request) * request->elem_bytes,
        "a section takes 2 * block elements of shared memory (with padding up "
        "to a third more), which exceeds the 48 KiB that a block may have");
}

static void plan(const struct request *request, struct plan *plan)
{
    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_levels(request, plan, section_of(request),
                (size_t)request->parameters[BLOCK]);
    plan_carry(request, plan);
}

/* Every node with two children takes one op up and one down. */
static double section_work(const struct request *request, size_t m)
{
    (void)request;
    return m ? 2 * ((double)m - 1) : 0;
}

/* The depth of every cell, through the sweeps. */
static unsigned section_depths(const struct request *request, size_t m,
                               unsigned short *depth)
{
    size_t stride = 1;

    for (size_t at = 0; at < m; at++)
        depth[at] = 0;
    for (; stride < m; stride *= 2)
        for (size_t left = stride - 1; left + 1 < m; left += 2 * stride) {
            const size_t end = left + stride, right = end < m ? end : m - 1;
            depth[right] =
                (unsigned short)(1 + larger(depth[left], depth[right]));
        }
    const unsigned short total = depth[m - 1];
    depth[m - 1] = 0;
    for (stride /= 2; stride > 0; stride /= 2)
        for (size_t left = stride - 1; left + 1 < m; left += 2 * stride) {
            const size_t end = left + stride, right = end < m ? end : m - 1;
            const unsigned short old = depth[left];
            depth[left] = depth[right];
            depth[right] = (unsigned short)(1 + larger(depth[right], old));
        }
    for (size_t at = 1; !request->exclusive && at < m; at++)
        depth[at - 1] = depth[at];
    if (!request->exclusive)
        depth[m - 1] = total;
    return total;
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct section_form form = {section_work, section_depths};

    levels_forms(request, &form, section_of(request), forms);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block; a section has twice as many elements",
                    256),
    {.name = "padding",
     .macro = "PADDING",
     .help = "leave gaps in shared memory, to avoid bank conflicts",
     .by_default = 0,
     .legal = {0, 1},
     .names = {"plain", "padded"},
     .small = 0},
    {.name = NULL},
};

/* Found on an H200. */
static const struct shape shapes[] = {
    {"cuda", 32, false, 0, "block=128,padded"},
    {.settings = NULL},
};

const struct implementation blelloch_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "at most 3n + n/(S-1), S = 2B",
    .depth = "at most log2 n + log2 S + log_S n",
    .traffic = "at most 4n + 6n/(S-1)",
    .memory = "about n/(S-1) elements",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
