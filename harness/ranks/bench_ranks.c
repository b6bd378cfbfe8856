/* bench_ranks.c - see bench_ranks.h. */
#include "bench_ranks.h"
#include "base/host.h"
#include "calls/check_numbers.h"
#include "monoids/rounding.h"
#include "ranks.h"
#include "run_ranks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_ROUNDS = 6 };

static const double PRECISE = 0.01; /* half an interval over its median */

/* A row: how its contestant scans. */
struct way {
    enum across across;
    enum join join;
    char variant[256];
};

/* The elements of this rank in one layout, and what must come out. */
struct rank_elements {
    struct layout layout;
    size_t bytes;              /* of each array */
    void *in, *want, *allowed; /* allowed: of rounded sums, else NULL */
};

struct ranks_arena {
    const struct ranks_bench *job;
    struct field *field;
    struct way way[MAX_CONTESTANTS];
    struct rank_elements slices, chunks;
    void *out;
    size_t out_bytes, bytes; /* bytes: of this rank's slice */
    struct wire *totals;
    struct setup setup[MAX_CONTESTANTS];
};

/* ---------------------------------------------------------------- elements */

/* The plain loop, from rank to rank in the order of the elements. */
static void expect(const struct field *field, const struct rank_elements *e)
{
    const struct monoid_table *const m = &field->monoid->table;
    const struct mpi_calls *const mpi = ranks_mpi();
    const int me = ranks_me(), ranks = ranks_count();
    struct {
        _Alignas(16) char element[64];
        int64_t there;
    } carry = {.there = 0};

    for (size_t k = 0; k < layout_pieces(&e->layout); k++) {
        const struct piece p = layout_piece(&e->layout, me, k);
        const char *const in = (const char *)e->in + p.at * m->bytes;
        char *const want = (char *)e->want + p.at * m->bytes;
        if (ranks > 1 && k + (size_t)me > 0)
            mpi->exchange(NULL, -1, &carry, (me + ranks - 1) % ranks,
                          sizeof carry);
        m->fold(in, want, p.n, field->exclusive,
                carry.there ? carry.element : NULL);
        const struct scan_result plain = {m,
                                          in,
                                          want,
                                          p.n,
                                          field->exclusive,
                                          carry.there ? carry.element : NULL};
        struct problem ignored;
        if (e->allowed && p.n > 0)
            check_allowed(&plain, (char *)e->allowed + p.at * m->bytes,
                          &ignored);
        if (p.n > 0) {
            const char *const last = want + (p.n - 1) * m->bytes;
            if (field->exclusive)
                m->op(last, in + (p.n - 1) * m->bytes, carry.element);
            else
                memcpy(carry.element, last, m->bytes);
            carry.there = 1;
        }
        const bool ends = me == ranks - 1 && k + 1 == layout_pieces(&e->layout);
        if (ranks > 1 && !ends)
            mpi->exchange(&carry, (me + 1) % ranks, NULL, -1, sizeof carry);
    }
}

static enum status take_elements(const struct ranks_arena *a,
                                 struct rank_elements *e, struct problem *why)
{
    const struct field *const field = a->field;
    const struct monoid_table *const m = &field->monoid->table;
    const bool rounds = rounding_applies(m);

    e->bytes = layout_own(&e->layout, ranks_me()) * m->bytes + 1;
    enum status status = host_has_memory((rounds ? 3 : 2) * e->bytes,
                                         "the arrays of this bench", why);
    if (status == OK)
        status = host_alloc(e->bytes, &e->in, why);
    if (status == OK)
        status = host_alloc(e->bytes, &e->want, why);
    if (status == OK && rounds)
        status = host_alloc(e->bytes, &e->allowed, why);
    status = ranks_agree(status, why);
    for (size_t k = 0; k < layout_pieces(&e->layout) && status == OK; k++) {
        const struct piece p = layout_piece(&e->layout, ranks_me(), k);
        m->draw_from((char *)e->in + p.at * m->bytes, p.begin, p.n,
                     field->seed);
    }
    if (status == OK)
        expect(field, e);
    return status;
}

static void free_elements(struct rank_elements *e)
{
    host_free(e->in, e->bytes);
    host_free(e->want, e->bytes);
    host_free(e->allowed, e->bytes);
}

/* -------------------------------------------------------------- contestants */

static void add_copies(struct ranks_arena *a)
{
    struct field *const field = a->field;

    for (int i = 0; copy_kinds[i].name; i++) {
        struct way *const way = &a->way[field->count];
        snprintf(way->variant, sizeof way->variant, "%s,ranks=%d",
                 copy_kinds[i].name, ranks_count());
        field->contestant[field->count++] =
            (struct contestant){.kind = CONTEST_COPY,
                                .name = "memcpy",
                                .variant = way->variant,
                                .pool = field->pool,
                                .copy = &copy_kinds[i]};
    }
}

static enum status add_scan(struct ranks_arena *a, const struct choice *choice,
                            enum across across, enum join join,
                            struct problem *why)
{
    struct field *const field = a->field;
    struct way *const way = &a->way[field->count];
    struct setup *const setup = &a->setup[field->count];
    struct contestant *const c = &field->contestant[field->count];
    const struct rank_elements *const e =
        across == ACROSS_OVERLAP ? &a->chunks : &a->slices;

    *way = (struct way){.across = across, .join = join};
    snprintf(way->variant, sizeof way->variant, "%s%sranks=%d,across=%s%s%s",
             choice->variant, *choice->variant ? "," : "", ranks_count(),
             across_name(across), across == ACROSS_OVERLAP ? "" : ",join=",
             across == ACROSS_OVERLAP ? "" : join_name(join));
    *c = (struct contestant){.kind = CONTEST_ALGORITHM,
                             .name = choice->algorithm->name,
                             .variant = way->variant,
                             .choice = choice,
                             .pool = field->pool};
    *setup = (struct setup){.device = field->device,
                            .choice = choice,
                            .monoid = field->monoid,
                            .pool = field->pool,
                            .exclusive = field->exclusive,
                            .has_carry = true,
                            .has_entries = true,
                            .largest_n = layout_largest(&e->layout)};
    setup->others = sizes_of_scan(setup->largest_n);
    field->count++;
    return ranks_agree(ranks_open(setup, &c->execution, why), why);
}

static enum status add_scans(struct ranks_arena *a, const struct choice *choice,
                             struct problem *why)
{
    const struct ranks_bench *const job = a->job;
    enum status status = OK;

    for (int k = 0; k < ACROSSES && status == OK; k++)
        for (int j = 0; j < JOINS && status == OK; j++) {
            const bool only = k == ACROSS_OVERLAP && j > 0; /* it has no join */
            if (!job->across[k] || only ||
                (k != ACROSS_OVERLAP && !job->join[j]))
                continue;
            status =
                a->field->count < MAX_CONTESTANTS
                    ? add_scan(a, choice, (enum across)k, (enum join)j, why)
                    : problem_set(why, WRONG_USE, "more than %d rows",
                                  MAX_CONTESTANTS);
        }
    return status;
}

/* ------------------------------------------------------------------ samples */

static enum status call(struct ranks_arena *a, int i, struct problem *why)
{
    struct contestant *const c = &a->field->contestant[i];
    const struct way *const way = &a->way[i];
    const struct rank_elements *const e =
        way->across == ACROSS_OVERLAP ? &a->chunks : &a->slices;
    struct wire_op op = {.monoid = a->field->monoid};
    const struct across_scan scan = {.across = way->across,
                                     .join = way->join,
                                     .layout = e->layout,
                                     .monoid = a->field->monoid,
                                     .exclusive = a->field->exclusive,
                                     .execution = c->execution,
                                     .totals = a->totals};

    if (c->kind != CONTEST_COPY)
        return across_run(&scan, e->in, a->out, &op, why);
    contestant_call(c, a->slices.in, a->out, a->bytes);
    return OK;
}

static enum status check(const struct ranks_arena *a, int i,
                         struct problem *why)
{
    const struct contestant *const c = &a->field->contestant[i];
    const struct monoid_table *const m = &a->field->monoid->table;
    const struct rank_elements *const e =
        a->way[i].across == ACROSS_OVERLAP ? &a->chunks : &a->slices;

    if (c->kind == CONTEST_COPY)
        return memcmp(a->out, e->in, a->bytes)
                   ? problem_set(why, CHECK_FAILED, "the copy differs")
                   : OK;
    return check_within(m, e->want, e->allowed, a->out,
                        layout_own(&e->layout, ranks_me()), a->field->pool,
                        why);
}

/* Overwrites a part of the output, a different one each time, so that a row that
 * leaves it as it is shows. */
static void spoil(struct ranks_arena *a, size_t round)
{
    const size_t bytes = a->out_bytes < 64 ? a->out_bytes : 64;
    const size_t at = round * 7919 * 64 % (a->out_bytes - bytes + 1);

    memset((char *)a->out + at, 0xa5, bytes);
}

/* The first call begins with a poisoned output and leaves the caches warm, the
 * second is timed; both outputs are checked. All ranks get the time of the
 * slowest, and learn of a wrong output. */
static void take_sample(struct ranks_arena *a, int i, size_t round)
{
    struct contestant *const c = &a->field->contestant[i];
    struct problem why = {.line = ""};
    int64_t mine[2], all[2];

    memset(a->out, 0xa5, a->out_bytes);
    enum status status = call(a, i, &why);
    if (status == OK)
        status = check(a, i, &why);
    spoil(a, round);
    ranks_mpi()->barrier();
    const uint64_t start = host_now();
    enum status timed = call(a, i, status == OK ? &why : NULL);
    mine[0] = (int64_t)(host_now() - start);
    if (timed == OK && status == OK)
        timed = check(a, i, &why);
    status = status == OK ? timed : status;
    mine[1] = status == OK ? 0 : ranks_count() - ranks_me();
    ranks_mpi()->largest(mine, all, 2);
    c->ns[round] = (double)all[0];
    if (all[1] == 0)
        return;
    ranks_mpi()->share(&why, sizeof why, ranks_count() - (int)all[1]);
    contestant_fail(c, CHECK_FAILED, &why);
}

static bool is_precise(const struct field *field)
{
    for (int i = 0; i < field->count; i++) {
        const struct summary s = bench_times(&field->contestant[i]);
        if (!field->contestant[i].wrong &&
            !(s.ci_high - s.ci_low <= 2 * PRECISE * s.median))
            return false;
    }
    return true;
}

/* Rank 0 decides for all. */
static const char *stop_reason(const struct field *field, double seconds)
{
    static const char *const reasons[] = {NULL, "precise", "time", "rounds"};
    int why = 0;

    if (field->rounds >= MIN_ROUNDS && is_precise(field))
        why = 1;
    else if (seconds > (field->rounds < MIN_ROUNDS ? 4 : 1) * field->seconds)
        why = 2;
    else if (field->rounds == MAX_ROUNDS)
        why = 3;
    ranks_mpi()->share(&why, sizeof why, 0);
    return reasons[why];
}

/* The same order on all ranks: xorshift64. */
static void shuffle(int *order, int count, uint64_t *state)
{
    for (int i = count - 1; i > 0; i--) {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        const int j = (int)(*state % (uint64_t)(i + 1));
        const int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

static void run_rounds(struct ranks_arena *a)
{
    struct field *const field = a->field;
    const uint64_t start = host_now();
    uint64_t random = field->seed * 0x9e3779b97f4a7c15u + 1;
    int order[MAX_CONTESTANTS];

    for (int i = 0; i < field->count; i++) {
        order[i] = i;
        field->contestant[i].calls = 1;
        take_sample(a, i, 0); /* it warms up */
    }
    while (!field->stop_reason) {
        shuffle(order, field->count, &random);
        for (int i = 0; i < field->count; i++)
            if (!field->contestant[order[i]].wrong)
                take_sample(a, order[i], field->rounds);
        field->rounds++;
        for (int i = 0; i < field->count; i++)
            field->contestant[i].samples = field->rounds;
        field->stop_reason =
            stop_reason(field, (double)(host_now() - start) / 1e9);
    }
}

/* ---------------------------------------------------------------------- all */

static enum status open_arena(struct ranks_arena *a, struct problem *why)
{
    const size_t n = a->field->n, size = a->field->monoid->table.bytes;
    enum status status = OK;

    a->slices.layout = across_layout(ACROSS_REDUCE, n, size, 0);
    a->chunks.layout = across_layout(ACROSS_OVERLAP, n, size, a->job->chunk);
    a->bytes = layout_own(&a->slices.layout, ranks_me()) * size;
    const size_t other = layout_own(&a->chunks.layout, ranks_me()) * size;
    a->out_bytes = (a->bytes > other ? a->bytes : other) + 1;
    status = host_alloc(a->out_bytes, &a->out, why);
    a->totals = calloc(2 * (size_t)ranks_count(), sizeof *a->totals);
    if (status == OK && !a->totals)
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    status = ranks_agree(status, why);
    if (status == OK)
        status = take_elements(a, &a->slices, why);
    if (status == OK && a->job->across[ACROSS_OVERLAP])
        status = take_elements(a, &a->chunks, why);
    if (status == OK)
        add_copies(a);
    for (int i = 0; i < a->job->count && status == OK; i++)
        status = add_scans(a, &a->job->choices[i], why);
    return status;
}

static void find_best_copy(struct field *field)
{
    double least = INFINITY;

    for (int i = 0; i < field->count; i++) {
        const struct contestant *const c = &field->contestant[i];
        if (c->kind != CONTEST_COPY || bench_times(c).median >= least)
            continue;
        least = bench_times(c).median;
        field->best_copy = i;
    }
}

enum status ranks_bench_field(const struct ranks_bench *job,
                              struct field *field, struct problem *why)
{
    static struct ranks_arena a; /* contestants point to its variants */

    a = (struct ranks_arena){.job = job, .field = field};
    const enum status status = open_arena(&a, why);
    if (status == OK)
        run_rounds(&a);
    if (status == OK)
        find_best_copy(field);
    free_elements(&a.slices);
    free_elements(&a.chunks);
    host_free(a.out, a.out_bytes);
    free(a.totals);
    return status;
}
