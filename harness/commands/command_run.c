/* command_run.c - scan something, and say what happened. */
#include "arrays/array_file.h"
#include "monoids/check.h"
#include "command.h"
#include "run_ports.h"
#include "devices/execution.h"
#include "base/colour.h"
#include "base/host.h"
#include "arrays/scan_input.h"
#include "simt_choice.h"
#include "base/sizes.h"
#include "prove/steps.h"
#include "devices/traced.h"
#include "base/output_file.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "sandbox/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { KEY_QUIET = 'A' << 8, KEY_TRACE };

struct run_options {
    const char *output, *trace;
    bool quiet;
    struct run_files files; /* every -o */
};

static const struct argp_option own[] = {
    {"output", 'o', "[PORT=]FILE", 0,
     "where the result goes, in the same formats", GROUP_OUTPUT},
    {"trace", KEY_TRACE, "FILE.json", 0,
     "simt: if it goes wrong, write its trace, for scanviz or "
     "ui.perfetto.dev",
     GROUP_OUTPUT},
    {"quiet", 'q', NULL, 0, "no words, only the output file", GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct run_options *run = options;

    switch (key) {
    case 'o':
        run->output = value;
        if (run->files.count < MAX_FILES) {
            run->files.file[run->files.count++] = value;
            return 0;
        }
        problem_set(why, WRONG_USE, "more than %d times -o", MAX_FILES);
        return EINVAL;
    case 'q': run->quiet = true; return 0;
    case KEY_TRACE: run->trace = value; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct command_line command_run_line = {
    .usage = "ALGORITHM",
    .text = "Scans a file or random elements, checks the result against the "
            "plain loop, and shows the steps when n is small.\v"
            "Example: echo 3 1 7 0 4 1 6 3 | scanlab run kogge_stone -i -",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_THREADS |
             TAKES_SOURCE | TAKES_CARRY | TAKES_KIND | TAKES_SCHEDULE |
             TAKES_INPUT | TAKES_FUNCTIONS | TAKES_APPLICATIONS | TAKES_PATTERN,
    .device = "cpu",
};

/* What comes back of the scan. */
struct ran {
    enum status status;
    struct problem why;
    uint64_t nanoseconds;
    struct device_counts counts;
    double device_ns;
    char words[4096]; /* about a finding */
    bool traced;
    struct problem untraced; /* why not; empty: nothing was recorded */
};

/* Everything that one run needs, in the order in which it is got. */
struct scan {
    const struct run_options *options;
    const char *command;
    bool under_test; /* the scan runs in a child */
    struct scan_input input;
    struct single with;
    struct array in;
    struct array out;
    bool has_carry;
    _Alignas(16) char carry[64];
    const struct setup *setup;
    void *shared; /* the child's output; NULL: it is not in a child */
    struct output trace;
    struct ran ran;
    struct check_verdict verdict;
};

static enum status check_it(struct scan *scan, struct problem *why)
{
    const struct setup *const setup = scan->setup;
    const struct scan_result result = {.monoid = &scan->with.monoid.table,
                                       .in = scan->in.data,
                                       .out = scan->out.data,
                                       .n = scan->in.n,
                                       .exclusive = setup->exclusive,
                                       .carry = setup->has_carry ? scan->carry
                                                                 : NULL};

    return check_scan(&result, &scan->verdict, why);
}

/* What went wrong is written down. */
static bool write_trace(struct scan *scan, const struct execution *execution,
                        const struct problem *finding, struct problem *why)
{
    const struct setup *const setup = scan->setup;
    const struct call call = {.entry = ENTRY_SCAN,
                              .sizes = sizes_of_scan(scan->in.n),
                              .port = {scan->in.data}};
    const struct traced traced = {
        .setup = setup,
        .call = &call,
        .command = scan->command,
        .monoid = scan->with.monoid.name,
        .elements = {.monoid = &scan->with.monoid.table},
        .carry = setup->has_carry,
        .seed = scan->input.seed,
        .seeded = !scan->input.path,
        .finding = finding->line,
        .words = execution_words(execution)};

    return trace_recorded(setup->trace) > 0 &&
           traced_write(&traced, scan->trace.file, why) == OK;
}

static enum status scan_on(struct scan *scan, struct execution *execution,
                           struct ran *ran)
{
    const void *const carry = scan->setup->has_carry ? scan->carry : NULL;
    const uint64_t start = host_now();
    struct problem finding;
    enum status status = execution_scan(
        execution, scan->in.data, scan->out.data, scan->in.n, carry, &ran->why);

    ran->nanoseconds = host_now() - start;
    ran->counts = execution_counts(execution);
    ran->device_ns = execution_device_ns(execution);
    snprintf(ran->words, sizeof ran->words, "%s",
             status == OK ? "" : execution_words(execution));
    if (!scan->setup->trace)
        return status;
    /* Only this process has the trace; the verdict is the parent's. */
    finding = ran->why;
    const enum status right = status == OK ? check_it(scan, &finding) : status;
    if (right == CHECK_FAILED)
        ran->traced = write_trace(scan, execution, &finding, &ran->untraced);
    return status;
}

/* In the child, where there is one. */
static void scan_in_child(void *context, int task, void *result)
{
    struct scan *const scan = context;
    struct ran *const ran = result;
    struct execution *execution = NULL;
    struct setup setup = *scan->setup;
    struct pool *pool = NULL;

    (void)task;
    ran->status = OK;
    if (scan->shared) {
        if (setup.pool) /* threads are not forked */
            ran->status = pool_open(pool_threads(setup.pool), &pool, &ran->why);
        setup.pool = pool;
    }
    if (ran->status == OK)
        ran->status = execution_open(&setup, &execution, &ran->why);
    if (ran->status == OK)
        ran->status = execution_reserve(execution, scan->in.n, &ran->why);
    seal();
    if (ran->status == OK)
        ran->status = scan_on(scan, execution, ran);
    if (scan->shared)
        memcpy(scan->shared, scan->out.data,
               scan->in.n * scan->with.monoid.table.bytes);
    execution_close(execution);
    pool_close(pool);
}

static bool take_scan(void *context, int task, const void *result,
                      const struct child_words *words)
{
    struct scan *const scan = context;

    (void)task;
    scan->ran = *(const struct ran *)result;
    words_show_code(words, &scan->ran.why);
    if (words->end)
        scan->ran.status = words_tell_end(words, &scan->ran.why);
    return true;
}

static enum status run_scan(struct scan *scan, size_t bytes,
                            struct problem *why)
{
    const struct children_job job = {
        .tasks = 1,
        .children = scan->under_test,
        .result_bytes = sizeof scan->ran,
        .keeps = scan->trace.file ? fileno(scan->trace.file) : 0,
        .run = scan_in_child,
        .done = take_scan,
        .context = scan};

    if (scan->under_test) {
        scan->shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (scan->shared == MAP_FAILED)
            return problem_set(why, MACHINE_LACKS, "out of memory");
        memset(scan->shared, 0xa5, bytes);
    }
    const enum status status = children_run(&job, why);
    if (scan->under_test) {
        memcpy(scan->out.data, scan->shared, bytes);
        munmap(scan->shared, bytes);
    }
    return status;
}

static enum status scan_it(struct scan *scan, const struct setup *setup,
                           struct problem *why)
{
    const struct monoid_table *m = &scan->with.monoid.table;
    const size_t bytes = (scan->in.n * m->bytes + 64) / 64 * 64;
    const char *refusal = setup_refuses(setup, scan->in.n);

    if (refusal)
        return problem_set(why, WRONG_USE, "n = %zu: %s", scan->in.n, refusal);
    scan->setup = setup;
    scan->out.n = scan->in.n;
    scan->out.data = aligned_alloc(64, bytes);
    if (!scan->out.data)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    memset(scan->out.data, 0xa5, scan->in.n * m->bytes);
    const enum status status = run_scan(scan, bytes, why);
    if (status != OK)
        return status;
    if (scan->ran.status != OK) {
        fputs(scan->ran.words, stderr);
        *why = scan->ran.why;
        return scan->ran.status;
    }
    return check_it(scan, why);
}

/* "2 threads: 3.1 ms"; time on a simulated machine is not its own. */
static char *print_time(const struct scan *scan, char *text, size_t size)
{
    const int threads = scan->with.pool ? pool_threads(scan->with.pool) : 0;
    const double ms = (double)scan->ran.nanoseconds / 1e6;

    if (threads > 0)
        snprintf(text, size, "%d thread%s: %.3f ms", threads,
                 threads == 1 ? "" : "s", ms);
    else if (scan->with.device->has_model_time) {
        const struct device_counts c = scan->ran.counts;
        snprintf(text, size,
                 "simt: %.0f cycles of model time (%.1f us at %.0f MHz), "
                 "simulated in %.3f ms",
                 c.cycles, c.cycles / c.clock_mhz, c.clock_mhz, ms);
    } else
        snprintf(text, size, "%s: %.4g ms, with copies %.4g ms",
                 scan->with.device->name, scan->ran.device_ns / 1e6, ms);
    return text;
}

/* Words go to stderr when the output itself goes to stdout. */
static void say(const struct scan *scan, const struct setup *setup)
{
    const struct monoid_table *m = &scan->with.monoid.table;
    FILE *to = scan->options->output && !strcmp(scan->options->output, "-")
                   ? stderr
                   : stdout;
    char size[32], time[128], words[256], last[256] = "nothing";
    const char *variant = scan->with.choice.variant;

    if (scan->out.n > 0)
        monoid_print(m, (char *)scan->out.data + (scan->out.n - 1) * m->bytes,
                     last, sizeof last);
    fprintf(
        to, "%s%s%s, %s scan of %s element%s of %s on %s, %s%s%s; last is %s\n",
        scan->with.choice.algorithm->title, *variant ? ":" : "", variant,
        setup->exclusive ? "exclusive" : "inclusive",
        size_print(scan->in.n, size, sizeof size), scan->in.n == 1 ? "" : "s",
        scan->with.monoid.name, print_time(scan, time, sizeof time),
        colour_right(to), check_words(&scan->verdict, words, sizeof words),
        colour_off(to), last);
}

/* The problem stays what it was. */
static enum status end_trace(struct scan *scan, enum status status)
{
    const char *const path = scan->options->trace;
    struct problem problem;

    if (status == OK)
        fprintf(stderr, "Nothing is wrong: %s was not written.\n", path);
    if (!scan->ran.traced) {
        output_discard(&scan->trace);
        if (*scan->ran.untraced.line)
            fprintf(stderr, "  No trace: %s\n", scan->ran.untraced.line);
    } else if (output_commit(&scan->trace, &problem) == OK)
        command_look_at(stderr, path);
    else
        fprintf(stderr, "  No trace: %s\n", problem.line);
    return status;
}

/* Its op may be the interval table's, and it runs kernels. */
static bool records_kernels(const struct device *device)
{
    return device->calls_host_op && device->runs_kernels;
}

/* A GPU records nothing: its kernel's steps are those on the SIMT machine. */
static enum status print_steps(const struct setup *setup, const void *in,
                               size_t n, struct problem *why)
{
    struct setup recorded = *setup;

    if (!setup->device->calls_host_op) {
        recorded.device = device_that(records_kernels);
        if (device_ready(recorded.device, why) != OK ||
            setup_refuses(&recorded, n))
            return OK;
    }
    return steps_print(&recorded, in, n, why);
}

struct steps_run {
    struct scan *scan;
    enum status status;
    struct problem *why;
};

struct steps_result {
    enum status status;
    struct problem why;
};

/* Not sealed: a second form of the scan may still be loaded. */
static void steps_task(void *context, int task, void *out)
{
    const struct scan *const scan = ((struct steps_run *)context)->scan;
    struct steps_result *const result = out;
    struct setup setup = *scan->setup;
    struct pool *pool = NULL;

    (void)task;
    result->status = OK;
    if (scan->under_test && setup.pool) {
        result->status =
            pool_open(pool_threads(setup.pool), &pool, &result->why);
        setup.pool = pool;
    }
    if (result->status == OK)
        result->status =
            print_steps(&setup, scan->in.data, scan->in.n, &result->why);
    pool_close(pool);
}

static bool take_steps(void *context, int task, const void *from,
                       const struct child_words *words)
{
    struct steps_run *const run = context;
    const struct steps_result *const result = from;

    (void)task;
    words_show(words, result->status == OK && !words->end ? stdout : stderr,
               false);
    run->status = words->end ? words_tell_end(words, run->why) : result->status;
    if (!words->end && result->status != OK)
        *run->why = result->why;
    return true;
}

static enum status run_steps(struct scan *scan, struct problem *why)
{
    struct steps_run run = {.scan = scan, .why = why};
    const struct children_job job = {.tasks = 1,
                                     .children = scan->under_test,
                                     .result_bytes =
                                         sizeof(struct steps_result),
                                     .run = steps_task,
                                     .done = take_steps,
                                     .context = &run};
    const enum status status = children_run(&job, why);

    return status == OK ? run.status : status;
}

static enum status finish(struct scan *scan, const struct setup *setup,
                          struct problem *why)
{
    enum status status = OK;

    if (scan->options->output)
        status = array_write(scan->options->output, scan->input.format,
                             &scan->with.monoid.table, &scan->out, why);
    if (status != OK || scan->options->quiet)
        return status;
    say(scan, setup);
    const bool to_stdout =
        scan->options->output && !strcmp(scan->options->output, "-");
    if (scan->in.n > 0 && scan->in.n <= STEPS_MOST && !to_stdout &&
        !setup->has_carry) /* intervals have no element before them */
        status = run_steps(scan, why);
    return status;
}

static enum status check_trace(const struct scan *scan,
                               const struct shared_options *options,
                               struct problem *why)
{
    const char *const path = scan->options->trace;
    const char *const output = scan->options->output;

    for (int i = 0; path && i < options->files; i++)
        if (output_same_file(path, options->file[i]))
            return problem_set(why, WRONG_USE,
                               "--trace %s: the input would be replaced; name "
                               "another file",
                               path);
    if (path && output && output_same_file(path, output))
        return problem_set(why, WRONG_USE,
                           "-o %s and --trace %s: one file cannot hold both",
                           output, path);
    if (path && !scan->with.device->sees_accesses)
        return problem_set(why, WRONG_USE,
                           "--trace is for -d simt, not for -d %s",
                           scan->with.device->name);
    if (path && !strcmp(path, "-"))
        return problem_set(why, WRONG_USE,
                           "--trace -: the words go to standard output");
    return OK;
}

static enum status prepare(struct scan *scan,
                           const struct shared_options *options,
                           struct problem *why)
{
    const struct monoid_table *const m = &scan->with.monoid.table;
    enum status status = OK;

    scan->input = options->input;
    scan->input.sizes = options->sizes;
    scan->input.digits_most = STEPS_MOST;
    if (status == OK && monoid_is_interval(&scan->with.monoid))
        status = problem_set(why, WRONG_USE,
                             "the interval monoid has no values to scan: use "
                             "verify or measure, without -m");
    if (status == OK && scan->options->files.count > 1)
        status = problem_set(
            why, WRONG_USE, "-o %s and -o %s: a scan has one output",
            scan->options->files.file[0], scan->options->files.file[1]);
    if (status == OK)
        status = check_trace(scan, options, why);
    if (status == OK && options->carry)
        status = command_carry(options->carry, m, scan->carry, why);
    return status == OK ? scan_input_get(&scan->input, m, &scan->in, why)
                        : status;
}

static enum status choose_schedule(const struct shared_options *options,
                                   struct simt_options *simt,
                                   struct problem *why)
{
    int schedules;
    const enum status status =
        simt_choose(options, "timed", true, true, simt, &schedules, why);

    return status == OK && schedules > 1
               ? problem_set(why, WRONG_USE, "run takes one schedule at a time")
               : status;
}

/* Scans, and says what happened. */
static enum status run_it(struct scan *scan, const struct setup *setup,
                          struct problem *why)
{
    enum status status = OK;

    if (setup->trace)
        status = output_open(scan->options->trace, &scan->trace, why);
    if (status != OK)
        return status;
    status = scan_it(scan, setup, why);
    if (setup->trace)
        status = end_trace(scan, status);
    return status == OK ? finish(scan, setup, why) : status;
}

enum status command_run(int argc, char **argv, struct problem *why)
{
    struct run_options run = {.output = NULL};
    struct shared_options options;
    struct scan scan = {.options = &run, .command = command_words(argc, argv)};
    static struct simt_options simt[MOST_SCHEDULES];
    struct trace *trace = NULL;

    enum status status =
        options_parse(&command_run_line, &run, argc, argv, &options, why);
    options.input.quiet = run.quiet;
    if (status == OK)
        status = command_moves(&options, false, why);
    if (status == OK)
        status = single_open(&options, "run", &scan.with, why);
    const bool has_ports =
        status == OK && scan.with.choice.algorithm->task != &scan_task;
    if (status == OK && !has_ports)
        status = prepare(&scan, &options, why);
    if (status == OK)
        status = choose_schedule(&options, simt, why);
    if (status == OK && run.trace &&
        !(trace = trace_open(TRACE_FINDING_EVENTS)))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK) {
        scan.under_test = command_is_under_test(&options, scan.with.device);
        if (!run.quiet)
            warn_of_segments(&options, &scan.with.monoid);
        struct setup setup = {.device = scan.with.device,
                              .choice = &scan.with.choice,
                              .monoid = &scan.with.monoid,
                              .pool = scan.with.pool,
                              .simt =
                                  scan.with.device->has_schedules ? simt : NULL,
                              .source = options.source,
                              .exclusive = options.exclusive,
                              .has_carry = options.carry != NULL,
                              .largest_n = scan.in.n,
                              .trace = trace};
        run.files.quiet = run.quiet;
        status = has_ports ? run_ports(&options, &run.files, &scan.with, &setup,
                                       scan.under_test, why)
                           : run_it(&scan, &setup, why);
    }
    trace_close(trace);
    array_free(&scan.in);
    array_free(&scan.out);
    single_close(&scan.with);
    return status;
}
