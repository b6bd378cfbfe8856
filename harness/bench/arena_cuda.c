/* arena_cuda.c - a field on a GPU: arrays that stay there, and its clock.
 *
 * A sample is the time between two events in the stream, one before and one
 * after c->calls calls; or, cold, one call after memory of twice the L2 was
 * written. The comparison is a kernel too, so nothing large leaves the GPU.
 */
#include "arena_gpu.h"
#include "calls/check.h"
#include "monoids/rounding.h"
#include "base/guard.h"
#include "base/host.h"
#include "cuda/compare.h"
#include "cuda/context.h"
#include "cuda/gpu_memory.h"

#include <stdio.h>
#include <string.h>

/* Seconds that the calls of a sample may take to be enqueued. */
enum { LONGEST_QUEUE = 60 };

static const unsigned char POISON = 0xa5;

/* Elements from an input to the other one: as many bytes are a multiple of 256,
 * so that both are aligned alike. */
enum { SHIFT = 256, SHIFTS = 4 };

struct gpu_arena {
    struct arena base;
    unsigned context; /* that the arrays are in */
    CUdeviceptr in, out, expected, flush;
    size_t flush_bytes;
    size_t more_bytes;    /* of in, after its n elements */
    size_t shift_bytes;   /* from an input to the other one */
    void *loop, *fetched; /* on the host: expected, and an output off it */
};

static struct gpu_arena *of(struct arena *arena)
{
    return (struct gpu_arena *)arena;
}

/* ----------------------------------------------------------------- memory */

/* in, out and expected; what the scans take besides shows when they do. */
static enum status fits(size_t n, size_t elem_bytes, struct problem *why)
{
    enum status status = context_begin(why);
    int most = 0;

    if (status == OK)
        status = host_has_memory(n * elem_bytes, "to draw the input", why);
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
                       "this bench takes %.1f GiB of the GPU's memory and %.1f "
                       "GiB are free: n = 2^%d would fit",
                       (double)needed / (1 << 30),
                       (double)available / (1 << 30), most);
}

static enum status take_arrays(struct gpu_arena *a, struct problem *why)
{
    enum status status =
        gpu_memory_take(a->base.bytes + a->more_bytes, "in", &a->in, why);

    if (status == OK)
        status = gpu_memory_take(a->base.bytes, "out", &a->out, why);
    if (status == OK)
        status = gpu_memory_take(a->base.bytes, "the expected output",
                                 &a->expected, why);
    if (status == OK && a->flush_bytes)
        status = gpu_memory_take(a->flush_bytes, "flushing the cache",
                                 &a->flush, why);
    return status;
}

/* The first shift whose input begins with another element, so that the two
 * scans differ. Where there is none (a monoid of few elements), the last. */
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

/* One array of the host's is input, then output. */
static enum status fill_arrays(struct gpu_arena *a, struct problem *why)
{
    const struct field *field = a->base.field;
    const struct monoid_table *m = &field->monoid->table;
    const size_t bytes = a->base.bytes + a->more_bytes;
    void *data = NULL;

    enum status status = host_take(bytes, &data, why);
    if (status == OK) {
        m->draw(data, bytes / m->bytes, field->seed);
        if (a->more_bytes)
            a->shift_bytes = find_shift(data, m->bytes);
        status = gpu_memory_copy_in(a->in, data, bytes, why);
    }
    if (status == OK) {
        m->fold(data, data, field->n, field->exclusive, NULL);
        status = gpu_memory_copy_in(a->expected, data, a->base.bytes, why);
    }
    host_free(data, bytes);
    return status;
}

static enum status open_gpu(struct arena *arena, struct problem *why)
{
    struct gpu_arena *a = of(arena);
    const bool cold = arena->field->mode == MODE_COLD;

    arena->sample_ns = cold ? 0 : 300000; /* cold: one call is a sample */
    a->flush_bytes = cold ? 2 * gpu_facts()->l2_bytes : 0;
    a->more_bytes =
        cold ? 0 : SHIFT * SHIFTS * arena->field->monoid->table.bytes;
    enum status status = context_begin(why);
    a->context = context_number();
    if (status == OK)
        status = take_arrays(a, why);
    if (status == OK)
        status = fill_arrays(a, why);
    return status == OK ? arena_gpu_wake(a->out, a->in, a->base.bytes, why)
                        : status;
}

static void close_gpu(struct arena *arena)
{
    struct gpu_arena *a = of(arena);

    host_free(arena->allowed, arena->bytes);
    host_free(a->loop, arena->bytes);
    host_free(a->fetched, arena->bytes);
    if (a->context != context_number())
        return; /* they went with their context */
    gpu_memory_free(a->in);
    gpu_memory_free(a->out);
    gpu_memory_free(a->expected);
    gpu_memory_free(a->flush);
}

/* ---------------------------------------------------------------- samples */

static enum status call_library(struct gpu_arena *a, struct contestant *c,
                                CUdeviceptr in, struct problem *why)
{
    const char *error = c->library->scan_cuda(
        (void *)(uintptr_t)c->temporary, &c->temporary_bytes,
        (void *)(uintptr_t)in, (void *)(uintptr_t)a->out, a->base.field->n,
        context_stream());

    return error ? problem_set(why, CHECK_FAILED, "%s: %s", c->name, error)
                 : OK;
}

/* Its temporary memory is taken once, before any sample. */
static enum status enqueue_library(struct gpu_arena *a, struct contestant *c,
                                   CUdeviceptr in, struct problem *why)
{
    CUdeviceptr temporary = 0;
    enum status status = OK;

    context_running(c->name);
    if (!c->temporary) {
        status = call_library(a, c, in, why);
        if (status == OK)
            status =
                gpu_memory_take(c->temporary_bytes, c->name, &temporary, why);
        c->temporary = temporary;
    }
    return status == OK ? call_library(a, c, in, why) : status;
}

static void leave(struct arena *arena, struct contestant *c)
{
    if (of(arena)->context == context_number())
        gpu_memory_free(c->temporary);
    c->temporary = 0;
}

static enum status enqueue(struct gpu_arena *a, struct contestant *c,
                           CUdeviceptr in, struct problem *why)
{
    switch (c->kind) {
    case CONTEST_ALGORITHM:
        return execution_enqueue(c->execution, in, a->out, a->base.field->n,
                                 NULL, why);
    case CONTEST_LIBRARY: return enqueue_library(a, c, in, why);
    case CONTEST_COPY: return gpu_memory_copy(a->out, in, a->base.bytes, why);
    }
    return OK;
}

/* Of call i of a sample: they take turns, and the last one has `in`. Calls are
 * an even number (contestant_calibrate), or the first would have it too. */
static CUdeviceptr input_of(const struct gpu_arena *a,
                            const struct contestant *c, size_t i)
{
    return (c->calls - i) % 2 ? a->in : a->in + a->shift_bytes;
}

/* A call on the first n elements: a scan on a single thread takes a minute for
 * what others do in a moment, and the watchdog would take it for hanging. */
static enum status time_short(struct gpu_arena *a, struct contestant *c,
                              size_t n, double *ns, struct problem *why)
{
    enum status status = context_mark(MARK_BEGIN, why);

    if (status == OK)
        status = execution_enqueue(c->execution, a->in, a->out, n, NULL, why);
    if (status == OK)
        status = context_mark(MARK_END, why);
    if (status == OK)
        status = context_wait(why);
    return status == OK ? context_elapsed(ns, why) : status;
}

static enum status enter(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    enum { SHORT = 1 << 16 };
    static const double LONGEST_NS = 3e9;
    struct gpu_arena *a = of(arena);
    const size_t n = arena->field->n;
    double ns = 0;

    if (c->kind != CONTEST_ALGORITHM)
        return OK;
    enum status status = time_short(a, c, n < SHORT ? n : SHORT, &ns, why);
    if (status == OK && n > SHORT) /* the first call also loads the code */
        status = time_short(a, c, SHORT, &ns, why);
    const double expected = ns / SHORT * (double)n;
    if (status == OK && n > SHORT && expected > LONGEST_NS)
        return problem_set(why, MACHINE_LACKS, "a call would take some %.0f s",
                           expected / 1e9);
    return status == MACHINE_LACKS
               ? status
               : arena_gpu_blame(a->context, c, status, why);
}

static enum status poison(struct gpu_arena *a, struct problem *why)
{
    return gpu_memory_fill(a->out, POISON, a->base.bytes, why);
}

static enum status call(struct arena *arena, struct contestant *c,
                        struct problem *why)
{
    struct gpu_arena *a = of(arena);
    enum status status = poison(a, why);

    if (status == OK)
        status = enqueue(a, c, a->in, why);
    if (status == OK)
        status = context_wait(why);
    return arena_gpu_blame(a->context, c, status, why);
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
    if (status == OK && c->calls > 1) { /* warm for everybody */
        status = enqueue(a, c, a->in, why);
        if (status == OK)
            status = poison(a, why);
    }
    /* Behind a kernel that hangs the queue fills up, and a launch waits for
     * ever in the driver: context_wait is not reached then. */
    guard_enter(c->name, LONGEST_QUEUE);
    if (status == OK)
        status = context_mark(MARK_BEGIN, why);
    for (size_t i = 0; i < c->calls && status == OK; i++)
        status = enqueue(a, c, input_of(a, c, i), why);
    guard_leave();
    if (status == OK)
        status = context_mark(MARK_END, why);
    if (status == OK)
        status = context_wait(why);
    if (status == OK)
        status = context_elapsed(ns, why);
    *ns /= (double)c->calls;
    return arena_gpu_blame(a->context, c, status, why);
}

static enum status tell_difference(struct gpu_arena *a, struct contestant *c,
                                   CUdeviceptr want_array, uint64_t word,
                                   struct problem *why)
{
    const struct monoid_table *m = &a->base.field->monoid->table;
    const size_t at = (size_t)word * 4 / m->bytes;
    _Alignas(16) char got[64], want[64];
    struct problem fault;

    enum status status =
        gpu_memory_copy_out(got, a->out + at * m->bytes, m->bytes, why);
    if (status == OK)
        status = gpu_memory_copy_out(want, want_array + at * m->bytes, m->bytes,
                                     why);
    if (status != OK)
        return status;
    check_differs(m, at, got, want, &fault);
    contestant_fail(c, CHECK_FAILED, &fault);
    return OK;
}

/* The first output of floats that is not equal: what rounding allows. */
static enum status find_allowed(struct gpu_arena *a, struct problem *why)
{
    const struct field *field = a->base.field;
    const struct monoid_table *m = &field->monoid->table;
    struct scan_result plain = {
        .monoid = m, .n = field->n, .exclusive = field->exclusive};

    if (a->base.allowed)
        return OK;
    enum status status = host_take(a->base.bytes, &a->loop, why);
    if (status == OK)
        status = host_take(a->base.bytes, &a->fetched, why);
    if (status == OK)
        status = host_take(a->base.bytes, &a->base.allowed, why);
    if (status != OK)
        return status;
    m->draw(a->fetched, field->n, field->seed);
    m->fold(a->fetched, a->loop, field->n, field->exclusive, NULL);
    plain.in = a->fetched;
    plain.out = a->loop;
    return rounding_applies(m) ? check_allowed(&plain, a->base.allowed, why)
                               : OK;
}

/* On the host, where the bounds are. */
static enum status check_rounded(struct gpu_arena *a, struct contestant *c,
                                 struct problem *why)
{
    const struct field *field = a->base.field;
    struct problem fault;
    enum status status = find_allowed(a, why);

    if (status == OK)
        status = gpu_memory_copy_out(a->fetched, a->out, a->base.bytes, why);
    const struct monoid_table *m = &field->monoid->table;
    const void *allowed = rounding_applies(m) ? a->base.allowed : NULL;
    if (status != OK || check_within(m, a->loop, allowed, a->fetched, field->n,
                                     NULL, &fault) == OK)
        return status;
    contestant_fail(c, CHECK_FAILED, &fault);
    return OK;
}

static enum status check(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    struct gpu_arena *a = of(arena);
    const struct monoid_table *m = &arena->field->monoid->table;
    const bool copies = c->kind == CONTEST_COPY;
    const CUdeviceptr want = copies ? a->in : a->expected;
    uint64_t first;

    if (c->wrong)
        return OK;
    const enum status status =
        compare_arrays(want, a->out, arena->bytes, &first, why);
    if (status != OK || first == UINT64_MAX)
        return status;
    return copies || (m->kind != FLOATING && !m->same)
               ? tell_difference(a, c, want, first, why)
               : check_rounded(a, c, why);
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
};
