/* run_ranks.c - see run_ranks.h.
 *
 * Between two calls of ranks_agree() a rank may fail alone; the others then
 * learn of it at the next one.
 */
#include "run_ranks.h"
#include "base/host.h"
#include "ranks.h"
#include "ranks_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION "unknown" /* the Makefile defines it */
#endif

struct running {
    const struct ranks_run *run;
    struct setup setup;
    struct array_slices slices;
    struct layout layout;
    size_t own; /* elements of this rank */
    struct array in;
    char *out;
    struct wire *totals;
    struct execution *execution;
};

static const struct monoid_table *table_of(const struct running *r)
{
    return &r->setup.monoid->table;
}

/* ----------------------------------------------------------------- the same */

/* Ranks that ran different programs, or different files, would join what does
 * not belong together. */
static enum status check_same(const struct running *r, struct problem *why)
{
    const struct ranks_run *const run = r->run;
    char text[256];

    enum status status = ranks_same("scanlab's version", VERSION, why);
    if (status == OK)
        status = ranks_same("the algorithm", run->setup.choice->algorithm->name,
                            why);
    if (status == OK)
        status = ranks_same("the monoid", run->setup.monoid->name, why);
    snprintf(text, sizeof text, "%zu", r->layout.n);
    if (status == OK)
        status = ranks_same("n", text, why);
    snprintf(text, sizeof text, "%s joined by %s, %s%s",
             across_name(run->across), join_name(run->join),
             run->setup.exclusive ? "exclusive" : "inclusive",
             run->out ? " with an output file" : "");
    return status == OK ? ranks_same("the form", text, why) : status;
}

/* ---------------------------------------------------------------- elements */

static enum status find_n(struct running *r, struct problem *why)
{
    const struct ranks_run *const run = r->run;
    size_t n = 0;
    enum status status = OK;

    if (run->in) {
        status = array_slices_open(run->in, run->source->format, table_of(r),
                                   &r->slices, why);
        n = r->slices.n;
    } else {
        status = call_size(run->source, table_of(r), &n, why);
    }
    r->layout = across_layout(run->across, n, table_of(r)->bytes, run->chunk);
    r->own = layout_own(&r->layout, ranks_me());
    return status;
}

static enum status draw(struct running *r, struct problem *why)
{
    const size_t bytes = table_of(r)->bytes;
    enum status status = host_has_memory(2 * r->own * bytes, "this run", why);

    r->in.n = r->own;
    if (status == OK &&
        !(r->in.data = aligned_alloc(64, (r->own * bytes + 64) / 64 * 64)))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t k = 0; k < layout_pieces(&r->layout) && status == OK; k++) {
        const struct piece piece = layout_piece(&r->layout, ranks_me(), k);
        call_draw(r->run->source, table_of(r), r->layout.n, piece.begin,
                  piece.n, (char *)r->in.data + piece.at * bytes);
    }
    return status;
}

static enum status get_elements(struct running *r, struct problem *why)
{
    const size_t bytes = r->own * table_of(r)->bytes;
    enum status status = r->run->in
                             ? ranks_read(&r->slices, &r->layout, &r->in, why)
                             : draw(r, why);

    if (status == OK)
        status = host_has_memory(bytes, "this run", why);
    r->out = malloc(bytes + 1);
    r->totals = calloc(2 * (size_t)ranks_count(), sizeof *r->totals);
    if (status == OK && (!r->out || !r->totals))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    if (r->out)
        memset(r->out, 0xa5, bytes);
    return status;
}

/* -------------------------------------------------------------------- scan */

enum status ranks_open(const struct setup *setup, struct execution **out,
                       struct problem *why)
{
    const char *const refusal = setup_refuses(setup, setup->largest_n);

    if (refusal)
        return problem_set(why, WRONG_USE, "%zu elements on a rank: %s",
                           setup->largest_n, refusal);
    enum status status = execution_open(setup, out, why);
    if (status == OK)
        status = execution_reserve(*out, setup->largest_n, why);
    return status;
}

static enum status scan(struct running *r, struct ranks_ran *ran,
                        struct problem *why)
{
    const struct mpi_calls *const mpi = ranks_mpi();
    const struct ranks_run *const run = r->run;
    const struct across_scan across = {.across = run->across,
                                       .join = run->join,
                                       .layout = r->layout,
                                       .monoid = r->setup.monoid,
                                       .exclusive = r->setup.exclusive,
                                       .carry = run->carry,
                                       .execution = r->execution,
                                       .totals = r->totals};
    struct wire_op op = {.monoid = r->setup.monoid};

    mpi->barrier();
    const uint64_t start = host_now();
    enum status status = across_run(&across, r->in.data, r->out, &op, why);
    const int64_t mine[] = {(int64_t)(host_now() - start), (int64_t)op.calls};
    int64_t all[2];
    mpi->largest(mine, all, 2);
    ran->ms = (double)all[0] / 1e6;
    ran->calls = (uint64_t)all[1];
    if (status == CHECK_FAILED && ranks_me() == 0)
        fputs(execution_words(r->execution), stderr);
    return status;
}

/* ------------------------------------------------------------------- check */

/* What the plain loop knows after a piece; it passes from piece to piece through
 * all ranks, in the order of the elements. */
struct passed {
    _Alignas(16) char carry[64];
    bool has_carry;
    struct check_verdict verdict;
    bool has_last;
    _Alignas(16) char last[64];
};

/* The plain loop's value after n more elements. */
static void fold_on(const struct monoid_table *m, const char *in, size_t n,
                    struct passed *p)
{
    for (size_t i = 0; i < n; i++) {
        if (p->has_carry)
            m->op(p->carry, in + i * m->bytes, p->carry);
        else
            memcpy(p->carry, in + i * m->bytes, m->bytes);
        p->has_carry = true;
    }
}

static enum status check_piece(const struct running *r, struct piece piece,
                               struct passed *p, struct problem *why)
{
    const struct monoid_table *const m = table_of(r);
    const char *const in = (const char *)r->in.data + piece.at * m->bytes;
    const char *const out = r->out + piece.at * m->bytes;
    const struct check_verdict before = p->verdict;
    const struct scan_part part = {
        .scan = {.monoid = m,
                 .in = in,
                 .out = out,
                 .n = piece.n,
                 .exclusive = r->setup.exclusive,
                 .carry = p->has_carry ? p->carry : NULL},
        .first = piece.begin,
        .before = &before};

    if (piece.n == 0)
        return OK;
    const enum status status = check_part(&part, &p->verdict, why);
    fold_on(m, in, piece.n, p);
    p->has_last = true;
    memcpy(p->last, out + (piece.n - 1) * m->bytes, m->bytes);
    return status;
}

static enum status check(const struct running *r, struct ranks_ran *ran,
                         struct problem *why)
{
    const struct mpi_calls *const mpi = ranks_mpi();
    const int me = ranks_me(), ranks = ranks_count();
    struct passed p = {.verdict = {.exact = true},
                       .has_carry = r->run->carry != NULL};
    enum status status = OK;

    if (p.has_carry)
        memcpy(p.carry, r->run->carry, table_of(r)->bytes);
    for (size_t k = 0; k < layout_pieces(&r->layout); k++) {
        if (ranks > 1 && k + (size_t)me > 0)
            mpi->exchange(NULL, -1, &p, (me + ranks - 1) % ranks, sizeof p);
        const enum status found = check_piece(
            r, layout_piece(&r->layout, me, k), &p, status == OK ? why : NULL);
        status = status == OK ? found : status;
        const bool ends = me == ranks - 1 && k + 1 == layout_pieces(&r->layout);
        if (ranks > 1 && !ends)
            mpi->exchange(&p, (me + 1) % ranks, NULL, -1, sizeof p);
    }
    mpi->share(&p, sizeof p, ranks - 1);
    ran->verdict = p.verdict;
    memcpy(ran->last, p.last, sizeof p.last);
    return status;
}

/* --------------------------------------------------------------------- all */

static enum status run_all(struct running *r, struct ranks_ran *ran,
                           struct problem *why)
{
    const struct ranks_run *const run = r->run;
    enum status status = check_same(r, why);

    if (status == OK)
        status = ranks_agree(get_elements(r, why), why);
    r->setup.largest_n = layout_largest(&r->layout);
    r->setup.others = sizes_of_scan(r->setup.largest_n);
    r->setup.has_carry = r->setup.has_entries = true;
    if (status == OK)
        status = ranks_agree(ranks_open(&r->setup, &r->execution, why), why);
    if (status == OK)
        status = ranks_agree(scan(r, ran, why), why);
    if (status == OK)
        status = ranks_agree(check(r, ran, why), why);
    if (status == OK && run->out)
        status = ranks_write(run->out, run->source->format, table_of(r),
                             &r->layout, r->out, why);
    return status;
}

enum status ranks_run(const struct ranks_run *run, struct ranks_ran *out,
                      struct problem *why)
{
    struct running r = {.run = run, .setup = run->setup};
    enum status status = find_n(&r, why);

    *out = (struct ranks_ran){.n = r.layout.n};
    if (status == OK)
        status = run_all(&r, out, why);
    execution_close(r.execution);
    array_free(&r.in);
    free(r.out);
    free(r.totals);
    return status;
}
