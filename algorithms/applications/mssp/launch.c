/* launch.c - mssp on a GPU: numbers are mapped and reduced, and totals are, in
 * one launch; costs. */
#include "../reduce_launch.h"

enum { IN, OUT }; /* ports */

enum { STAGES = REDUCE_PARAMETER_COUNT }; /* parameters */
enum { GIVEN = sizeof(int32_t) };

static struct stream stream(const struct request *request)
{
    return stream_of(request, GIVEN, (size_t)request->parameters[STAGES]);
}

static const char *refuse(const struct request *request)
{
    const struct stream s = stream(request);

    return stream_refuse(request, &s);
}

static void plan(const struct request *request, struct plan *plan)
{
    const struct stream s = stream(request);

    plan_stream(request, plan, &s, "map_chunks_at_once", OUT);
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct stream s = stream(request);

    stream_forms(request, &s, GIVEN, forms);
}

static const struct parameter parameters[] = {
    BLOCK_PARAMETER("threads of one block", 256),
    REDUCE_ITEMS_PARAMETER("numbers of a lane's run, or one more"),
    STAGES_PARAMETER,
    {.name = NULL}};

const struct implementation mssp_gpu = {
    .parameters = parameters,
    .work = "n - 1",
    .depth = "M + n/(BMP) + 2 log2 B on P multiprocessors",
    .traffic = "n numbers",
    .memory = "an element per block",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
