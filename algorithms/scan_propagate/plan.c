/* plan.c - scan, then propagate: 4n traffic, one fold kept for each block. */
#include "../plan.h"

enum { BLOCK, GRAIN };

static void plan(const struct request *request, struct plan *plan)
{
    plan_block_sums(request, request->parameters[BLOCK], plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t blocks = plan_blocks(request, request->parameters[BLOCK]);
    const double n = (double)request->n;

    if (blocks == 0) {
        forms->work = forms->depth = forms->bytes = exactly(0);
        return;
    }
    /* Scan all blocks, join the totals, put carries before all but block 0. */
    forms->work = exactly(n - (double)blocks + (double)(blocks - 1) - 1 + n -
                          (double)block);
    if (blocks == 1)
        forms->work = exactly(n - 1);
    forms->depth =
        exactly(blocks == 1 ? n - 1 : (double)block - 1 + (double)(blocks - 1));
    if (request->exclusive && blocks > 1) /* carries replace identities */
        forms->work = exactly(forms->work.low - (double)(blocks - 1));
    forms->depth = depth_cost(request, forms->depth.low);
    forms->why = request->exclusive ? exclusive_depth : NULL;
    forms->bytes = traffic(request, blocks == 1 ? 2 : 4);
}

static const struct parameter parameters[] = {
    BLOCKS_PARAMETER,
    GRAIN_PARAMETER,
    {.name = NULL},
};

extern const struct implementation scan_propagate_gpu; /* launch.c */

const struct algorithm scan_propagate = {
    .name = "scan_propagate",
    .title = "Scan, then propagate",
    .idea = "scan blocks, scan their totals, add them on",
    .source = "Euro-Par 2022 text, figure 1b; OpenCL course day 3",
    .kind = KIND_SCAN,
    .ports = scan_ports,
    .cpu =
        {
            .parameters = parameters,
            .work = "2n - B",
            .depth = "B + n/B",
            .traffic = "4n",
            .memory = "one element per block",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &scan_propagate_gpu,
};
