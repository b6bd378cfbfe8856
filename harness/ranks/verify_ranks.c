/* verify_ranks.c - see verify_ranks.h. */
#include "verify_ranks.h"
#include "monoids/interval_table.h"
#include "prove/verify.h"
#include "ranks.h"
#include "run_ranks.h"
#include "simt/simt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Overlap's chunks are so small that there are some generations. */
enum { GENERATIONS = 5 };

/* One scan by all ranks. */
struct ranks_case {
    size_t n;
    bool carry, in_place;
    enum across across;
    enum join join;
};

struct verifying {
    const struct ranks_verify *job;
    struct monoid monoid;
    struct setup setup;
    struct execution *execution;
    char *in, *out;
    struct wire *totals;
    int turn; /* of the joins and forms */
    struct ranks_verified *report;
};

static struct layout layout_of(const struct verifying *v,
                               const struct ranks_case *c)
{
    const size_t chunk = c->n / (GENERATIONS * (size_t)ranks_count()) + 1;

    return across_layout(c->across, c->n, v->monoid.table.bytes, chunk);
}

/* ---------------------------------------------------------------------- run */

/* This rank's elements: leaves of the table, of which the first is the carry. */
static void fill(struct verifying *v, const struct ranks_case *c,
                 const struct layout *layout)
{
    const size_t bytes = v->monoid.table.bytes;

    for (size_t k = 0; k < layout_pieces(layout); k++) {
        const struct piece p = layout_piece(layout, ranks_me(), k);
        for (size_t i = 0; i < p.n; i++)
            interval_leaf(c->carry + p.begin + i, v->in + (p.at + i) * bytes,
                          bytes);
    }
    memset(v->out, 0xa5, layout_own(layout, ranks_me()) * bytes);
}

static enum status judge(const struct verifying *v, const struct ranks_case *c,
                         const struct layout *layout, const char *out,
                         struct problem *why)
{
    const size_t bytes = v->monoid.table.bytes;

    for (size_t k = 0; k < layout_pieces(layout); k++) {
        const struct piece p = layout_piece(layout, ranks_me(), k);
        for (size_t i = 0; i < p.n; i++) {
            const size_t at = p.begin + i;
            const long last = (long)at + c->carry - (long)v->setup.exclusive;
            if (!interval_check(out + (p.at + i) * bytes, bytes, at, last, why))
                return CHECK_FAILED;
        }
    }
    return OK;
}

static enum status run_case(struct verifying *v, const struct ranks_case *c,
                            struct problem *why)
{
    _Alignas(16) char carry[64];
    const struct layout layout = layout_of(v, c);
    struct wire_op op = {.monoid = &v->monoid};
    char *const out = c->in_place ? v->in : v->out;

    interval_share(v->job->simts != NULL);
    enum status status = ranks_agree(
        interval_begin(c->n + c->carry, (uint32_t)v->turn, why), why);
    if (status != OK)
        return status;
    fill(v, c, &layout);
    interval_leaf(0, carry, v->monoid.table.bytes);
    const struct across_scan scan = {.across = c->across,
                                     .join = c->join,
                                     .layout = layout,
                                     .monoid = &v->monoid,
                                     .exclusive = v->setup.exclusive,
                                     .carry = c->carry ? carry : NULL,
                                     .execution = v->execution,
                                     .totals = v->totals};
    status = across_run(&scan, v->in, out, &op, why);
    return status == OK ? judge(v, c, &layout, out, why) : status;
}

/* ------------------------------------------------------------------ finding */

/* What the rank with the finding tells the others. */
struct finding {
    enum status status;
    struct problem why;
    char words[4096];
};

/* All ranks get the finding of the lowest rank that has one. Returns false if
 * no rank has. */
static bool exchange_findings(struct verifying *v, struct finding *mine)
{
    const int me = ranks_me(), ranks = ranks_count();
    const int64_t found = mine->status == OK ? 0 : ranks - me;
    int64_t lowest;

    ranks_mpi()->largest(&found, &lowest, 1);
    if (lowest == 0)
        return false;
    if (mine->status != OK) {
        const struct problem inner = mine->why;
        problem_set(&mine->why, mine->status, "rank %d of %d: %.900s", me,
                    ranks, inner.line);
        snprintf(mine->words, sizeof mine->words, "%s",
                 execution_words(v->execution));
    }
    ranks_mpi()->share(mine, sizeof *mine, ranks - (int)lowest);
    return true;
}

static void tell(struct verifying *v, const struct ranks_case *c,
                 const struct finding *finding, struct problem *why)
{
    struct ranks_verified *const report = v->report;
    const struct setup *const setup = &v->setup;
    char name[200], settings[160], schedule[64] = "";
    bool also[MAX_PARAMETERS];

    *why = finding->why;
    snprintf(report->words, sizeof report->words, "%s", finding->words);
    for (int i = 0; i < MAX_PARAMETERS; i++)
        also[i] = true;
    choice_print(setup->choice, also, settings, sizeof settings);
    snprintf(name, sizeof name, "%s%s%s", setup->choice->algorithm->name,
             *settings ? ":" : "", settings);
    problem_found_in(
        why, "%s, %s, n = %zu, T of %zu bytes, %s joined by %s%s%s", name,
        setup->exclusive ? "exclusive" : "inclusive", c->n,
        v->monoid.table.bytes, across_name(c->across), join_name(c->join),
        c->carry ? ", with a carry" : "", c->in_place ? ", in place" : "");
    if (setup->simt)
        simt_options_print(setup->simt, schedule, sizeof schedule);
    snprintf(report->again, sizeof report->again,
             "mpirun -n %d scanlab verify %s -d %s -n %zu --bytes %zu --across "
             "%s --join %s%s%s",
             ranks_count(), name, setup->device->name, c->n,
             v->monoid.table.bytes, across_name(c->across), join_name(c->join),
             *schedule ? " " : "", schedule);
}

/* ---------------------------------------------------------------------- all */

/* The next join of those to run: the cases take them in turn. */
static enum join next_join(struct verifying *v)
{
    do
        v->turn++;
    while (!v->job->join[v->turn % JOINS]);
    return (enum join)(v->turn % JOINS);
}

/* Runs a case, unless the algorithm does not support the size of a piece. */
static enum status verify_case(struct verifying *v, const struct ranks_case *c,
                               struct problem *why)
{
    const struct layout layout = layout_of(v, c);
    struct finding *const mine = calloc(1, sizeof *mine);
    const char *const refusal =
        setup_refuses(&v->setup, layout_largest(&layout));
    enum status status = ranks_agree(
        mine ? OK : problem_set(why, MACHINE_LACKS, "out of memory"), why);

    if (status == OK && refusal) {
        v->report->refused++;
        v->report->refusal = refusal;
    } else if (status == OK) {
        mine->status = run_case(v, c, &mine->why);
        if (exchange_findings(v, mine))
            tell(v, c, mine, why);
        else
            v->report->runs++;
        status = mine->status;
    }
    free(mine);
    return status;
}

static enum status verify_size(struct verifying *v, size_t n,
                               struct problem *why)
{
    enum status status = OK;

    for (int a = 0; a < ACROSSES; a++)
        for (int form = 0; form < 4 && status == OK && v->job->across[a];
             form++) {
            const struct ranks_case c = {.n = n,
                                         .across = (enum across)a,
                                         .join = next_join(v),
                                         .carry = form % 2,
                                         .in_place = form / 2};
            status = verify_case(v, &c, why);
        }
    return status;
}

static size_t largest_of(const struct ranks_verify *job)
{
    size_t largest = 0;

    for (size_t i = 0; i < job->size_count; i++)
        largest = job->sizes[i] > largest ? job->sizes[i] : largest;
    return largest;
}

/* Arrays for the largest n, of which any rank has a part. */
static enum status take_arrays(struct verifying *v, struct problem *why)
{
    const size_t bytes = (largest_of(v->job) + 1) * v->monoid.table.bytes;

    v->in = aligned_alloc(64, (bytes + 63) / 64 * 64);
    v->out = aligned_alloc(64, (bytes + 63) / 64 * 64);
    v->totals = calloc(2 * (size_t)ranks_count(), sizeof *v->totals);
    return v->in && v->out && v->totals
               ? OK
               : problem_set(why, MACHINE_LACKS, "out of memory");
}

static enum status verify_kind(struct verifying *v, const struct choice *choice,
                               bool exclusive, const struct simt_options *simt,
                               struct pool *pool, struct problem *why)
{
    const struct ranks_verify *const job = v->job;
    const size_t ranks = (size_t)ranks_count(), n = largest_of(job);

    v->setup = (struct setup){.device = job->device,
                              .choice = choice,
                              .monoid = &v->monoid,
                              .pool = pool,
                              .simt = simt,
                              .exclusive = exclusive,
                              .has_carry = true,
                              .has_entries = true,
                              .largest_n = n / ranks + (n % ranks > 0)};
    v->setup.others = sizes_of_scan(v->setup.largest_n);
    enum status status =
        ranks_agree(ranks_open(&v->setup, &v->execution, why), why);
    for (size_t i = 0; i < job->size_count && status == OK; i++)
        status = verify_size(v, job->sizes[i], why);
    execution_close(v->execution);
    v->execution = NULL;
    return status;
}

/* With small parameters, so that a slice has several tiles, and with those of the
 * job. */
static enum status verify_kinds(struct verifying *v, struct problem *why)
{
    const struct ranks_verify *const job = v->job;
    const struct choice small = choice_small(job->choice);
    enum status status = OK;

    for (int p = 0; p < job->pool_count; p++)
        for (int k = 0; k < 4 * job->simt_count && status == OK; k++)
            status = verify_kind(v, k & 2 ? job->choice : &small, k & 1,
                                 job->simts ? &job->simts[k / 4] : NULL,
                                 job->pools[p], why);
    return status;
}

static enum status verify_bytes(struct verifying *v, unsigned bytes,
                                struct problem *why)
{
    enum status status =
        ranks_agree(monoid_open(verify_interval(bytes), &v->monoid, why), why);

    if (status == OK)
        status = ranks_agree(take_arrays(v, why), why);
    if (status == OK)
        status = verify_kinds(v, why);
    free(v->in);
    free(v->out);
    free(v->totals);
    v->in = v->out = NULL;
    v->totals = NULL;
    monoid_close(&v->monoid);
    return status;
}

enum status ranks_verify(const struct ranks_verify *job,
                         struct ranks_verified *out, struct problem *why)
{
    struct verifying v = {.job = job, .report = out};
    enum status status = OK;

    *out = (struct ranks_verified){.runs = 0};
    for (unsigned bytes = 4; bytes <= 32 && status == OK; bytes *= 2)
        if (job->elem_bytes & bytes)
            status = verify_bytes(&v, bytes, why);
    return status;
}
