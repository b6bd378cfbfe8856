/* arena_cuda.c - a field on a GPU: arrays that stay there, and its clock.
 *
 * A sample is the time between two events in the stream, one before and one
 * after c->calls calls; or, in cold mode, of one call after memory of twice the
 * L2's size has been written; or, in graph mode, of one CUDA graph that holds
 * the calls. The graph is captured anew for each sample, since its launches keep
 * their numbers (graph.h). Outputs are poisoned before a sample and compared
 * by a kernel after it, so nothing large leaves the GPU. For a scan two inputs
 * alternate, so that no call finds its output already in memory; a task with
 * several ports is called once per sample.
 *
 * Rows are compared with a copy of n elements of T. For a scan it goes from the
 * input to the output; otherwise its target is a separate array, and its source
 * the first input or, if that is too short, another separate array.
 */
#include "arena.h"
#include "base/guard.h"
#include "base/host.h"
#include "calls/check_numbers.h"
#include "cuda/compare.h"
#include "cuda/context.h"
#include "cuda/driver.h"
#include "cuda/gpu_memory.h"
#include "cuda/graph.h"
#include "monoids/host_planes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds allowed for enqueueing the calls of a sample. */
enum { LONGEST_QUEUE = 60 };

/* Minimum length of a sample. To launch a graph takes some microseconds, which
 * must be few beside the calls in it. */
static const double WARM_NS = 300000, GRAPH_NS = 1000000;
/* With rows over several GPUs: they take some tens of microseconds to begin and
 * end a sample together. */
static const double GPUS_NS = 10000000;

static const unsigned char POISON = 0xa5;

/* Elements between the two inputs: a multiple of 256 bytes, so that both have
 * the same alignment. */
enum { SHIFT = 256, SHIFTS = 4 };

struct gpu_arena {
    struct arena base;
    unsigned context; /* the context of the arrays */
    struct call call;
    CUdeviceptr port[MAX_PORTS], want[MAX_PORTS]; /* of outputs */
    CUdeviceptr before[MAX_PORTS];                /* as in the reference */
    CUdeviceptr allowed; /* of floats: the errors; 0 until one differs */
    CUdeviceptr source;  /* of a copy: 0, unless the first port is too short */
    CUdeviceptr copied;  /* 0: the first output */
    CUdeviceptr flush;
    size_t flush_bytes;
    CUgraphExec graph;        /* in graph mode: the calls of this sample */
    size_t shift_bytes;       /* from an input to the other one; or 0 */
    void *fetched[MAX_PORTS]; /* on the host: outputs that differ */
};

static struct gpu_arena *of(struct arena *arena)
{
    return (struct gpu_arena *)arena;
}

/* ----------------------------------------------------------------- memory */

/* in, out and expected; additional memory of the scans is checked later. */
static enum status fits(size_t n, size_t elem_bytes, struct problem *why)
{
    enum status status = context_begin(why);
    int most = 0;

    if (status == OK)
        status = host_has_memory(2 * n * elem_bytes, "to draw the input", why);
    if (status != OK)
        return status;
    const size_t available = gpu_memory_free_bytes();
    const size_t needed = 3 * n * elem_bytes + 2 * gpu_facts()->l2_bytes;
    if (needed <= available)
        return OK;
    while (((size_t)6 << most) * elem_bytes + 2 * gpu_facts()->l2_bytes <=
           available)
        most++;
    return problem_set(why, MACHINE_LACKS,
                       "this bench needs %.1f GiB of the GPU's memory, and "
                       "%.1f GiB are free: n = 2^%d would fit",
                       (double)needed / (1 << 30),
                       (double)available / (1 << 30), most);
}

/* Copies an array of the reference to the GPU's memory. */
static enum status copy_in(const struct gpu_arena *a, int i,
                           struct problem *why)
{
    const struct reference *const r = &a->base.reference;
    const struct monoid_table *const m = &a->base.field->monoid->table;
    const struct port *const port = &r->algorithm->task->ports[i];
    const void *from = r->memory[i];
    void *planes = NULL;

    if (port->type == PORT_T_IN_PLANES) {
        if (!(planes = malloc(r->bytes[i] + 1)))
            return problem_set(why, MACHINE_LACKS, "out of memory");
        planes_of_elements(m, r->bytes[i] / m->bytes, from, planes);
        from = planes;
    }
    const enum status status =
        gpu_memory_copy_in(port_comes_out(port) ? a->want[i] : a->port[i], from,
                           r->bytes[i] + (i == 0 ? r->more : 0), why);
    free(planes);
    return status;
}

static enum status take_port(struct gpu_arena *a, int i, struct problem *why)
{
    const struct reference *const r = &a->base.reference;
    const struct port *const port = &r->algorithm->task->ports[i];
    const size_t bytes = r->bytes[i] + (i == 0 ? r->more : 0);
    enum status status = gpu_memory_take(bytes, port->name, &a->port[i], why);

    if (status == OK && port_comes_out(port))
        status =
            gpu_memory_take(bytes, "the expected output", &a->want[i], why);
    if (status == OK)
        status = copy_in(a, i, why);
    a->call.port[i] = (void *)(uintptr_t)a->port[i];
    if (status != OK || !r->before[i])
        return status;
    status = gpu_memory_take(bytes, port->name, &a->before[i], why);
    return status == OK
               ? gpu_memory_copy_in(a->before[i], r->before[i], bytes, why)
               : status;
}

static CUdeviceptr copied_from(const struct gpu_arena *a)
{
    return a->source ? a->source : a->port[0];
}

static CUdeviceptr copied_to(const struct gpu_arena *a)
{
    return a->copied ? a->copied : a->port[1];
}

/* Allocates the arrays that a copy reads and writes. */
static enum status take_copied(struct gpu_arena *a, struct problem *why)
{
    const size_t bytes = a->base.bytes;

    if (arena_is_plain(&a->base))
        return OK;
    enum status status = gpu_memory_take(bytes, "a copy", &a->copied, why);
    if (status != OK || a->base.reference.bytes[0] >= bytes)
        return status;
    status = gpu_memory_take(bytes, "what is copied", &a->source, why);
    return status == OK ? gpu_memory_fill(a->source, POISON, bytes, why)
                        : status;
}

/* The first shift whose input begins with another element, so that the two
 * scans differ. If there is none (a monoid of few elements), the last. */
static size_t find_shift(const char *data, size_t elem_bytes)
{
    size_t bytes = SHIFT * elem_bytes;

    for (int i = 1; i < SHIFTS; i++) {
        if (memcmp(data, data + bytes, elem_bytes) != 0)
            break;
        bytes += SHIFT * elem_bytes;
    }
    return bytes;
}

/* An idle GPU has low clocks: it copies until they are up. */
static enum status wake(const struct gpu_arena *a, struct problem *why)
{
    enum { WAKE_NS = 100000000, COPIES = 20 };
    const uint64_t start = host_now();
    enum status status = OK;

    while (status == OK && host_now() - start < WAKE_NS) {
        for (int i = 0; i < COPIES && status == OK; i++)
            status = gpu_memory_copy(copied_to(a), copied_from(a),
                                     a->base.bytes, why);
        if (status == OK)
            status = context_wait(why);
    }
    return status;
}

static enum status take_arrays(struct gpu_arena *a, bool turns,
                               struct problem *why)
{
    const size_t elem_bytes = a->base.field->monoid->table.bytes;
    struct reference *const r = &a->base.reference;
    enum status status = arena_take_reference(
        &a->base, turns ? SHIFT * SHIFTS * elem_bytes : 0, why);

    a->call = r->call;
    for (int i = 0; status == OK && i < ports_count(r->algorithm); i++)
        status = take_port(a, i, why);
    if (status == OK)
        status = take_copied(a, why);
    if (status == OK && a->flush_bytes)
        status = gpu_memory_take(a->flush_bytes, "flushing the cache",
                                 &a->flush, why);
    if (status == OK && turns)
        a->shift_bytes = find_shift(r->memory[0], elem_bytes);
    return status;
}

static enum status open_gpu(struct arena *arena, struct problem *why)
{
    struct gpu_arena *const a = of(arena);
    const bool plain = arena_is_plain(arena);
    const enum bench_mode mode = arena->field->mode;
    const bool cold = mode == MODE_COLD;

    if (mode != MODE_WARM && !plain)
        return problem_set(why, WRONG_USE, "--mode %s works only with scans",
                           bench_mode_name(mode));
    /* 0: one call is a sample */
    arena->sample_ns = !plain || cold       ? 0
                       : mode == MODE_GRAPH ? GRAPH_NS
                                            : WARM_NS;
    a->flush_bytes = cold ? 2 * gpu_facts()->l2_bytes : 0;
    enum status status = context_begin(why);
    if (status == OK && mode == MODE_GRAPH && graph_lacks())
        return problem_set(why, MACHINE_LACKS,
                           "--mode graph: the NVIDIA driver has no %s: install "
                           "one for CUDA 11.4 or later",
                           graph_lacks());
    a->context = context_number();
    if (status == OK)
        status = take_arrays(a, plain && !cold, why);
    return status == OK ? wake(a, why) : status;
}

static void close_gpu(struct arena *arena)
{
    struct gpu_arena *const a = of(arena);

    for (int i = 0; i < MAX_PORTS; i++)
        host_free(a->fetched[i], arena->reference.bytes[i]);
    arena_free_reference(arena);
    if (a->context != context_number())
        return; /* freed with their context */
    for (int i = 0; i < MAX_PORTS; i++) {
        gpu_memory_free(a->port[i]);
        gpu_memory_free(a->want[i]);
        gpu_memory_free(a->before[i]);
    }
    gpu_memory_free(a->allowed);
    gpu_memory_free(a->source);
    gpu_memory_free(a->copied);
    gpu_memory_free(a->flush);
}

/* -------------------------------------------------------------- libraries */

static enum status said(const char *error, struct problem *why)
{
    return error ? problem_set(why, MACHINE_LACKS, "%s", error) : OK;
}

/* Calls a row of a scan: it returns the memory it needs, or is enqueued. */
static enum status call_scan(struct gpu_arena *a, struct contestant *c,
                             CUdeviceptr in, struct problem *why)
{
    return said(c->library->scan_cuda((void *)(uintptr_t)c->temporary,
                                      &c->temporary_bytes,
                                      (void *)(uintptr_t)in, a->call.port[1],
                                      a->base.field->n, context_stream()),
                why);
}

/* The same for another task; it can also prepare. */
static enum status call_row(struct gpu_arena *a, struct contestant *c,
                            const char *(*ask)(struct row_call *call),
                            struct problem *why)
{
    struct row_call call = contestant_row_call(c, &a->call);

    call.stream = context_stream();
    const enum status status = said(ask(&call), why);
    c->temporary_bytes = call.bytes;
    return status;
}

static enum status call_library(struct gpu_arena *a, struct contestant *c,
                                CUdeviceptr in, struct problem *why)
{
    context_running(c->name);
    return c->library->scan_cuda ? call_scan(a, c, in, why)
                                 : call_row(a, c, c->library->call_cuda, why);
}

static enum status enqueue_library(struct gpu_arena *a, struct contestant *c,
                                   CUdeviceptr in, struct problem *why)
{
    struct problem inner;

    return call_library(a, c, in, &inner) == OK
               ? OK
               : problem_set(why, CHECK_FAILED, "%s: %.200s", c->name,
                             inner.line);
}

/* Gives it its temporary memory, and lets it prepare, before any sample. */
static enum status enter_library(struct gpu_arena *a, struct contestant *c,
                                 struct problem *why)
{
    CUdeviceptr temporary = 0;
    enum status status = call_library(a, c, a->port[0], why);

    if (status == OK) /* some need none, but treat NULL as a query */
        status =
            gpu_memory_take(c->temporary_bytes + 1, c->name, &temporary, why);
    c->temporary = temporary;
    if (status == OK && c->library->prepare_cuda)
        status = call_row(a, c, c->library->prepare_cuda, why);
    return status == OK ? context_wait(why) : status;
}

static void leave(struct arena *arena, struct contestant *c)
{
    if (of(arena)->context == context_number())
        gpu_memory_free(c->temporary);
    c->temporary = 0;
}

/* ---------------------------------------------------------------- samples */

/* An error of the contestant makes it wrong; one that made the context
 * unusable, or for which the GPU is too small, ends the field. */
static enum status blame(const struct gpu_arena *a, struct contestant *c,
                         enum status status, const struct problem *why)
{
    if ((status != CHECK_FAILED && status != NOT_JUDGED) ||
        a->context != context_number())
        return status;
    contestant_fail(c, status, why);
    return OK;
}

static enum status enqueue_algorithm(struct gpu_arena *a, struct contestant *c,
                                     CUdeviceptr in, struct sizes sizes,
                                     struct problem *why)
{
    struct call call = a->call;

    call.port[0] = (void *)(uintptr_t)in;
    call.sizes = sizes;
    return sizes.of[0] == 0 &&
                   a->base.reference.algorithm->task->idle_when_empty
               ? OK
               : execution_enqueue_call(c->execution, &call, why);
}

/* A scan over several GPUs has its elements on all of them: they are dealt before
 * a sample, and gathered after it, outside of the time. */
static enum status deal(struct gpu_arena *a, struct contestant *c,
                        struct problem *why)
{
    return c->kind == CONTEST_ALGORITHM
               ? execution_deal(c->execution, &a->call, why)
               : OK;
}

static enum status join(struct contestant *c, struct problem *why)
{
    return c->kind == CONTEST_ALGORITHM ? execution_join(c->execution, why)
                                        : OK;
}

static enum status gather(struct gpu_arena *a, struct contestant *c,
                          struct problem *why)
{
    return c->kind == CONTEST_ALGORITHM
               ? execution_gather(c->execution, &a->call, why)
               : OK;
}

static enum status enqueue(struct gpu_arena *a, struct contestant *c,
                           CUdeviceptr in, struct problem *why)
{
    switch (c->kind) {
    case CONTEST_ALGORITHM:
        return enqueue_algorithm(a, c, in, a->call.sizes, why);
    case CONTEST_LIBRARY: return enqueue_library(a, c, in, why);
    case CONTEST_COPY:
        return gpu_memory_copy(copied_to(a), a->source ? a->source : in,
                               a->base.bytes, why);
    }
    return OK;
}

/* The input of call i of a sample: inputs alternate, and the last call uses the
 * first input. The number of calls is even (contestant_calibrate), else the
 * first call would use it too. */
static CUdeviceptr input_of(const struct gpu_arena *a,
                            const struct contestant *c, size_t i)
{
    return (c->calls - i) % 2 ? a->port[0] : a->port[0] + a->shift_bytes;
}

/* A call on the first n elements: a scan on a single thread takes a minute for
 * what others do in a moment, and the watchdog would take it for hanging. */
static enum status time_short(struct gpu_arena *a, struct contestant *c,
                              size_t n, double *ns, struct problem *why)
{
    enum status status = context_mark(MARK_BEGIN, why);

    if (status == OK)
        status = enqueue_algorithm(a, c, a->port[0], sizes_of_scan(n), why);
    if (status == OK)
        status = join(c, why);
    if (status == OK)
        status = context_mark(MARK_END, why);
    if (status == OK)
        status = context_wait(why);
    return status == OK ? context_elapsed(ns, why) : status;
}

/* Leaves out scans that would take minutes. */
static enum status enter_scan(struct gpu_arena *a, struct contestant *c,
                              struct problem *why)
{
    enum { SHORT = 1 << 16 };
    static const double LONGEST_NS = 3e9;
    const size_t n = a->base.field->n;
    double ns = 0;

    enum status status = time_short(a, c, n < SHORT ? n : SHORT, &ns, why);
    if (status == OK && n > SHORT) /* the first call also loads the code */
        status = time_short(a, c, SHORT, &ns, why);
    const double expected = ns / SHORT * (double)n;
    if (status == OK && n > SHORT && expected > LONGEST_NS)
        return problem_set(why, MACHINE_LACKS, "a call would take some %.0f s",
                           expected / 1e9);
    return status == MACHINE_LACKS ? status : blame(a, c, status, why);
}

static enum status enter(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    if (c->choice && choice_value(c->choice, "gpus") > 1 &&
        arena->sample_ns == WARM_NS)
        arena->sample_ns = GPUS_NS; /* for all rows alike */

    return c->kind == CONTEST_LIBRARY ? enter_library(of(arena), c, why)
           : c->kind == CONTEST_ALGORITHM && arena_is_plain(arena)
               ? enter_scan(of(arena), c, why)
               : OK;
}

/* Poisons outputs; in-and-out ports get their original contents. */
static enum status poison(struct gpu_arena *a, struct problem *why)
{
    const struct reference *const r = &a->base.reference;
    enum status status =
        a->copied ? gpu_memory_fill(a->copied, POISON, a->base.bytes, why) : OK;

    for (int i = 0; i < MAX_PORTS && status == OK; i++)
        if (a->before[i])
            status =
                gpu_memory_copy(a->port[i], a->before[i], r->bytes[i], why);
        else if (a->want[i])
            status = gpu_memory_fill(a->port[i], POISON, r->bytes[i], why);
    return status;
}

static enum status call(struct arena *arena, struct contestant *c,
                        struct problem *why)
{
    struct gpu_arena *a = of(arena);
    enum status status = poison(a, why);

    if (status == OK)
        status = deal(a, c, why);
    if (status == OK)
        status = enqueue(a, c, a->port[0], why);
    if (status == OK)
        status = join(c, why);
    if (status == OK)
        status = gather(a, c, why);
    if (status == OK)
        status = context_wait(why);
    return blame(a, c, status, why);
}

static enum status enqueue_calls(struct gpu_arena *a, struct contestant *c,
                                 struct problem *why)
{
    enum status status = OK;

    for (size_t i = 0; i < c->calls && status == OK; i++)
        status = enqueue(a, c, input_of(a, c, i), why);
    return status;
}

/* A problem with a graph is the row's own, and the field goes on; but without a
 * copy there is nothing to compare with. */
static enum status blame_graph(const struct gpu_arena *a,
                               const struct contestant *c, enum status status,
                               struct problem *why)
{
    if (status == OK || a->context != context_number())
        return status;
    const struct problem inner = *why;
    return problem_set(why,
                       c->kind == CONTEST_COPY ? MACHINE_LACKS : NOT_JUDGED,
                       "cannot run as a CUDA graph: %.200s", inner.line);
}

/* Captures the calls of a sample into a->graph. Before the capture, one call
 * loads the code, allocates the buffers, and clears them if the numbering of
 * launches restarts: the captured calls need none of this. Whatever happens,
 * the capture is ended. */
static enum status capture(struct gpu_arena *a, struct contestant *c,
                           struct problem *why)
{
    struct problem later;

    if (c->kind == CONTEST_ALGORITHM &&
        !execution_reserve_launches(c->execution, c->calls + 1))
        return problem_set(why, NOT_JUDGED,
                           "cannot run as a CUDA graph: %zu calls are more "
                           "than there are launch numbers",
                           c->calls);
    enum status status = enqueue(a, c, a->port[0], why);
    if (status == OK)
        status = context_wait(why);
    if (status != OK)
        return status;
    status = graph_begin(why);
    if (status != OK)
        return blame_graph(a, c, status, why);
    status = enqueue_calls(a, c, why);
    if (a->context != context_number())
        return status;
    const enum status ended = graph_end(&a->graph, status == OK ? why : &later);
    return blame_graph(a, c, status == OK ? ended : status, why);
}

/* Makes the caches warm and the code ready, for all contestants alike. Output
 * that was written by this, or during a capture, is poisoned again. */
static enum status warm_up(struct gpu_arena *a, struct contestant *c,
                           struct problem *why)
{
    const bool graph = a->base.field->mode == MODE_GRAPH;

    if (!graph && c->calls == 1)
        return OK;
    const enum status status =
        graph ? capture(a, c, why) : enqueue(a, c, a->port[0], why);
    return status == OK ? poison(a, why) : status;
}

static void drop_graph(struct gpu_arena *a)
{
    if (a->context == context_number())
        graph_free(a->graph);
    a->graph = NULL;
}

static enum status time_one(struct arena *arena, struct contestant *c,
                            size_t round, double *ns, struct problem *why)
{
    struct gpu_arena *a = of(arena);
    enum status status = poison(a, why);

    *ns = 0;
    if (status == OK && a->flush_bytes)
        status = gpu_memory_fill(a->flush, (unsigned char)round, a->flush_bytes,
                                 why);
    if (status == OK)
        status = warm_up(a, c, why);
    if (status == OK)
        status = join(c, why);
    if (status == OK)
        status = deal(a, c, why);
    /* After a kernel that hangs the queue fills up, and a launch waits forever
     * in the driver, so context_wait is not reached. */
    guard_enter(c->name, LONGEST_QUEUE);
    if (status == OK)
        status = context_mark(MARK_BEGIN, why);
    if (status == OK)
        status = a->graph ? blame_graph(a, c, graph_launch(a->graph, why), why)
                          : enqueue_calls(a, c, why);
    guard_leave();
    if (status == OK)
        status = join(c, why);
    if (status == OK)
        status = context_mark(MARK_END, why);
    if (status == OK)
        status = gather(a, c, why);
    if (status == OK)
        status = context_wait(why);
    if (status == OK)
        status = context_elapsed(ns, why);
    *ns /= (double)c->calls;
    drop_graph(a);
    return blame(a, c, status, why);
}

/* ------------------------------------------------------------------ checks */

/* On the host, where it is known what rounding allows: outputs that are not
 * equal. */
static enum status check_there(struct gpu_arena *a, struct contestant *c,
                               struct problem *why)
{
    const struct reference *const r = &a->base.reference;
    struct call call = r->call;
    enum status status = OK;

    for (int i = 0; i < MAX_PORTS && status == OK; i++) {
        if (!a->want[i])
            continue;
        if (!a->fetched[i])
            status = host_alloc(r->bytes[i], &a->fetched[i], why);
        if (status == OK)
            status = gpu_memory_copy_out(a->fetched[i], a->port[i], r->bytes[i],
                                         why);
        call.port[i] = a->fetched[i];
    }
    return status == OK ? arena_check_outputs(&a->base, &call, c, why) : status;
}

static enum status fingerprint(struct arena *arena, uint64_t *out,
                               struct problem *why)
{
    const struct gpu_arena *const a = of(arena);
    enum status status = OK;

    *out = 0;
    for (int i = 0; i < MAX_PORTS && status == OK; i++) {
        uint64_t one = 0;
        if (a->want[i])
            status = compare_fingerprint(a->port[i], arena->reference.length[i],
                                         &one, why);
        *out = 31 * *out + one;
    }
    return status;
}

/* Compares a scan of floats with what rounding allows, on the GPU. False also if
 * the GPU cannot decide: then the host does. */
static enum status is_within(struct gpu_arena *a, bool *within,
                             struct problem *why)
{
    struct reference *const r = &a->base.reference;
    const size_t bytes = r->length[1];
    uint64_t first;

    *within = false;
    enum status status =
        arena_is_plain(&a->base) ? arena_find_allowed(&a->base, why) : OK;
    if (status != OK || !r->allowed)
        return status;
    if (!a->allowed) {
        if (gpu_memory_take(bytes, "the errors allowed", &a->allowed, why) !=
            OK)
            return OK;
        status = gpu_memory_copy_in(a->allowed, r->allowed, bytes, why);
    }
    if (status == OK)
        status = compare_within(a->port[1], a->want[1], a->allowed, bytes,
                                a->base.field->monoid->table.component_bytes,
                                &first, why);
    *within = status == OK && first == UINT64_MAX;
    return status;
}

/* Checks an output that differs, unless it has the bits of one that was found
 * right. */
static enum status check_unless_known(struct gpu_arena *a, struct contestant *c,
                                      struct problem *why)
{
    uint64_t bits;
    enum status status = fingerprint(&a->base, &bits, why);

    if (status != OK || (c->has_right && c->right == bits))
        return status;
    bool within;
    status = is_within(a, &within, why);
    if (status == OK && !within)
        status = check_there(a, c, why);
    c->has_right = status == OK && !c->wrong;
    c->right = bits;
    return status;
}

static enum status check_copy(struct gpu_arena *a, struct contestant *c,
                              struct problem *why)
{
    struct problem fault;
    uint64_t first;
    const enum status status = compare_arrays(copied_from(a), copied_to(a),
                                              a->base.bytes, &first, why);

    if (status != OK || first == UINT64_MAX)
        return status;
    problem_set(&fault, CHECK_FAILED, "byte %llu of the copy is wrong",
                4 * (unsigned long long)first);
    contestant_fail(c, CHECK_FAILED, &fault);
    return OK;
}

static enum status check(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    struct gpu_arena *const a = of(arena);
    uint64_t first = UINT64_MAX;
    enum status status = OK;

    if (c->wrong)
        return OK;
    if (c->kind == CONTEST_COPY)
        return check_copy(a, c, why);
    if (arena_result_differs(arena, c)) /* `want` is the field's */
        return check_there(a, c, why);
    for (int i = 0; i < MAX_PORTS && status == OK && first == UINT64_MAX; i++)
        if (a->want[i])
            status = compare_arrays(a->want[i], a->port[i],
                                    arena->reference.length[i], &first, why);
    return status == OK && first != UINT64_MAX ? check_unless_known(a, c, why)
                                               : status;
}

const struct arena_type arena_cuda = {
    .own_bytes = sizeof(struct gpu_arena),
    .calibrations = 2,
    .fits = fits,
    .open = open_gpu,
    .close = close_gpu,
    .enter = enter,
    .leave = leave,
    .call = call,
    .time = time_one,
    .check = check,
    .fingerprint = fingerprint,
};
