/* cpu.c - radix sort on CPU threads: a stable pass for each digit that differs.
 *
 *     in          3 1 2 1 | 1 3 2 0      two threads; BITS = 1, so two passes
 *     count       1 3     | 2 2          even and odd ones of a share
 *     places      0 3     | 1 6          thread 0's even ones begin at 0, ...
 *     out         2 2 0 3 1 1 1 3
 *
 * The place of an element determines which thread's share it belongs to in the
 * next pass, so the writing thread counts its next digit there: only the first
 * pass counts before it writes. That pass also combines all keys with "and" and
 * "or": a bit in which the two results are equal is the same in all keys, and a
 * digit of such bits needs no pass.
 *
 * lines.h explains how elements get to their places.
 *
 * Cost: no op; n elements read to count, then n read and n written in each
 * pass.
 * Try it: `scanlab run radix_sort -n 20`; `scanlab bench radix_sort --bits 11`.
 * Source: Futhark report, appendix; Wassenberg and Sanders, 2011, "Engineering
 * a Multi-core Radix Sort".
 */
#include "cpu.h"
#include "applications/radix_sort/digits.h"
#include "applications/radix_sort/lines.h"

enum { NO_PASS = 64 }; /* a shift that no digit has */

/* A thread's data about its share in this pass. */
struct worker {
    size_t count[RADIX]; /* of each digit */
    size_t place[RADIX]; /* where the next element of each digit goes */
    size_t first[RADIX]; /* ... and where the first one went */
    uint64_t all, any;   /* keys joined by "and", by "or" */
    uint64_t padding[6]; /* other threads' words are on other cache lines */
};

struct sorting {
    const struct native_call *call;
    int threads;
    struct worker *workers;
    size_t *counts;    /* [thread][owner][digit], of the next pass */
    union line *lines; /* [thread][digit] */
    const T *from;
    T *to;
    uint32_t shift, next; /* of this pass; of the next one, or NO_PASS */
};

static size_t *counts_of(const struct sorting *s, int thread, int owner)
{
    return s->counts + ((size_t)thread * s->threads + owner) * RADIX;
}

/* ------------------------------------------------------------------ counts */

/* The first pass's counts of a share, and what all its keys have in common. */
static void count_share(void *arg, int thread)
{
    const struct sorting *const s = arg;

    if (thread >= s->threads)
        return;
    struct worker *const worker = &s->workers[thread];
    const size_t end = share(s->call->n, s->threads, thread + 1);
    const size_t begin = share(s->call->n, s->threads, thread);
    uint64_t all = ~(uint64_t)0, any = 0;

    TRACE_TICKET(thread, begin, end - begin);
    TRACE_PHASE(count);
    memset(worker->count, 0, sizeof worker->count);
    for (size_t i = begin; i < end; i++) {
        const uint64_t sorted = sorted_key(s->from[i]);
        all &= sorted;
        any |= sorted;
        worker->count[digit_at(sorted, s->shift)]++;
    }
    worker->all = all;
    worker->any = any;
}

/* Adds the counts of all threads for this thread's share of the next pass. */
static void add_counts(void *arg, int thread)
{
    const struct sorting *const s = arg;

    if (thread >= s->threads)
        return;
    size_t *const count = s->workers[thread].count;
    memset(count, 0, sizeof s->workers[thread].count);
    for (int t = 0; t < s->threads; t++) {
        const size_t *const more = counts_of(s, t, thread);
        for (int digit = 0; digit < RADIX; digit++)
            count[digit] += more[digit];
    }
}

/* The thread whose share of n has element i: the inverse of share() in
 * cpu.h. */
INLINE int owner_of(const struct sorting *s, size_t i)
{
    const size_t each = s->call->n / (size_t)s->threads;
    const size_t rest = s->call->n % (size_t)s->threads;
    const size_t larger = rest * (each + 1); /* elements of larger shares */

    return (int)(i < larger ? i / (each + 1) : rest + (i - larger) / each);
}

/* ------------------------------------------------------------------ a pass */

/* After all smaller digits, and after equal ones of the threads before. */
static void find_places(const struct sorting *s, int thread)
{
    struct worker *const worker = &s->workers[thread];
    size_t smaller = 0;

    for (int digit = 0; digit < RADIX; digit++) {
        size_t before = 0, all = 0;
        for (int t = 0; t < s->threads; t++) {
            const size_t count = s->workers[t].count[digit];
            before += t < thread ? count : 0;
            all += count;
        }
        worker->place[digit] = worker->first[digit] = smaller + before;
        smaller += all;
    }
}

/* Elements [begin, end) of the target have been placed, from this line. */
INLINE void count_next(const struct sorting *s, int thread,
                       const struct target *target, const union line *line,
                       size_t begin, size_t end)
{
    const T *const x = &line->x[slot_of(target, begin)];
    int owner = owner_of(s, begin);
    const bool same = owner == owner_of(s, end - 1);
    size_t *count = counts_of(s, thread, owner);

    for (size_t k = 0; k < end - begin; k++) {
        if (!same && owner != owner_of(s, begin + k)) {
            owner = owner_of(s, begin + k);
            count = counts_of(s, thread, owner);
        }
        count[digit_of(x[k], s->next)]++;
    }
}

/* The elements of a digit up to `end`, whose line is full or the last one. */
INLINE void empty_line(const struct sorting *s, int thread,
                       const struct target *target, uint32_t digit, size_t end)
{
    const struct worker *const worker = &s->workers[thread];
    const union line *const line = &s->lines[(size_t)thread * RADIX + digit];
    const size_t in_line = slot_of(target, end - 1) + 1;
    const size_t of_digit = end - worker->first[digit];
    const size_t begin = end - (in_line < of_digit ? in_line : of_digit);

    write_line(target, line, begin, end);
    if (s->next != NO_PASS)
        count_next(s, thread, target, line, begin, end);
}

/* Whether the data is larger than the caches: then stores bypass them. */
static bool is_large(const struct sorting *s)
{
    const size_t bytes = 2 * s->call->n * sizeof(T);

    return bytes / (size_t)s->threads > s->call->stream_bytes;
}

static void write_share(void *arg, int thread)
{
    const struct sorting *const s = arg;
    const struct target target = target_of(s->to, is_large(s));

    if (thread >= s->threads)
        return;
    size_t *const place = s->workers[thread].place;
    union line *const lines = s->lines + (size_t)thread * RADIX;
    const size_t end = share(s->call->n, s->threads, thread + 1);

    TRACE_PHASE(scatter);
    find_places(s, thread);
    if (s->next != NO_PASS)
        memset(counts_of(s, thread, 0), 0,
               (size_t)s->threads * RADIX * sizeof *s->counts);
    for (size_t i = share(s->call->n, s->threads, thread); i < end; i++) {
        const T x = s->from[i];
        const uint32_t digit = digit_of(x, s->shift);
        const size_t to = place[digit]++, slot = slot_of(&target, to);
        lines[digit].x[slot] = x;
        if (slot == LINE - 1)
            empty_line(s, thread, &target, digit, to + 1);
    }
    for (uint32_t digit = 0; digit < RADIX; digit++)
        if (place[digit] > s->workers[thread].first[digit] &&
            slot_of(&target, place[digit]) != 0)
            empty_line(s, thread, &target, digit, place[digit]);
    end_streams(&target);
}

/* All keys are equal. */
static void copy_share(void *arg, int thread)
{
    const struct sorting *const s = arg;

    if (thread >= s->threads)
        return;
    const size_t begin = share(s->call->n, s->threads, thread);
    const size_t end = share(s->call->n, s->threads, thread + 1);
    memcpy(s->to + begin, s->from + begin, (end - begin) * sizeof(T));
}

/* --------------------------------------------------------------- all passes */

/* Fills shifts[] with those of digits that differ; returns how many. */
static int find_passes(const struct sorting *s, uint32_t *shifts)
{
    uint64_t all = ~(uint64_t)0, any = 0;
    int passes = 0;

    for (int t = 0; t < s->threads; t++) {
        all &= s->workers[t].all;
        any |= s->workers[t].any;
    }
    for (uint32_t shift = 0; shift < PASSES * BITS; shift += BITS)
        if (digit_at(all ^ any, shift) != 0)
            shifts[passes++] = shift;
    return passes;
}

/* The last pass writes to `out`; those before it take turns. */
static void run_pass(struct sorting *s, const uint32_t *shifts, int pass,
                     int passes)
{
    T *const out = s->call->ports[1], *const temporary = s->call->buffers[0];

    s->shift = shifts[pass];
    s->next = pass + 1 < passes ? shifts[pass + 1] : NO_PASS;
    s->to = (passes - pass) % 2 ? out : temporary;
    s->call->parallel(s->call->pool, write_share, s);
    s->from = s->to;
    if (s->next != NO_PASS)
        s->call->parallel(s->call->pool, add_counts, s);
}

static union line *aligned(void *buffer)
{
    char *const bytes = buffer;

    return (void *)(bytes + (LINE_BYTES - (size_t)bytes % LINE_BYTES));
}

void native_run(const struct native_call *call)
{
    struct sorting sorting = {.call = call,
                              .threads = workers(call),
                              .workers = call->buffers[2],
                              .counts = call->buffers[1],
                              .lines = aligned(call->buffers[3]),
                              .from = call->ports[0],
                              .to = call->ports[1]};
    uint32_t shifts[PASSES];

    if (call->n == 0)
        return;
    call->parallel(call->pool, count_share, &sorting);
    const int passes = find_passes(&sorting, shifts);
    if (passes == 0) {
        call->parallel(call->pool, copy_share, &sorting);
        return;
    }
    if (shifts[0] != sorting.shift) { /* other digits were counted */
        sorting.shift = shifts[0];
        call->parallel(call->pool, count_share, &sorting);
    }
    for (int pass = 0; pass < passes; pass++)
        run_pass(&sorting, shifts, pass, passes);
}
