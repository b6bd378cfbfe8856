/* cuda_arrays.c - taking, clearing and freeing what a scan needs on a GPU. */
#include "cuda_arrays.h"
#include "cuda/gpu_memory.h"

#include <math.h>

enum status cuda_arrays_begin(struct cuda_arrays *arrays, struct problem *why)
{
    return gpu_memory_take(arrays->element, "carry", &arrays->carry, why);
}

/* All but the carry. */
static void free_large(struct cuda_arrays *arrays)
{
    gpu_memory_free(arrays->in);
    gpu_memory_free(arrays->out);
    arrays->in = arrays->out = 0;
    for (int k = 0; k < CUDA_ENTRIES; k++) {
        for (int i = 0; i < arrays->buffers[k].count; i++)
            gpu_memory_free(arrays->buffers[k].memory[i]);
        arrays->buffers[k] = (struct cuda_buffers){.taken = false};
    }
}

void cuda_arrays_free(struct cuda_arrays *arrays)
{
    free_large(arrays);
    gpu_memory_free(arrays->carry);
    arrays->carry = 0;
}

/* Bytes that a scan of n takes with its ports. */
static double bytes_of_scan(const struct execution *e, size_t n)
{
    struct plan plan;
    double bytes = 2.0 * (double)n * (double)e->setup.monoid->table.bytes;

    if (setup_refuses(&e->setup, n))
        return INFINITY;
    execution_plan(e, ENTRY_SCAN, n, e->setup.has_carry, &plan);
    for (int i = 0; i < plan.buffers; i++)
        bytes += (double)plan.buffer[i].bytes;
    return bytes;
}

/* Adds to a lack of memory what would do. Nothing is left taken. */
static enum status tell_what_fits(struct cuda_arrays *arrays,
                                  const struct execution *e, enum status status,
                                  struct problem *why)
{
    const struct problem inner = *why;
    int fits = -1;

    if (status != MACHINE_LACKS)
        return status;
    free_large(arrays);
    const double available = (double)gpu_memory_free_bytes();
    for (int k = 0; k < 48 && (size_t)1 << k < e->setup.largest_n; k++)
        if (bytes_of_scan(e, (size_t)1 << k) < 0.98 * available)
            fits = k;
    if (fits < 0)
        return status;
    return problem_set(why, status, "%s; n = 2^%d would fit", inner.line, fits);
}

enum status cuda_arrays_take_ports(struct cuda_arrays *arrays,
                                   const struct execution *e,
                                   struct problem *why)
{
    const size_t bytes = e->setup.largest_n * arrays->element;
    enum status status = OK;

    if (!arrays->in)
        status = gpu_memory_take(bytes, "in", &arrays->in, why);
    if (status == OK && !arrays->out)
        status = gpu_memory_take(bytes, "out", &arrays->out, why);
    return tell_what_fits(arrays, e, status, why);
}

enum status cuda_arrays_take_buffers(struct cuda_arrays *arrays,
                                     const struct execution *e,
                                     enum entry entry, struct problem *why)
{
    struct cuda_buffers *buffers = &arrays->buffers[entry];
    struct plan plan;
    enum status status = OK;

    if (buffers->taken)
        return OK;
    execution_plan(e, entry, e->setup.largest_n, e->setup.has_carry, &plan);
    buffers->count = plan.buffers;
    for (int i = 0; i < plan.buffers && status == OK; i++) {
        const struct buffer *b = &plan.buffer[i];
        buffers->buffer[i] = *b;
        status = gpu_memory_take(b->bytes, b->name, &buffers->memory[i], why);
        if (status == OK)
            status = gpu_memory_fill(buffers->memory[i], 0, b->bytes, why);
    }
    buffers->taken = status == OK;
    return tell_what_fits(arrays, e, status, why);
}

enum status cuda_arrays_clear(const struct cuda_arrays *arrays,
                              enum entry entry, enum buffer_start start,
                              struct problem *why)
{
    const struct cuda_buffers *buffers = &arrays->buffers[entry];
    enum status status = OK;

    for (int i = 0; i < buffers->count && status == OK; i++)
        if (buffers->buffer[i].start == start)
            status = gpu_memory_fill(buffers->memory[i], 0,
                                     buffers->buffer[i].bytes, why);
    return status;
}
