/* cuda_gpus.c - see cuda_gpus.h. */
#include "cuda_gpus.h"
#include "cuda/context.h"
#include "cuda/gpu_memory.h"
#include "cuda/gpu_peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char POISON = 0xa5;

struct on_gpu {
    struct cuda_kernels kernels;
    size_t room; /* elements of the arrays */
    CUdeviceptr in, out;
    size_t buffer_room[MAX_BUFFERS];
    CUdeviceptr buffer[MAX_BUFFERS];
    CUdeviceptr boards[MAX_BUFFERS]; /* addresses of a buffer on each GPU */
};

struct cuda_gpus {
    int gpus;
    unsigned context; /* context_number(): if it changes, all this is gone */
    size_t unit;      /* bytes of a T */
    struct dealt dealt;
    uint32_t set; /* of the latest launch */
    bool forked; /* there are launches that peer 0's stream does not wait for */
    int buffers;
    struct on_gpu gpu[MAX_PEERS];
};

/* --------------------------------------------------------------------- open */

enum status cuda_gpus_open(const struct setup *setup, int gpus,
                           struct cuda_gpus **out, struct problem *why)
{
    struct cuda_gpus *const g = *out = calloc(1, sizeof *g);
    enum status status = g ? peers_begin(gpus, why)
                           : problem_set(why, MACHINE_LACKS, "out of memory");

    if (status != OK)
        return status;
    g->gpus = gpus;
    g->context = context_number();
    g->unit = setup->monoid->table.bytes;
    for (int k = 0; k < gpus && status == OK; k++) {
        status = peers_use(k, why);
        if (status == OK)
            status = cuda_kernels_load(&g->gpu[k].kernels, setup, why);
    }
    const enum status back = peers_use(0, why);
    return status == OK ? back : status;
}

static void free_arrays(struct on_gpu *on)
{
    gpu_memory_free(on->in);
    gpu_memory_free(on->out);
    on->in = on->out = 0;
    on->room = 0;
}

void cuda_gpus_close(struct cuda_gpus *g)
{
    struct problem ignored;

    for (int k = 0; g && g->context == context_number() && k < g->gpus; k++) {
        struct on_gpu *const on = &g->gpu[k];
        if (peers_use(k, &ignored) != OK)
            continue;
        free_arrays(on);
        for (int i = 0; i < MAX_BUFFERS; i++) {
            gpu_memory_free(on->buffer[i]);
            gpu_memory_free(on->boards[i]);
        }
        cuda_kernels_unload(&on->kernels);
    }
    if (g && g->context == context_number())
        peers_use(0, &ignored);
    free(g);
}

/* ------------------------------------------------------------------- memory */

static enum status fill(int gpu, CUdeviceptr memory, unsigned char value,
                        size_t bytes, struct problem *why)
{
    const CUresult result =
        bytes ? cuda.cuMemsetD8Async(memory, value, bytes, peers_stream(gpu))
              : CUDA_SUCCESS;

    return result == CUDA_SUCCESS
               ? OK
               : context_problem(result, why, "cuMemsetD8Async");
}

static enum status lay_arrays(struct cuda_gpus *g, int k, size_t n,
                              struct problem *why)
{
    struct on_gpu *const on = &g->gpu[k];
    char what[64];
    enum status status = OK;

    if (n <= on->room && on->in)
        return OK;
    free_arrays(on);
    snprintf(what, sizeof what, "in and out of GPU %d", k);
    status = gpu_memory_take(n * g->unit, what, &on->in, why);
    if (status == OK)
        status = gpu_memory_take(n * g->unit, what, &on->out, why);
    if (status == OK)
        on->room = n;
    return status;
}

static enum status lay_buffers(struct cuda_gpus *g, int k,
                               const struct plan *plan, struct problem *why)
{
    struct on_gpu *const on = &g->gpu[k];
    enum status status = OK;

    for (int i = 0; i < plan->buffers && status == OK; i++) {
        const size_t bytes = plan->buffer[i].bytes;
        if (on->buffer[i] && bytes <= on->buffer_room[i])
            continue;
        gpu_memory_free(on->buffer[i]);
        status =
            gpu_memory_take(bytes, plan->buffer[i].name, &on->buffer[i], why);
        on->buffer_room[i] = bytes;
        if (status == OK)
            status = fill(k, on->buffer[i], 0, bytes, why);
        if (status == OK && !on->boards[i])
            status = gpu_memory_take(MAX_PEERS * sizeof(CUdeviceptr), "boards",
                                     &on->boards[i], why);
    }
    g->buffers = plan->buffers;
    return status;
}

/* The stream of peer k has nothing left to do. */
static enum status wait(int k, struct problem *why)
{
    CUresult result;

    while ((result = cuda.cuStreamQuery(peers_stream(k))) ==
           CUDA_ERROR_NOT_READY)
        ;
    return result == CUDA_SUCCESS
               ? OK
               : context_problem(result, why, "waiting for GPU %d", k);
}

static enum status write_boards(struct cuda_gpus *g, struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < g->buffers && status == OK; i++) {
        CUdeviceptr address[MAX_PEERS];
        for (int k = 0; k < g->gpus; k++)
            address[k] = g->gpu[k].buffer[i];
        for (int k = 0; k < g->gpus && status == OK; k++)
            status = gpu_memory_copy_in(g->gpu[k].boards[i], address,
                                        sizeof address, why);
    }
    return status;
}

enum status cuda_gpus_lay(struct cuda_gpus *g, const struct plan *plan,
                          size_t n, struct problem *why)
{
    enum status status = OK;

    g->dealt = (struct dealt){n, plan->chunk, g->gpus};
    for (int k = 0; k < g->gpus && status == OK; k++) {
        status = peers_use(k, why);
        if (status == OK)
            status = lay_arrays(g, k, dealt_share(&g->dealt, k), why);
        if (status == OK)
            status = lay_buffers(g, k, plan, why);
        if (status == OK)
            status = wait(k, why);
    }
    const enum status back = peers_use(0, why);
    if (status == OK && back == OK)
        status = write_boards(g, why);
    return status == OK ? back : status;
}

enum status cuda_gpus_clear(struct cuda_gpus *g, struct problem *why)
{
    enum status status = OK;

    for (int k = 0; k < g->gpus && status == OK; k++) {
        status = peers_use(k, why);
        for (int i = 0; i < g->buffers && status == OK; i++)
            status =
                fill(k, g->gpu[k].buffer[i], 0, g->gpu[k].buffer_room[i], why);
        if (status == OK)
            status = wait(k, why);
    }
    const enum status back = peers_use(0, why);
    return status == OK ? back : status;
}

/* ------------------------------------------------------------ deal, gather */

/* Copies the chunks of all GPUs, in peer 0's stream. */
static enum status copy_chunks(const struct cuda_gpus *g, CUdeviceptr all,
                               bool gathers, struct problem *why)
{
    const size_t chunk = g->dealt.chunk * g->unit;
    enum status status = OK;
    size_t begin, n;

    for (int k = 0; k < g->gpus; k++)
        for (size_t c = 0;
             status == OK && (n = dealt_chunk(&g->dealt, k, c, &begin)) > 0;
             c++) {
            const CUdeviceptr there = all + begin * g->unit;
            status = gathers ? gpu_memory_copy(there, g->gpu[k].out + c * chunk,
                                               n * g->unit, why)
                             : gpu_memory_copy(g->gpu[k].in + c * chunk, there,
                                               n * g->unit, why);
        }
    return status;
}

enum status cuda_gpus_deal(struct cuda_gpus *g, CUdeviceptr in,
                           struct problem *why)
{
    enum status status = copy_chunks(g, in, false, why);

    for (int k = 0; k < g->gpus && status == OK; k++)
        status = gpu_memory_fill(g->gpu[k].out, POISON,
                                 dealt_share(&g->dealt, k) * g->unit, why);
    return status;
}

enum status cuda_gpus_gather(struct cuda_gpus *g, CUdeviceptr out,
                             struct problem *why)
{
    return copy_chunks(g, out, true, why);
}

/* ------------------------------------------------------------------- launch */

static enum status launch_on(struct cuda_gpus *g, int k,
                             const struct step *step,
                             const struct launch_memory *memory,
                             struct problem *why)
{
    union launch_value value[MAX_ARGUMENTS];
    void *argument[MAX_ARGUMENTS];
    struct cuda_kernel *kernel = NULL;
    enum status status =
        cuda_kernels_find(&g->gpu[k].kernels, step, &kernel, why);

    if (status == OK &&
        step->dynamic_shared_bytes > kernel->dynamic_shared_bytes) {
        status = cuda_kernel_allow_shared(kernel->function, step, why);
        kernel->dynamic_shared_bytes = step->dynamic_shared_bytes;
    }
    if (status != OK)
        return status;
    for (int a = 0; a < step->arguments; a++) {
        argument[a] = &value[a];
        launch_argument(memory, &step->argument[a], &value[a]);
    }
    const CUresult result = cuda.cuLaunchKernel(
        kernel->function, step->grid[0], step->grid[1], step->grid[2],
        step->block[0], step->block[1], step->block[2],
        (unsigned)step->dynamic_shared_bytes, peers_stream(k), argument, NULL);
    if (result == CUDA_SUCCESS)
        return OK;
    context_problem(result, why, "launching the kernel %s on GPU %d",
                    step->kernel, k);
    return CHECK_FAILED;
}

static void *address(CUdeviceptr memory)
{
    return (void *)(uintptr_t)memory;
}

enum status cuda_gpus_launch(struct cuda_gpus *g, const struct plan *plan,
                             CUdeviceptr carry, uint32_t launch,
                             struct problem *why)
{
    enum status status = g->forked ? OK : peers_fork(g->gpus, why);

    g->forked = true;
    g->set ^= 1;
    for (int s = 0; s < plan->steps && status == OK; s++)
        for (int k = 0; k < g->gpus && status == OK; k++) {
            const struct on_gpu *const on = &g->gpu[k];
            struct launch_memory memory = {.carry = address(carry),
                                           .launch = launch,
                                           .gpu = (uint32_t)k,
                                           .set = g->set,
                                           .share = dealt_share(&g->dealt, k)};
            memory.port[0] = address(on->in);
            memory.port[1] = address(on->out);
            for (int i = 0; i < g->buffers; i++) {
                memory.buffer[i] = address(on->buffer[i]);
                memory.boards[i] = address(on->boards[i]);
            }
            status = peers_use(k, why);
            if (status == OK)
                status = launch_on(g, k, &plan->step[s], &memory, why);
        }
    const enum status back = peers_use(0, why);
    return status == OK ? back : status;
}

enum status cuda_gpus_join(struct cuda_gpus *g, struct problem *why)
{
    g->forked = false;
    return peers_join(g->gpus, why);
}
