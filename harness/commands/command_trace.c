/* command_trace.c - record a run, to be looked at. */
#include "monoids/check.h"
#include "command.h"
#include "devices/execution.h"
#include "monoids/interval_table.h"
#include "base/colour.h"
#include "base/host.h"
#include "base/output_file.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "sandbox/words.h"
#include "monoids/interval_values.h"
#include "arrays/scan_input.h"
#include "simt_choice.h"
#include "base/sizes.h"
#include "devices/traced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trace_options {
    const char *output;
};

static const struct argp_option own[] = {
    {"output", 'o', "FILE.json", 0,
     "where the trace goes (default ALGORITHM-trace.json)", GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct trace_options *trace = options;

    (void)why;
    if (key != 'o')
        return ARGP_ERR_UNKNOWN;
    trace->output = value;
    return 0;
}

const struct command_line command_trace_line = {
    .usage = "ALGORITHM",
    .text = "Records a run: which block took which tile, when each flag was "
            "set, which tile looked back and what it saw; on the simulated "
            "machine, with -d cpu on threads, with -d cuda on a GPU. The file "
            "opens in ui.perfetto.dev or chrome://tracing.\v"
            "Example: scanlab trace lookback:block=32,items=1,window=4 -n 256",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_SOURCE |
             TAKES_KIND | TAKES_SCHEDULE | TAKES_THREADS | TAKES_INPUT,
    .device = "simt",
};

/* Everything that one recorded run needs, in the order in which it is got. */
struct recording {
    const char *command;
    struct scan_input input;
    struct single with;      /* the user's monoid among it */
    struct monoid intervals; /* in its place, when that is possible */
    bool on_intervals;
    struct array in; /* of the user's monoid */
    void *given, *out;
    struct trace *trace;
    struct setup setup;
    struct execution *execution;
    char *values; /* of the interval table's nodes */
    const char *path;
    struct output output;
    bool in_child;
};

/* ------------------------------------------------------------- which elements
 */

/* On the SIMT machine a small scan is recorded on intervals: they tell what
 * every value is the fold of, and the user's monoid gives the numbers to them.
 */
static enum status choose_intervals(struct recording *r, struct problem *why)
{
    static const struct {
        size_t bytes;
        const char *name;
    } sizes[] = {{4, "interval"},
                 {8, "interval8"},
                 {16, "interval16"},
                 {32, "interval32"}};

    r->on_intervals = monoid_is_interval(&r->with.monoid);
    if (r->in.n > TRACE_SMALL_N || r->on_intervals ||
        !r->with.device->sees_accesses)
        return OK;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].bytes == r->with.monoid.table.bytes) {
            r->on_intervals = true;
            return monoid_open(sizes[i].name, &r->intervals, why);
        }
    return OK;
}

/* Code that looks inside its elements does not compile with intervals. */
static enum status open_execution(struct recording *r, struct problem *why)
{
    const bool instead = r->intervals.library != NULL;
    enum status status;

    r->setup.monoid = instead ? &r->intervals : &r->with.monoid;
    status = execution_open(&r->setup, &r->execution, why);
    if (status != CHECK_FAILED || !instead)
        return status;
    r->on_intervals = false;
    r->setup.monoid = &r->with.monoid;
    return execution_open(&r->setup, &r->execution, why);
}

static enum status take_arrays(struct recording *r, struct problem *why)
{
    const size_t bytes = r->in.n * r->setup.monoid->table.bytes;
    enum status status = OK;

    r->out = aligned_alloc(64, (bytes + 64) / 64 * 64);
    r->given =
        r->on_intervals ? aligned_alloc(64, (bytes + 64) / 64 * 64) : NULL;
    if (!r->out || (r->on_intervals && !r->given))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    memset(r->out, 0xa5, bytes);
    if (r->on_intervals)
        status = interval_begin(r->in.n, 0x5ca1ab1eu, why);
    for (size_t i = 0; r->on_intervals && status == OK && i < r->in.n; i++)
        interval_leaf(i, (char *)r->given + i * r->setup.monoid->table.bytes,
                      r->setup.monoid->table.bytes);
    return status;
}

/* ------------------------------------------------------------------- one run
 */

static enum status check_output(const struct recording *r, struct problem *why)
{
    const size_t bytes = r->setup.monoid->table.bytes;
    struct check_verdict verdict;
    const struct scan_result result = {.monoid = &r->setup.monoid->table,
                                       .in = r->in.data,
                                       .out = r->out,
                                       .n = r->in.n,
                                       .exclusive = r->setup.exclusive};

    if (!r->on_intervals)
        return check_scan(&result, &verdict, why);
    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "more operations than the interval table holds");
    for (size_t i = 0; i < r->in.n; i++)
        if (!interval_check((char *)r->out + i * bytes, bytes, i,
                            (long)i - r->setup.exclusive, why))
            return CHECK_FAILED;
    return OK;
}

static const char *note_of(const struct recording *r)
{
    return r->intervals.library && !r->on_intervals
               ? "the source looks inside its elements: no ops"
           : r->values       ? "recorded on intervals; each value is what the "
                               "monoid's op makes of the recorded folds"
           : r->on_intervals ? "intervals: [0,3] is the fold of elements 0 to 3"
                             : "as they were";
}

static enum status write_it(struct recording *r, enum status ran,
                            const struct problem *finding, struct problem *why)
{
    const bool wrong = ran != OK;

    if (r->on_intervals && r->intervals.library) {
        r->values = interval_values(&r->with.monoid.table, r->in.data, r->in.n);
        if (!r->values)
            return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    const struct traced traced = {
        .setup = &r->setup,
        .n = r->in.n,
        .command = r->command,
        .monoid = r->with.monoid.name,
        .elements = {.monoid = &r->setup.monoid->table,
                     .are_intervals = r->on_intervals,
                     .shown = &r->with.monoid.table,
                     .values = r->values},
        .note = note_of(r),
        .in = r->on_intervals ? r->given : r->in.data,
        .out = wrong ? NULL : r->out,
        .seed = r->input.seed,
        .seeded = !r->input.path,
        .finding = wrong ? finding->line : NULL,
        .words = wrong ? execution_words(r->execution) : NULL};
    const enum status status = traced_write(&traced, r->output.file, why);

    /* An error of the file is output_commit's to see; this may be a child. */
    if (r->in_child && fflush(r->output.file) != 0)
        return problem_set(why, MACHINE_LACKS, "cannot write %s", r->path);
    return status;
}

/* A real machine's times, and what it cost to note them. */
static void say_clock(const struct recording *r, FILE *to)
{
    const struct trace_clock *const clock = trace_clock(r->trace);

    if (!clock->name)
        return;
    fprintf(to, "  %s: %.1f us, untraced %.1f us", clock->device,
            clock->traced_us, clock->untraced_us);
    if (clock->resolution_ns > 0)
        fprintf(to, "; smallest step of its clock that was seen: %.0f ns",
                clock->resolution_ns);
    fprintf(to, "\n");
    if (clock->dropped)
        fprintf(to,
                "  %llu records did not fit: the last ones of some blocks\n",
                (unsigned long long)clock->dropped);
}

static void say(const struct recording *r, bool right, const char *path)
{
    FILE *const to = strcmp(path, "-") ? stdout : stderr;
    const uint64_t dropped =
        trace_dropped(r->trace) - trace_clock(r->trace)->dropped;
    const char *const variant = r->with.choice.variant;
    char size[32];

    fprintf(
        to,
        "%s%s%s, %s scan of %s element%s of %s on %s: %s%s%s, recorded in %s; "
        "look at it in ui.perfetto.dev\n",
        r->with.choice.algorithm->title, *variant ? ":" : "", variant,
        r->setup.exclusive ? "exclusive" : "inclusive",
        size_print(r->in.n, size, sizeof size), r->in.n == 1 ? "" : "s",
        r->with.monoid.name, r->with.device->name,
        right ? colour_right(to) : colour_wrong(to), right ? "right" : "WRONG",
        colour_off(to), path);
    say_clock(r, to);
    if (dropped)
        fprintf(to,
                "  Only the last %d events were kept; %llu before them "
                "were dropped.\n",
                TRACE_MOST_EVENTS, (unsigned long long)dropped);
}

struct recorded {
    enum status status;
    bool written;   /* the file is whole */
    size_t of_code; /* bytes that the code has printed */
    struct problem why;
};

/* In the child, where there is one. */
static enum status record(struct recording *r, struct recorded *recorded)
{
    struct problem *const why = &recorded->why;
    struct problem finding = {""};
    enum status status = open_execution(r, why);

    if (status == OK)
        status = execution_reserve(r->execution, r->in.n, why);
    if (status == OK)
        status = take_arrays(r, why);
    seal();
    if (status != OK)
        return status;
    enum status ran =
        execution_scan(r->execution, r->on_intervals ? r->given : r->in.data,
                       r->out, r->in.n, NULL, &finding);
    if (r->in_child)
        recorded->of_code = words_until_now();
    if (ran == OK)
        ran = check_output(r, &finding);
    const bool nothing = ran != OK && trace_recorded(r->trace) == 0;
    if (nothing || (ran != OK && ran != CHECK_FAILED)) {
        *why = finding;
        return ran;
    }
    status = write_it(r, ran, &finding, why);
    recorded->written = status == OK;
    if (status == OK)
        say(r, ran == OK, r->path);
    if (status == OK && ran != OK) {
        fputs(execution_words(r->execution), stderr);
        *why = finding;
        return ran;
    }
    return status;
}

struct recording_run {
    struct recording *recording;
    struct recorded recorded;
};

static void record_task(void *context, int task, void *out)
{
    struct recording *const r = ((struct recording_run *)context)->recording;
    struct recorded *const recorded = out;
    struct pool *pool = NULL;

    (void)task;
    recorded->status = OK;
    if (r->in_child && r->setup.pool) { /* threads are not forked */
        recorded->status =
            pool_open(pool_threads(r->setup.pool), &pool, &recorded->why);
        r->setup.pool = pool;
    }
    if (recorded->status == OK)
        recorded->status = record(r, recorded);
    if (r->in_child) { /* its threads and no other's */
        execution_close(r->execution);
        pool_close(pool);
    }
}

static bool take_recorded(void *context, int task, const void *from,
                          const struct child_words *words)
{
    struct recording_run *const run = context;

    (void)task;
    run->recorded = *(const struct recorded *)from;
    const size_t of_code =
        run->recorded.written ? run->recorded.of_code : words->length;
    const struct child_words code = words_before(words, of_code);
    const struct child_words ours = words_after(words, of_code);
    words_show_code(&code, &run->recorded.why);
    words_show(&ours, strcmp(run->recording->path, "-") ? stdout : stderr,
               false);
    if (words->end)
        run->recorded.status = words_tell_end(words, &run->recorded.why);
    return true;
}

/* The file appears whole or not at all; a child writes into it. */
static enum status record_to(struct recording *r, struct problem *why)
{
    struct recording_run run = {.recording = r};
    enum status status = output_open(r->path, &r->output, why);

    if (status != OK)
        return status;
    setvbuf(r->output.file, NULL, _IOFBF, 1 << 20);
    const bool to_stdout = r->output.file == stdout;
    if (to_stdout) /* the child's own is not the user's */
        r->in_child = false;
    const struct children_job job = {
        .tasks = 1,
        .children = r->in_child,
        .result_bytes = sizeof(struct recorded),
        .keeps = r->in_child ? fileno(r->output.file) : 0,
        .run = record_task,
        .done = take_recorded,
        .context = &run};
    status = children_run(&job, why);
    if (status == OK && !run.recorded.written)
        output_discard(&r->output);
    else if (status == OK)
        status = output_commit(&r->output, why);
    else
        output_discard(&r->output);
    if (status == OK && run.recorded.status != OK) {
        *why = run.recorded.why;
        return run.recorded.status;
    }
    return status;
}

/* ---------------------------------------------------------------- the command
 */

/* Interval elements come from nowhere but the SIMT machine and threads. */
static enum status check_intervals(const struct recording *r,
                                   struct problem *why)
{
    if (!monoid_is_interval(&r->with.monoid))
        return OK;
    if (!r->with.device->calls_host_op)
        return problem_set(why, WRONG_USE,
                           "-m %s: a GPU's trace has none of its ranges: "
                           "-d simt",
                           r->with.monoid.name);
    return r->input.path ? problem_set(why, WRONG_USE,
                                       "-i: intervals are not read from files")
                         : OK;
}

static enum status prepare(struct recording *r,
                           const struct shared_options *options,
                           struct problem *why)
{
    enum status status = single_open(options, "trace", &r->with, why);

    r->input = options->input;
    r->input.sizes = options->sizes;
    r->input.digits_most = TRACE_SMALL_N;
    if (status == OK)
        status = check_intervals(r, why);
    if (status == OK)
        status = scan_input_get(&r->input, &r->with.monoid.table, &r->in, why);
    if (status == OK && r->in.n == 0)
        status = problem_set(why, WRONG_USE, "n = 0: nothing happens");
    return status == OK ? choose_intervals(r, why) : status;
}

static enum status choose_schedule(const struct shared_options *options,
                                   struct simt_options *simt,
                                   struct problem *why)
{
    int schedules;
    enum status status =
        simt_choose(options, "timed", true, false, simt, &schedules, why);

    if (status == OK &&
        (schedules > 1 || simt[0].schedule == SCHEDULE_EXHAUSTIVE))
        status = problem_set(why, WRONG_USE,
                             "trace records one run: take one schedule, and "
                             "not exhaustive");
    return status;
}

/* The run that was asked for, as far as this n allows it. */
static enum status set_up(struct recording *r,
                          const struct shared_options *options,
                          const struct simt_options *simt, struct problem *why)
{
    warn_of_segments(options, &r->with.monoid);
    r->setup =
        (struct setup){.device = r->with.device,
                       .choice = &r->with.choice,
                       .monoid = &r->with.monoid,
                       .pool = r->with.pool,
                       .simt = r->with.device->has_schedules ? simt : NULL,
                       .source = options->source,
                       .exclusive = options->exclusive,
                       .largest_n = r->in.n};
    const char *const refusal = setup_refuses(&r->setup, r->in.n);
    if (refusal)
        return problem_set(why, WRONG_USE, "n = %zu: %s", r->in.n, refusal);
    r->trace = r->setup.trace = trace_open(TRACE_MOST_EVENTS);
    return r->trace ? OK : problem_set(why, MACHINE_LACKS, "out of memory");
}

enum status command_trace(int argc, char **argv, struct problem *why)
{
    struct trace_options trace = {.output = NULL};
    struct shared_options options;
    struct recording r = {.command = command_words(argc, argv)};
    static struct simt_options simt[MOST_SCHEDULES];
    char path[256];

    enum status status =
        options_parse(&command_trace_line, &trace, argc, argv, &options, why);
    if (status == OK)
        status = command_moves(&options, false, why);
    if (status == OK)
        status = prepare(&r, &options, why);
    if (status == OK)
        status = choose_schedule(&options, simt, why);
    if (status == OK)
        status = set_up(&r, &options, simt, why);
    if (status == OK) {
        snprintf(path, sizeof path, "%s-trace.json",
                 r.with.choice.algorithm->name);
        r.path = trace.output ? trace.output : path;
        r.in_child = command_is_under_test(&options, r.with.device);
        status = record_to(&r, why);
    }
    execution_close(r.execution);
    trace_close(r.trace);
    free(r.values);
    free(r.given);
    free(r.out);
    array_free(&r.in);
    monoid_close(&r.intervals);
    single_close(&r.with);
    return status;
}
