/* launch.c - partition in one pass on a GPU: one launch; its costs. */
#include "../compaction/kept_ahead_launch.h"
#include "../compaction/kept_one_pass_launch.h"

static const char *refuse(const struct request *request)
{
    return is_look_ahead(request) ? refuse_ahead(request)
                                  : refuse_one_pass(request);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (is_look_ahead(request))
        plan_ahead(request, plan, "partition_ahead");
    else
        plan_one_pass(request, plan, "partition_tiles");
}

/* Elements are read once and written once. */
static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;
    const bool ahead = is_look_ahead(request);
    const double least =
        2 * n + (ahead ? ahead_least(request) : one_pass_least(request));
    const bool waits = ahead || one_pass_tiles(request) > 1;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(least, waits ? INFINITY : least),
        .why = ahead ? "counts are read repeatedly during a wait"
                     : "how far tiles look back depends on timing",
    };
}

static const struct parameter parameters[] = {
    KEPT_PARAMETERS("one_pass"),
    {.name = "form",
     .macro = "FORM",
     .help = "how a tile finds the number of kept elements before it",
     .by_default = ONE_PASS,
     .legal = {ONE_PASS, LOOK_AHEAD},
     .names = {"one_pass", "look_ahead"},
     .small = LOOK_AHEAD},
    AHEAD_PARAMETERS,
    {.name = NULL}};

static const struct shape shapes[] = {
    AHEAD_SHAPES("rows=16,strips=11,packers=11,storers=11,late=5",
                 "rows=8,strips=11,packers=11,storers=11,late=5",
                 "rows=4,strips=11,packers=11,storers=11,late=5",
                 "rows=2,strips=11,packers=11,storers=11,late=5"),
    ONE_PASS_SHAPES};

const struct implementation partition_reversed_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "no op",
    .depth = "0",
    .traffic = "2n",
    .memory = "8 bytes per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
