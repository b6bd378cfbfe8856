/* plan.c - segmented scan by offsets: its ports, its costs, and the plain loop.
 */
#include "../../contract/plan.h"
#include "../segments/drawn_shape.h"
#include "../segments/segments_forms.h"

#include <string.h>

enum { IN, OFFSETS, OUT };
enum { N, SEGMENTS }; /* sizes */

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"offsets", PORT_IN, PORT_U32, {"segments", 1, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {.name = NULL},
};

/* ----------------------------------------------------------------- offsets */

static void sizes(size_t n, const struct drawing *drawing, size_t size[])
{
    size[SEGMENTS] = draw_shape(n, drawing, NULL);
}

/* Lengths, then their sums. */
static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    uint32_t *const offsets = ports[OFFSETS];

    offsets[0] = 0;
    draw_shape(request->n, drawing, offsets + 1);
    for (size_t k = 0; k < request->size[SEGMENTS]; k++)
        offsets[k + 1] += offsets[k];
}

static const char *refuse_input(const struct request *request,
                                void *const *ports)
{
    const uint32_t *const offsets = ports[OFFSETS];

    if (offsets[0] != 0)
        return "offsets does not begin with 0";
    for (size_t k = 0; k < request->size[SEGMENTS]; k++)
        if (offsets[k + 1] < offsets[k])
            return "offsets has a number that is smaller than the one before "
                   "it";
    if (offsets[request->size[SEGMENTS]] != request->n)
        return "offsets does not end with the number of elements of in";
    return NULL;
}

/* One segment, which begins at `begin`. */
static void scan_segment(const struct request *request,
                         const struct elements *elements, const char *in,
                         char *out, size_t length)
{
    const size_t bytes = elements->bytes;

    for (size_t i = 0; i < length; i++, in += bytes, out += bytes)
        if (!request->exclusive && i == 0)
            memcpy(out, in, bytes);
        else if (!request->exclusive)
            elements->op(out - bytes, in, out);
        else if (i == 0)
            elements->identity(out);
        else if (i == 1)
            memcpy(out, in - bytes, bytes);
        else
            elements->op(out - bytes, in - bytes, out);
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const uint32_t *const offsets = ports[OFFSETS];

    for (size_t k = 0; k < request->size[SEGMENTS]; k++) {
        const size_t begin = offsets[k] * elements->bytes;
        scan_segment(request, elements, (const char *)ports[IN] + begin,
                     (char *)ports[OUT] + begin, offsets[k + 1] - offsets[k]);
    }
}

static const struct task task = {
    .name = "segmented_scan_csr",
    .ports = own_ports,
    .sizes = {"n", "segments"},
    .has_patterns = true,
    .has_kinds = true,
    .has_op = true,
    .sizes_of_n = sizes,
    .draw = draw,
    .refuse_input = refuse_input,
    .reference = reference,
};

/* ---------------------------------------------------------- on a processor */

static const char *refuse(const struct request *request)
{
    return request->n >> 32 ? "offsets are 32-bit" : NULL;
}

/* All threads except one reduce a chunk; then all scan one. */
static void plan(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan_native_run(request, plan);
}

/* Each chunk searches the offsets twice. */
static void forms(const struct request *request, struct forms *forms)
{
    const size_t segments = request->size[SEGMENTS];
    const double looks = 2 * (ceil_log2(segments + 1) + 1);

    segments_cpu_forms(
        request, 0,
        4 * ((double)segments + 1 + segments_chunks(request) * looks), forms);
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation segmented_scan_csr_gpu; /* launch.c */

const struct algorithm segmented_scan_csr = {
    .name = "segmented_scan_csr",
    .title = "Segmented scan by offsets",
    .idea =
        "a separate scan of each segment; offsets mark where segments begin",
    .source = "Sengupta et al., Graphics Hardware 2007; CSR: rows of a matrix",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "at most n on one thread, 2n on P",
            .depth = "at most n on one thread, 2n/P on P",
            .traffic = "2n and 4 bytes a segment; on P threads up to 3n",
            .memory = "none",
            .refuse = refuse,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &segmented_scan_csr_gpu,
};
