/* plan.c - Blelloch: work-efficient, exclusive by nature. */
#include "../contract/plan.h"

enum { BLOCK, GRAIN, LARGEST_BLOCK = 1024 };

static double section_work(const struct request *request, size_t n)
{
    const double padded = (double)((size_t)1 << ceil_log2(n));

    (void)request;
    return 2 * (padded - 1);
}

/* The depth of every cell, through the sweeps; 0 for identities. */
static struct depths section_depths(const struct request *request, size_t n)
{
    const size_t padded = (size_t)1 << ceil_log2(n);
    double depth[2 * LARGEST_BLOCK] = {0};
    struct depths depths = {0, 0};

    (void)request;
    for (size_t stride = 1; stride < padded; stride *= 2)
        for (size_t i = 2 * stride - 1; i < padded; i += 2 * stride)
            depth[i] = 1 + larger(depth[i - stride], depth[i]);
    const double total = depth[padded - 1];
    depth[padded - 1] = 0;
    for (size_t stride = padded / 2; stride > 0; stride /= 2)
        for (size_t i = 2 * stride - 1; i < padded; i += 2 * stride) {
            const double left = depth[i - stride];
            depth[i - stride] = depth[i];
            depth[i] = 1 + larger(depth[i], left);
        }
    /* Inclusive: one place to the left, the total at the end. */
    depth[padded] = total;
    for (size_t i = 1; i <= n; i++)
        depths.deepest = larger(depths.deepest, depth[i]);
    depths.last = depth[n];
    return depths;
}

static void forms(const struct request *request, struct forms *forms)
{
    static const struct span_form span = {section_work, section_depths, BLOCK,
                                          GRAIN};

    chunks_forms(request, &span, forms);
}

static const struct parameter parameters[] = {
    SECTION_PARAMETER(256, 4, 8, 16, 32, 64, 128, 256, 512, 1024),
    GRAIN_PARAMETER,
    {.name = NULL},
};

extern const struct implementation blelloch_gpu; /* launch.c */

const struct algorithm blelloch = {
    .name = "blelloch",
    .title = "Blelloch",
    .idea = "up-sweep and down-sweep of a tree; exclusive by nature",
    .source = "Blelloch, IEEE Trans. Computers 38 (1989); called Brent-Kung "
              "(branching factor 2) in Euro-Par 2022",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "2n(B-1)/B + n",
            .depth = "at most 2 log2 B - 1 + n/B",
            .traffic = "2n on one thread, 2n + n(P-1)/(P+1) on P",
            .memory = "none",
            .refuse = refuse_nothing,
            .plan = plan_native,
            .forms = forms,
        },
    .gpu = &blelloch_gpu,
};
