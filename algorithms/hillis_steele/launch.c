/* launch.c - Hillis-Steele on a GPU: a launch per stride. */
#include "../contract/launch.h"

enum { BLOCK };  /* parameters */
enum { SECOND }; /* buffers */

/* An exclusive scan is the inclusive one of all elements but the last. */
static size_t sums_of(const struct request *request)
{
    return request->n - (request->n > 0 && request->exclusive);
}

/* Even, so that the last launch writes out and the first one does not; with
 * nothing to add, one launch copies. */
static int launches_of(const struct request *request)
{
    const int steps = ceil_log2(sums_of(request));
    return steps ? steps + steps % 2 : 1;
}

static const char *refuse(const struct request *request)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const char *const reason = refuse_threads(request, block);

    if (reason)
        return reason;
    if (ceil_div(request->n, block) > LARGEST_GRID)
        return "more blocks than a grid may have (2^31 - 1): use larger blocks";
    return NULL;
}

static void plan(const struct request *request, struct plan *plan)
{
    const size_t block = (size_t)request->parameters[BLOCK];
    const size_t sums = sums_of(request);
    const size_t first = request->exclusive ? request->elem_bytes : 0;

    if (plan_entries(request, plan) || request->n == 0)
        return;
    const int steps = ceil_log2(sums), launches = launches_of(request);
    if (steps > 0)
        plan_elements(request, plan, "second array", request->n);
    for (int k = 0; k < launches; k++) {
        const int step = k - (launches - steps); /* below 0: a copy */
        plan_launch(plan, "one_step", ceil_div(request->n, block), block, 0);
        if (k == 0)
            argument_port(plan, SCAN_IN, 0);
        else if (k % 2)
            argument_buffer(plan, SECOND, first);
        else
            argument_port(plan, SCAN_OUT, first);
        if ((launches - k) % 2)
            argument_port(plan, SCAN_OUT, 0);
        else
            argument_buffer(plan, SECOND, 0);
        argument_u64(plan, sums);
        argument_u64(plan, step < 0 ? sums : (uint64_t)1 << step);
    }
    plan_carry(request, plan);
}

static void forms(const struct request *request, struct forms *forms)
{
    const size_t sums = sums_of(request);
    const double launches = launches_of(request);
    const double work = kogge_stone_work(sums);
    /* A launch reads and writes all; an op needs one more element; and the
     * exclusive scan writes an identity. */
    const double elements =
        launches * (2 * (double)sums + request->exclusive) + work;

    if (!forms_of_nothing(request, forms))
        exact_forms(request, work, ceil_log2(sums), elements, forms);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads per block", 256),
    {.name = NULL},
};

const struct implementation hillis_steele_gpu = {
    .parameters = parameters,
    .work = "n log2 n - (n - 1)",
    .depth = "log2 n",
    .traffic = "3n log2 n - (n - 1), and 2n if log2 n is odd",
    .memory = "n elements",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
