/* command_verify.c - is it right? */
#include "command.h"
#include "on_ranks.h"
#include "base/host.h"
#include "base/output_file.h"
#include "simt_choice.h"
#include "prove/plan/proof_plan.h"
#include "prove/verdict.h"
#include "prove/verdict_json.h"
#include "base/sizes.h"
#include "prove/verify.h"
#include "prove/verify_ahead.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "sandbox/words.h"
#include "ranks/ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_TRACE = 'A' << 8,
    KEY_BYTES,
    KEY_THOROUGH,
    KEY_JOBS,
    KEY_FORMAT,
    KEY_REQUIRE
};

struct verify_options {
    const char *trace;
    unsigned elem_bytes;
    bool thorough, reproducible;
    int jobs;
    json_t *verdicts; /* --format json; else NULL */
};

/* Enough to detect a law that fails for one triple in a thousand. */
enum { LAW_TRIPLES = 100000 };

static const struct argp_option own[] = {
    {"trace", KEY_TRACE, "FILE.json", 0,
     "simt: if a run is wrong, write its trace, for scanviz or "
     "ui.perfetto.dev",
     GROUP_OUTPUT},
    {"bytes", KEY_BYTES, "LIST", 0,
     "sizes of T: any of 4,8,16,32 (default: all); fewer take less time",
     GROUP_SCAN},
    {"thorough", KEY_THOROUGH, NULL, 0,
     "simt: every n up to 70 and pairs of parameter values (takes minutes)",
     GROUP_SCAN},
    {"require", KEY_REQUIRE, "reproducible", 0,
     "each output must have the same tree of operands under every schedule "
     "that is run; on cpu, in every run with the same number of threads",
     GROUP_SCAN},
    {"jobs", KEY_JOBS, "N", 0,
     "processes at a time (default: one per processor)", GROUP_SCAN},
    {"format", KEY_FORMAT, "text|json", 0,
     "format of the verdicts (default text)", GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

/* Reads "4,32" as a sum. */
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

static enum status read_jobs(const char *value, int *out, struct problem *why)
{
    enum { MOST = 256 };
    char *end;
    const long jobs = strtol(value, &end, 10);

    if (end == value || *end || jobs < 1 || jobs > MOST)
        return problem_set(why, WRONG_USE,
                           "--jobs %s: processes at a time, 1 to %d", value,
                           MOST);
    *out = (int)jobs;
    return OK;
}

static enum status read_format(const char *value, json_t **verdicts,
                               struct problem *why)
{
    if (!strcmp(value, "text"))
        return OK;
    if (strcmp(value, "json") != 0)
        return problem_set(why, WRONG_USE, "--format %s: text or json", value);
    if (!*verdicts)
        *verdicts = json_array();
    return *verdicts ? OK : problem_set(why, MACHINE_LACKS, "out of memory");
}

static enum status read_required(const char *value, bool *reproducible,
                                 struct problem *why)
{
    if (strcmp(value, "reproducible") != 0)
        return problem_set(why, WRONG_USE,
                           "--require %s: only reproducible can be required",
                           value);
    *reproducible = true;
    return OK;
}

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct verify_options *verify = options;

    if (key == KEY_TRACE)
        verify->trace = value;
    else if (key == KEY_FORMAT)
        return read_format(value, &verify->verdicts, why) == OK ? 0 : EINVAL;
    else if (key == KEY_THOROUGH)
        verify->thorough = true;
    else if (key == KEY_JOBS)
        return read_jobs(value, &verify->jobs, why) == OK ? 0 : EINVAL;
    else if (key == KEY_REQUIRE)
        return read_required(value, &verify->reproducible, why) == OK ? 0
                                                                      : EINVAL;
    else if (key == KEY_BYTES)
        return read_bytes(value, &verify->elem_bytes, why) == OK ? 0 : EINVAL;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

const struct command_line command_verify_line = {
    .usage = "[ALGORITHM...|all]",
    .text = "Runs scans on the interval monoid, whose elements are ranges of "
            "the input: a scan that gives [0,i] at every position folds the "
            "right elements in the right order, for every monoid. With -m it "
            "also tests the monoid laws, on random elements. Your own code "
            "(--source, -m, --predicate ...) is checked before it is loaded, "
            "and runs in child processes that cannot open files or sockets, or "
            "start processes (isolation is weaker on a GPU, and if the "
            "operating system does not allow a system-call filter: "
            "harness/sandbox/README.md).\vExamples: scanlab verify all -n "
            "0..70,255..257\n          scanlab verify -m ./brackets.h",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_THREADS |
             TAKES_SOURCE | TAKES_SCHEDULE | TAKES_FUNCTIONS |
             TAKES_APPLICATIONS | TAKES_RANKS,
    .device = "simt",
};

static const char default_sizes[] = "0..70,255..257,1023..1025";
static const char default_threads[] = "1,2,3";

static const char default_schedules[] =
    "inorder,reverse,random:1,adversary,pct:1";

/* On a terminal, shows the progress in a line that is erased later. */
static void show_progress(const struct verify_job *job, int done, int units)
{
    static uint64_t began, last;
    static const struct choice *of;
    const uint64_t now = host_now();
    char left[32] = "";

    if (of != job->choice) { /* the next scan */
        of = job->choice;
        began = now;
    }
    if (!isatty(STDERR_FILENO) || now - last < 100000000)
        return;
    last = now;
    const double seconds = (double)(now - began) * 1e-9;
    if (seconds > 1)
        snprintf(left, sizeof left, ", %.0f s left",
                 seconds * (units - done) / done);
    fprintf(stderr, "\r%s: %d %%%s\033[K", job->choice->algorithm->name,
            100 * done / units, left);
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

/* Keeps the trace of the first wrong scan. */
static enum status keep_trace(struct verify_job *job, struct output *trace,
                              struct problem *why)
{
    job->trace = NULL;
    return output_commit(trace, why);
}

/* Checks before any run that the trace can be written. */
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
        return problem_set(
            why, WRONG_USE,
            "--trace -: the report already goes to standard output");
    status = output_open(path, out, why);
    if (status == OK) {
        setvbuf(out->file, NULL, _IOFBF, 1 << 20);
        job->trace = out->file;
    }
    return status;
}

/* Reports a scan that is wrong or not judged: its line, and its trace if
 * requested. */
static enum status tell_wrong(struct verify_job *job, json_t *verdicts,
                              const struct verify_tally *tally,
                              enum status status, struct output *trace,
                              struct problem *why)
{
    const struct problem finding = *why;
    const char *const name = job->trace ? trace->name : NULL;
    const enum status written =
        tally->traced ? keep_trace(job, trace, why) : OK;

    const struct verdict_look look = {.viewer = command_scanviz(),
                                      .trace = name,
                                      .there =
                                          name ? command_to_view(name) : "",
                                      .can_trace = job->device->sees_accesses};

    if (!verdicts)
        verdict_print_wrong(job->choice, tally, status, &look, &finding);
    else if (!verdict_json_add(verdicts, job, tally, status, &finding, name))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    return written;
}

/* A run with n = 0 tests no elements: a proof needs some. */
static enum status check_something_ran(const struct verify_tally *tally,
                                       struct problem *why)
{
    if (tally->runs > 0 && tally->largest_n > 0)
        return OK;
    return problem_set(
        why, NOT_JUDGED, "%s: %s",
        tally->runs > 0 ? "only n = 0 was run" : "nothing was run",
        tally->refused ? tally->refusal : "give a larger size with -n");
}

/* *left_out: sizes of T, as bits, that a scan does not have. */
static enum status verify_all(struct verify_job *job,
                              const struct choice *choices, int count,
                              json_t *verdicts, struct output *trace,
                              unsigned *left_out, struct problem *why)
{
    enum status worst = OK;

    for (int i = 0; i < count; i++) {
        struct verify_tally tally;
        job->choice = &choices[i];
        enum status status = verify(job, &tally, why);
        end_progress();
        *left_out |= tally.left_out;
        if (status == OK)
            status = check_something_ran(&tally, why);
        if (status == CHECK_FAILED || status == NOT_JUDGED) {
            worst = worst == CHECK_FAILED ? worst : status;
            status = tell_wrong(job, verdicts, &tally, status, trace, why);
        } else if (status == OK && !verdicts) {
            verdict_print(&choices[i], job->simts != NULL, &tally);
        } else if (status == OK &&
                   !verdict_json_add(verdicts, job, &tally, OK, NULL, NULL)) {
            status = problem_set(why, MACHINE_LACKS, "out of memory");
        }
        if (status != OK)
            return status;
        fflush(stdout);
    }
    if (worst != OK)
        problem_set(why, worst,
                    worst == NOT_JUDGED ? "not all scans were judged"
                                        : "not all scans passed");
    return worst;
}

/* A monoid's laws, tested in a child: op is code under test. */
struct laws_result {
    enum status status;
    struct laws laws;
    char name[64];
    struct problem why;
};

struct laws_run {
    char *const *names;
    enum status status;
    struct problem *why;
};

static void laws_task(void *context, int task, void *out)
{
    const struct laws_run *const run = context;
    struct laws_result *const result = out;
    struct monoid monoid;

    result->status = monoid_open(run->names[task], &monoid, &result->why);
    if (result->status == OK && monoid_is_interval(&monoid))
        result->status = problem_set(
            &result->why, WRONG_USE,
            "-m %s: proofs use it by default, without -m", run->names[task]);
    seal();
    if (result->status == OK)
        result->status =
            laws_check(&monoid, LAW_TRIPLES, &result->laws, &result->why);
    if (result->status == OK && result->laws.draws_one)
        result->status = problem_set(
            &result->why, CHECK_FAILED,
            "monoid %s: DRAW makes only one element, so no law can be tested",
            monoid.header);
    snprintf(result->name, sizeof result->name, "%s", monoid.name);
    monoid_close(&monoid);
}

static bool take_laws(void *context, int task, const void *from,
                      const struct child_words *words)
{
    struct laws_run *const run = context;
    const struct laws_result *const result = from;

    (void)task;
    words_show_code(words, &result->why);
    run->status = result->status;
    if (words->end)
        run->status = words_tell_end(words, run->why);
    else if (run->status != OK)
        *run->why = result->why;
    else
        verdict_print_laws(result->name, &result->laws);
    return run->status == OK;
}

/* The laws of each monoid after -m. */
static enum status check_laws(const char *names, struct problem *why)
{
    char *copy, *name[MAX_LIST];
    int count;
    enum status status = command_split(names, "-m", &copy, name, &count, why);
    struct laws_run run = {.names = name, .why = why};

    if (status == OK) {
        const struct children_job job = {.tasks = count,
                                         .children = 1,
                                         .result_bytes =
                                             sizeof(struct laws_result),
                                         .run = laws_task,
                                         .done = take_laws,
                                         .context = &run};
        status = children_run(&job, why);
    }
    free(copy);
    fflush(stdout);
    return status == OK ? run.status : status;
}

/* True: only -m was given, so no scan is meant. */
static bool asks_laws_alone(const struct shared_options *options,
                            const struct verify_options *verify)
{
    return options->monoids && options->names == 0 && !options->device &&
           !options->sizes && !options->threads && !options->source &&
           !options->schedule && !options->resident && !options->machine_file &&
           !options->lockstep && !options->strict_barriers &&
           options->settings == 0 && !verify->trace && !verify->reproducible &&
           verify->elem_bytes == VERIFY_BYTES;
}

/* The settings of the runs, besides the scans. */
struct ways {
    const char *sizes, *threads, *schedules; /* as typed, or the default */
    size_t *size;
    int threads_of[MAX_LIST];
    struct simt_options simts[MAX_SCHEDULES];
    bool all; /* all scans, and so no application */
};

/* Sizes given by the user, or those that every shape uses on a device without
 * schedules; else none: each shape has fitting sizes. */
static enum status open_sizes(const struct shared_options *options,
                              struct verify_job *job, struct ways *ways,
                              struct problem *why)
{
    ways->sizes = options->sizes               ? options->sizes
                  : job->device->has_schedules ? NULL
                                               : default_sizes;
    if (!ways->sizes)
        return OK;
    const enum status status =
        sizes_parse(ways->sizes, 0, &ways->size, &job->size_count, why);
    job->sizes = ways->size;
    return status;
}

static enum status open_ways(const struct shared_options *options,
                             struct verify_job *job, struct ways *ways,
                             struct problem *why)
{
    for (int i = 0; i < options->names; i++)
        ways->all |= !strcmp(options->name[i], "all");
    ways->threads = options->threads ? options->threads : default_threads;
    ways->schedules = options->schedule ? options->schedule : default_schedules;
    enum status status = open_sizes(options, job, ways, why);
    if (status == OK)
        status = command_threads(ways->threads, job->device, ways->threads_of,
                                 &job->thread_counts, why);
    if (status == OK)
        status = simt_choose(options, default_schedules, true, false,
                             ways->simts, &job->simt_count, why);
    if (status == OK && job->simt_count > 1 &&
        strstr(ways->schedules, "exhaustive"))
        status =
            problem_set(why, WRONG_USE,
                        "--schedule exhaustive cannot be combined with others");
    for (int i = 0; i < job->simt_count; i++) {
        ways->simts[i].weak = ways->simts[i].schedule == SCHEDULE_RANDOM &&
                              !ways->simts[i].lockstep;
        ways->simts[i].impatient = true;
    }
    job->threads = ways->threads_of;
    job->schedules_given = options->schedule != NULL;
    if (job->device->has_schedules)
        job->simts = ways->simts;
    else
        job->simt_count = 1;
    return status;
}

/* Trees are compared between runs: there must be two that can differ, and the
 * interval table. */
static enum status check_required(const struct verify_job *job,
                                  struct problem *why)
{
    if (job->reproducible && !job->device->calls_host_op)
        return problem_set(why, WRONG_USE,
                           "--require reproducible is for -d simt and -d cpu: "
                           "a GPU does not show the operands of a result");
    if (job->reproducible && job->simts && job->simt_count == 1 &&
        job->simts[0].schedule != SCHEDULE_EXHAUSTIVE)
        return problem_set(why, WRONG_USE,
                           "--require reproducible compares runs under "
                           "different schedules: give two or more, or none");
    return OK;
}

static void print_runs(const struct verify_job *job, const struct ways *ways,
                       const char *bytes)
{
    char schedules[512], trees[96] = "";
    const bool lots = job->source &&
                      job->choice->algorithm->task != &scan_task &&
                      !job->sizes && !job->schedules_given;

    if (job->reproducible && job->choice->algorithm->task->has_op)
        snprintf(trees, sizeof trees,
                 "; to compare trees of operands\nin small settings also "
                 "random:2..%d",
                 MORE_RANDOM + 1);
    snprintf(schedules, sizeof schedules, "%s%s%s%s", ways->schedules,
             job->schedules_given || !job->simts
                 ? ""
                 : "; for words left by an earlier launch and for full "
                   "windows\nalso starve",
             lots && job->simts ? "; if tiles pass values to each other, for "
                                  "some tiles also random:1..12"
                                : "",
             job->simts && !job->schedules_given ? trees : "");
    if (!job->device->calls_host_op)
        verdict_print_gpu_runs(job->choice->algorithm->task, ways->sizes,
                               bytes);
    else
        verdict_print_runs(job, ways->sizes, bytes, ways->threads, schedules);
}

/* After all verdicts, which as lines are already printed. */
static enum status print_end(const struct verify_job *job,
                             const struct ways *ways,
                             const struct verify_options *verify,
                             enum status status, struct problem *why)
{
    char bytes[32];
    struct problem ignored;

    print_bytes(job->elem_bytes, bytes, sizeof bytes);
    const bool judged =
        status == OK || status == CHECK_FAILED || status == NOT_JUDGED;
    if (verify->verdicts && judged) {
        const enum status printed = verdict_json_print(
            verify->verdicts, job, ways->sizes, bytes,
            job->simts ? ways->schedules : NULL, status ? &ignored : why);
        return status == OK ? printed : status;
    }
    if (status == OK && job->trace)
        printf("\nNothing was wrong, so %s was not written.\n", verify->trace);
    if (status == OK)
        print_runs(job, ways, bytes);
    if (ways->all && judged)
        printf("All scans, but no applications; for these: scanlab verify "
               "$(scanlab list --applications)\n");
    return status;
}

static enum status verify_named(const struct shared_options *options,
                                const struct verify_options *verify,
                                const char *command, struct problem *why)
{
    static struct ways ways;
    struct verify_job job = {.progress = show_progress,
                             .command = command,
                             .source = options->source,
                             .thorough = verify->thorough,
                             .reproducible = verify->reproducible,
                             .children = verify->jobs ? verify->jobs
                                                      : pool_processors(),
                             .elem_bytes = verify->elem_bytes};
    struct choice choices[MAX_CHOICES];
    struct output trace = {.file = NULL};
    unsigned left_out = 0;
    int count;

    enum status status =
        command_begin(options, &job.device, choices, &count, why);
    if (status != OK)
        return status;
    job.function = options->function[choices[0].algorithm->task->function];
    status = open_ways(options, &job, &ways, why);
    if (status == OK)
        status = check_required(&job, why);
    if (status == OK)
        status = open_trace(verify->trace, &job, &trace, why);
    if (status == OK && options->monoids)
        status = check_laws(options->monoids, why);
    if (status == OK && job.device->is_gpu && job.children > 1)
        status = verify_ahead_begin(&job, choices, count, &job.ahead, why);
    if (status == OK)
        status = verify_all(&job, choices, count, verify->verdicts, &trace,
                            &left_out, why);
    verify_ahead_end(job.ahead);
    job.elem_bytes &= ~left_out;
    status = print_end(&job, &ways, verify, status, why);
    if (job.trace)
        output_discard(&trace);
    free(ways.size);
    return status;
}

static enum status verify_on_ranks(const struct shared_options *options,
                                   const struct verify_options *verify,
                                   struct problem *why)
{
    const char *const unused = verify->trace          ? "--trace"
                               : verify->thorough     ? "--thorough"
                               : verify->reproducible ? "--require"
                               : verify->jobs         ? "--jobs"
                               : verify->verdicts     ? "--format json"
                                                      : NULL;

    return unused ? problem_set(why, WRONG_USE, "%s: not under mpirun", unused)
                  : on_ranks_verify(options, verify->elem_bytes, why);
}

enum status command_verify(int argc, char **argv, struct problem *why)
{
    struct verify_options verify = {.elem_bytes = VERIFY_BYTES};
    struct shared_options options;
    const char *const command = command_words(argc, argv);
    enum status status =
        options_parse(&command_verify_line, &verify, argc, argv, &options, why);

    if (status == OK && ranks_started()) {
        status = verify_on_ranks(&options, &verify, why);
        json_decref(verify.verdicts);
        return status;
    }
    if (status == OK && verify.verdicts && options.monoids)
        status = problem_set(
            why, WRONG_USE,
            "--format json: the laws of -m are printed only as text");
    if (status == OK)
        status = asks_laws_alone(&options, &verify)
                     ? check_laws(options.monoids, why)
                     : verify_named(&options, &verify, command, why);
    json_decref(verify.verdicts);
    return status;
}
