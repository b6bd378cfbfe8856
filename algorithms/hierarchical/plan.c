/* plan.c - the OpenCL course's scan: thread, wave, section, group, all. */
#include "../contract/plan.h"

enum { BLOCK, ITEMS, GRAIN };

enum { LARGEST_SECTION = 256 };

/* The threads of a section of n elements. */
static size_t threads_of(const struct request *request, size_t n)
{
    const size_t items = (size_t)request->parameters[ITEMS];
    return (n + items - 1) / items;
}

/* Each thread's own scan, the scan of the lasts, and an op for each element
 * that is neither a last nor in the first thread. */
static double section_work(const struct request *request, size_t n)
{
    const size_t threads = threads_of(request, n);
    const size_t items = (size_t)request->parameters[ITEMS];
    const double work = (double)(n - threads) + kogge_stone_work(threads);

    return threads > 1 ? work + (double)(n - items - (threads - 1)) : work;
}

static struct depths section_depths(const struct request *request, size_t n)
{
    const size_t items = (size_t)request->parameters[ITEMS];
    const size_t threads = threads_of(request, n);
    double last[LARGEST_SECTION], deepest = 0;

    for (size_t t = 0; t < threads; t++)
        last[t] = (double)(t + 1 < threads ? items : n - t * items) - 1;
    for (size_t stride = 1; stride < threads; stride *= 2)
        for (size_t t = threads - 1; t >= stride; t--)
            last[t] = larger(last[t - stride], last[t]) + 1;
    for (size_t k = 0; k < n; k++) {
        const size_t t = k / items;
        const bool is_last = k + 1 == n || (k + 1) % items == 0;
        const double own = (double)(k % items);
        const double depth = is_last  ? last[t]
                             : t == 0 ? own
                                      : larger(last[t - 1], own) + 1;
        deepest = larger(deepest, depth);
    }
    return (struct depths){deepest, last[threads - 1]};
}

static void plan(const struct request *request, struct plan *plan)
{
    plan_native(request, plan);
    plan_elements(request, plan, "lasts of groups",
                  (size_t)request->machine->threads);
}

static void forms(const struct request *request, struct forms *forms)
{
    static const struct span_form span = {section_work, section_depths, BLOCK,
                                          GRAIN};
    const int groups = plan_workers(request, request->parameters[GRAIN]);
    const size_t first = plan_share(request->n, groups, 0);
    const double joined = (double)(request->n - first);
    struct depths depths = span_depths(request, &span, first, -1);
    double work = span_work(request, &span, first, false);
    double before = depths.last, deepest = depths.deepest;

    for (int k = 1; k < groups; k++) {
        const size_t size = plan_share(request->n, groups, k);
        depths = span_depths(request, &span, size, -1);
        work += span_work(request, &span, size, false) + (k > 1);
        deepest = larger(deepest, larger(before, depths.deepest) + 1);
        before = larger(before, depths.last) + 1;
    }
    /* An exclusive group's first element is the group's prefix, without an
     * op. */
    work += joined - (request->exclusive ? groups - 1 : 0);
    forms->work = exactly(request->n ? work : 0);
    forms->depth = depth_cost(request, deepest);
    forms->why = request->exclusive ? exclusive_depth : NULL;
    forms->bytes = exactly(2 * ((double)request->n + joined) *
                           (double)request->elem_bytes);
}

static const struct parameter parameters[] = {
    SECTION_PARAMETER(64, 4, 8, 16, 32, 64, 128, 256),
    {.name = "items",
     .macro = "ITEMS",
     .help = "rows per thread, each one SIMD register",
     .by_default = 2,
     .legal = {1, 2, 4, 8, 16},
     .small = 2},
    GRAIN_PARAMETER,
    {.name = NULL},
};

extern const struct implementation hierarchical_gpu; /* launch.c */

const struct algorithm hierarchical = {
    .name = "hierarchical",
    .title = "Hierarchical scan",
    .idea =
        "threads, waves, groups: each level scans the totals of the one below",
    .source = "Oancea and Henriksen, OpenCL Day 3, "
              "\"OpenCL Scan Implementation\"",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "3n + n/M log2(B/M) + n(P-1)/P",
            .depth = "M + log2(B/M) + n/(P*B) + P",
            .traffic = "2n on one thread, 2n + 2n(P-1)/P on P",
            .memory = "one element per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &hierarchical_gpu,
};
