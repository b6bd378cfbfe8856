/* command_verify.c - is it right? */
#include "command.h"
#include "base/host.h"
#include "base/output_file.h"
#include "simt_choice.h"
#include "base/sizes.h"
#include "prove/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_TRACE = 'A' << 8, KEY_BYTES };

struct verify_options {
    const char *trace;
    unsigned elem_bytes;
};

static const struct argp_option own[] = {
    {"trace", KEY_TRACE, "FILE.json", 0,
     "simt: if a run is wrong, write its trace, for ui.perfetto.dev",
     GROUP_OUTPUT},
    {"bytes", KEY_BYTES, "LIST", 0,
     "sizes of T, of 4,8,16,32 (all): fewer take less time", GROUP_SCAN},
    {NULL, 0, NULL, 0, NULL, 0},
};

/* "4,32" as a sum. */
static enum status read_bytes(const char *value, unsigned *out,
                              struct problem *why)
{
    size_t *sizes = NULL, count = 0;
    enum status status = sizes_parse(value, 0, &sizes, &count, why);

    *out = 0;
    for (size_t i = 0; i < count && status == OK; i++) {
        const size_t bytes = sizes[i];
        if (bytes != 4 && bytes != 8 && bytes != 16 && bytes != 32)
            status =
                problem_set(why, WRONG_USE,
                            "--bytes %s: T has 4, 8, 16 or 32 bytes", value);
        *out |= (unsigned)bytes;
    }
    free(sizes);
    return status;
}

/* "4, 8, 16 and 32". */
static char *print_bytes(unsigned elem_bytes, char *text, size_t size)
{
    size_t used = 0;

    *text = '\0';
    for (unsigned bytes = 4; bytes <= 32; bytes *= 2)
        if (elem_bytes & bytes)
            used += (size_t)snprintf(text + used, size - used, "%s%u",
                                     used == 0                 ? ""
                                     : elem_bytes >= 2 * bytes ? ", "
                                                               : " and ",
                                     bytes);
    return text;
}

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct verify_options *verify = options;

    if (key == KEY_TRACE)
        verify->trace = value;
    else if (key == KEY_BYTES)
        return read_bytes(value, &verify->elem_bytes, why) == OK ? 0 : EINVAL;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

const struct command_line command_verify_line = {
    .usage = "ALGORITHM...|all",
    .text = "Runs scans on the interval monoid, whose elements are ranges of "
            "the input: a scan that gives [0,i] at every position folds the "
            "right elements in the right order.\v"
            "Example: scanlab verify all -n 0..70,255..257",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_THREADS | TAKES_SOURCE |
             TAKES_SCHEDULE,
    .device = "simt",
};

static const char default_sizes[] = "0..70,255..257,1023..1025";
static const char default_threads[] = "1,2,3";

static const char default_schedules[] =
    "inorder,reverse,random:1,adversary,pct:1";

/* On a terminal, what is done now, in a line that goes away: all of it may take
 * minutes. A tenth of a second is soon enough. */
static void show_progress(const struct setup *setup, size_t n,
                          const struct verify_tally *tally)
{
    static uint64_t last;
    const struct choice *const choice = setup->choice;
    char where[32] = "compiles", what[512];

    if (!isatty(STDERR_FILENO) || (n > 0 && machine_now() - last < 100000000))
        return;
    last = machine_now();
    if (n > 0)
        snprintf(where, sizeof where, "n = %zu:", n);
    snprintf(what, sizeof what, "%zu runs; %s %s%s%s, %s, %s", tally->runs,
             where, choice->algorithm->name, *choice->variant ? ":" : "",
             choice->variant, setup->monoid->name,
             setup->exclusive ? "exclusive" : "inclusive");
    fprintf(stderr, "\r%.79s\033[K", what); /* a second line would stay */
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

/* What was seen, in one line. Proved is said on simt alone: on threads only
 * the schedules that happened were seen, and not every race. */
static void print_verdict(const struct choice *choice, bool simt,
                          const struct verify_tally *tally)
{
    if (simt)
        printf("%-15s proved for every monoid and input: %zu runs, %d "
               "parameter setting%s",
               choice->algorithm->name, tally->runs, tally->shapes,
               tally->shapes == 1 ? "" : "s");
    else
        printf("%-15s right fold on the runs made%s: %zu runs",
               choice->algorithm->name,
               verify_races() == 0 ? ", no race on these runs" : "",
               tally->runs);
    if (tally->explored)
        printf("; all orders of flag operations in %zu of %zu cases, at most "
               "%llu runs a case",
               tally->complete, tally->explored,
               (unsigned long long)tally->most_runs);
    if (tally->refused)
        printf("; %zu skipped: %s", tally->refused, tally->refusal);
    printf("\n");
}

static void print_wrong(const struct choice *choice,
                        const struct verify_tally *tally, bool can_trace,
                        const char *trace, const struct problem *why)
{
    printf("%-15s WRONG. %s\n", choice->algorithm->name, why->line);
    if (*tally->words)
        printf("%s", tally->words);
    if (*tally->again)
        printf("  See it again: %s\n", tally->again);
    if (tally->traced)
        printf("  Look at it: %s, in ui.perfetto.dev\n", trace);
    else if (trace)
        printf("  No trace: %s.\n", *tally->again
                                        ? "when it was recorded, it went right"
                                        : "nothing was run");
    else if (*tally->again && can_trace)
        printf("  Look at it: %s --trace %s-trace.json\n", tally->again,
               choice->algorithm->name);
}

static void print_gpu_conditions(const char *sizes, const char *bytes)
{
    printf(
        "\nThe runs: n = %s; intervals in T of %s bytes (n up to 65534), with "
        "default and\nsmall parameters; every built-in monoid against the "
        "plain loop; inclusive and exclusive; out of\nplace and in place; "
        "with and without a carry; aligned and misaligned by one element.\n"
        "The outputs of these runs are right. A GPU shows no race: a proof "
        "needs -d simt.\n",
        sizes, bytes);
}

/* `threads` as typed, or NULL on simt. */
static void print_conditions(const char *sizes, const char *bytes,
                             const char *threads, const char *schedules)
{
    printf(
        "\nThe runs: n = %s; T of %s bytes; inclusive and exclusive;\nout of "
        "place and in place; with and without a carry; default and small "
        "parameters;\ntwo encodings of the elements; ",
        sizes, bytes);
    if (threads)
        printf(
            "%s threads.\nThe scans are right as the threads ran this time, "
            "for any element that is only copied and\ngiven to op. SIMD paths "
            "(VECTOR_OP) do not run here: tests compare them with the plain "
            "loop.\n",
            threads);
    else
        printf(
            "schedules %s.\nProved means, for these n and launch shapes: no "
            "race, no divergence, no read of memory that was\nnever written, "
            "and neither control flow nor addresses depend on the elements. "
            "A kernel with\natomics or flags is proved for the schedules that "
            "were run. For floats a proof tells which\noperands are combined "
            "in which order, not which bits come out.\n",
            schedules);
}

/* That of the first scan that is wrong is kept. */
static enum status keep_trace(struct verify_job *job, struct output *trace,
                              struct problem *why)
{
    job->trace = NULL;
    return output_commit(trace, why);
}

/* Before anything is run: can it be written? */
static enum status open_trace(const char *path, struct verify_job *job,
                              struct output *out, struct problem *why)
{
    enum status status = OK;

    if (!path)
        return OK;
    if (!job->device->sees_accesses)
        return problem_set(why, WRONG_USE,
                           "--trace is for -d simt, not for "
                           "-d %s",
                           job->device->name);
    if (!strcmp(path, "-"))
        return problem_set(why, WRONG_USE,
                           "--trace -: the words go to standard output");
    status = output_open(path, out, why);
    if (status == OK) {
        setvbuf(out->file, NULL, _IOFBF, 1 << 20);
        job->trace = out->file;
    }
    return status;
}

static enum status verify_all(struct verify_job *job,
                              const struct choice *choices, int count,
                              struct output *trace, struct problem *why)
{
    enum status worst = OK;

    for (int i = 0; i < count; i++) {
        struct verify_tally tally;
        job->choice = &choices[i];
        const enum status status = verify(job, &tally, why);
        end_progress();
        if (status == OK && tally.runs == 0 && tally.refused) {
            return problem_set(why, WRONG_USE, "%s: none of these sizes: %s",
                               choices[i].algorithm->name, tally.refusal);
        } else if (status == OK) {
            print_verdict(&choices[i], job->simts != NULL, &tally);
        } else if (status == CHECK_FAILED) {
            const struct problem finding = *why;
            const bool asked = job->trace != NULL;
            const enum status written =
                tally.traced ? keep_trace(job, trace, why) : OK;
            print_wrong(&choices[i], &tally, job->device->sees_accesses,
                        asked ? trace->name : NULL, &finding);
            if (written != OK)
                return written;
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
    struct verify_job job = {.choice = NULL, .progress = show_progress};
    struct pool *pools[MAX_LIST] = {NULL};
    static struct simt_options simts[MOST_SCHEDULES];
    int count, threads[MAX_LIST];
    size_t *sizes = NULL;
    struct verify_options verify = {.elem_bytes = VERIFY_BYTES};
    struct output trace = {.file = NULL};

    job.command = command_words(argc, argv);
    enum status status =
        options_parse(&command_verify_line, &verify, argc, argv, &options, why);
    if (status == OK)
        status = command_begin(&options, &job.device, choices, &count, why);
    const char *size_text = options.sizes ? options.sizes : default_sizes;
    char bytes_text[32];
    print_bytes(verify.elem_bytes, bytes_text, sizeof bytes_text);
    const char *thread_text =
        options.threads ? options.threads : default_threads;
    if (status == OK)
        status = sizes_parse(size_text, 0, &sizes, &job.size_count, why);
    if (status == OK)
        status = command_threads(thread_text, job.device, threads,
                                 &job.pool_count, why);
    if (status == OK)
        status = simt_choose(&options, default_schedules, true, false, simts,
                             &job.simt_count, why);
    for (int i = 0; i < job.pool_count && status == OK; i++)
        status = command_pool(threads[i], &pools[i], why);
    if (status == OK) {
        job.sizes = sizes;
        job.source = options.source;
        job.elem_bytes = verify.elem_bytes;
        job.pools = pools;
        if (job.simt_count > 1 &&
            strstr(options.schedule ? options.schedule : "", "exhaustive"))
            status = problem_set(why, WRONG_USE,
                                 "--schedule exhaustive stands alone");
        if (job.device->has_schedules) {
            job.simts = simts;
            job.variants = !options.source;
        } else {
            job.simt_count = 1;
        }
        if (status == OK)
            status = open_trace(verify.trace, &job, &trace, why);
        if (status == OK)
            status = verify_all(&job, choices, count, &trace, why);
        if (status == OK && job.trace)
            printf("\nNothing is wrong: %s was not written.\n", verify.trace);
        if (job.trace)
            output_discard(&trace);
        if (status == OK && !job.device->calls_host_op)
            print_gpu_conditions(size_text, bytes_text);
        else if (status == OK)
            print_conditions(
                size_text, bytes_text, job.simts ? NULL : thread_text,
                options.schedule ? options.schedule : default_schedules);
    }
    for (int i = 0; i < job.pool_count; i++)
        pool_close(pools[i]);
    free(sizes);
    return status;
}
