/* verify_on_gpu.c - runs on a GPU, whose outputs are compared there.
 *
 * A GPU has no interval table, and does not watch accesses. So outputs are
 * compared on the GPU: with the one right fold of packed intervals
 * (cuda/packed.h), and, for each built-in monoid, with the plain loop's result
 * from the host. Arrays stay on the GPU; cases are out of place and in place,
 * with and without a carry, aligned and misaligned by one element.
 */
#include "verify_executor.h"
#include "calls/check_numbers.h"
#include "cuda/compare.h"
#include "cuda/context.h"
#include "cuda/gpu_memory.h"
#include "cuda/packed_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char UNTOUCHED = 0xa5;

/* An array is a margin, perhaps a shift of one element, the elements, and a
 * margin: | 256 bytes |(T)| in[0] ... in[n - 1] | 256 bytes | */
enum { MARGIN = 256, PIECE = 1 << 20 };

/* The arrays of a setup, for the largest n. */
struct on_gpu {
    struct verify_bench base;
    unsigned context; /* the context of the arrays */
    size_t bytes;     /* of an element */
    bool intervals;
    CUdeviceptr in, out;          /* where scans work, with margins */
    CUdeviceptr source, expected; /* their inputs and expected outputs */
    _Alignas(16) char carry[64];
};

static struct on_gpu *of(struct verify_bench *bench)
{
    return (struct on_gpu *)bench;
}

/* ------------------------------------------------------------------ arrays */

static size_t array_bytes(const struct on_gpu *g, size_t n)
{
    return 2 * MARGIN + (n + 1) * g->bytes;
}

static enum status take_arrays(struct on_gpu *g, struct problem *why)
{
    const size_t n = g->base.setup->largest_n;
    enum status status = gpu_memory_take(array_bytes(g, n), "in", &g->in, why);

    if (status == OK)
        status = gpu_memory_take(array_bytes(g, n), "out", &g->out, why);
    if (status == OK)
        status = gpu_memory_take(n * g->bytes, "the elements", &g->source, why);
    if (status == OK)
        status = gpu_memory_take(n * g->bytes, "the expected output",
                                 &g->expected, why);
    return status;
}

static void free_arrays(struct on_gpu *g)
{
    if (g->context != context_number())
        return; /* freed with their context */
    gpu_memory_free(g->in);
    gpu_memory_free(g->out);
    gpu_memory_free(g->source);
    gpu_memory_free(g->expected);
}

/* Elements at .. at + length - 1 of the source. */
static void make_source(const struct on_gpu *g, char *to, size_t at,
                        size_t length, bool carry)
{
    if (g->intervals)
        for (size_t i = 0; i < length; i++)
            packed_leaf(at + i + carry, to + i * g->bytes, g->bytes);
    else
        g->base.setup->monoid->table.draw(to, length, 1 + at / PIECE);
}

/* The expected scan of them; `sum` is the fold of all before, in and out. */
static void make_expected(const struct on_gpu *g, const char *in, char *to,
                          size_t at, size_t length, bool carry, char *sum)
{
    const struct monoid_table *m = &g->base.setup->monoid->table;
    const bool exclusive = g->base.setup->exclusive;

    if (g->intervals) {
        for (size_t i = 0; i < length; i++)
            packed_prefix((long)(at + i) - exclusive + carry, to + i * g->bytes,
                          g->bytes);
        return;
    }
    m->fold(in, to, length, exclusive, sum);
    const char *last = to + (length - 1) * g->bytes;
    if (exclusive)
        m->op(last, in + (length - 1) * g->bytes, sum);
    else
        memcpy(sum, last, g->bytes);
}

/* The source and its scan, for the largest n; shorter ones are prefixes. */
static enum status fill_arrays(struct on_gpu *g, bool carry,
                               struct problem *why)
{
    const struct monoid_table *m = &g->base.setup->monoid->table;
    const size_t n = g->base.setup->largest_n;
    const size_t room = (n < PIECE ? n : PIECE) * g->bytes;
    char *in = malloc(room + 1), *out = malloc(room + 1);
    _Alignas(16) char sum[64];
    enum status status =
        in && out ? OK : problem_set(why, MACHINE_LACKS, "out of memory");

    if (g->intervals)
        packed_leaf(0, g->carry, g->bytes);
    else if (carry)
        m->draw(g->carry, 1, 99);
    if (!g->intervals && carry)
        memcpy(sum, g->carry, g->bytes);
    else if (!g->intervals)
        m->identity(sum);
    for (size_t at = 0; at < n && status == OK; at += PIECE) {
        const size_t length = n - at < PIECE ? n - at : PIECE;
        make_source(g, in, at, length, carry);
        make_expected(g, in, out, at, length, carry, sum);
        status = gpu_memory_copy_in(g->source + at * g->bytes, in,
                                    length * g->bytes, why);
        if (status == OK)
            status = gpu_memory_copy_in(g->expected + at * g->bytes, out,
                                        length * g->bytes, why);
    }
    free(in);
    free(out);
    return status;
}

/* -------------------------------------------------------------------- runs */

static enum status tell_difference(const struct on_gpu *g,
                                   const struct verify_case *c, CUdeviceptr out,
                                   uint64_t word, struct problem *why)
{
    const struct monoid_table *m = &g->base.setup->monoid->table;
    const size_t at = (size_t)word * 4 / g->bytes;
    _Alignas(16) char got[64], want[64];

    enum status status =
        gpu_memory_copy_out(got, out + at * g->bytes, g->bytes, why);
    if (status == OK)
        status = gpu_memory_copy_out(want, g->expected + at * g->bytes,
                                     g->bytes, why);
    if (status != OK)
        return status;
    if (!g->intervals)
        return check_differs(m, at, got, want, why);
    packed_check(got, g->bytes, at,
                 (long)at - g->base.setup->exclusive + c->carry, why);
    return CHECK_FAILED;
}

static bool is_untouched(const struct gpu_piece *margin)
{
    const unsigned char *const bytes = margin->copy;

    for (int i = 0; i < MARGIN; i++)
        if (bytes[i] != UNTOUCHED)
            return false;
    return true;
}

static uint64_t first_in(const struct gpu_piece *result)
{
    return *(const uint64_t *)result->copy;
}

/* Enqueues all comparisons after the scan and waits once for the scan and for
 * them: a wait takes longer than most scans of verify's sizes. */
static enum status check_outputs(const struct on_gpu *g,
                                 const struct verify_case *c, CUdeviceptr in,
                                 CUdeviceptr out, struct problem *why)
{
    enum { OUTPUT, INPUT = 3, LOOKS = 6 };
    static const char *const margin[LOOKS] = {
        NULL, "before out[0]", "after the output",
        NULL, "before in[0]",  "after the input"};
    const size_t bytes = c->n * g->bytes;
    const int looks = c->in_place ? INPUT : LOOKS;
    struct gpu_piece look[LOOKS] = {
        {.bytes = sizeof(uint64_t)}, {out - MARGIN, MARGIN, NULL},
        {out + bytes, MARGIN, NULL}, {.bytes = sizeof(uint64_t)},
        {in - MARGIN, MARGIN, NULL}, {in + bytes, MARGIN, NULL}};
    enum status status =
        compare_enqueue(0, g->expected, out, bytes, &look[OUTPUT].from, why);

    if (status == OK && !c->in_place)
        status =
            compare_enqueue(1, g->source, in, bytes, &look[INPUT].from, why);
    if (status == OK)
        status = gpu_memory_look(look, looks, why);
    if (status != OK)
        return status;
    if (first_in(&look[OUTPUT]) != UINT64_MAX)
        return tell_difference(g, c, out, first_in(&look[OUTPUT]), why);
    if (!c->in_place && first_in(&look[INPUT]) != UINT64_MAX)
        return problem_set(why, CHECK_FAILED, "in[%zu] was overwritten",
                           (size_t)first_in(&look[INPUT]) * 4 / g->bytes);
    for (int i = 0; i < looks; i++)
        if (margin[i] && !is_untouched(&look[i]))
            return problem_set(why, CHECK_FAILED, "memory %s was written",
                               margin[i]);
    return execution_check_buffers(g->base.execution, why);
}

/* Enqueues the scan; over several GPUs, with the copies that it needs. */
static enum status scan_there(const struct on_gpu *g,
                              const struct verify_case *c, CUdeviceptr in,
                              CUdeviceptr out, struct problem *why)
{
    struct execution *const e = g->base.execution;
    const struct call call = {
        .entry = ENTRY_SCAN,
        .sizes = sizes_of_scan(c->n),
        .port = {(void *)(uintptr_t)in, (void *)(uintptr_t)out},
        .carry = c->carry ? g->carry : NULL};
    enum status status = OK;

    if (c->n == 0)
        return OK;
    status = execution_deal(e, &call, why);
    if (status == OK)
        status = execution_enqueue_call(e, &call, why);
    if (status == OK)
        status = execution_join(e, why);
    return status == OK ? execution_gather(e, &call, why) : status;
}

static enum status run(struct verify_bench *bench, const struct verify_case *c,
                       struct verify_tally *tally, struct problem *why)
{
    struct on_gpu *const g = of(bench);
    const size_t shift = MARGIN + (c->shifted ? g->bytes : 0);
    const CUdeviceptr out = g->out + shift;
    const CUdeviceptr in = c->in_place ? out : g->in + shift;
    enum status status =
        gpu_memory_fill(g->out, UNTOUCHED, array_bytes(g, c->n), why);

    if (status == OK && !c->in_place)
        status = gpu_memory_fill(g->in, UNTOUCHED, array_bytes(g, c->n), why);
    if (status == OK)
        status = gpu_memory_copy(in, g->source, c->n * g->bytes, why);
    if (status == OK)
        status = scan_there(g, c, in, out, why);
    if (status == OK)
        status = check_outputs(g, c, in, out, why);
    tally->runs += status == OK;
    return status;
}

/* ------------------------------------------------------------ the executor */

static size_t most(const struct monoid *monoid)
{
    return monoid_is_interval(monoid) ? packed_most() - 1 : SIZE_MAX;
}

static enum status open_arrays(struct verify_bench *bench, struct problem *why)
{
    struct on_gpu *const g = of(bench);

    g->bytes = bench->setup->monoid->table.bytes;
    g->intervals = monoid_is_interval(bench->setup->monoid);
    const enum status status =
        execution_open(bench->setup, &bench->execution, why);
    g->context = context_number();
    return status == OK ? take_arrays(g, why) : status;
}

static void close_arrays(struct verify_bench *bench)
{
    free_arrays(of(bench));
    execution_close(bench->execution);
}

/* Without a carry, and with one. */
static int carries(const struct verify_job *job)
{
    (void)job;
    return 2;
}

static enum status fill_for_carry(struct verify_bench *bench, int round,
                                  struct problem *why)
{
    return fill_arrays(of(bench), round, why);
}

static bool form(const struct verify_bench *bench, int round, int form,
                 struct verify_case *out)
{
    (void)bench;
    out->carry = round;
    out->in_place = form % 2;
    out->shifted = form / 2;
    return form < 4;
}

static void tell(const struct verify_bench *bench, const struct verify_case *c,
                 struct verify_tally *tally, char *options, size_t size)
{
    (void)bench, (void)options, (void)size;
    if (c->n <= packed_most())
        snprintf(tally->words, sizeof tally->words,
                 "  A GPU does not report the line. The SIMT machine does, if "
                 "the mistake shows up there too: use -d simt\n");
}

const struct verify_executor verify_on_gpu = {
    .bytes = sizeof(struct on_gpu),
    .most = most,
    .needs_monoids = true,
    .open = open_arrays,
    .close = close_arrays,
    .rounds = carries,
    .begin = fill_for_carry,
    .form = form,
    .run = run,
    .tell = tell,
};
