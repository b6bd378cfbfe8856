/* launch.c - filter on a GPU: three launches, or a single one in either of two
 * forms; their costs.
 */
#include "../compaction/kept_ahead_launch.h"
#include "../compaction/kept_one_pass_launch.h"

static bool is_one_pass(const struct request *request)
{
    return request->parameters[AHEAD_FORM] == ONE_PASS;
}

static const char *refuse(const struct request *request)
{
    return is_look_ahead(request) ? refuse_ahead(request)
           : is_one_pass(request) ? refuse_one_pass(request)
                                  : kept_refuse(request);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (is_look_ahead(request))
        plan_ahead(request, plan, "filter_ahead");
    else if (is_one_pass(request))
        plan_one_pass(request, plan, "filter_tiles");
    else if (plan_kept(request, plan))
        argument_u64(plan, request->n);
}

/* Blocks wait for counts, and read them repeatedly. */
static void forms_ahead(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(n + ahead_least(request), INFINITY),
        .why = "kept elements are written; counts are read repeatedly during a "
               "wait",
    };
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const bool one_pass = is_one_pass(request);
    const double least =
        one_pass ? n + one_pass_least(request) : kept_bytes(request);

    if (is_look_ahead(request)) {
        forms_ahead(request, forms);
        return;
    }
    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, !one_pass                     ? least + 2 * n
                                : one_pass_tiles(request) > 1 ? INFINITY
                                                              : least + n),
        .why = one_pass ? "kept elements are written; how far tiles look back "
                          "depends on timing"
                        : "only kept elements are written",
    };
}

static const struct parameter parameters[] = {
    KEPT_PARAMETERS("one_pass", "three_kernels"),
    {.name = "form",
     .macro = "FORM",
     .help = "how the number of kept elements before a tile is found",
     .by_default = ONE_PASS,
     .legal = {THREE_KERNELS, ONE_PASS, LOOK_AHEAD},
     .names = {"three_kernels", "one_pass", "look_ahead"},
     .small = LOOK_AHEAD},
    AHEAD_PARAMETERS,
    {.name = NULL}};

static const struct shape shapes[] = {
    AHEAD_SHAPES("rows=20,strips=11,packers=11,storers=11,late=3",
                 "rows=10,strips=11,packers=11,storers=11,late=3",
                 "rows=5,strips=11,packers=11,storers=11,late=3",
                 "rows=2,strips=11,packers=11,storers=11,late=3"),
    ONE_PASS_SHAPES};

const struct implementation filter_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "n + kept",
    .memory = "8 bytes per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
