/* launch.c - segmented scan of equal segments on a GPU: one launch; its costs.
 */
#include "../../tiles.h"
#include "../segments_launch.h"

enum { IN, LENGTH, OUT }; /* ports */
enum { COUNTER, WORDS };  /* buffers */
enum { LENGTH_BYTES = 8 };

static const struct parameter parameters[] = {TILE_PARAMETERS(256),
                                              {.name = NULL}};

static const char *refuse(const struct request *request)
{
    return segments_refuse(request, 0);
}

static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_segments_status(request, plan);
    plan_tiles(request, plan, "scan_in_one_pass", tiles_of(request));
    argument_port(plan, IN, 0);
    argument_port(plan, LENGTH, 0);
    argument_port(plan, OUT, 0);
    argument_u64(plan, request->n);
    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, WORDS, 0);
    argument_launch(plan);
}

/* Each thread reads the length. */
static void forms(const struct request *request, struct forms *forms)
{
    const double elements =
        2 * (double)request->n * (double)request->elem_bytes;
    const double readers =
        (double)tiles_of(request) * (double)tile_of(request).block;

    if (forms_of_nothing(request, forms))
        return;
    segments_forms(request,
                   between(elements, elements + LENGTH_BYTES * readers), forms);
}

const struct implementation segmented_scan_regular_gpu = {
    .parameters = parameters,
    .work = "at most that of look-back",
    .depth = "at most that of look-back",
    .traffic = "2n",
    .memory = "two elements per tile",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
