/* verify_cuda.c - runs on a GPU, compared there. */
#include "verify_cuda.h"
#include "monoids/check.h"
#include "cuda/compare.h"
#include "cuda/context.h"
#include "cuda/memory.h"
#include "cuda/packed_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char UNTOUCHED = 0xa5;

/* An array is a margin, perhaps a shift of one element, the elements, and a
 * margin: | 256 bytes |(T)| in[0] ... in[n - 1] | 256 bytes | */
enum { MARGIN = 256, PIECE = 1 << 20, ENTRY_MOST = 1 << 16 };

/* One execution and the arrays it runs on, for the largest n. */
struct gpu_top {
    const struct verify_job *job;
    const struct setup *setup;
    struct execution *execution;
    unsigned context; /* that the arrays are in */
    size_t bytes;     /* of an element */
    bool intervals;
    CUdeviceptr in, out;          /* where scans work, with margins */
    CUdeviceptr source, expected; /* what they are given and have to give */
    _Alignas(16) char carry[64];
};

struct gpu_run {
    size_t n;
    bool in_place, carry;
    bool shifted; /* by one element from a multiple of 256 bytes */
};

/* ------------------------------------------------------------------ arrays */

static size_t array_bytes(const struct gpu_top *top, size_t n)
{
    return 2 * MARGIN + (n + 1) * top->bytes;
}

static enum status take_arrays(struct gpu_top *top, struct problem *why)
{
    const size_t n = top->setup->largest_n;
    enum status status = memory_take(array_bytes(top, n), "in", &top->in, why);

    if (status == OK)
        status = memory_take(array_bytes(top, n), "out", &top->out, why);
    if (status == OK)
        status = memory_take(n * top->bytes, "the elements", &top->source, why);
    if (status == OK)
        status = memory_take(n * top->bytes, "the expected output",
                             &top->expected, why);
    return status;
}

static void free_arrays(struct gpu_top *top)
{
    if (top->context != context_number())
        return; /* they went with their context */
    memory_free(top->in);
    memory_free(top->out);
    memory_free(top->source);
    memory_free(top->expected);
}

/* Elements at .. at + length - 1 of the source. */
static void make_source(const struct gpu_top *top, char *to, size_t at,
                        size_t length, bool carry)
{
    if (top->intervals)
        for (size_t i = 0; i < length; i++)
            packed_leaf(at + i + carry, to + i * top->bytes, top->bytes);
    else
        top->setup->monoid->table.draw(to, length, 1 + at / PIECE);
}

/* What the scan must make of them; `sum` is the fold of all before, in and
 * out. */
static void make_expected(const struct gpu_top *top, const char *in, char *to,
                          size_t at, size_t length, bool carry, char *sum)
{
    const struct monoid_table *m = &top->setup->monoid->table;
    const bool exclusive = top->setup->exclusive;

    if (top->intervals) {
        for (size_t i = 0; i < length; i++)
            packed_prefix((long)(at + i) - exclusive + carry,
                          to + i * top->bytes, top->bytes);
        return;
    }
    m->fold(in, to, length, exclusive, sum);
    const char *last = to + (length - 1) * top->bytes;
    if (exclusive)
        m->op(last, in + (length - 1) * top->bytes, sum);
    else
        memcpy(sum, last, top->bytes);
}

/* The source and its scan, for the largest n; shorter ones are prefixes. */
static enum status fill_arrays(struct gpu_top *top, bool carry,
                               struct problem *why)
{
    const struct monoid_table *m = &top->setup->monoid->table;
    const size_t n = top->setup->largest_n;
    const size_t room = (n < PIECE ? n : PIECE) * top->bytes;
    char *in = malloc(room + 1), *out = malloc(room + 1);
    _Alignas(16) char sum[64];
    enum status status =
        in && out ? OK : problem_set(why, MACHINE_LACKS, "out of memory");

    if (top->intervals)
        packed_leaf(0, top->carry, top->bytes);
    else if (carry)
        m->draw(top->carry, 1, 99);
    if (!top->intervals && carry)
        memcpy(sum, top->carry, top->bytes);
    else if (!top->intervals)
        m->identity(sum);
    for (size_t at = 0; at < n && status == OK; at += PIECE) {
        const size_t length = n - at < PIECE ? n - at : PIECE;
        make_source(top, in, at, length, carry);
        make_expected(top, in, out, at, length, carry, sum);
        status = memory_copy_in(top->source + at * top->bytes, in,
                                length * top->bytes, why);
        if (status == OK)
            status = memory_copy_in(top->expected + at * top->bytes, out,
                                    length * top->bytes, why);
    }
    free(in);
    free(out);
    return status;
}

/* -------------------------------------------------------------------- runs */

static enum status tell_difference(const struct gpu_top *top,
                                   const struct gpu_run *run, CUdeviceptr out,
                                   uint64_t word, struct problem *why)
{
    const struct monoid_table *m = &top->setup->monoid->table;
    const size_t at = (size_t)word * 4 / top->bytes;
    _Alignas(16) char got[64], want[64];

    enum status status =
        memory_copy_out(got, out + at * top->bytes, top->bytes, why);
    if (status == OK)
        status = memory_copy_out(want, top->expected + at * top->bytes,
                                 top->bytes, why);
    if (status != OK)
        return status;
    if (!top->intervals)
        return check_differs(m, at, got, want, why);
    packed_check(got, top->bytes, at,
                 (long)at - top->setup->exclusive + run->carry, why);
    return CHECK_FAILED;
}

/* The 256 bytes before the first element, or behind the last. */
static enum status check_margin(CUdeviceptr margin, const char *where,
                                struct problem *why)
{
    unsigned char bytes[MARGIN];
    const enum status status = memory_copy_out(bytes, margin, MARGIN, why);

    for (int i = 0; i < MARGIN && status == OK; i++)
        if (bytes[i] != UNTOUCHED)
            return problem_set(why, CHECK_FAILED, "memory %s was written",
                               where);
    return status;
}

static enum status check_outputs(const struct gpu_top *top,
                                 const struct gpu_run *run, CUdeviceptr in,
                                 CUdeviceptr out, struct problem *why)
{
    const size_t bytes = run->n * top->bytes;
    uint64_t first;
    enum status status = compare_arrays(top->expected, out, bytes, &first, why);

    if (status == OK && first != UINT64_MAX)
        return tell_difference(top, run, out, first, why);
    if (status == OK && !run->in_place) {
        status = compare_arrays(top->source, in, bytes, &first, why);
        if (status == OK && first != UINT64_MAX)
            return problem_set(why, CHECK_FAILED, "in[%zu] was overwritten",
                               (size_t)first * 4 / top->bytes);
    }
    if (status == OK)
        status = check_margin(out - MARGIN, "in front of out[0]", why);
    if (status == OK)
        status = check_margin(out + bytes, "behind the output", why);
    return status;
}

static enum status run_once(struct gpu_top *top, const struct gpu_run *run,
                            struct problem *why)
{
    const size_t shift = MARGIN + (run->shifted ? top->bytes : 0);
    const CUdeviceptr out = top->out + shift;
    const CUdeviceptr in = run->in_place ? out : top->in + shift;
    enum status status =
        memory_fill(top->out, UNTOUCHED, array_bytes(top, run->n), why);

    if (status == OK)
        status = memory_copy(in, top->source, run->n * top->bytes, why);
    if (status == OK)
        status = execution_enqueue(top->execution, in, out, run->n,
                                   run->carry ? top->carry : NULL, why);
    if (status == OK)
        status = context_wait(why);
    return status == OK ? check_outputs(top, run, in, out, why) : status;
}

/* Puts the case in front of the sentence. */
static enum status in_case(enum status status, const struct gpu_top *top,
                           const struct gpu_run *run, struct problem *why)
{
    const struct problem inner = *why;
    const struct choice *choice = top->setup->choice;
    char element[96];

    if (status != CHECK_FAILED)
        return status;
    if (top->intervals)
        snprintf(element, sizeof element, "T of %zu bytes", top->bytes);
    else
        snprintf(element, sizeof element, "%s", top->setup->monoid->name);
    return problem_set(
        why, status, "%s%s%s, %s%s%s, n = %zu, %s%s: %s",
        choice->algorithm->name, *choice->variant ? ":" : "", choice->variant,
        top->setup->exclusive ? "exclusive" : "inclusive",
        run->in_place ? " in place" : "", run->carry ? " behind a carry" : "",
        run->n, element,
        run->shifted ? ", one element beside its alignment" : "", inner.line);
}

/* What to type to see just this case again, and to see more of it. */
static void tell_again(const struct gpu_top *top, const struct gpu_run *run,
                       struct verify_tally *tally)
{
    const struct choice *choice = top->setup->choice;
    char name[256];

    snprintf(name, sizeof name, "%s%s%s", choice->algorithm->name,
             *choice->variant ? ":" : "", choice->variant);
    snprintf(tally->again, sizeof tally->again,
             "scanlab verify %s -d cuda -n %zu%s%s", name, run->n,
             top->job->source ? " --source " : "",
             top->job->source ? top->job->source : "");
    if (run->n <= packed_most())
        snprintf(tally->words, sizeof tally->words,
                 "  A GPU tells no line. The SIMT machine does, if it happens "
                 "there too: -d simt in place of -d cuda\n");
}

static enum status run_sizes(struct gpu_top *top, bool carry,
                             struct verify_tally *tally, struct problem *why)
{
    const struct verify_job *job = top->job;

    for (size_t i = 0; i < job->size_count; i++) {
        if (job->sizes[i] > top->setup->largest_n ||
            setup_refuses(top->setup, job->sizes[i]))
            continue;
        for (int form = 0; form < 4; form++) {
            const struct gpu_run run = {.n = job->sizes[i],
                                        .in_place = form % 2,
                                        .shifted = form / 2,
                                        .carry = carry};
            const enum status status = run_once(top, &run, why);
            if (status != OK) {
                tell_again(top, &run, tally);
                return in_case(status, top, &run, why);
            }
            tally->runs++;
        }
    }
    return OK;
}

/* One module: a shape, a monoid, a kind. */
static enum status run_setup(const struct verify_job *job,
                             const struct setup *setup,
                             struct verify_tally *tally, struct problem *why)
{
    struct gpu_top top = {.job = job,
                          .setup = setup,
                          .bytes = setup->monoid->table.bytes,
                          .intervals = monoid_is_interval(setup->monoid)};
    if (job->progress)
        job->progress(setup, 0, tally);
    enum status status = execution_open(setup, &top.execution, why);

    top.context = context_number();
    if (status == OK)
        status = take_arrays(&top, why);
    for (int carry = 0; carry < 2 && status == OK; carry++) {
        status = fill_arrays(&top, carry, why);
        if (status == OK)
            status = run_sizes(&top, carry, tally, why);
    }
    free_arrays(&top);
    execution_close(top.execution);
    return status;
}

/* The largest size that the algorithm takes, at most `most`; false: none. The
 * refused ones are counted. */
static bool largest_size(const struct verify_job *job, struct setup *setup,
                         size_t most, struct verify_tally *tally)
{
    bool any = false;

    setup->largest_n = 0;
    for (size_t i = 0; i < job->size_count; i++) {
        const size_t n = job->sizes[i];
        const char *refusal = n <= most ? setup_refuses(setup, n) : NULL;
        if (refusal) {
            tally->refused++;
            tally->refusal = refusal;
        } else if (n <= most) {
            any = true;
            setup->largest_n = n > setup->largest_n ? n : setup->largest_n;
        }
    }
    return any;
}

enum status verify_cuda_intervals(const struct verify_job *job,
                                  const struct choice *choice,
                                  struct verify_tally *tally,
                                  struct problem *why)
{
    enum status status = OK;

    for (unsigned bytes = 4; bytes <= 32 && status == OK; bytes *= 2) {
        struct monoid monoid;
        if (!(job->elem_bytes & bytes))
            continue;
        status = monoid_open(verify_interval(bytes), &monoid, why);
        for (int exclusive = 0; exclusive < 2 && status == OK; exclusive++) {
            struct setup setup = {.device = job->device,
                                  .choice = choice,
                                  .monoid = &monoid,
                                  .source = job->source,
                                  .exclusive = exclusive,
                                  .has_carry = true};
            if (largest_size(job, &setup, packed_most() - 1, tally))
                status = run_setup(job, &setup, tally, why);
        }
        monoid_close(&monoid);
    }
    return status;
}

/* ----------------------------------------------------------------- entries */

static enum status differs_in(const struct setup *setup, const char *entry,
                              size_t n, struct problem *why)
{
    const struct problem inner = *why;

    return problem_set(why, CHECK_FAILED, "%s, %s, n = %zu, %s: %s",
                       setup->choice->algorithm->name, entry, n,
                       setup->monoid->name, inner.line);
}

/* The entries that join chunks, on arrays of the host's: data is folded, then
 * has a carry put before it. */
static enum status run_entries(const struct setup *setup, char *data,
                               char *want, struct problem *why)
{
    const struct monoid_table *m = &setup->monoid->table;
    const size_t n = setup->largest_n;
    _Alignas(16) char carry[64], fold[64];
    struct execution *execution;
    enum status status = execution_open(setup, &execution, why);

    if (status != OK)
        return status;
    m->draw(carry, 1, 99);
    m->draw(data, n, 1);
    m->fold(data, want, n, false, NULL);
    status = execution_reduce(execution, data, fold, n, why);
    if (status == OK &&
        memcmp(fold, want + (n - 1) * m->bytes, m->bytes) != 0) {
        check_differs(m, 0, fold, want + (n - 1) * m->bytes, why);
        status = differs_in(setup, "reduce", n, why);
    }
    for (size_t i = 0; i < n; i++)
        m->op(carry, data + i * m->bytes, want + i * m->bytes);
    if (status == OK)
        status = execution_apply_carry(execution, data, n, carry, why);
    for (size_t i = 0; i < n && status == OK; i++)
        if (memcmp(data + i * m->bytes, want + i * m->bytes, m->bytes) != 0) {
            check_differs(m, i, data + i * m->bytes, want + i * m->bytes, why);
            status = differs_in(setup, "apply carry", n, why);
        }
    execution_close(execution);
    return status;
}

static enum status check_entries(const struct verify_job *job,
                                 struct setup *setup,
                                 struct verify_tally *tally,
                                 struct problem *why)
{
    struct verify_tally unused = {.runs = 0};
    const size_t bytes = ENTRY_MOST * setup->monoid->table.bytes;

    if (!largest_size(job, setup, ENTRY_MOST, &unused) || setup->largest_n == 0)
        return OK;
    char *data = aligned_alloc(64, bytes), *want = aligned_alloc(64, bytes);
    const enum status status =
        data && want ? run_entries(setup, data, want, why)
                     : problem_set(why, MACHINE_LACKS, "out of memory");
    tally->runs += status == OK ? 2 : 0;
    free(data);
    free(want);
    return status;
}

enum status verify_cuda_monoids(const struct verify_job *job,
                                const struct choice *choice,
                                struct verify_tally *tally, struct problem *why)
{
    const char *const *name = monoid_names();
    enum status status = OK;

    for (; *name && status == OK; name++) {
        struct monoid monoid;
        if (!strncmp(*name, "interval", 8))
            continue;
        status = monoid_open(*name, &monoid, why);
        for (int exclusive = 0; exclusive < 2 && status == OK; exclusive++) {
            struct setup setup = {.device = job->device,
                                  .choice = choice,
                                  .monoid = &monoid,
                                  .source = job->source,
                                  .exclusive = exclusive,
                                  .has_carry = true};
            if (largest_size(job, &setup, SIZE_MAX, tally))
                status = run_setup(job, &setup, tally, why);
            if (status == OK && !exclusive)
                status = check_entries(job, &setup, tally, why);
        }
        monoid_close(&monoid);
    }
    return status;
}
