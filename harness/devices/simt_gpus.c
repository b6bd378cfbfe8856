/* simt_gpus.c - see simt_gpus.h. */
#include "simt_gpus.h"
#include "dealt_elements.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN, OUT, SCAN_PORTS }; /* of every scan */

/* The memory of one GPU. Names are kept, since the machine does not copy them. */
struct one_gpu {
    char *port[SCAN_PORTS], *laid[SCAN_PORTS]; /* laid: out may be in */
    char *buffer[MAX_BUFFERS];
    size_t room[MAX_BUFFERS], bytes[MAX_BUFFERS];
    char name[SCAN_PORTS + MAX_BUFFERS][64];
};

struct simt_gpus {
    struct dealt dealt;
    size_t unit; /* bytes of a T */
    struct one_gpu gpu[SIMT_GPUS];
    char *boards[MAX_BUFFERS]; /* addresses of a buffer on each GPU */
};

/* ------------------------------------------------------------------- memory */

static char *take(struct simt_gpus *g, const struct simt_gpus_run *run,
                  char *name, const char *what, int gpu, size_t bytes,
                  size_t unit)
{
    snprintf(name, 64, "%.40s of GPU %d", what, gpu);
    char *const memory =
        simt_alloc(run->simt, name, bytes, unit ? unit : g->unit, 0);

    if (memory && !unit && monoid_is_interval(run->execution->setup.monoid))
        simt_opaque(run->simt, memory);
    return memory;
}

/* The arrays of all GPUs, with room for all elements of the largest n. */
static enum status open_gpus(struct simt_gpus **out,
                             const struct simt_gpus_run *run,
                             struct problem *why)
{
    static const char *const names[SCAN_PORTS] = {"in", "out"};
    struct simt_gpus *const g = *out = calloc(1, sizeof *g);
    bool fits = g != NULL;

    if (g)
        g->unit = run->execution->setup.monoid->table.bytes;
    for (int d = 0; d < run->plan->gpus && fits; d++)
        for (int i = 0; i < SCAN_PORTS && fits; i++)
            fits = (g->gpu[d].port[i] =
                        take(g, run, g->gpu[d].name[i], names[i], d,
                             run->execution->setup.largest_n * g->unit + 4,
                             0)) != NULL;
    return fits ? OK
                : problem_set(why, MACHINE_LACKS,
                              "n = %zu does not fit in the SIMT machine's "
                              "memory",
                              run->execution->setup.largest_n);
}

/* A buffer keeps its words from launch to launch. */
static enum status start_buffer(struct simt_gpus *g,
                                const struct simt_gpus_run *run, int gpu, int i,
                                struct problem *why)
{
    struct one_gpu *const one = &g->gpu[gpu];
    const struct buffer *const b = &run->plan->buffer[i];
    const bool is_new = !one->buffer[i] || b->bytes > one->room[i];
    const size_t before = is_new ? 0 : one->bytes[i];

    assert(b->start == STARTS_LAUNCH_TAGGED);
    if (is_new) {
        if (one->buffer[i])
            simt_give_back(run->simt, one->buffer[i]);
        one->room[i] = launches_room(run->execution, ENTRY_SCAN, i, b->bytes);
        one->buffer[i] = take(g, run, one->name[SCAN_PORTS + i], b->name, gpu,
                              one->room[i], b->unit);
        if (!one->buffer[i])
            return problem_set(why, MACHINE_LACKS,
                               "the SIMT machine's memory has no room for %s",
                               b->name);
    }
    if (is_new || run->restarts)
        memset(one->buffer[i], 0, one->room[i]);
    simt_resize(run->simt, one->buffer[i], 0, b->bytes);
    if (b->bytes > before)
        simt_host_wrote(run->simt, one->buffer[i] + before, b->bytes - before);
    one->bytes[i] = b->bytes;
    return OK;
}

/* The addresses of a buffer on all GPUs, in the machine's memory. */
static enum status write_boards(struct simt_gpus *g,
                                const struct simt_gpus_run *run, int i,
                                struct problem *why)
{
    const size_t bytes = (size_t)run->plan->gpus * sizeof(char *);

    if (!g->boards[i] &&
        !(g->boards[i] = simt_alloc(run->simt, "boards", bytes, 8, 0)))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int d = 0; d < run->plan->gpus; d++)
        memcpy(g->boards[i] + (size_t)d * sizeof(char *), &g->gpu[d].buffer[i],
               sizeof(char *));
    simt_host_wrote(run->simt, g->boards[i], bytes);
    return OK;
}

static enum status start_buffers(struct simt_gpus *g,
                                 const struct simt_gpus_run *run,
                                 struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < run->plan->buffers && status == OK; i++) {
        for (int d = 0; d < run->plan->gpus && status == OK; d++)
            status = start_buffer(g, run, d, i, why);
        if (status == OK)
            status = write_boards(g, run, i, why);
    }
    return status;
}

/* Elements of less than a word: its last bytes, after the end, are filled. */
static size_t behind(size_t bytes)
{
    return (4 - bytes % 4) % 4;
}

static void fill_arrays(struct simt_gpus *g, const struct simt_gpus_run *run)
{
    const bool in_place = run->call->port[IN] == run->call->port[OUT];

    for (int d = 0; d < run->plan->gpus; d++) {
        struct one_gpu *const one = &g->gpu[d];
        const size_t bytes = dealt_share(&g->dealt, d) * g->unit;
        for (int i = 0; i < SCAN_PORTS; i++)
            one->laid[i] = simt_resize(run->simt, one->port[i], 0, bytes);
        if (in_place)
            one->laid[OUT] = one->laid[IN];
        else
            simt_host_spoilt(run->simt, one->laid[OUT], bytes);
        dealt_out(&g->dealt, d, g->unit, run->call->port[IN], one->laid[IN]);
        simt_host_wrote(run->simt, one->laid[IN], bytes);
        for (int i = 0; i < SCAN_PORTS; i++)
            memset(one->laid[i] + bytes, 0x5a, behind(bytes));
    }
}

/* ------------------------------------------------------------------- launch */

static enum status launch(const struct simt_gpus *g,
                          const struct simt_gpus_run *run,
                          const struct step *step, struct problem *why)
{
    void *argument[SIMT_GPUS][MAX_ARGUMENTS];
    union launch_value value[SIMT_GPUS][MAX_ARGUMENTS];
    struct simt_launch launch = {.kernel = step->kernel,
                                 .gpus = run->plan->gpus,
                                 .dynamic_shared_bytes =
                                     step->dynamic_shared_bytes,
                                 .arguments = step->arguments,
                                 .argument_of = argument,
                                 .overlap = OVERLAPS_NONE};

    memcpy(launch.grid, step->grid, sizeof launch.grid);
    memcpy(launch.block, step->block, sizeof launch.block);
    for (int d = 0; d < run->plan->gpus; d++) {
        struct launch_memory memory = {.carry = run->carry,
                                       .launch = run->launch,
                                       .gpu = (uint32_t)d,
                                       .share = dealt_share(&g->dealt, d)};
        memcpy(memory.port, g->gpu[d].laid, sizeof g->gpu[d].laid);
        memcpy(memory.buffer, g->gpu[d].buffer, sizeof memory.buffer);
        memcpy(memory.boards, g->boards, sizeof memory.boards);
        for (int a = 0; a < step->arguments; a++) {
            const struct argument *const from = &step->argument[a];
            launch.bytes[a] = launch_argument(&memory, from, &value[d][a]);
            argument[d][a] = &value[d][a];
            launch.is_input[a] =
                from->kind == ARGUMENT_PORT && from->index == IN;
        }
    }
    return simt_launch(run->simt, run->options, &launch, why);
}

/* ------------------------------------------------------------------ outputs */

static enum status check_gpu(const struct simt_gpus *g,
                             const struct simt_gpus_run *run, int gpu,
                             struct problem *why)
{
    const struct one_gpu *const one = &g->gpu[gpu];
    const size_t n = dealt_share(&g->dealt, gpu), bytes = n * g->unit;

    for (size_t k = 0; run->options->checking && k < n; k++)
        if (!simt_is_written(run->simt, one->laid[OUT] + k * g->unit, g->unit))
            return problem_set(why, CHECK_FAILED,
                               "out[%zu], on GPU %d, was never written",
                               dealt_place(&g->dealt, gpu, k), gpu);
    for (int i = 0; i < SCAN_PORTS; i++)
        for (size_t k = bytes; k < bytes + behind(bytes); k++)
            if ((unsigned char)one->laid[i][k] != 0x5a)
                return problem_set(why, CHECK_FAILED,
                                   "memory after the end of %s was written",
                                   one->name[i]);
    return OK;
}

/* Out of place, the input must be as it was. */
static enum status check_input(const struct simt_gpus *g,
                               const struct simt_gpus_run *run, int gpu,
                               struct problem *why)
{
    const struct one_gpu *const one = &g->gpu[gpu];
    size_t begin, n;

    for (size_t k = 0; (n = dealt_chunk(&g->dealt, gpu, k, &begin)) > 0; k++)
        if (one->laid[IN] != one->laid[OUT] &&
            memcmp(one->laid[IN] + k * g->dealt.chunk * g->unit,
                   (const char *)run->call->port[IN] + begin * g->unit,
                   n * g->unit) != 0)
            return problem_set(why, CHECK_FAILED, "the input was overwritten");
    return OK;
}

const char *simt_gpus_element(const struct simt_gpus *g, size_t element)
{
    const size_t k = element / g->dealt.chunk;
    const size_t gpus = (size_t)g->dealt.gpus;

    return g->gpu[k % gpus].laid[OUT] +
           (k / gpus * g->dealt.chunk + element % g->dealt.chunk) * g->unit;
}

/* ---------------------------------------------------------------------- all */

enum status simt_gpus_run(struct simt_gpus **gpus,
                          const struct simt_gpus_run *run, struct problem *why)
{
    const struct plan *const plan = run->plan;
    enum status status = *gpus ? OK : open_gpus(gpus, run, why);
    struct simt_gpus *const g = *gpus;

    if (status != OK)
        return status;
    g->dealt = (struct dealt){run->call->sizes.of[0], plan->chunk, plan->gpus};
    fill_arrays(g, run);
    status = start_buffers(g, run, why);
    for (int s = 0; s < plan->steps && status == OK; s++)
        status = launch(g, run, &plan->step[s], why);
    for (int d = 0; d < plan->gpus && status == OK; d++) {
        status = check_gpu(g, run, d, why);
        if (status == OK)
            status = check_input(g, run, d, why);
    }
    for (int d = 0; d < plan->gpus && status == OK; d++)
        dealt_back(&g->dealt, d, g->unit, g->gpu[d].laid[OUT],
                   run->call->port[OUT]);
    return status;
}

void simt_gpus_close(struct simt_gpus *gpus)
{
    free(gpus);
}
