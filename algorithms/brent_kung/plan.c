/* plan.c - Brent-Kung: a tree of any branching factor, ended early or not. */
#include "tree_costs.h"

enum { GRAIN = SEQUENTIAL + 1, LARGEST_BLOCK = 1024 };

static struct depths section_depths(const struct request *request, size_t n)
{
    unsigned short depth[LARGEST_BLOCK];
    double deepest = 0;

    tree_depths(request, n, depth);
    for (size_t i = 0; i < n; i++)
        deepest = larger(deepest, depth[i]);
    return (struct depths){deepest, n ? depth[n - 1] : 0};
}

static void forms(const struct request *request, struct forms *forms)
{
    static const struct span_form span = {tree_work, section_depths, BLOCK,
                                          GRAIN};

    chunks_forms(request, &span, forms);
}

static const struct parameter parameters[] = {
    SECTION_PARAMETER(256, 8, 16, 32, 64, 128, 256, 512, 1024),
    FACTOR_PARAMETER("children of a tree node (2 inside a SIMD register)"),
    SEQUENTIAL_PARAMETER,
    GRAIN_PARAMETER,
    {.name = NULL},
};

extern const struct implementation brent_kung_gpu; /* launch.c */

const struct algorithm brent_kung = {
    .name = "brent_kung",
    .title = "Brent-Kung",
    .idea = "up a tree and back down: few ops, twice the depth; in sections",
    .source = "Brent and Kung, IEEE Trans. Computers C-31 (1982); parameters "
              "from Pizzuti, Steuwer, Dubach, Euro-Par 2022",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n(2 - (2 + log2 B)/B) + n",
            .depth = "at most 2 log2 B - 2 + n/B",
            .traffic = "2n on one thread, 2n + n(P-1)/(P+1) on P",
            .memory = "none",
            .refuse = refuse_tree,
            .plan = plan_native,
            .forms = forms,
        },
    .gpu = &brent_kung_gpu,
};
