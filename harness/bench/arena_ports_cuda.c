/* arena_ports_cuda.c - a bench of an application on a GPU.
 *
 * As arena_cuda.c, with as many arrays as the application has ports; outputs
 * are compared on the GPU. A sample is one call: inputs are the same in each,
 * and the outputs are poisoned before. The copy that it is set beside moves n
 * elements of T: its first input, if that has so many bytes, else an array of
 * their own.
 */
#include "arena_gpu.h"
#include "arena_ports.h"
#include "base/guard.h"
#include "base/host.h"
#include "cuda/compare.h"
#include "monoids/host_planes.h"
#include "cuda/context.h"
#include "cuda/gpu_memory.h"

#include <stdio.h>
#include <stdlib.h>

/* Seconds that a call may take to be enqueued. */
enum { LONGEST_QUEUE = 60 };

static const unsigned char POISON = 0xa5;

struct gpu_ports {
    struct arena base;
    unsigned context; /* that the arrays are in */
    struct drawn_ports drawn;
    struct call call;
    CUdeviceptr port[MAX_PORTS], want[MAX_PORTS]; /* of outputs */
    CUdeviceptr before[MAX_PORTS];                /* as in drawn_ports */
    CUdeviceptr
        source; /* of a copy: 0, or what the first port is too short for */
    CUdeviceptr copied;
    void *fetched[MAX_PORTS]; /* on the host: outputs that are not equal */
};

static struct gpu_ports *of(struct arena *arena)
{
    return (struct gpu_ports *)arena;
}

/* ----------------------------------------------------------------- memory */

/* What the plain loop has made, as it is to be in the GPU's memory. */
static enum status copy_in(struct gpu_ports *g, const struct monoid *monoid,
                           int i, struct problem *why)
{
    const struct port *const port = &g->drawn.algorithm->task->ports[i];
    const size_t bytes = g->drawn.bytes[i];
    const void *from = g->drawn.memory[i];
    void *planes = NULL;

    if (port->type == PORT_T_IN_PLANES) {
        if (!(planes = malloc(bytes + 1)))
            return problem_set(why, MACHINE_LACKS, "out of memory");
        planes_of_elements(&monoid->table, bytes / monoid->table.bytes, from,
                           planes);
        from = planes;
    }
    const enum status status = gpu_memory_copy_in(
        port_comes_out(port) ? g->want[i] : g->port[i], from, bytes, why);
    free(planes);
    return status;
}

static enum status take_port(struct gpu_ports *g, const struct monoid *monoid,
                             int i, struct problem *why)
{
    const struct port *const port = &g->drawn.algorithm->task->ports[i];
    const size_t bytes = g->drawn.bytes[i];
    const bool is_out = port_comes_out(port);
    enum status status = gpu_memory_take(bytes, port->name, &g->port[i], why);

    if (status == OK && is_out)
        status =
            gpu_memory_take(bytes, "the expected output", &g->want[i], why);
    if (status == OK)
        status = copy_in(g, monoid, i, why);
    g->call.port[i] = (void *)(uintptr_t)g->port[i];
    if (status != OK || !g->drawn.before[i])
        return status;
    status = gpu_memory_take(bytes, port->name, &g->before[i], why);
    return status == OK ? gpu_memory_copy_in(g->before[i], g->drawn.before[i],
                                             bytes, why)
                        : status;
}

static CUdeviceptr copied_from(const struct gpu_ports *g)
{
    return g->source ? g->source : g->port[0];
}

/* What a copy reads and writes. */
static enum status take_copied(struct gpu_ports *g, struct problem *why)
{
    const size_t bytes = g->base.bytes;
    enum status status = gpu_memory_take(bytes, "a copy", &g->copied, why);

    if (status != OK || g->drawn.bytes[0] >= bytes)
        return status;
    status = gpu_memory_take(bytes, "what is copied", &g->source, why);
    return status == OK ? gpu_memory_fill(g->source, POISON, bytes, why)
                        : status;
}

static enum status open_gpu(struct arena *arena, struct problem *why)
{
    struct gpu_ports *const g = of(arena);
    enum status status =
        arena->field->mode == MODE_COLD
            ? problem_set(why, WRONG_USE, "--mode cold is for scans")
            : context_begin(why);

    g->context = context_number();
    if (status == OK)
        status = drawn_ports_take(arena->field, &g->drawn, why);
    g->call = g->drawn.call;
    for (int i = 0;
         status == OK && i < ports_count(arena->field->choice->algorithm); i++)
        status = take_port(g, arena->field->monoid, i, why);
    if (status == OK)
        status = take_copied(g, why);
    arena->moved = g->drawn.moved;
    return status == OK
               ? arena_gpu_wake(g->copied, copied_from(g), arena->bytes, why)
               : status;
}

static void close_gpu(struct arena *arena)
{
    struct gpu_ports *const g = of(arena);

    for (int i = 0; i < MAX_PORTS; i++)
        host_free(g->fetched[i], g->drawn.bytes[i]);
    drawn_ports_free(&g->drawn);
    if (g->context != context_number())
        return; /* they went with their context */
    for (int i = 0; i < MAX_PORTS; i++) {
        gpu_memory_free(g->port[i]);
        gpu_memory_free(g->want[i]);
        gpu_memory_free(g->before[i]);
    }
    gpu_memory_free(g->source);
    gpu_memory_free(g->copied);
}

/* ---------------------------------------------------------------- samples */

/* Outputs, but for what goes in, too: that is as it was. */
static enum status poison(struct gpu_ports *g, struct problem *why)
{
    enum status status = gpu_memory_fill(g->copied, POISON, g->base.bytes, why);

    for (int i = 0; i < MAX_PORTS && status == OK; i++)
        if (g->before[i])
            status = gpu_memory_copy(g->port[i], g->before[i],
                                     g->drawn.bytes[i], why);
        else if (g->want[i])
            status =
                gpu_memory_fill(g->port[i], POISON, g->drawn.bytes[i], why);
    return status;
}

/* What a row of a library does: says what memory it takes, prepares, or is
 * enqueued. */
static enum status ask_library(struct gpu_ports *g, struct contestant *c,
                               const char *(*ask)(struct row_call *call),
                               struct problem *why)
{
    struct row_call call = contestant_row_call(c, &g->call);

    context_running(c->name);
    call.stream = context_stream();
    const char *const error = ask(&call);
    c->temporary_bytes = call.bytes;
    return error ? problem_set(why, MACHINE_LACKS, "%s", error) : OK;
}

/* It is given its temporary memory, and what it prepares, before any sample. */
static enum status enter(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    struct gpu_ports *const g = of(arena);
    CUdeviceptr temporary = 0;

    if (c->kind != CONTEST_LIBRARY)
        return OK;
    enum status status = ask_library(g, c, c->library->call_cuda, why);
    if (status == OK) /* some take none, and ask by NULL all the same */
        status =
            gpu_memory_take(c->temporary_bytes + 1, c->name, &temporary, why);
    c->temporary = temporary;
    if (status == OK && c->library->prepare_cuda)
        status = ask_library(g, c, c->library->prepare_cuda, why);
    return status == OK ? context_wait(why) : status;
}

static void leave(struct arena *arena, struct contestant *c)
{
    if (of(arena)->context == context_number())
        gpu_memory_free(c->temporary);
    c->temporary = 0;
}

static enum status enqueue_library(struct gpu_ports *g, struct contestant *c,
                                   struct problem *why)
{
    struct problem inner;

    return ask_library(g, c, c->library->call_cuda, &inner) == OK
               ? OK
               : problem_set(why, CHECK_FAILED, "%s: %.200s", c->name,
                             inner.line);
}

static enum status enqueue(struct gpu_ports *g, struct contestant *c,
                           struct problem *why)
{
    switch (c->kind) {
    case CONTEST_ALGORITHM:
        return execution_enqueue_call(c->execution, &g->call, why);
    case CONTEST_LIBRARY: return enqueue_library(g, c, why);
    case CONTEST_COPY:
        return gpu_memory_copy(g->copied, copied_from(g), g->base.bytes, why);
    }
    return OK;
}

static enum status time_one(struct arena *arena, struct contestant *c,
                            size_t round, double *ns, struct problem *why)
{
    struct gpu_ports *const g = of(arena);
    enum status status = poison(g, why);

    (void)round;
    *ns = 0;
    guard_enter(c->name, LONGEST_QUEUE);
    if (status == OK)
        status = context_mark(MARK_BEGIN, why);
    if (status == OK)
        status = enqueue(g, c, why);
    guard_leave();
    if (status == OK)
        status = context_mark(MARK_END, why);
    if (status == OK)
        status = context_wait(why);
    if (status == OK)
        status = context_elapsed(ns, why);
    return arena_gpu_blame(g->context, c, status, why);
}

static enum status call(struct arena *arena, struct contestant *c,
                        struct problem *why)
{
    double ns;

    return time_one(arena, c, 0, &ns, why);
}

/* On the host, where rounding is known: outputs that are not equal. */
static enum status check_there(struct gpu_ports *g, struct contestant *c,
                               struct problem *why)
{
    struct call call = g->drawn.call;
    enum status status = OK;

    for (int i = 0; i < MAX_PORTS && status == OK; i++) {
        if (!g->want[i])
            continue;
        if (!g->fetched[i])
            status = host_take(g->drawn.bytes[i], &g->fetched[i], why);
        if (status == OK)
            status = gpu_memory_copy_out(g->fetched[i], g->port[i],
                                         g->drawn.bytes[i], why);
        call.port[i] = g->fetched[i];
    }
    return status == OK
               ? drawn_ports_check(g->base.field, &g->drawn, &call, c, why)
               : status;
}

static enum status check(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    struct gpu_ports *const g = of(arena);
    uint64_t first = UINT64_MAX;
    enum status status = OK;

    if (c->wrong || c->kind == CONTEST_COPY)
        return OK;
    if (drawn_ports_differ(arena->field, c)) /* `want` is the field's */
        return check_there(g, c, why);
    for (int i = 0; i < MAX_PORTS && status == OK && first == UINT64_MAX; i++)
        if (g->want[i])
            status = compare_arrays(g->want[i], g->port[i], g->drawn.length[i],
                                    &first, why);
    return status == OK && first != UINT64_MAX ? check_there(g, c, why)
                                               : status;
}

const struct arena_type arena_ports_cuda = {
    .own_bytes = sizeof(struct gpu_ports),
    .calibrations = 2,
    .open = open_gpu,
    .close = close_gpu,
    .enter = enter,
    .leave = leave,
    .call = call,
    .time = time_one,
    .check = check,
};
