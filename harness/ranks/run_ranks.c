/* run_ranks.c - see run_ranks.h.
 *
 * Between two calls of ranks_agree() a rank may fail alone; the others then
 * learn of it at the next one.
 */
#include "run_ranks.h"
#include "base/host.h"
#include "rank_trace.h"
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
    /* For a trace: the log of this scan and that of the shortest one. */
    struct rank_log *log, *shortest;
    struct rank_clock *clock;
    double untraced_ms;
};

enum { RECORDED = 10 }; /* scans with a log, of which the shortest is shown */

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

/* So that there are about four generations of chunks. */
static size_t chunk_to_show(size_t n)
{
    return n / (4 * (size_t)ranks_count()) + 1;
}

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
    if (run->trace && r->layout.chunk > chunk_to_show(n))
        r->layout.chunk = chunk_to_show(n);
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

static struct across_scan across_of(const struct running *r)
{
    return (struct across_scan){.across = r->run->across,
                                .join = r->run->join,
                                .layout = r->layout,
                                .monoid = r->setup.monoid,
                                .exclusive = r->setup.exclusive,
                                .carry = r->run->carry,
                                .execution = r->execution,
                                .totals = r->totals};
}

/* `log`: of this rank, or NULL. */
static enum status scan(struct running *r, struct rank_log *log,
                        struct ranks_ran *ran, struct problem *why)
{
    const struct mpi_calls *const mpi = ranks_mpi();
    struct across_scan across = across_of(r);
    struct wire_op op = {.monoid = r->setup.monoid};

    across.log = log;
    mpi->barrier();
    const uint64_t start = host_now();
    enum status status = across_run(&across, r->in.data, r->out, &op, why);
    const uint64_t end = host_now();
    const int64_t mine[] = {(int64_t)(end - start), (int64_t)op.calls};
    int64_t all[2];
    if (log) {
        log->begin = start;
        log->end = end;
    }
    mpi->largest(mine, all, 2);
    ran->ms = (double)all[0] / 1e6;
    ran->calls = (uint64_t)all[1];
    if (status == CHECK_FAILED && ranks_me() == 0)
        fputs(execution_words(r->execution), stderr);
    return status;
}

/* ------------------------------------------------------------------- trace */

static enum status open_logs(struct running *r, struct problem *why)
{
    if (!r->run->trace)
        return OK;
    r->log = calloc(1, sizeof *r->log);
    r->shortest = calloc(1, sizeof *r->shortest);
    r->clock = calloc((size_t)ranks_count(), sizeof *r->clock);
    return r->log && r->shortest && r->clock
               ? OK
               : problem_set(why, MACHINE_LACKS, "out of memory");
}

/* Keeps the log of the shortest scan. */
static void keep_shortest(struct running *r, const struct ranks_ran *now,
                          struct ranks_ran *ran, bool is_first)
{
    struct rank_log *const log = r->log;

    if (!is_first && now->ms >= ran->ms)
        return;
    r->log = r->shortest;
    r->shortest = log;
    ran->ms = now->ms;
    ran->calls = now->calls;
}

/* Without a log and with it, in turn. With more ranks than processors most scans
 * show only how ranks wait for a processor: the shortest one is kept. */
static enum status record(struct running *r, struct ranks_ran *ran,
                          struct problem *why)
{
    struct ranks_ran now = *ran;
    enum status status = OK;

    rank_clock_compare(r->clock);
    for (int k = 0; k < 2 * RECORDED; k++) {
        struct rank_log *const log = k % 2 ? r->log : NULL;
        if (log)
            log->events = log->dropped = 0;
        const enum status ran_now =
            scan(r, log, &now, status == OK ? why : NULL);
        status = status == OK ? ran_now : status;
        if (log)
            keep_shortest(r, &now, ran, k == 1);
        else if (k == 0 || now.ms < r->untraced_ms)
            r->untraced_ms = now.ms;
    }
    return status;
}

static enum status write_trace(const struct running *r,
                               const struct ranks_ran *ran, struct problem *why)
{
    const struct across_scan across = across_of(r);
    const struct rank_trace trace = {.scan = &across,
                                     .setup = &r->setup,
                                     .command = r->run->command,
                                     .clock = r->clock,
                                     .log = r->shortest,
                                     .traced_us = ran->ms * 1000,
                                     .untraced_us = r->untraced_ms * 1000,
                                     .runs = RECORDED,
                                     .seed = r->run->source->seed,
                                     .seeded = !r->run->in};

    return rank_trace_write(&trace, r->run->trace, why);
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
    if (status == OK)
        status = ranks_agree(open_logs(r, why), why);
    r->setup.largest_n = layout_largest(&r->layout);
    r->setup.others = sizes_of_scan(r->setup.largest_n);
    r->setup.has_carry = r->setup.has_entries = true;
    if (status == OK)
        status = ranks_agree(ranks_open(&r->setup, &r->execution, why), why);
    if (status == OK)
        status = ranks_agree(
            run->trace ? record(r, ran, why) : scan(r, NULL, ran, why), why);
    if (status == OK)
        status = ranks_agree(check(r, ran, why), why);
    if (status == OK && run->out)
        status = ranks_write(run->out, run->source->format, table_of(r),
                             &r->layout, r->out, why);
    if (status == OK && run->trace)
        status = write_trace(r, ran, why);
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
    free(r.log);
    free(r.shortest);
    free(r.clock);
    return status;
}
