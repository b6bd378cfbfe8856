/* plan.h - what the plan.c files share: pieces of plans and of forms. */
#ifndef PLAN_H
#define PLAN_H

#include "algorithm.h"

#include <math.h>

/* ------------------------------------------------------------------- plans */

/* On the cpu every scan is one call of its native function. */
static inline void plan_native(const struct request *request, struct plan *plan)
{
    if (request->n == 0)
        return;
    plan->steps = 1;
    plan->step[0] = (struct step){
        .kernel = request->entry == ENTRY_SCAN     ? "native_scan"
                  : request->entry == ENTRY_REDUCE ? "native_reduce"
                                                   : "native_apply_carry",
        .grid = {(unsigned)request->machine->threads, 1, 1},
        .block = {1, 1, 1},
    };
}

/* ... and every application one call of native_run(), even without elements. */
static inline void plan_native_run(const struct request *request,
                                   struct plan *plan)
{
    plan->steps = 1;
    plan->step[0] = (struct step){
        .kernel = "native_run",
        .grid = {(unsigned)request->machine->threads, 1, 1},
        .block = {1, 1, 1},
    };
}

static inline void plan_buffer(struct plan *plan, const char *name,
                               size_t bytes, enum buffer_role role,
                               enum buffer_start start)
{
    plan->buffer[plan->buffers++] = (struct buffer){
        .name = name, .bytes = bytes, .role = role, .start = start};
}

/* Adds a buffer of `count` elements, not initialised. */
static inline void plan_elements(const struct request *request,
                                 struct plan *plan, const char *name,
                                 size_t count)
{
    plan_buffer(plan, name, count * request->elem_bytes, BUFFER_TEMPORARY,
                STARTS_ANYHOW);
}

enum { LINE_BYTES = 64 }; /* of a cache line, as in simd.h */

/* Plans a run in which each thread keeps a value on its own cache line. */
static inline void plan_native_lines(const struct request *request,
                                     struct plan *plan, const char *name)
{
    plan_native_run(request, plan);
    plan_buffer(plan, name, (size_t)request->machine->threads * LINE_BYTES,
                BUFFER_TEMPORARY, STARTS_ANYHOW);
}

/* What threads share: `head` cache lines; then `slots` slots, each with a flag
 * and `elements` elements, on separate cache lines. */
static inline void plan_slots(const struct request *request, struct plan *plan,
                              const char *name, size_t head, size_t slots,
                              size_t elements)
{
    const size_t slot = sizeof(uint64_t) + elements * request->elem_bytes;
    const size_t lines = (slot + LINE_BYTES - 1) / LINE_BYTES;

    plan_buffer(plan, name, (head + slots * lines) * LINE_BYTES, BUFFER_STATUS,
                STARTS_LAUNCH_TAGGED);
}

static inline const char *refuse_nothing(const struct request *request)
{
    (void)request;
    return NULL;
}

/* Every threaded algorithm except lookback and lookahead has this parameter. */
#define GRAIN_PARAMETER GRAIN_PARAMETER_OF(8192, 1, 1024, 8192, 65536)

#define GRAIN_PARAMETER_OF(usual, ...)                                         \
    {                                                                          \
        .name = "grain", .macro = "GRAIN",                                     \
        .help = "minimum number of elements that justifies another thread",    \
        .by_default = (usual), .legal = {__VA_ARGS__}, .small = 1              \
    }

/* For algorithms that scan sections: `least` elements, and other lengths. */
#define SECTION_PARAMETER(usual, least, ...)                                   \
    {                                                                          \
        .name = "block", .macro = "BLOCK",                                     \
        .help = "elements per section; at least one SIMD register",            \
        .by_default = (usual), .legal = {(least), __VA_ARGS__},                \
        .small = (least)                                                       \
    }

/* For algorithms that work tile by tile (lookback, lookahead). */
#define CACHED_TILE_PARAMETER                                                  \
    {                                                                          \
        .name = "tile", .macro = "TILE", .help = "bytes per tile",             \
        .by_default = 131072,                                                  \
        .legal = {64, 1024, 16384, 65536, 131072, 262144}, .small = 64         \
    }

/* How many threads n justifies: workers() of cpu.h. */
static inline int plan_workers(const struct request *request, long grain)
{
    const size_t worth = request->n / (size_t)grain;
    const int threads = request->machine->threads;
    return worth < 1 ? 1 : worth < (size_t)threads ? (int)worth : threads;
}

/* Size of part k: share() of cpu.h. */
static inline size_t plan_share(size_t n, int parts, int k)
{
    return n / (size_t)parts + ((size_t)k < n % (size_t)parts);
}

/* ------------------------------------------------------------------- forms */

static inline struct cost exactly(double value)
{
    return (struct cost){value, value};
}

static inline struct cost between(double low, double high)
{
    return (struct cost){low, high};
}

/* Traffic of `times` times n elements. */
static inline struct cost traffic(const struct request *request, double times)
{
    return exactly(times * (double)request->n * (double)request->elem_bytes);
}

/* One thread in a plain loop: a chain of all ops. */
static inline void loop_forms(const struct request *request,
                              struct forms *forms)
{
    const double ops = request->n ? (double)request->n - 1 : 0;

    forms->work = exactly(ops);
    forms->depth = exactly(ops > 0 ? ops - request->exclusive : 0);
    forms->bytes = traffic(request, 2);
}

/* Smallest k with 2^k >= n. */
static inline int ceil_log2(size_t n)
{
    int k = 0;
    while (((size_t)1 << k) < n)
        k++;
    return k;
}

/* Ops of Kogge-Stone over m cells: at each stride s = 1, 2, 4, ... < m, one for
 * each of the m - s cells that take in another. */
static inline double kogge_stone_work(size_t m)
{
    double work = 0;

    for (size_t stride = 1; stride < m; stride *= 2)
        work += (double)(m - stride);
    return work;
}

/* The same, with the signature that span_form, and section_form of levels.h,
 * require. */
static inline double kogge_stone_section_work(const struct request *request,
                                              size_t m)
{
    (void)request;
    return kogge_stone_work(m);
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* A reduction by span.h: four quarters side by side, then the rest. It takes
 * n - 1 ops; returns the length of their longest chain. */
static inline double reduce_depth(size_t n)
{
    return n < 4 ? (double)n - 1 : (double)(n / 4 + 2 + n % 4);
}

/* Depths of one scan: that of its deepest output, and that of its last. */
struct depths {
    double deepest, last;
};

/* The costs of a scan on one thread: sections, joined by a carry. */
struct span_form {
    double (*section_work)(const struct request *request, size_t n);
    struct depths (*section_depths)(const struct request *request, size_t n);
    /* Which parameters give the elements of a section, and the elements that
     * justify a thread. */
    int section, grain;
};

/* Elements of the first section of n. */
static inline size_t span_section(const struct request *request,
                                  const struct span_form *form, size_t n)
{
    const size_t section = (size_t)request->parameters[form->section];
    return section < n ? section : n;
}

static inline double span_work(const struct request *request,
                               const struct span_form *form, size_t n,
                               bool carry)
{
    const size_t block = span_section(request, form, n);

    if (n == 0)
        return 0;
    return (double)(n / block) * form->section_work(request, block) +
           (n % block ? form->section_work(request, n % block) : 0) +
           (double)(carry ? n : n - block);
}

/* The depths of a section that is joined with a carry of this depth: one more
 * op for each output. */
static inline struct depths after_carry(struct depths section, double carry)
{
    return (struct depths){larger(carry, section.deepest) + 1,
                           larger(carry, section.last) + 1};
}

/* `carry`: the depth of the carry, or below 0 if there is none. All sections
 * have been scanned when the carry arrives; each section adds one op to the
 * carry's chain. */
static inline struct depths span_depths(const struct request *request,
                                        const struct span_form *form, size_t n,
                                        double carry)
{
    const size_t block = span_section(request, form, n);
    if (n == 0)
        return (struct depths){carry, carry};
    const struct depths full = form->section_depths(request, block);
    const double more = (double)(n / block) - 1;
    struct depths all = carry < 0 ? full : after_carry(full, carry);

    if (more > 0) {
        const struct depths end = after_carry(full, all.last + more - 1);
        all.deepest =
            larger(all.deepest,
                   larger(end.deepest, after_carry(full, all.last).deepest));
        all.last = end.last;
    }
    if (n % block) {
        const struct depths rest =
            after_carry(form->section_depths(request, n % block), all.last);
        all.deepest = larger(all.deepest, rest.deepest);
        all.last = rest.last;
    }
    return all;
}

/* An exclusive scan leaves out the last sum, which can be the deepest; a scan
 * of n - 1 elements has a depth of at least log2(n - 1). */
static inline struct cost depth_cost(const struct request *request,
                                     double deepest)
{
    return request->exclusive && request->n > 1
               ? between(ceil_log2(request->n - 1), deepest)
               : exactly(request->n ? deepest : 0);
}

static const char exclusive_depth[] =
    "an exclusive scan leaves the last sum out, which may be the deepest: the "
    "inclusive depth is an upper bound";

/* The costs of chunks.h: P + 1 chunks on P threads, where P is the number that
 * n justifies; each thread except the first reduces a chunk before it is
 * scanned. */
static inline void chunks_forms(const struct request *request,
                                const struct span_form *form,
                                struct forms *forms)
{
    const int threads = plan_workers(request, request->parameters[form->grain]);
    const int parts = threads == 1 ? 1 : threads + 1;
    const size_t first = plan_share(request->n, parts, 0);
    struct depths depths = span_depths(request, form, first, -1);
    double work = span_work(request, form, first, false);
    double carry = depths.last, deepest = depths.deepest;

    for (int k = 1; k < parts; k++) {
        const size_t size = plan_share(request->n, parts, k);
        depths = span_depths(request, form, size, carry);
        work += span_work(request, form, size, true);
        deepest = larger(deepest, depths.deepest);
        if (k < threads) {
            work += (double)size; /* size - 1 ops to reduce it, 1 to join it */
            carry = larger(carry, reduce_depth(size)) + 1;
        }
    }
    forms->work = exactly(work);
    forms->depth = depth_cost(request, deepest);
    forms->why = request->exclusive ? exclusive_depth : NULL;
    /* All chunks except the first and the last are read twice. */
    forms->bytes = traffic(request, 2 + (threads - 1.0) / (threads + 1));
}

#endif
