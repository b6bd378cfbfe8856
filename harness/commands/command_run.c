/* command_run.c - runs a scan or an application, and reports the result.
 *
 *     scanlab run filter -i in.txt -o count=- --predicate odd
 *                        |         PORT=FILE
 *                        the first input
 */
#include "arrays/array_file.h"
#include "base/colour.h"
#include "base/host.h"
#include "base/output_file.h"
#include "calls/call_arrays.h"
#include "calls/call_inputs.h"
#include "calls/compare_outputs.h"
#include "command.h"
#include "on_ranks.h"
#include "devices/traced.h"
#include "monoids/host_planes.h"
#include "explore/tuning.h"
#include "prove/steps.h"
#include "ranks/ranks.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "sandbox/words.h"
#include "simt_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_QUIET = 'A' << 8, KEY_TRACE, KEY_UNTUNED };

/* Elements shown of an output; of a longer output only the first FEW. */
enum { SHOWN = 32, FEW = 8 };

struct run_options {
    int files; /* every -o, in the order typed */
    const char *file[MAX_FILES];
    const char *trace;
    bool quiet;
    bool untuned; /* --no-tuning */
};

static const struct argp_option own[] = {
    {"output", 'o', "[PORT=]FILE", 0, "output file, in the same formats",
     GROUP_OUTPUT},
    {"trace", KEY_TRACE, "FILE.json", 0,
     "simt: if the run is wrong, write its trace, for scanviz or "
     "ui.perfetto.dev",
     GROUP_OUTPUT},
    {"quiet", 'q', NULL, 0, "print nothing, only write the output file",
     GROUP_OUTPUT},
    {"no-tuning", KEY_UNTUNED, NULL, 0,
     "leave out the settings that tuning.json has for this case", GROUP_WHERE},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct run_options *run = options;

    switch (key) {
    case 'o':
        if (run->files < MAX_FILES) {
            run->file[run->files++] = value;
            return 0;
        }
        problem_set(why, WRONG_USE, "-o is given more than %d times",
                    MAX_FILES);
        return EINVAL;
    case 'q': run->quiet = true; return 0;
    case KEY_TRACE: run->trace = value; return 0;
    case KEY_UNTUNED: run->untuned = true; return 0;
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
             TAKES_INPUT | TAKES_FUNCTIONS | TAKES_APPLICATIONS |
             TAKES_PATTERN | TAKES_RANKS,
    .device = "cpu",
};

/* The results of the run. */
struct ran {
    enum status status;
    struct problem why;
    double ms, device_ns;
    struct device_counts counts;
    char words[4096]; /* about a finding */
    bool traced;
    struct problem untraced; /* why there is none; empty: not recorded */
};

/* Everything that one run needs, in the order of setup. */
struct run {
    const struct run_options *own;
    const struct shared_options *options;
    const char *command;
    bool under_test; /* it runs in a child */
    struct single with;
    const struct algorithm *algorithm;
    const char *to[MAX_PORTS]; /* files, or NULL */
    _Alignas(16) char carry[64];
    struct call_inputs inputs;
    struct setup setup;
    struct request request;
    struct call_arrays arrays;
    struct output trace;
    struct ran ran;
    struct check_verdict verdict;
};

/* --------------------------------------------------------------------- run */

static enum status check(struct run *run, struct problem *why)
{
    call_expect(&run->request, run->algorithm, &run->with.monoid,
                run->arrays.given);
    return call_compare(&run->request, run->algorithm, &run->with.monoid,
                        &run->arrays.call, run->arrays.given, &run->verdict,
                        why);
}

/* Writes the trace of a wrong run, with its inputs. */
static bool write_trace(struct run *run, const struct execution *execution,
                        const struct problem *finding, struct problem *why)
{
    struct call call = run->arrays.call;
    const struct traced traced = {
        .setup = &run->setup,
        .call = &call,
        .command = run->command,
        .monoid = run->with.monoid.name,
        .function = run->with.monoid.function_name,
        .elements = {.monoid = &run->with.monoid.table},
        .carry = run->setup.has_carry,
        .seed = run->options->input.seed,
        .seeded = run->inputs.drawn,
        .finding = finding->line,
        .words = execution_words(execution)};

    for (int i = 0; run->algorithm->task->ports[i].name; i++)
        if (!port_goes_in(&run->algorithm->task->ports[i]))
            call.port[i] = NULL;
    return trace_recorded(run->setup.trace) > 0 &&
           traced_write(&traced, run->trace.file, why) == OK;
}

static void run_on(struct run *run, struct execution *execution,
                   struct ran *ran)
{
    const uint64_t start = host_now();

    ran->status = execution_call(execution, &run->arrays.call, &ran->why);
    ran->ms = (double)(host_now() - start) / 1e6;
    ran->counts = execution_counts(execution);
    ran->device_ns = execution_device_ns(execution);
    snprintf(ran->words, sizeof ran->words, "%s",
             ran->status == OK ? "" : execution_words(execution));
    if (!run->setup.trace)
        return;
    /* Only this process has the trace; the parent gives the verdict. */
    struct problem finding = ran->why;
    const enum status right =
        ran->status == OK ? check(run, &finding) : ran->status;
    if (right == CHECK_FAILED)
        ran->traced = write_trace(run, execution, &finding, &ran->untraced);
}

/* Runs in the child, if there is one. */
static void run_task(void *context, int task, void *result)
{
    struct run *const run = context;
    struct ran *const ran = result;
    struct execution *execution = NULL;
    struct setup setup = run->setup;
    struct pool *pool = NULL;

    (void)task;
    ran->status = OK;
    if (run->under_test && setup.pool) { /* threads are not forked */
        ran->status = pool_open(pool_threads(setup.pool), &pool, &ran->why);
        setup.pool = pool;
    }
    if (ran->status == OK)
        ran->status = execution_open(&setup, &execution, &ran->why);
    if (ran->status == OK)
        ran->status = execution_reserve(execution, run->arrays.call.sizes.of[0],
                                        &ran->why);
    seal();
    if (ran->status == OK) {
        run_on(run, execution, ran);
        call_arrays_send(&run->arrays);
    }
    execution_close(execution);
    pool_close(pool);
}

static bool take_ran(void *context, int task, const void *result,
                     const struct child_words *words)
{
    struct run *const run = context;

    (void)task;
    run->ran = *(const struct ran *)result;
    words_show_code(words, &run->ran.why);
    if (words->end)
        run->ran.status = words_tell_end(words, &run->ran.why);
    return true;
}

static enum status run_once(struct run *run, struct problem *why)
{
    const struct children_job job = {
        .tasks = 1,
        .children = run->under_test,
        .result_bytes = sizeof run->ran,
        .keeps = run->trace.file ? fileno(run->trace.file) : 0,
        .run = run_task,
        .done = take_ran,
        .context = run};
    const enum status status = children_run(&job, why);

    call_arrays_receive(&run->arrays);
    if (status != OK || run->ran.status == OK)
        return status == OK ? check(run, why) : status;
    fputs(run->ran.words, stderr);
    *why = run->ran.why;
    return run->ran.status;
}

/* Keeps the original problem. */
static enum status end_trace(struct run *run, enum status status)
{
    const char *const path = run->own->trace;
    struct problem problem;

    if (status == OK)
        fprintf(stderr, "Nothing was wrong, so %s was not written.\n", path);
    if (!run->ran.traced) {
        output_discard(&run->trace);
        if (*run->ran.untraced.line)
            fprintf(stderr, "  No trace: %s\n", run->ran.untraced.line);
    } else if (output_commit(&run->trace, &problem) == OK)
        fprintf(stderr, "  View: %s\n", command_to_view(path));
    else
        fprintf(stderr, "  No trace: %s\n", problem.line);
    return status;
}

/* ------------------------------------------------------------------- words */

/* "2 threads: 3.1 ms"; a simulated machine has no real time. */
static void print_time(const struct run *run, char *text, size_t size)
{
    const int threads = run->with.pool ? pool_threads(run->with.pool) : 0;
    const struct device_counts c = run->ran.counts;

    if (threads > 0)
        snprintf(text, size, "%d thread%s: %.3f ms", threads,
                 threads == 1 ? "" : "s", run->ran.ms);
    else if (run->with.device->has_model_time)
        snprintf(text, size,
                 "simt: %.0f cycles of model time (%.1f us at %.0f MHz), "
                 "simulated in %.3f ms",
                 c.cycles, c.cycles / c.clock_mhz, c.clock_mhz, run->ran.ms);
    else
        snprintf(text, size, "%s: %.4g ms, with copies %.4g ms",
                 run->with.device->name, run->ran.device_ns / 1e6, run->ran.ms);
}

/* "  out      3 1 1 5"; only the first few of many elements. */
static void show_port(const struct run *run, int i, FILE *to)
{
    const struct port *const port = &run->algorithm->task->ports[i];
    const size_t length = port_length(run->algorithm, i, &run->arrays.call);
    char element[256], room[MAX_ELEMENT_BYTES];

    fprintf(to, "  %-8s", port->name);
    for (size_t k = 0; k < length && k < (length > SHOWN ? FEW : SHOWN); k++)
        fprintf(
            to, " %s",
            monoid_print(&run->inputs.type[i],
                         port_element(run->algorithm, i, &run->inputs.type[i],
                                      &run->arrays.call, k, room),
                         element, sizeof element));
    if (length > SHOWN)
        fprintf(to, " ... (%zu in all)", length);
    putc('\n', to);
}

/* Prints the last element of a scan: the first ones are close to its input. */
static void say_last(const struct run *run, FILE *to)
{
    const struct monoid_table *const m = &run->with.monoid.table;
    const struct call *const call = &run->arrays.call;
    const size_t n = call->sizes.of[0];
    char last[256] = "nothing";

    if (n > 0)
        monoid_print(m, (const char *)call->port[1] + (n - 1) * m->bytes, last,
                     sizeof last);
    fprintf(to, "; last is %s\n", last);
}

/* Where floats were rounded: do other runs round them in the same way? What is
 * said of a scan need not be true of another source. */
static void say_reproducible(const struct run *run, FILE *to)
{
    const struct choice choice = setup_choice(&run->setup);

    if (run->with.monoid.table.kind != FLOATING || run->verdict.exact ||
        run->options->source)
        return;
    fprintf(to, "%s\n",
            choice_is_reproducible(&choice)
                ? "Every run of this command on this machine gives the same "
                  "bits"
                : "Other runs can round differently: which operands are "
                  "combined first depends on timing");
}

static void say(const struct run *run, FILE *to)
{
    char call[512], time[160], words[256];

    print_time(run, time, sizeof time);
    fprintf(to, "%s on %s, %s%s%s",
            call_inputs_words(&run->inputs, run->with.choice.variant,
                              &run->with.monoid, run->setup.exclusive, call,
                              sizeof call),
            time, colour_right(to),
            check_words(&run->verdict, words, sizeof words), colour_off(to));
    if (run->algorithm->task == &scan_task) {
        say_last(run, to);
        say_reproducible(run, to);
        return;
    }
    putc('\n', to);
    for (int i = 0; run->algorithm->task->ports[i].name; i++)
        show_port(run, i, to);
}

/* Writes elements to the file, also for a port in planes. */
static enum status write_output(const struct run *run, int i,
                                struct output *out, struct problem *why)
{
    const struct monoid_table *const type = &run->inputs.type[i];
    const bool planes = run->algorithm->task->ports[i].type == PORT_T_IN_PLANES;
    struct array array = {
        .data = run->arrays.call.port[i],
        .n = port_length(run->algorithm, i, &run->arrays.call)};

    if (planes && !(array.data = malloc(array.n * type->bytes + 1)))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t k = 0; planes && k < array.n; k++)
        port_element(run->algorithm, i, type, &run->arrays.call, k,
                     (char *)array.data + k * type->bytes);
    const enum status status =
        array_write_to(out, run->options->input.format, type, &array, why);
    if (planes)
        free(array.data);
    return status;
}

/* Writes all files or none: they belong together. */
static enum status write_outputs(const struct run *run, struct problem *why)
{
    struct output output[MAX_PORTS], *all[MAX_PORTS];
    int port[MAX_PORTS], count = 0;
    enum status status = OK;

    for (int i = 0; run->algorithm->task->ports[i].name && status == OK; i++) {
        if (!run->to[i])
            continue;
        status = output_open(run->to[i], &output[count], why);
        if (status != OK)
            break;
        port[count] = i;
        all[count] = &output[count];
        count++;
    }
    for (int k = 0; k < count && status == OK; k++)
        status = write_output(run, port[k], all[k], why);
    if (status == OK)
        return output_commit_all(all, count, why);
    for (int k = 0; k < count; k++)
        output_discard(all[k]);
    return status;
}

static bool writes_to_stdout(const struct run *run)
{
    for (int i = 0; i < MAX_PORTS; i++)
        if (run->to[i] && !strcmp(run->to[i], "-"))
            return true;
    return false;
}

/* ------------------------------------------------------------------- steps */

/* True: it runs kernels, and op may be the interval table's. */
static bool records_kernels(const struct device *device)
{
    return device->calls_host_op && device->runs_kernels;
}

/* A GPU records nothing: the SIMT machine shows the steps of its kernel. */
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
    struct run *run;
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
    const struct run *const run = ((struct steps_run *)context)->run;
    struct steps_result *const result = out;
    struct setup setup = run->setup;
    struct pool *pool = NULL;

    (void)task;
    result->status = OK;
    if (run->under_test && setup.pool) {
        result->status =
            pool_open(pool_threads(setup.pool), &pool, &result->why);
        setup.pool = pool;
    }
    if (result->status == OK)
        result->status = print_steps(&setup, run->inputs.in[0].data,
                                     run->inputs.in[0].n, &result->why);
    pool_close(pool);
}

static bool take_steps(void *context, int task, const void *from,
                       const struct child_words *words)
{
    struct steps_run *const steps = context;
    const struct steps_result *const result = from;

    (void)task;
    words_show(words, result->status == OK && !words->end ? stdout : stderr,
               false);
    steps->status =
        words->end ? words_tell_end(words, steps->why) : result->status;
    if (!words->end && result->status != OK)
        *steps->why = result->why;
    return true;
}

static enum status run_steps(struct run *run, struct problem *why)
{
    struct steps_run steps = {.run = run, .why = why};
    const struct children_job job = {.tasks = 1,
                                     .children = run->under_test,
                                     .result_bytes =
                                         sizeof(struct steps_result),
                                     .run = steps_task,
                                     .done = take_steps,
                                     .context = &steps};
    const enum status status = children_run(&job, why);

    return status == OK ? steps.status : status;
}

/* ------------------------------------------------------------------- checks */

static const char *refused_option(const struct run *run)
{
    const struct task *const task = run->algorithm->task;

    return run->options->carry && !task->takes_carry     ? "--init"
           : run->options->exclusive && !task->has_kinds ? "--exclusive"
                                                         : NULL;
}

static enum status check_trace(const struct run *run, struct problem *why)
{
    const char *const path = run->own->trace;

    for (int i = 0; path && i < run->options->input.files; i++)
        if (output_same_file(path, call_file_name(run->options->input.file[i])))
            return problem_set(why, WRONG_USE,
                               "--trace %s: the input would be replaced; name "
                               "another file",
                               path);
    for (int i = 0; path && i < MAX_PORTS; i++)
        if (run->to[i] && output_same_file(path, run->to[i]))
            return problem_set(why, WRONG_USE,
                               "-o %s and --trace %s: one file cannot hold "
                               "both",
                               run->to[i], path);
    if (path && !run->with.device->sees_accesses)
        return problem_set(why, WRONG_USE,
                           "--trace is for -d simt, not for -d %s",
                           run->with.device->name);
    if (path && !strcmp(path, "-"))
        return problem_set(
            why, WRONG_USE,
            "--trace -: the report already goes to standard output");
    return OK;
}

static enum status prepare(struct run *run, struct problem *why)
{
    const char *const option = refused_option(run);
    enum status status = OK;

    if (option)
        return problem_set(why, WRONG_USE, "%s has no %s", run->algorithm->name,
                           option);
    if (monoid_is_interval(&run->with.monoid))
        return problem_set(why, WRONG_USE,
                           "the interval monoid has no values to scan: use "
                           "verify or measure without -m");
    status = call_files(run->algorithm, run->own->file, run->own->files, false,
                        run->options->input.format, run->to, why);
    if (status == OK)
        status = check_trace(run, why);
    if (status == OK && run->options->carry)
        status = command_carry(run->options->carry, &run->with.monoid.table,
                               run->carry, why);
    if (status != OK)
        return status;
    const struct call_source source = command_source(run->options, SHOWN);
    return call_inputs_get(run->algorithm, &run->with.monoid.table, &source,
                           &run->inputs, why);
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

/* --------------------------------------------------------------------- all */

/* Settings that explore has kept for such a run; they are named. */
static void tune(struct run *run)
{
    const struct tuning_case c = {
        .choice = &run->with.choice,
        .monoid = &run->with.monoid,
        .threads = run->with.pool ? pool_threads(run->with.pool) : 0,
        .n = run->inputs.sizes.of[0]};
    struct choice tuned;

    if (run->own->untuned || run->options->source || !tuning_find(&c, &tuned))
        return;
    if (!run->own->quiet)
        fprintf(stderr, "scanlab: %s with %s, from %s\n", run->algorithm->name,
                tuning_settings(), tuning_file());
    run->with.choice = tuned;
}

static enum status set_up(struct run *run, const struct simt_options *simt,
                          struct trace *trace, struct problem *why)
{
    const size_t n = run->inputs.sizes.of[0];

    tune(run);
    run->setup =
        (struct setup){.device = run->with.device,
                       .choice = &run->with.choice,
                       .monoid = &run->with.monoid,
                       .pool = run->with.pool,
                       .simt = run->with.device->has_schedules ? simt : NULL,
                       .source = run->options->source,
                       .exclusive = run->options->exclusive,
                       .has_carry = run->options->carry != NULL,
                       .largest_n = n,
                       .others = run->inputs.sizes,
                       .trace = trace};
    run->request = setup_request(&run->setup, run->inputs.sizes);
    const char *const refusal =
        run->with.choice.implementation->refuse(&run->request);
    if (refusal)
        return problem_set(why, WRONG_USE, "n = %zu: %s", n, refusal);
    enum status status = call_inputs_draw(&run->inputs, &run->request, why);
    if (status == OK)
        status = call_arrays_take(
            run->algorithm, run->with.monoid.table.bytes, run->inputs.sizes,
            run->inputs.in, run->under_test, "this run", &run->arrays, why);
    run->arrays.call.carry = run->setup.has_carry ? run->carry : NULL;
    return status;
}

/* True: the steps of a scan can be shown. No interval stands for a carry. */
static bool has_steps(const struct run *run)
{
    const size_t n = run->inputs.sizes.of[0];

    return run->algorithm->task == &scan_task && n > 0 && n <= MAX_SHOWN &&
           !run->setup.has_carry;
}

static enum status run_it(struct run *run, struct problem *why)
{
    enum status status = OK;

    if (run->setup.trace)
        status = output_open(run->own->trace, &run->trace, why);
    if (status == OK)
        status = run_once(run, why);
    if (run->trace.file)
        status = end_trace(run, status);
    if (status == OK)
        status = write_outputs(run, why);
    if (status != OK || run->own->quiet)
        return status;
    const bool to_stdout = writes_to_stdout(run);
    say(run, to_stdout ? stderr : stdout);
    return has_steps(run) && !to_stdout ? run_steps(run, why) : OK;
}

static enum status run_on_ranks(const struct shared_options *options,
                                const struct run_options *run,
                                struct problem *why)
{
    const struct on_ranks_files files = {
        .out = run->file, .outs = run->files, .quiet = run->quiet};

    if (run->trace)
        return problem_set(why, WRONG_USE, "--trace: not under mpirun");
    return on_ranks_run(options, &files, why);
}

enum status command_run(int argc, char **argv, struct problem *why)
{
    struct run_options own_options = {.trace = NULL};
    struct shared_options options;
    struct run run = {.own = &own_options,
                      .options = &options,
                      .command = command_words(argc, argv)};
    static struct simt_options simt[MAX_SCHEDULES];
    struct trace *trace = NULL;

    enum status status = options_parse(&command_run_line, &own_options, argc,
                                       argv, &options, why);
    options.input.quiet = own_options.quiet;
    if (status == OK && ranks_started())
        return run_on_ranks(&options, &own_options, why);
    if (status == OK)
        status = command_moves(&options, false, why);
    if (status == OK)
        status = single_open(&options, "run", &run.with, why);
    if (status == OK) {
        run.algorithm = run.with.choice.algorithm;
        run.under_test = command_is_under_test(&options, run.with.device);
        status = prepare(&run, why);
    }
    if (status == OK)
        status = choose_schedule(&options, simt, why);
    if (status == OK && own_options.trace &&
        !(trace = trace_open(TRACE_FINDING_EVENTS)))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK && !own_options.quiet)
        warn_of_segments(&options, &run.with.monoid);
    if (status == OK)
        status = set_up(&run, simt, trace, why);
    if (status == OK)
        status = run_it(&run, why);
    trace_close(trace);
    call_arrays_free(&run.arrays);
    call_inputs_free(&run.inputs);
    single_close(&run.with);
    return status;
}
