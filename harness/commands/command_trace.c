/* command_trace.c - records a run, to be viewed. */
#include "base/colour.h"
#include "base/output_file.h"
#include "calls/recorded_call.h"
#include "on_ranks.h"
#include "ranks/ranks.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "sandbox/words.h"
#include "simt_choice.h"

#include <stdio.h>
#include <string.h>

struct trace_options {
    const char *output;
};

static const struct argp_option own[] = {
    {"output", 'o', "FILE.json", 0,
     "file for the trace (default ALGORITHM-trace.json)", GROUP_OUTPUT},
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
    .text = "Records a run of a scan or an application: which block took which "
            "tile, when each flag was set, which tile looked back and what it "
            "saw. It runs on the simulated machine; with -d cpu, on threads; "
            "with -d cuda, on a GPU. Open the file in scanviz, ui.perfetto.dev "
            "or chrome://tracing.\vExample: scanlab trace "
            "lookback:block=32,items=1,window=4 -n 256",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_SOURCE |
             TAKES_KIND | TAKES_SCHEDULE | TAKES_THREADS | TAKES_INPUT |
             TAKES_FUNCTIONS | TAKES_APPLICATIONS | TAKES_PATTERN | TAKES_RANKS,
    .device = "simt",
};

/* A call, and the file for its trace. */
struct tracing {
    struct single with;
    struct recorded_call call;
    uint64_t seed;
    bool seeded; /* elements are random */
    const char *path;
    struct output output;
    bool in_child;
};

/* ----------------------------------------------------------------- one run */

static enum status write_it(struct tracing *t, enum status ran,
                            const struct problem *finding, struct problem *why)
{
    struct recorded_call *const r = &t->call;
    const bool wrong = ran != OK;
    struct traced traced;
    enum status status = record_call_traced(r, !wrong, &traced, why);

    if (status != OK)
        return status;
    traced.seed = t->seed;
    traced.seeded = t->seeded;
    traced.finding = wrong ? finding->line : NULL;
    traced.words = wrong ? execution_words(r->execution) : NULL;
    status = traced_write(&traced, t->output.file, why);

    /* output_commit detects errors of the file, but not those of a child. */
    if (t->in_child && fflush(t->output.file) != 0)
        return problem_set(why, MACHINE_LACKS, "cannot write %s", t->path);
    return status;
}

/* Prints a real machine's times, and the cost of recording them. */
static void say_clock(const struct recorded_call *r, FILE *to)
{
    const struct trace_clock *const clock = trace_clock(r->trace);

    if (!clock->name)
        return;
    fprintf(to, "  %s: %.1f us, untraced %.1f us", clock->device,
            clock->traced_us, clock->untraced_us);
    if (clock->resolution_ns > 0)
        fprintf(to, "; smallest clock step seen: %.0f ns",
                clock->resolution_ns);
    fprintf(to, "\n");
    if (clock->dropped)
        fprintf(to,
                "  %llu records did not fit: the last ones of some blocks\n",
                (unsigned long long)clock->dropped);
}

static void say(const struct tracing *t, bool right)
{
    const struct recorded_call *const r = &t->call;
    FILE *const to = strcmp(t->path, "-") ? stdout : stderr;
    const uint64_t dropped =
        trace_dropped(r->trace) - trace_clock(r->trace)->dropped;
    char call[512];

    fprintf(to, "%s on %s: %s%s%s, recorded in %s\n",
            call_inputs_words(&r->inputs, t->with.choice.variant, r->monoid,
                              r->setup.exclusive, call, sizeof call),
            r->setup.device->name, right ? colour_right(to) : colour_wrong(to),
            right ? "right" : "WRONG", colour_off(to), t->path);
    say_clock(r, to);
    if (dropped)
        fprintf(to,
                "  Only the last %d events were kept; the %llu before them "
                "were dropped.\n",
                TRACE_MOST_EVENTS, (unsigned long long)dropped);
    if (strcmp(t->path, "-") != 0)
        fprintf(to, "  View: %s\n", command_to_view(t->path));
}

struct recorded {
    enum status status;
    bool written;   /* the file is complete */
    size_t of_code; /* bytes printed by the code */
    struct problem why;
};

/* Runs in the child, if there is one. */
static enum status record(struct tracing *t, struct recorded *recorded)
{
    struct recorded_call *const r = &t->call;
    struct problem *const why = &recorded->why;
    struct problem finding = {.line = ""};
    enum status status = record_call_open(r, why);

    seal();
    if (status != OK)
        return status;
    const enum status ran = record_call_run(r, &finding);
    if (t->in_child)
        recorded->of_code = words_until_now();
    const bool nothing = ran != OK && trace_recorded(r->trace) == 0;
    if (nothing || (ran != OK && ran != CHECK_FAILED)) {
        *why = finding;
        return ran;
    }
    status = write_it(t, ran, &finding, why);
    recorded->written = status == OK;
    if (status == OK)
        say(t, ran == OK);
    if (status == OK && ran != OK) {
        fputs(execution_words(r->execution), stderr);
        *why = finding;
        return ran;
    }
    return status;
}

struct tracing_run {
    struct tracing *tracing;
    struct recorded recorded;
};

static void record_task(void *context, int task, void *out)
{
    struct tracing *const t = ((struct tracing_run *)context)->tracing;
    struct setup *const setup = &t->call.setup;
    struct recorded *const recorded = out;
    struct pool *pool = NULL;

    (void)task;
    recorded->status = OK;
    if (t->in_child && setup->pool) { /* threads are not forked */
        recorded->status =
            pool_open(pool_threads(setup->pool), &pool, &recorded->why);
        setup->pool = pool;
    }
    if (recorded->status == OK)
        recorded->status = record(t, recorded);
    if (t->in_child) { /* its threads and no other's */
        execution_close(t->call.execution);
        pool_close(pool);
    }
}

static bool take_recorded(void *context, int task, const void *from,
                          const struct child_words *words)
{
    struct tracing_run *const run = context;

    (void)task;
    run->recorded = *(const struct recorded *)from;
    const size_t of_code =
        run->recorded.written ? run->recorded.of_code : words->length;
    const struct child_words code = words_before(words, of_code);
    const struct child_words ours = words_after(words, of_code);
    words_show_code(&code, &run->recorded.why);
    words_show(&ours, strcmp(run->tracing->path, "-") ? stdout : stderr, false);
    if (words->end)
        run->recorded.status = words_tell_end(words, &run->recorded.why);
    return true;
}

/* The file appears complete or not at all; a child writes it. */
static enum status record_to(struct tracing *t, struct problem *why)
{
    struct tracing_run run = {.tracing = t};
    enum status status = output_open(t->path, &t->output, why);

    if (status != OK)
        return status;
    setvbuf(t->output.file, NULL, _IOFBF, 1 << 20);
    const bool to_stdout = t->output.file == stdout;
    if (to_stdout) /* the child's standard output is not the user's */
        t->in_child = false;
    const struct children_job job = {
        .tasks = 1,
        .children = t->in_child,
        .result_bytes = sizeof(struct recorded),
        .keeps = t->in_child ? fileno(t->output.file) : 0,
        .run = record_task,
        .done = take_recorded,
        .context = &run};
    status = children_run(&job, why);
    if (status == OK && !run.recorded.written)
        output_discard(&t->output);
    else if (status == OK)
        status = output_commit(&t->output, why);
    else
        output_discard(&t->output);
    if (status == OK && run.recorded.status != OK) {
        *why = run.recorded.why;
        return run.recorded.status;
    }
    return status;
}

/* ------------------------------------------------------------- the command */

/* Only the SIMT machine and threads can provide interval elements. */
static enum status check_intervals(const struct single *with,
                                   const struct shared_options *options,
                                   struct problem *why)
{
    if (!monoid_is_interval(&with->monoid))
        return OK;
    if (!with->device->calls_host_op)
        return problem_set(why, WRONG_USE,
                           "-m %s: a GPU's trace has no ranges: use -d simt",
                           with->monoid.name);
    return options->input.files > 0
               ? problem_set(why, WRONG_USE,
                             "-i: intervals are not read from files")
               : OK;
}

static enum status check_kind(const struct single *with,
                              const struct shared_options *options,
                              struct problem *why)
{
    const struct algorithm *const a = with->choice.algorithm;

    return options->exclusive && !a->task->has_kinds
               ? problem_set(why, WRONG_USE, "%s has no --exclusive", a->name)
               : OK;
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
        status = problem_set(
            why, WRONG_USE,
            "trace records one run: give one schedule, and not exhaustive");
    /* A seed is the run that verify has by it, of a user's kernel: those of
     * scanlab read flags right, however old, and are shown with the newest. */
    simt[0].weak = status == OK && options->source && !simt[0].lockstep &&
                   simt[0].schedule == SCHEDULE_RANDOM;
    return status;
}

/* Sets up the requested run, if these inputs allow it. */
static enum status set_up(const struct single *with, struct recorded_call *r,
                          const struct shared_options *options,
                          const struct simt_options *simt, struct problem *why)
{
    const size_t n = r->inputs.sizes.of[0];

    warn_of_segments(options, &with->monoid);
    r->setup = (struct setup){.device = with->device,
                              .choice = &with->choice,
                              .monoid = &with->monoid,
                              .pool = with->pool,
                              .simt = with->device->has_schedules ? simt : NULL,
                              .source = options->source,
                              .exclusive = options->exclusive,
                              .largest_n = n,
                              .others = r->inputs.sizes};
    const struct request request = setup_request(&r->setup, r->inputs.sizes);
    const struct implementation *const code = with->choice.implementation;
    const char *const refusal = code->refuse(&request);
    struct plan plan = {.buffers = 0};
    if (refusal)
        return problem_set(why, WRONG_USE, "n = %zu: %s", n, refusal);
    code->plan(&request, &plan);
    if (plan.steps == 0)
        return problem_set(why, WRONG_USE, "n = %zu: nothing happens", n);
    return call_inputs_draw(&r->inputs, &request, why);
}

static enum status prepare(struct tracing *t,
                           const struct shared_options *options,
                           struct problem *why)
{
    static struct simt_options simt[MAX_SCHEDULES];
    const struct call_source source = command_source(options, TRACE_SMALL_N);
    struct recorded_call *const r = &t->call;
    enum status status = single_open(options, "trace", &t->with, why);

    r->monoid = &t->with.monoid;
    if (status == OK)
        status = check_intervals(&t->with, options, why);
    if (status == OK)
        status = check_kind(&t->with, options, why);
    if (status == OK)
        status = call_inputs_get(t->with.choice.algorithm, &r->monoid->table,
                                 &source, &r->inputs, why);
    if (status == OK)
        status = choose_schedule(options, simt, why);
    if (status == OK)
        status = set_up(&t->with, r, options, simt, why);
    if (status == OK)
        status = record_call_choose_intervals(r, why);
    if (status != OK)
        return status;
    r->trace = r->setup.trace = trace_open(TRACE_MOST_EVENTS);
    return r->trace ? OK : problem_set(why, MACHINE_LACKS, "out of memory");
}

/* A scan's output may replace its own input; a trace must not. */
static void keep_inputs(const struct shared_options *options)
{
    for (int i = 0; i < options->input.files; i++)
        output_keep(call_file_name(options->input.file[i]));
}

/* One trace of the scan of all ranks. */
static enum status trace_ranks(const struct shared_options *options,
                               const char *path, const char *command,
                               struct problem *why)
{
    const struct on_ranks_files files = {
        .traces = true, .trace = path, .command = command};

    keep_inputs(options);
    return on_ranks_run(options, &files, why);
}

enum status command_trace(int argc, char **argv, struct problem *why)
{
    struct trace_options trace = {.output = NULL};
    struct shared_options options;
    struct tracing t = {.call = {.command = command_words(argc, argv)}};
    char path[256];

    enum status status =
        options_parse(&command_trace_line, &trace, argc, argv, &options, why);
    if (status == OK && ranks_started())
        return trace_ranks(&options, trace.output, t.call.command, why);
    if (status == OK)
        status = command_moves(&options, false, why);
    if (status == OK)
        status = prepare(&t, &options, why);
    if (status == OK) {
        snprintf(path, sizeof path, "%s-trace.json",
                 t.with.choice.algorithm->name);
        t.path = trace.output ? trace.output : path;
        t.seed = options.input.seed;
        t.seeded = options.input.files == 0;
        t.in_child = command_is_under_test(&options, t.with.device);
        keep_inputs(&options);
        status = record_to(&t, why);
    }
    record_call_close(&t.call);
    single_close(&t.with);
    return status;
}
