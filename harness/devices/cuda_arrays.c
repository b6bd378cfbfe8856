/* cuda_arrays.c - allocates, clears and frees the arrays of a scan on a GPU. */
#include "cuda_arrays.h"
#include "cuda/gpu_memory.h"
#include "launches.h"

#include <math.h>
#include <string.h>

static const unsigned char UNTOUCHED = 0xa5;

/* ----------------------------------------------------------------- margins */

/* Allocates memory between margins, all of it marked as untouched. */
static enum status take(size_t bytes, const char *name, CUdeviceptr *out,
                        struct problem *why)
{
    const size_t all = bytes + 2 * CUDA_MARGIN;
    CUdeviceptr memory = 0;
    enum status status = gpu_memory_take(all, name, &memory, why);

    if (status == OK)
        status = gpu_memory_fill(memory, UNTOUCHED, CUDA_MARGIN, why);
    if (status == OK)
        status = gpu_memory_fill(memory + CUDA_MARGIN + bytes, UNTOUCHED,
                                 CUDA_MARGIN, why);
    *out = memory ? memory + CUDA_MARGIN : 0;
    return status;
}

static void give_back(CUdeviceptr *memory)
{
    if (*memory)
        gpu_memory_free(*memory - CUDA_MARGIN);
    *memory = 0;
}

/* Memory between margins. */
struct between {
    const char *name;
    CUdeviceptr memory;
    size_t bytes, unit;
    const unsigned char *after; /* the margin's bytes; NULL: untouched */
};

static enum status tell_after(const struct between *of, struct problem *why)
{
    return of->bytes < of->unit
               ? problem_set(why, CHECK_FAILED,
                             "%s was written, but it has no elements", of->name)
               : problem_set(why, CHECK_FAILED,
                             "memory after %s[%zu] was written", of->name,
                             of->bytes / of->unit - 1);
}

enum { MOST_BETWEEN = MAX_BUFFERS + 1 };

/* Checks that all margins are unchanged. */
static enum status check(const struct between *all, int count,
                         struct problem *why)
{
    struct gpu_piece look[2 * MOST_BETWEEN];
    unsigned char untouched[CUDA_MARGIN];

    memset(untouched, UNTOUCHED, sizeof untouched);
    for (int i = 0; i < count; i++) {
        look[2 * i] =
            (struct gpu_piece){all[i].memory - CUDA_MARGIN, CUDA_MARGIN, NULL};
        look[2 * i + 1] =
            (struct gpu_piece){all[i].memory + all[i].bytes, CUDA_MARGIN, NULL};
    }
    const enum status status = gpu_memory_look(look, 2 * count, why);
    for (int i = 0; i < count && status == OK; i++) {
        const unsigned char *const after =
            all[i].after ? all[i].after : untouched;
        if (memcmp(look[2 * i].copy, untouched, CUDA_MARGIN) != 0)
            return problem_set(why, CHECK_FAILED,
                               "memory before %s[0] was written", all[i].name);
        if (memcmp(look[2 * i + 1].copy, after, CUDA_MARGIN) != 0)
            return tell_after(&all[i], why);
    }
    return status;
}

/* ------------------------------------------------------------------ arrays */

enum status cuda_arrays_begin(struct cuda_arrays *arrays, struct problem *why)
{
    return take(arrays->element, "carry", &arrays->carry, why);
}

/* Frees all but the carry. */
static void free_large(struct cuda_arrays *arrays)
{
    for (int i = 0; i < MAX_PORTS; i++)
        give_back(&arrays->port[i]);
    for (int k = 0; k < CUDA_ENTRIES; k++) {
        for (int i = 0; i < arrays->buffers[k].count; i++)
            give_back(&arrays->buffers[k].memory[i]);
        arrays->buffers[k] = (struct cuda_buffers){.count = 0};
    }
}

void cuda_arrays_free(struct cuda_arrays *arrays)
{
    free_large(arrays);
    give_back(&arrays->carry);
}

static size_t bytes_of_port(const struct execution *e, int port,
                            struct sizes sizes)
{
    const struct algorithm *const a = execution_algorithm(e);

    return port_unit(&a->task->ports[port], e->setup.monoid->table.bytes) *
           port_elements(a, port, ENTRY_SCAN, sizes);
}

/* The bytes of a call of n, including its ports. */
static double bytes_of_call(const struct execution *e, size_t n)
{
    struct sizes sizes = setup_largest(&e->setup);
    struct plan plan;
    double bytes = 0;

    if (setup_refuses(&e->setup, n))
        return INFINITY;
    sizes.of[0] = n;
    for (int i = 0; i < ports_count(execution_algorithm(e)); i++)
        bytes += (double)bytes_of_port(e, i, sizes);
    execution_plan(e, ENTRY_SCAN, sizes, e->setup.has_carry, &plan);
    for (int i = 0; i < plan.buffers; i++)
        bytes += (double)plan.buffer[i].bytes;
    return bytes;
}

/* Adds to an out-of-memory message the n that would fit. Frees everything. */
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
        if (bytes_of_call(e, (size_t)1 << k) < 0.98 * available)
            fits = k;
    if (fits < 0)
        return status;
    return problem_set(why, status, "%s; n = 2^%d would fit", inner.line, fits);
}

enum status cuda_arrays_take_ports(struct cuda_arrays *arrays,
                                   const struct execution *e,
                                   struct problem *why)
{
    const struct port *const ports = execution_algorithm(e)->task->ports;
    enum status status = OK;

    for (int i = 0; ports[i].name && status == OK; i++)
        if (!arrays->port[i])
            status = take(bytes_of_port(e, i, setup_largest(&e->setup)),
                          ports[i].name, &arrays->port[i], why);
    return tell_what_fits(arrays, e, status, why);
}

enum status cuda_arrays_lay_port(CUdeviceptr port, size_t bytes,
                                 struct problem *why)
{
    return gpu_memory_fill(port + bytes, UNTOUCHED, CUDA_MARGIN, why);
}

enum status cuda_arrays_check_port(const char *name, CUdeviceptr port,
                                   size_t bytes, size_t unit,
                                   struct problem *why)
{
    const struct between of = {name, port, bytes, unit, NULL};

    return check(&of, 1, why);
}

/* ----------------------------------------------------------------- buffers */

static enum status take_buffer(struct cuda_buffers *buffers, int i,
                               const struct buffer *b, size_t room,
                               struct problem *why)
{
    give_back(&buffers->memory[i]);
    buffers->room[i] = room;
    const enum status status = take(room, b->name, &buffers->memory[i], why);
    return status == OK ? gpu_memory_fill(buffers->memory[i], 0, room, why)
                        : status;
}

static enum status lay_margin(struct cuda_buffers *buffers, int i,
                              struct problem *why)
{
    const struct buffer *const b = &buffers->buffer[i];
    const CUdeviceptr after = buffers->memory[i] + b->bytes;

    if (b->start == STARTS_LAUNCH_TAGGED)
        return gpu_memory_copy_out(buffers->after[i], after, CUDA_MARGIN, why);
    memset(buffers->after[i], UNTOUCHED, CUDA_MARGIN);
    return gpu_memory_fill(after, UNTOUCHED, CUDA_MARGIN, why);
}

enum status cuda_arrays_lay_buffers(struct cuda_arrays *arrays,
                                    const struct execution *e, enum entry entry,
                                    const struct plan *plan,
                                    struct problem *why)
{
    struct cuda_buffers *const buffers = &arrays->buffers[entry];
    enum status status = OK;

    for (int i = plan->buffers; i < buffers->count; i++)
        give_back(&buffers->memory[i]); /* from another shape of plan */
    buffers->count = plan->buffers;
    for (int i = 0; i < plan->buffers && status == OK; i++) {
        const struct buffer *const b = &plan->buffer[i];
        if (!buffers->memory[i] || b->bytes > buffers->room[i])
            status = take_buffer(buffers, i, b,
                                 launches_room(e, entry, i, b->bytes), why);
        buffers->buffer[i] = *b;
        if (status == OK)
            status = lay_margin(buffers, i, why);
    }
    return tell_what_fits(arrays, e, status, why);
}

enum status cuda_arrays_clear(const struct cuda_arrays *arrays,
                              enum entry entry, struct problem *why)
{
    const struct cuda_buffers *buffers = &arrays->buffers[entry];
    enum status status = OK;

    for (int i = 0; i < buffers->count && status == OK; i++)
        if (buffers->buffer[i].start == STARTS_ZERO)
            status = gpu_memory_fill(buffers->memory[i], 0,
                                     buffers->buffer[i].bytes, why);
    return status;
}

enum status cuda_arrays_clear_tagged(struct cuda_arrays *arrays,
                                     struct problem *why)
{
    enum status status = OK;

    for (int k = 0; k < CUDA_ENTRIES; k++) {
        const struct cuda_buffers *buffers = &arrays->buffers[k];
        for (int i = 0; i < buffers->count && status == OK; i++)
            if (buffers->buffer[i].start == STARTS_LAUNCH_TAGGED)
                status = gpu_memory_fill(buffers->memory[i], 0,
                                         buffers->room[i], why);
    }
    return status;
}

enum status cuda_arrays_check_buffers(const struct cuda_arrays *arrays,
                                      enum entry entry, struct problem *why)
{
    const struct cuda_buffers *const buffers = &arrays->buffers[entry];
    struct between all[MOST_BETWEEN] = {
        {"the carry", arrays->carry, arrays->element, arrays->element, NULL}};

    for (int i = 0; i < buffers->count; i++) {
        const struct buffer *const b = &buffers->buffer[i];
        all[i + 1] = (struct between){b->name, buffers->memory[i], b->bytes,
                                      b->unit ? b->unit : arrays->element,
                                      buffers->after[i]};
    }
    return check(all, buffers->count + 1, why);
}
