/* verify.c - the one loop over cases: units (coverage.h), each in a child
 * process; then rounds, sizes and forms. What a run is, and when it is right,
 * says the executor. */
#include "verify.h"
#include "base/sanitizer.h"
#include "devices/traced.h"
#include "encodings.h"
#include "plainer.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "sandbox/words.h"
#include "simt/simt.h"
#include "verify_executor.h"
#include "verify_real.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Elements that the entries are tried on, at most. */
enum { ENTRY_MOST = 1 << 16 };

#ifdef WATCHES_RACES
static atomic_int races;
/* Called by ThreadSanitizer's runtime for each report, with a lock held: a
 * report from in here would wait for itself, so nothing in here is watched. */
void __tsan_on_report(void *report);
__attribute__((no_sanitize("thread"))) void __tsan_on_report(void *report)
{
    (void)report;
    races++;
}
int verify_races(void)
{
    return races;
}
#else
int verify_races(void)
{
    return -1;
}
#endif

const char *verify_interval(unsigned bytes)
{
    return bytes == 4    ? "interval"
           : bytes == 8  ? "interval8"
           : bytes == 16 ? "interval16"
                         : "interval32";
}

bool verify_explores(const struct verify_job *job)
{
    return job->simts && job->simts[0].schedule == SCHEDULE_EXHAUSTIVE;
}

/* ------------------------------------------------------------- one case */

/* "lookback:block=32". */
static const char *print_name(const struct choice *choice, char *text,
                              size_t size)
{
    snprintf(text, size, "%s%s%s", choice->algorithm->name,
             *choice->variant ? ":" : "", choice->variant);
    return text;
}

/* Puts the case before the sentence. */
static void add_case(const struct setup *setup, const struct verify_case *c,
                     struct problem *why)
{
    const int threads = setup->pool ? pool_threads(setup->pool) : 0;
    const bool intervals = monoid_is_interval(setup->monoid);
    const struct problem inner = *why;
    char name[256], element[96], many[32] = "";

    if (threads > 0)
        snprintf(many, sizeof many, ", %d thread%s", threads,
                 threads == 1 ? "" : "s");
    if (intervals)
        snprintf(element, sizeof element, "T of %zu bytes",
                 setup->monoid->table.bytes);
    else
        snprintf(element, sizeof element, "%.90s", setup->monoid->name);
    problem_set(why, CHECK_FAILED, "%s, %s%s%s, n = %zu, %s%s%s: %s",
                print_name(setup->choice, name, sizeof name),
                setup->exclusive ? "exclusive" : "inclusive",
                c->in_place ? " in place" : "",
                !c->carry   ? ""
                : intervals ? " after a carry (element 0)"
                            : " after a carry",
                c->n, element, many,
                c->shifted ? ", arrays misaligned by one element" : "",
                inner.line);
}

/* More words, and what to type to see just this case again. */
static void tell_again(const struct verify_bench *bench,
                       const struct verify_case *c, struct verify_tally *tally)
{
    const char *const source = bench->job->source;
    char name[256], options[128] = "";

    bench->executor->tell(bench, c, tally, options, sizeof options);
    snprintf(tally->again, sizeof tally->again,
             "scanlab verify %s -d %s -n %zu%s%s%s%s",
             print_name(bench->setup->choice, name, sizeof name),
             bench->job->device->name, c->n, *options ? " " : "", options,
             source ? " --source " : "", source ? source : "");
}

/* Writes down what has just gone wrong. */
static enum status tell_trace(const struct verify_bench *bench,
                              const struct verify_case *c,
                              const struct problem *finding,
                              struct verify_tally *tally, struct problem *why)
{
    const struct monoid *const monoid = bench->setup->monoid;
    const struct traced traced = {
        .setup = bench->setup,
        .n = c->n,
        .command = bench->job->command,
        .monoid = monoid->name,
        .elements = {.monoid = &monoid->table, .are_intervals = true},
        .note = "intervals: [0,3] is the fold of elements 0 to 3",
        .in_place = c->in_place,
        .carry = c->carry,
        .finding = finding->line,
        .words = tally->words};

    tally->traced = true;
    return traced_write(&traced, bench->job->trace, why);
}

static enum status run_case(struct verify_bench *bench,
                            const struct verify_case *c,
                            struct verify_tally *tally, struct problem *why)
{
    struct problem finding = {""};
    const enum status status = bench->executor->run(bench, c, tally, &finding);

    if (status == OK)
        return OK;
    tally->wrong = *c;
    tally->has_case = true;
    tally->wrong_round = bench->round;
    tell_again(bench, c, tally);
    add_case(bench->setup, c, &finding);
    if (status == CHECK_FAILED && bench->setup->trace &&
        tell_trace(bench, c, &finding, tally, why) != OK)
        return MACHINE_LACKS;
    *why = finding;
    return status;
}

/* ----------------------------------------------------------- one unit */

/* Every size, in each of its forms. */
static enum status run_sizes(struct verify_bench *bench, int round,
                             struct verify_tally *tally, struct problem *why)
{
    const struct unit *const unit = bench->unit;
    const struct verify_executor *const executor = bench->executor;
    enum status status = OK;

    if (unit->only)
        return run_case(bench, unit->only, tally, why);
    for (size_t i = 0; i < unit->size_count && status == OK; i++) {
        struct verify_case c = {.n = unit->sizes[i]};
        for (int form = 0;
             status == OK && executor->form(bench, round, form, &c); form++)
            if (unit->forms >> form & 1)
                status = run_case(bench, &c, tally, why);
    }
    return status;
}

/* What was seen that is no finding. */
static void keep_notes(const struct execution *execution,
                       struct verify_tally *tally)
{
    const char *note;
    size_t used = 0;

    for (int i = 0; execution && (note = execution_note(execution, i)); i++) {
        snprintf(tally->notes + used, sizeof tally->notes - used,
                 "  Note: %s.\n", note);
        used = strlen(tally->notes);
    }
}

/* How the runs of a unit are made. */
enum way {
    WAY_PLAIN,
    WAY_SETTLES, /* once more, to tell why it is wrong */
    WAY_TRACED   /* once more, to record what goes wrong */
};

static enum status run_cases(const struct verify_job *job,
                             const struct unit *unit, enum way way,
                             struct setup *setup, struct verify_tally *tally,
                             struct problem *why)
{
    const struct verify_executor *const executor = verify_executor_of(job);
    struct verify_bench *const bench = calloc(1, executor->bytes);

    if (!bench)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    bench->executor = executor;
    bench->job = job;
    bench->unit = unit;
    bench->setup = setup;
    bench->settles = way != WAY_PLAIN;
    enum status status = executor->open(bench, why);
    seal();
    for (int round = 0; round < unit->rounds && status == OK; round++) {
        bench->round = round;
        status = executor->begin(bench, round, why);
        if (status == OK)
            status = run_sizes(bench, round, tally, why);
    }
    keep_notes(bench->execution, tally);
    executor->close(bench);
    free(bench);
    return status;
}

/* The same once more, recorded: it goes the same way. What is held here of the
 * file is written out, since this may be a child. */
static enum status trace_cases(const struct verify_job *job,
                               const struct unit *unit, struct setup *setup,
                               struct verify_tally *tally, struct problem *why)
{
    setup->trace = trace_open(TRACE_FINDING_EVENTS);
    if (!setup->trace)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    const enum status status =
        run_cases(job, unit, WAY_TRACED, setup, tally, why);
    trace_close(setup->trace);
    setup->trace = NULL;
    fflush(job->trace);
    return status;
}

static enum status run_entries(const struct unit *unit, struct setup *setup,
                               struct verify_tally *tally, struct problem *why)
{
    setup->largest_n = 0;
    for (size_t i = 0; i < unit->size_count; i++)
        if (unit->sizes[i] <= ENTRY_MOST && unit->sizes[i] > setup->largest_n)
            setup->largest_n = unit->sizes[i];
    return setup->largest_n ? verify_entries(setup, tally, why) : OK;
}

static enum status run_setup(const struct verify_job *job,
                             const struct unit *unit, enum way way,
                             struct setup *setup, struct verify_tally *tally,
                             struct problem *why)
{
    for (size_t i = 0; i < unit->size_count; i++)
        if (unit->sizes[i] > setup->largest_n)
            setup->largest_n = unit->sizes[i];
    if (way == WAY_TRACED)
        return trace_cases(job, unit, setup, tally, why);
    const enum status status = run_cases(job, unit, way, setup, tally, why);
    return status == OK && unit->entries ? run_entries(unit, setup, tally, why)
                                         : status;
}

static enum status run_unit(const struct verify_job *job,
                            const struct unit *unit, enum way way,
                            struct verify_tally *tally, struct problem *why)
{
    struct monoid monoid;
    struct pool *pool = NULL;
    enum status status = monoid_open(unit->monoid, &monoid, why);

    if (status != OK)
        return status;
    if (unit->threads > 0)
        status = pool_open(unit->threads, &pool, why);
    struct setup setup = {.device = job->device,
                          .choice = &unit->choice,
                          .monoid = &monoid,
                          .pool = pool,
                          .source = job->source,
                          .exclusive = unit->exclusive,
                          .has_carry = true};
    if (status == OK)
        status = run_setup(job, unit, way, &setup, tally, why);
    pool_close(pool);
    monoid_close(&monoid);
    tally->races = verify_races();
    return status;
}

/* ------------------------------------------------------------- all of them */

/* What a child sends back. */
struct unit_result {
    enum status status;
    struct verify_tally tally;
    struct problem why;
};

struct verifying {
    const struct verify_job *job;
    const struct coverage *coverage;
    struct verify_tally *tally; /* of those that are done */
    enum status status;
    struct problem *why;
    struct unit wrong;       /* the unit with the finding */
    struct verify_case only; /* of that unit */
    bool right_alone;
};

static void run_task(void *context, int task, void *out)
{
    const struct verifying *const v = context;
    struct unit_result *const result = out;

    result->status = run_unit(v->job, &v->coverage->unit[task], WAY_PLAIN,
                              &result->tally, &result->why);
}

static void add_tally(struct verify_tally *sum, const struct unit *unit,
                      const struct verify_tally *one)
{
    sum->runs += one->runs;
    sum->explored += one->explored;
    sum->complete += one->complete;
    if (one->most_runs > sum->most_runs)
        sum->most_runs = one->most_runs;
    if (!*sum->notes)
        memcpy(sum->notes, one->notes, sizeof sum->notes);
    if (one->races > 0)
        sum->races += one->races;
    for (size_t i = 0; i < unit->size_count; i++) {
        if (unit->sizes[i] < sum->least_n)
            sum->least_n = unit->sizes[i];
        if (unit->sizes[i] > sum->largest_n)
            sum->largest_n = unit->sizes[i];
    }
}

/* The child is gone. */
static void tell_end(const struct verifying *v, const struct unit *unit,
                     const struct child_words *words)
{
    struct problem inner;
    char name[256];

    words_tell_end(words, &inner);
    problem_set(v->why, CHECK_FAILED, "%s: %s",
                print_name(&unit->choice, name, sizeof name), inner.line);
}

static void keep_finding(struct verifying *v, const struct unit *unit,
                         const struct unit_result *result)
{
    struct verify_tally *const to = v->tally;

    v->wrong = *unit;
    if (unit->only) {
        v->only = *unit->only;
        v->wrong.only = &v->only;
        v->wrong.sizes = &v->only.n;
    }
    *v->why = result->why;
    memcpy(to->notes, result->tally.notes, sizeof to->notes);
    memcpy(to->words, result->tally.words, sizeof to->words);
    memcpy(to->again, result->tally.again, sizeof to->again);
    to->unsettled = result->tally.unsettled;
    to->has_case = result->tally.has_case;
    to->wrong = result->tally.wrong;
    to->wrong_round = result->tally.wrong_round;
}

static bool take_result(void *context, int task, const void *from,
                        const struct child_words *words)
{
    struct verifying *const v = context;
    const struct unit_result *const result = from;
    const struct unit *const unit = &v->coverage->unit[task];

    if (words->end) {
        v->status = CHECK_FAILED;
        tell_end(v, unit, words);
        return false;
    }
    /* A compiler's words are shown as they are. */
    words_show(words, stderr, !strstr(result->why.line, " does not compile"));
    v->status = result->status;
    if (v->status == OK) {
        add_tally(v->tally, unit, &result->tally);
        return true;
    }
    keep_finding(v, unit, result);
    return false;
}

static void tell_progress(void *context, int ended)
{
    const struct verifying *const v = context;

    if (v->job->progress)
        v->job->progress(v->job, ended, v->coverage->units);
}

const struct verify_executor *verify_executor_of(const struct verify_job *job)
{
    return job->device->calls_host_op ? &verify_on_table : &verify_on_gpu;
}

static void begin_tally(const struct coverage *coverage,
                        struct verify_tally *tally)
{
    *tally = (struct verify_tally){.settings = coverage->settings,
                                   .refused = coverage->refused,
                                   .refusal = coverage->refusal,
                                   .untried = coverage->untried,
                                   .untried_why = coverage->untried_why,
                                   .least_n = SIZE_MAX,
                                   .races = verify_races()};
    memcpy(tally->each_value_of, coverage->each_value_of,
           sizeof tally->each_value_of);
    memcpy(tally->untried_value, coverage->untried_value,
           sizeof tally->untried_value);
}

/* ------------------------------------------------ compiling before the runs */

static void prepare_task(void *context, int task, void *out)
{
    const struct verifying *const v = context;
    const struct unit *const unit = &v->coverage->unit[task];
    struct monoid monoid;
    struct problem told_later;

    (void)out;
    if (monoid_open(unit->monoid, &monoid, &told_later) != OK)
        return;
    const struct setup setup = {.device = v->job->device,
                                .choice = &unit->choice,
                                .monoid = &monoid,
                                .source = v->job->source,
                                .exclusive = unit->exclusive,
                                .has_carry = true};
    (void)setup_prepare(&setup, &told_later);
    monoid_close(&monoid);
}

static bool take_nothing(void *context, int task, const void *result,
                         const struct child_words *words)
{
    (void)context, (void)task, (void)result, (void)words;
    return true; /* what does not compile says so when it is run */
}

/* A device whose runs cannot be in children: but its compiler can. */
static enum status prepare(struct verifying *v, struct problem *why)
{
    const struct children_job compilers = {.tasks = v->coverage->units,
                                           .children = v->job->children,
                                           .result_bytes = 1,
                                           .run = prepare_task,
                                           .done = take_nothing,
                                           .context = v};

    return v->job->children > 1 ? children_run(&compilers, why) : OK;
}

/* ------------------------------------------------ a finding's plainest case */

struct plainer {
    struct verifying *of;
    int units; /* the last one is the case itself */
    struct verify_case only[MOST_PLAINER];
    struct unit unit[MOST_PLAINER];
    bool right_alone;
};

static void plainer_task(void *context, int task, void *out)
{
    const struct plainer *const p = context;
    struct unit_result *const result = out;

    result->status = run_unit(p->of->job, &p->unit[task], WAY_PLAIN,
                              &result->tally, &result->why);
}

/* Of a case that ran alone, whichever it is. */
static bool take_plainer(void *context, int task, const void *from,
                         const struct child_words *words)
{
    struct plainer *const p = context;
    const struct unit_result *const result = from;
    const bool itself = task == p->units - 1;
    const bool ended = !words->end;

    if (itself)
        p->right_alone = ended && result->status == OK;
    else if (ended && result->status == CHECK_FAILED && result->tally.has_case)
        keep_finding(p->of, &p->unit[task], result);
    else
        return true;
    return false;
}

/* Runs that can be repeated: on one thread, or simulated. */
static bool repeats(const struct verify_job *job, const struct unit *unit)
{
    return job->simts || unit->threads <= 1;
}

/* A finding in some setting is told in the plainest one that shows it. */
static enum status tell_plainest(struct verifying *v,
                                 const struct children_job *children,
                                 struct problem *why)
{
    struct plainer p = {.of = v};
    struct children_job alone = *children;
    const struct unit found = v->wrong;
    const struct wrong_case wrong = {&found, v->tally->wrong,
                                     v->tally->wrong_round};

    if (!v->tally->has_case || verify_explores(v->job))
        return OK;
    p.units = plainer_units(&wrong, p.only, p.unit);
    alone.tasks = p.units;
    alone.children = 1;
    alone.run = plainer_task;
    alone.done = take_plainer;
    alone.progress = NULL;
    alone.context = &p;
    const enum status status = children_run(&alone, why);
    v->right_alone = p.right_alone && repeats(v->job, &found);
    return status;
}

/* One that no run alone shows comes from what was run before it, and not from
 * the bits of its elements. */
static void tell_left(struct verifying *v)
{
    const struct problem inner = *v->why;
    const char *const bits =
        strstr(inner.line, "; with other bits in the same elements");
    const int length =
        (int)(bits ? (size_t)(bits - inner.line) : strlen(inner.line));

    if (v->right_alone && !strstr(inner.line, "launch"))
        problem_set(v->why, CHECK_FAILED,
                    "%.*s; as the first run of all it is right: it depends on "
                    "what an earlier launch has left in its buffers",
                    length, inner.line);
}

/* --------------------------------------------------- a finding's recording */

static void record_task(void *context, int task, void *out)
{
    const struct verifying *const v = context;
    struct unit_result *const result = out;

    (void)task;
    result->status =
        run_unit(v->job, &v->wrong, WAY_TRACED, &result->tally, &result->why);
}

static void settle_task(void *context, int task, void *out)
{
    const struct verifying *const v = context;
    struct unit_result *const result = out;

    (void)task;
    result->status =
        run_unit(v->job, &v->wrong, WAY_SETTLES, &result->tally, &result->why);
}

static bool take_settled(void *context, int task, const void *from,
                         const struct child_words *words)
{
    struct verifying *const v = context;
    const struct unit_result *const result = from;

    (void)task;
    if (!words->end && result->status == CHECK_FAILED)
        *v->why = result->why;
    return true;
}

static bool take_recording(void *context, int task, const void *from,
                           const struct child_words *words)
{
    struct verifying *const v = context;
    const struct unit_result *const result = from;

    (void)task, (void)words; /* they were said the first time */
    v->tally->traced = result->tally.traced;
    if (result->status == MACHINE_LACKS) {
        v->status = MACHINE_LACKS;
        *v->why = result->why;
    }
    return true;
}

/* The unit that is wrong, once more. */
static enum status again(const struct children_job *children, enum way way,
                         struct problem *why)
{
    const struct verifying *const v = children->context;
    struct children_job one = *children;

    one.tasks = 1;
    one.keeps = way == WAY_TRACED ? fileno(v->job->trace) : 0;
    one.run = way == WAY_TRACED ? record_task : settle_task;
    one.done = way == WAY_TRACED ? take_recording : take_settled;
    one.progress = NULL;
    return children_run(&one, why);
}

/* The units have read it one after the other: a verdict is of one text. */
static bool is_same_text(const char *source, const struct stat *was)
{
    struct stat is;

    return !source || (stat(source, &is) == 0 && is.st_ino == was->st_ino &&
                       is.st_dev == was->st_dev && is.st_size == was->st_size &&
                       !memcmp(&is.st_ctim, &was->st_ctim, sizeof is.st_ctim));
}

enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why)
{
    struct coverage coverage;
    struct stat text = {0};

    if (job->source && stat(job->source, &text) != 0)
        return problem_set(why, WRONG_USE, "%s: %s", job->source,
                           strerror(errno));
    enum status status = coverage_plan(job, &coverage, why);

    *tally = (struct verify_tally){.runs = 0};
    encodings_draw();
    if (status != OK)
        return status;
    begin_tally(&coverage, tally);
    struct verifying v = {
        .job = job, .coverage = &coverage, .tally = tally, .why = why};
    const struct children_job children = {
        .tasks = coverage.units,
        .children = job->device->is_gpu ? 0 : job->children,
        .result_bytes = sizeof(struct unit_result),
        .patient = verify_explores(job),
        .run = run_task,
        .done = take_result,
        .progress = tell_progress,
        .context = &v};
    if (job->device->is_gpu)
        status = prepare(&v, why);
    if (status == OK)
        status = children_run(&children, why);
    if (status == OK && v.status == CHECK_FAILED && !job->device->is_gpu)
        status = tell_plainest(&v, &children, why);
    if (status == OK && v.status == CHECK_FAILED && tally->unsettled)
        status = again(&children, WAY_SETTLES, why);
    if (status == OK && v.status == CHECK_FAILED)
        tell_left(&v);
    if (status == OK && v.status == CHECK_FAILED && job->trace)
        status = again(&children, WAY_TRACED, why);
    if (status == OK && v.status == OK && !job->device->is_gpu)
        v.status = verify_real(job, &coverage, why);
    coverage_close(&coverage);
    if (status == OK && !is_same_text(job->source, &text))
        return problem_set(why, WRONG_USE,
                           "%s has changed while it was verified: there is no "
                           "verdict, verify it again",
                           job->source);
    return status == OK ? v.status : status;
}
