/* plan.c - scan-then-propagate: 4n traffic, one sum kept for each block. */
#include "../contract/block_sums.h"

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n, blocks = (double)blocks_of(request);
    const double block = (double)request->parameters[BLOCK];
    /* Scan all blocks, join the totals, join carries to all but block 0. */
    const double work = n - blocks + (blocks - 1) - 1 + n - block;
    /* Exclusive: the carry takes the place of an identity. */
    const double free = request->exclusive ? blocks - 1 : 0;

    block_sums_forms(request, work - free, block - 1 + blocks - 1, 4, forms);
}

extern const struct implementation scan_propagate_gpu; /* launch.c */

const struct algorithm scan_propagate = {
    .name = "scan_propagate",
    .title = "Scan-then-propagate",
    .idea = "scan blocks, scan their totals, add these to the blocks",
    .source = "Euro-Par 2022 text, figure 1b; OpenCL course day 3",
    .task = &scan_task,
    .cpu =
        {
            .parameters = block_sums_parameters,
            .work = "2n - B",
            .depth = "B + n/B",
            .traffic = "4n",
            .memory = "one element per block",
            .refuse = refuse_nothing,
            .plan = plan_block_sums,
            .forms = forms,
        },
    .gpu = &scan_propagate_gpu,
};
