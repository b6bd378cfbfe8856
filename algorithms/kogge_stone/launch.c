/* launch.c - Kogge-Stone on a GPU: sections, joined level by level. */
#include "../contract/levels.h"

enum { BLOCK, FORM };            /* parameters */
enum { DOUBLE_BARRIER, DOUBLE }; /* forms */

static const char *refuse(const struct request *request)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t copies = request->parameters[FORM] == DOUBLE ? 2 : 1;

    return levels_refuse(request, block, block,
                         copies * block * request->elem_bytes,
                         "double takes 2 * block elements of shared memory, "
                         "which is more than a block may have (48 KiB)");
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[BLOCK];

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_levels(request, plan, block, block);
    plan_carry(request, plan);
}

/* ------------------------------------------------------------------- forms */

/* A fold of k elements is ceil(log2 k) deep. */
static unsigned section_depths(const struct request *request, size_t m,
                               unsigned short *depth)
{
    for (size_t i = 0; i < m; i++)
        depth[i] = (unsigned short)ceil_log2(request->exclusive ? i : i + 1);
    return (unsigned)ceil_log2(m);
}

static void forms(const struct request *request, struct forms *forms)
{
    static const struct section_form section = {kogge_stone_section_work,
                                                section_depths};

    levels_forms(request, &section, (size_t)request->parameters[BLOCK], forms);
}

/* ------------------------------------------------------------- parameters */

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block, and elements per section", 256),
    {.name = "form",
     .macro = "FORM",
     .help = "two barriers per step, or two copies of the cells",
     .by_default = DOUBLE_BARRIER,
     .legal = {DOUBLE_BARRIER, DOUBLE},
     .names = {"double_barrier", "double"},
     .small = DOUBLE_BARRIER},
    {.name = NULL},
};

const struct implementation kogge_stone_gpu = {
    .parameters = parameters,
    .work = "n(log2 B - (B-1)/B) + n",
    .depth = "log2 n and an op per level of sections",
    .traffic = "4n",
    .memory = "n/B elements",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
