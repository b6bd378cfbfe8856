/* plan.c - Kogge-Stone: shallow, at the price of a factor log n in work. */
#include "../contract/plan.h"

enum { BLOCK, GRAIN };

static struct depths section_depths(const struct request *request, size_t n)
{
    const double depth = ceil_log2(n);

    (void)request;
    return (struct depths){depth, depth};
}

static void forms(const struct request *request, struct forms *forms)
{
    static const struct span_form span = {kogge_stone_section_work,
                                          section_depths, BLOCK, GRAIN};

    chunks_forms(request, &span, forms);
}

static const struct parameter parameters[] = {
    SECTION_PARAMETER(16, 4, 8, 16, 32, 64, 128, 256, 1024),
    GRAIN_PARAMETER,
    {.name = NULL},
};

extern const struct implementation kogge_stone_gpu; /* launch.c */

const struct algorithm kogge_stone = {
    .name = "kogge_stone",
    .title = "Kogge-Stone",
    .idea = "each cell takes in the cell 1, 2, 4, ... places to its left; in "
            "sections",
    .source = "Kogge and Stone, IEEE Trans. Computers C-22 (1973); "
              "ECE408 lecture 16",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n(log2 B - (B-1)/B) + n",
            .depth = "log2 B + n/B",
            .traffic = "2n on one thread, 2n + n(P-1)/(P+1) on P",
            .memory = "none",
            .refuse = refuse_nothing,
            .plan = plan_native,
            .forms = forms,
        },
    .gpu = &kogge_stone_gpu,
};
