/* on_ranks_bench.c - bench under mpirun. */
#include "base/sizes.h"
#include "bench/bench_report.h"
#include "on_ranks.h"
#include "ranks/bench_ranks.h"
#include "ranks/ranks.h"

#include <stdio.h>
#include <stdlib.h>

struct ranks_benching {
    struct ranks_bench job;
    const struct on_ranks_timing *timing;
    const struct device *device;
    struct choice choice[MAX_CHOICES];
    struct monoid monoid;
    struct pool *pool;
    bool exclusive;
    struct report report;
    struct contestant contestant[MAX_CONTESTANTS];
    int wrong;
};

static enum status bench_size(struct ranks_benching *b, size_t n,
                              double seconds, struct problem *why)
{
    struct field field = {.device = b->device,
                          .monoid = &b->monoid,
                          .choice = b->choice,
                          .exclusive = b->exclusive,
                          .n = n,
                          .sizes = sizes_of_scan(n),
                          .pool = b->pool,
                          .seed = b->timing->seed,
                          .seconds = seconds,
                          .contestant = b->contestant};
    const enum status status = ranks_bench_field(&b->job, &field, why);

    if (status == OK && ranks_me() == 0)
        report_field(&b->report, &field);
    for (int i = 0; i < field.count; i++) {
        b->wrong += field.contestant[i].wrong;
        contestant_close(&field.contestant[i]);
    }
    return status;
}

static enum status bench_sizes(struct ranks_benching *b, const char *text,
                               struct problem *why)
{
    size_t *sizes = NULL, count = 0;
    enum status status =
        sizes_parse(text, b->monoid.table.bytes, &sizes, &count, why);

    for (size_t i = 0; i < count && status == OK; i++)
        if (sizes[i] == 0)
            status = problem_set(why, WRONG_USE,
                                 "bench: with n = 0 there is nothing to time");
    status = ranks_agree(status, why);
    for (size_t i = 0; i < count && status == OK; i++)
        status =
            bench_size(b, sizes[i], b->timing->seconds / (double)count, why);
    free(sizes);
    return status;
}

/* Rank 0 writes the report. */
static enum status bench_reported(struct ranks_benching *b, const char *sizes,
                                  struct problem *why)
{
    const char *const output = ranks_me() == 0 ? b->timing->output : NULL;
    const int ranks = ranks_count(), threads = pool_threads(b->pool);
    enum status status = ranks_follow(
        report_open(output, b->timing->command, b->device, &b->report, why),
        why);

    if (status != OK)
        return status;
    printf("%d rank%s of %d thread%s each, %s\n", ranks, ranks == 1 ? "" : "s",
           threads, threads == 1 ? "" : "s", ranks_mpi()->version());
    if (b->report.document)
        json_object_set_new(b->report.document, "mpi",
                            json_pack("{s:i, s:s}", "ranks", ranks, "version",
                                      ranks_mpi()->version()));
    status = bench_sizes(b, sizes, why);
    if (status == OK)
        return ranks_follow(report_close(&b->report, why), why);
    report_drop(&b->report);
    return status;
}

static enum status read_job(const struct shared_options *options,
                            struct ranks_benching *b, struct problem *why)
{
    int threads[MAX_LIST], counts;
    enum status status = on_ranks_check(options, why);

    if (status == OK)
        status = on_ranks_forms(options->across,
                                options->join ? options->join : "123",
                                b->job.across, b->job.join, why);
    if (status == OK)
        status =
            command_begin(options, &b->device, b->choice, &b->job.count, why);
    if (status == OK && !b->device->has_threads)
        status = problem_set(why, WRONG_USE,
                             "-d %s: under mpirun bench times -d cpu",
                             b->device->name);
    for (int i = 0; i < b->job.count && status == OK; i++)
        status = on_ranks_joins(b->choice[i].algorithm, why);
    if (status == OK)
        status =
            command_threads(options->threads, b->device, threads, &counts, why);
    if (status == OK && counts != 1)
        status = problem_set(
            why, WRONG_USE, "--threads %s: under mpirun bench takes one number",
            options->threads);
    if (status == OK)
        status = monoid_open(options->monoids ? options->monoids : "add_i32",
                             &b->monoid, why);
    if (status == OK && monoid_is_interval(&b->monoid))
        status = problem_set(why, WRONG_USE,
                             "the interval monoid is for verify and measure");
    return status == OK ? command_pool(threads[0], &b->pool, why) : status;
}

enum status on_ranks_bench(const struct shared_options *options,
                           const struct on_ranks_timing *timing,
                           struct problem *why)
{
    static struct ranks_benching b;

    b = (struct ranks_benching){.timing = timing,
                                .exclusive = options->exclusive};
    b.job.choices = b.choice;
    enum status status = ranks_agree(read_job(options, &b, why), why);
    if (status == OK)
        status = bench_reported(
            &b, options->sizes ? options->sizes : "2^20,2^24", why);
    pool_close(b.pool);
    monoid_close(&b.monoid);
    if (status == OK && b.wrong)
        status = problem_set(why, CHECK_FAILED, "%d row%s wrong", b.wrong,
                             b.wrong == 1 ? " is" : "s are");
    return status;
}
