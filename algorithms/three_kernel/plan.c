/* plan.c - reduce-then-scan: 3n traffic, one sum kept for each block. */
#include "../contract/block_sums.h"

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n, blocks = (double)blocks_of(request);
    const double block = (double)request->parameters[BLOCK];
    const double last = n - (blocks - 1) * block;
    /* Reduce all blocks but the last, join their sums, scan all blocks. */
    const double work =
        (blocks - 1) * (block - 1) + larger(blocks - 2, 0) + n - 1;
    const double carry =
        reduce_depth((size_t)block) + larger(blocks - 2, 0); /* of the last */
    const double before = blocks > 2 ? carry - 1 + block : 0;

    block_sums_forms(request, work,
                     larger(block - 1, larger(carry + last, before)), 3, forms);
}

extern const struct implementation three_kernel_gpu; /* launch.c */

const struct algorithm three_kernel = {
    .name = "three_kernel",
    .title = "Reduce-then-scan",
    .idea = "reduce blocks, scan the totals, scan each block from its prefix",
    .source = "Futhark report, section 2.1; OpenCL course day 3",
    .task = &scan_task,
    .cpu =
        {
            .parameters = block_sums_parameters,
            .work = "2n - B",
            .depth = "B/4 + n/B + B",
            .traffic = "3n",
            .memory = "one element per block",
            .refuse = refuse_nothing,
            .plan = plan_block_sums,
            .forms = forms,
        },
    .gpu = &three_kernel_gpu,
};
