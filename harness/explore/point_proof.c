/* point_proof.c - see point_proof.h. */
#include "point_proof.h"
#include "base/host.h"
#include "prove/measure_report.h"
#include "prove/verify.h"

#include <stdio.h>

static enum status prove(const struct search_job *job, struct point *p,
                         struct problem *why)
{
    static const size_t sizes[] = {0, 1, 2, 3, 31, 32, 33, 100, 257, 1025};
    const struct monoid_table *const t = &job->monoid->table;
    const bool kernels = job->prover->runs_kernels;
    const int threads[] = {kernels ? 0 : 1, 2};
    struct verify_tally tally;
    struct choice settled;
    enum status status = point_settled(p, job->prover, t->bytes,
                                       t->kind == FLOATING, &settled, why);
    const struct verify_job proof = {
        .choice = &settled,
        .device = job->prover,
        .simts = job->simts,
        .simt_count = job->simts ? job->simt_count : 1,
        .schedules_given = true,
        .on_intervals = true, /* each timed sample is also compared */
        .elem_bytes = t->bytes <= 4    ? 4
                      : t->bytes <= 8  ? 8
                      : t->bytes <= 16 ? 16
                                       : 32,
        .command = "",
        .sizes = kernels ? NULL : sizes,
        .size_count = kernels ? 0 : sizeof sizes / sizeof *sizes,
        .threads = threads,
        .thread_counts = kernels ? 1 : 2,
        .function = job->function,
        .children = job->children};

    if (status == OK)
        status = verify(&proof, &tally, why);
    return status;
}

/* A count that differs from its closed form is as wrong as an output. */
static enum status agrees(const struct setup *setup, size_t n,
                          const struct point *p, struct problem *why)
{
    struct measured row = {.n = n, .counts = p->counts};

    if (!setup->choice->implementation->forms)
        return OK;
    row.forms = setup_forms(setup, n);
    return measure_disagreements(&row) == 0
               ? OK
               : problem_set(why, CHECK_FAILED,
                             "at n = %zu it has %.0f operations in a chain of "
                             "%.0f, and its closed forms say %.0f and %.0f, or "
                             "other bytes",
                             n, p->counts.work, p->counts.depth,
                             row.forms.work.low, row.forms.depth.low);
}

/* Counts its cost on paper, which explains the times. */
static enum status count(const struct search_job *job, struct point *p,
                         struct problem *why)
{
    const struct monoid_table *const t = &job->monoid->table;
    struct choice settled;
    const struct setup setup = {
        .device = job->prover,
        .choice = &settled,
        .monoid = job->interval,
        .pool = job->pool,
        .simt = job->counting,
        .exclusive = job->exclusive,
        .largest_n = job->count_n,
        .pattern = job->pattern,
        .others = count_sizes(p->choice.algorithm, job->pattern, job->count_n)};
    enum status status = point_settled(p, job->prover, t->bytes,
                                       t->kind == FLOATING, &settled, why);

    if (status != OK || setup_refuses(&setup, job->count_n))
        return status;
    status = count_run(&setup, job->count_n, &p->counts, NULL, why);
    p->counted = status == OK;
    return status == OK ? agrees(&setup, job->count_n, p, why) : status;
}

enum status point_judge(const struct search_job *job, struct point *p,
                        struct problem *why)
{
    const uint64_t start = host_now();
    enum status status = prove(job, p, why);

    if (status == OK)
        status = count(job, p, why);
    p->proved_s = (double)(host_now() - start) * 1e-9;
    if (bench_interrupted)
        return OK;
    if (status == CHECK_FAILED || status == NOT_JUDGED) {
        p->state = status == NOT_JUDGED ? POINT_FAILED : POINT_WRONG;
        snprintf(p->why, sizeof p->why,
                 *why->found_in ? "%.360s (%.140s)" : "%.511s%s", why->line,
                 why->found_in);
        return OK;
    }
    if (status == OK)
        p->state = POINT_PROVED;
    return status;
}
