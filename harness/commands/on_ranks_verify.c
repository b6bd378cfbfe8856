/* on_ranks_verify.c - verify under mpirun. */
#include "base/colour.h"
#include "base/paths.h"
#include "base/sizes.h"
#include "on_ranks.h"
#include "prove/verdict.h"
#include "ranks/ranks.h"
#include "ranks/verify_ranks.h"
#include "simt_choice.h"

#include <stdio.h>
#include <stdlib.h>

/* About one, two and three tiles of small shapes on each of a few ranks. */
static const char usual_sizes[] = "0..9,63..65,127..129,255..257,1000";
static const char usual_schedules[] = "inorder,random:1";

/* Prints the verdict of one algorithm, right or wrong. */
static void say_verdict(const struct ranks_verify *job,
                        const struct ranks_verified *done, enum status status,
                        const struct problem *why)
{
    printf("%-15s ", job->choice->algorithm->name);
    if (status != OK) {
        printf("%s%s%s. %s\n%s", colour_wrong(stdout), verdict_word(status),
               colour_off(stdout), why->line, done->words);
        printf("  Case:      %s\n", why->found_in);
        printf("  Reproduce: %s\n", done->again);
        return;
    }
    if (job->simts)
        printf("%sproved%s for every monoid and input", colour_right(stdout),
               colour_off(stdout));
    else
        printf("%sright%s fold in every run", colour_right(stdout),
               colour_off(stdout));
    printf(" on %d rank%s: %zu runs", ranks_count(),
           ranks_count() == 1 ? "" : "s", done->runs);
    if (done->refused)
        printf("; %zu skipped: %s", done->refused, done->refusal);
    putchar('\n');
}

static void say_what_ran(const struct ranks_verify *job,
                         const struct shared_options *options)
{
    const char *separator = "";

    printf("\nThe runs: n = %s; inclusive and exclusive;\nout of place and in "
           "place; with and without an element to start from;\nsmall and "
           "default parameters; ",
           options->sizes ? options->sizes : usual_sizes);
    for (int i = 0; i < ACROSSES; i++)
        if (job->across[i]) {
            printf("%s%s", separator, across_name((enum across)i));
            separator = ", ";
        }
    printf(";\njoined by");
    separator = " ";
    for (int i = 0; i < JOINS; i++)
        if (job->join[i]) {
            printf("%s%s", separator, join_name((enum join)i));
            separator = ", ";
        }
    if (job->simts)
        printf("; schedules %s",
               options->schedule ? options->schedule : usual_schedules);
    printf(".\nEvery output of every rank was checked. Without mpirun, verify "
           "proves a scan by itself\nunder more schedules and sizes.\n");
}

static enum status verify_one(struct ranks_verify *job,
                              struct ranks_verified *done, struct problem *why)
{
    enum status status = on_ranks_joins(job->choice->algorithm, why);

    if (status == OK && !done)
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    status = ranks_agree(status, why);
    if (status == OK)
        status = ranks_verify(job, done, why);
    if (status == OK || status == CHECK_FAILED)
        say_verdict(job, done, status, why);
    fflush(stdout);
    return status;
}

static enum status verify_each(struct ranks_verify *job,
                               const struct choice *choices, int count,
                               const struct shared_options *options,
                               struct problem *why)
{
    enum status worst = OK;

    for (int i = 0; i < count; i++) {
        struct ranks_verified *const done = calloc(1, sizeof *done);
        job->choice = &choices[i];
        const enum status status = verify_one(job, done, why);
        free(done);
        if (status != OK && status != CHECK_FAILED)
            return status;
        worst = worst == OK ? status : worst;
    }
    if (worst == OK)
        say_what_ran(job, options);
    else
        problem_set(why, worst, "not all scans passed");
    return worst;
}

/* What to run, from the options; the caller frees *sizes and closes pools. */
static enum status read_job(const struct shared_options *options,
                            struct ranks_verify *job,
                            struct choice choices[MAX_CHOICES], int *count,
                            size_t **sizes, struct pool *pools[MAX_LIST],
                            struct problem *why)
{
    static struct simt_options simt[MAX_SCHEDULES];
    int threads[MAX_LIST];
    enum status status = on_ranks_check(options, why);

    if (status == OK && options->monoids)
        status =
            problem_set(why, WRONG_USE, "-m %s: laws are tested without mpirun",
                        options->monoids);
    if (status == OK)
        status = on_ranks_forms(options->across, options->join, job->across,
                                job->join, why);
    if (status == OK)
        status = command_begin(options, &job->device, choices, count, why);
    if (status == OK && !job->device->calls_host_op)
        status = problem_set(why, WRONG_USE,
                             "-d %s: under mpirun verify runs on intervals, "
                             "with -d simt or -d cpu",
                             job->device->name);
    if (status == OK)
        status = sizes_parse(options->sizes ? options->sizes : usual_sizes, 0,
                             sizes, &job->size_count, why);
    if (status == OK && job->device->has_schedules)
        status = simt_choose(options, usual_schedules, true, false, simt,
                             &job->simt_count, why);
    if (status == OK)
        status = command_threads(options->threads ? options->threads : "1,2",
                                 job->device, threads, &job->pool_count, why);
    if (status != OK)
        return status;
    job->sizes = *sizes;
    job->simts = job->device->has_schedules ? simt : NULL;
    for (int i = 0; i < job->pool_count && status == OK; i++)
        status = command_pool(threads[i], &pools[i], why);
    job->pools = pools;
    return status;
}

enum status on_ranks_verify(const struct shared_options *options,
                            unsigned elem_bytes, struct problem *why)
{
    struct ranks_verify job = {.simt_count = 1, .elem_bytes = elem_bytes};
    struct choice choices[MAX_CHOICES];
    struct pool *pools[MAX_LIST] = {NULL};
    size_t *sizes = NULL;
    int count = 0;
    enum status status = ranks_agree(
        read_job(options, &job, choices, &count, &sizes, pools, why), why);

    if (status == OK)
        status = verify_each(&job, choices, count, options, why);
    for (int i = 0; i < MAX_LIST; i++)
        pool_close(pools[i]);
    free(sizes);
    return status;
}
