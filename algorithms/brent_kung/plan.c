/* plan.c - Brent-Kung: a tree of any branching factor, ended early or not. */
#include "../plan.h"

enum { BLOCK, FACTOR, SEQUENTIAL, GRAIN, LARGEST_BLOCK = 1024 };

/* Level by level: of the `cells` that are left, all but the first of each group
 * take in their left neighbour on the way up; on the way down, all but the last
 * of each group take in the group before, except in the first group. */
static double section_work(const struct request *request, size_t n)
{
    const size_t factor = (size_t)request->parameters[FACTOR];
    const size_t sequential = (size_t)request->parameters[SEQUENTIAL];
    double work = 0;
    size_t cells = n;

    for (; cells > sequential; cells /= factor) {
        const size_t head = cells < factor ? cells : factor - 1;
        work += (double)(cells - (cells + factor - 1) / factor);
        work += (double)(cells - cells / factor - head);
    }
    return work + (cells > 0 ? (double)cells - 1 : 0);
}

/* The depth of every cell, through the same levels. */
static struct depths section_depths(const struct request *request, size_t n)
{
    const size_t factor = (size_t)request->parameters[FACTOR];
    const size_t sequential = (size_t)request->parameters[SEQUENTIAL];
    double depth[LARGEST_BLOCK] = {0}, deepest = 0;
    size_t size = 1;

    for (; n / size > sequential; size *= factor)
        for (size_t cell = 1; cell < n / size; cell++)
            if (cell % factor != 0)
                depth[(cell + 1) * size - 1] =
                    1 + larger(depth[cell * size - 1],
                               depth[(cell + 1) * size - 1]);
    for (size_t cell = 1; cell < n / size; cell++)
        depth[(cell + 1) * size - 1] =
            1 + larger(depth[cell * size - 1], depth[(cell + 1) * size - 1]);
    for (size /= factor; size > 0; size /= factor)
        for (size_t cell = factor; cell < n / size; cell++)
            if (cell % factor != factor - 1) {
                const size_t before = cell / factor * factor * size - 1;
                depth[(cell + 1) * size - 1] =
                    1 + larger(depth[before], depth[(cell + 1) * size - 1]);
            }
    for (size_t i = 0; i < n; i++)
        deepest = larger(deepest, depth[i]);
    return (struct depths){deepest, n ? depth[n - 1] : 0};
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct span_form span = {section_work, section_depths,
                                   (size_t)request->parameters[BLOCK]};

    chunks_forms(request, &span, request->parameters[GRAIN], forms);
}

static const char *refuse(const struct request *request)
{
    return request->parameters[SEQUENTIAL] > request->parameters[BLOCK]
               ? "brent_kung: sequential cannot be above block"
               : NULL;
}

static const struct parameter parameters[] = {
    SECTION_PARAMETER(256, 8, 16, 32, 64, 128, 256, 512, 1024),
    {.name = "factor",
     .macro = "FACTOR",
     .help = "children of a tree node (2 inside a SIMD register)",
     .by_default = 2,
     .legal = {2, 4, 8, 16},
     .small = 4},
    {.name = "sequential",
     .macro = "SEQUENTIAL",
     .help = "the tree ends when this many folds are left for a plain loop",
     .by_default = 1,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    GRAIN_PARAMETER,
    {.name = NULL},
};

extern const struct implementation brent_kung_gpu; /* launch.c */

const struct algorithm brent_kung = {
    .name = "brent_kung",
    .title = "Brent-Kung",
    .idea = "a tree up and a tree down, few ops, twice the depth; in sections",
    .source = "Brent and Kung, IEEE Trans. Computers C-31 (1982); parameters "
              "from Pizzuti, Steuwer, Dubach, Euro-Par 2022",
    .kind = KIND_SCAN,
    .ports = scan_ports,
    .cpu =
        {
            .parameters = parameters,
            .work = "n(2 - (2 + log2 B)/B) + n",
            .depth = "at most 2 log2 B - 2 + n/B",
            .traffic = "2n on one thread, 2n + n(P-1)/(P+1) on P",
            .memory = "none",
            .refuse = refuse,
            .plan = plan_native,
            .forms = forms,
        },
    .gpu = &brent_kung_gpu,
};
