/* command_verify.c - is it right? */
#include "command.h"
#include "machine.h"
#include "sizes.h"
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command_line line = {
    .usage = "ALGORITHM...|all",
    .text = "Runs scans on the interval monoid, whose elements are ranges of "
            "the input: a scan that gives [0,i] at every position folds the "
            "right elements in the right order.\v"
            "Example: scanlab verify all -n 0..70,255..257",
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_THREADS | TAKES_SOURCE,
};

static const char default_sizes[] = "0..70,255..257,1023..1025";
static const char default_threads[] = "1,2,3";

/* What was seen, in one line. Nothing is called proved here: on threads only
 * the schedules that happened were seen. */
static void print_verdict(const struct choice *choice,
                          const struct verify_tally *tally)
{
    printf("%-15s right fold on the runs made%s: %zu runs",
           choice->algorithm->name,
           verify_races() == 0 ? ", no race on these runs" : "", tally->runs);
    if (tally->refused)
        printf("; %zu skipped: %s", tally->refused, tally->refusal);
    printf("\n");
}

static void print_conditions(const char *sizes, const char *threads, int shapes)
{
    printf("\nThe runs: n = %s; T of 4, 8, 16 and 32 bytes; inclusive and "
           "exclusive;\nout of place and in place; with and without a carry; "
           "%s threads; %s;\nunder two salts. Right on these schedules, for an "
           "element that is only copied and\ngiven to op. SIMD paths "
           "(VECTOR_OP) are not among them: they are tested against\nthe plain "
           "loop.\n",
           sizes, threads,
           shapes > 1 ? "preset and small parameters" : "preset parameters");
}

static enum status verify_all(struct verify_job *job,
                              const struct choice *choices, int count,
                              int *shapes, struct problem *why)
{
    enum status worst = OK;

    *shapes = 1;
    for (int i = 0; i < count; i++) {
        struct verify_tally tally;
        job->choice = &choices[i];
        const enum status status = verify(job, &tally, why);
        if (status == OK) {
            print_verdict(&choices[i], &tally);
            if (tally.shapes > *shapes)
                *shapes = tally.shapes;
        } else if (status == CHECK_FAILED) {
            printf("%-15s WRONG. %s\n", choices[i].algorithm->name, why->line);
            worst = CHECK_FAILED;
        } else {
            return status;
        }
        fflush(stdout);
    }
    if (worst != OK)
        problem_set(why, worst, "not every scan is right");
    return worst;
}

enum status command_verify(int argc, char **argv, struct problem *why)
{
    struct shared_options options;
    struct choice choices[MAX_CHOICES];
    struct verify_job job = {.choice = NULL};
    struct pool *pools[MAX_LIST] = {NULL};
    int count, threads[MAX_LIST], thread_count = 0, shapes;
    size_t *sizes = NULL;
    enum status status = command_parse(&line, argc, argv, &options, why);

    if (status == OK)
        status = command_begin(&options, &job.device, choices, &count, why);
    const char *size_text = options.sizes ? options.sizes : default_sizes;
    const char *thread_text =
        options.threads ? options.threads : default_threads;
    if (status == OK)
        status = sizes_parse(size_text, 0, &sizes, &job.size_count, why);
    if (status == OK)
        status = command_threads(thread_text, threads, &thread_count, why);
    for (int i = 0; i < thread_count && status == OK; i++)
        status = pool_open(threads[i], &pools[i], why);
    if (status == OK) {
        job.sizes = sizes;
        job.source = options.source;
        job.threads = threads;
        job.thread_count = thread_count;
        job.pools = pools;
        status = verify_all(&job, choices, count, &shapes, why);
        if (status == OK)
            print_conditions(size_text, thread_text, shapes);
    }
    for (int i = 0; i < thread_count; i++)
        pool_close(pools[i]);
    free(sizes);
    return status;
}
