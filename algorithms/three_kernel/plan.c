/* plan.c - reduce, then scan: 3n traffic, one fold kept for each block. */
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
    const double last = n - (double)(blocks - 1) * (double)block;

    if (blocks == 0) {
        forms->work = forms->depth = forms->bytes = exactly(0);
        return;
    }
    /* Fold all blocks but the last, join the folds, scan all blocks. */
    const double folds = (double)(blocks - 1) * (double)(block - 1);
    const double carry =
        reduce_depth(block) + (blocks > 2 ? (double)(blocks - 2) : 0);

    forms->work =
        exactly(blocks == 1 ? n - 1 : folds + (double)(blocks - 2) + n - 1);
    forms->depth = exactly(
        blocks == 1
            ? n - 1
            : larger((double)block - 1,
                     larger(carry + last,
                            blocks > 2 ? carry - 1 + (double)block : 0)));
    forms->depth = depth_cost(request, forms->depth.low);
    forms->why = request->exclusive ? exclusive_depth : NULL;
    forms->bytes = traffic(request, blocks == 1 ? 2 : 3);
}

static const struct parameter parameters[] = {
    BLOCKS_PARAMETER,
    GRAIN_PARAMETER,
    {.name = NULL},
};

extern const struct implementation three_kernel_gpu; /* launch.c */

const struct algorithm three_kernel = {
    .name = "three_kernel",
    .title = "Reduce, then scan",
    .idea = "reduce blocks, scan the results, scan blocks from them",
    .source = "Futhark report, section 2.1; OpenCL course day 3",
    .kind = KIND_SCAN,
    .ports = scan_ports,
    .cpu =
        {
            .parameters = parameters,
            .work = "2n - B",
            .depth = "B/4 + n/B + B",
            .traffic = "3n",
            .memory = "one element per block",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &three_kernel_gpu,
};
