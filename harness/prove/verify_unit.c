/* verify_unit.c - see verify_unit.h: rounds, sizes and forms of one unit. The
 * executor runs a case and judges it. */
#include "verify_unit.h"
#include "base/paths.h"
#include "base/sanitizer.h"
#include "devices/traced.h"
#include "monoids/patterns.h"
#include "sandbox/seal.h"
#include "simt/simt.h"
#include "verify_executor.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* The largest number of elements for testing the entries. */
enum { MAX_ENTRY = 1 << 16 };

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

/* ------------------------------------------------------------- one case */

const char *verify_name(const struct choice *choice, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s", choice->algorithm->name,
             *choice->variant ? ":" : "", choice->variant);
    return text;
}

/* "half", "all but one", "all but element 7", "element 7 alone". */
static void write_pattern(const struct task *a, const struct verify_case *c,
                          char *text, size_t size)
{
    if (c->single)
        snprintf(text, size, "%selement %zu%s",
                 a->stops_at_first ? "all but " : "", c->single - 1,
                 a->stops_at_first ? "" : " alone");
    else
        snprintf(text, size, "%s",
                 a->stops_at_first && c->pattern == 0
                     ? "all but one"
                     : pattern_name((enum pattern)c->pattern));
}

/* "inclusive in place after a carry (element 0), n = 3", "none kept, n = 3". */
static void write_form(const struct setup *setup, const struct verify_case *c,
                       char *text, size_t size)
{
    const struct task *const task = setup->choice->algorithm->task;
    const bool intervals = monoid_is_interval(setup->monoid);
    char pattern[64] = "";

    if (task->has_patterns)
        write_pattern(task, c, pattern, sizeof pattern);
    snprintf(text, size, "%s%s%s%s%s%sn = %zu",
             !task->has_kinds   ? ""
             : setup->exclusive ? "exclusive"
                                : "inclusive",
             c->in_place ? " in place" : "",
             !c->carry   ? ""
             : intervals ? " after a carry (element 0)"
                         : " after a carry",
             !task->has_kinds ? "" : ", ", pattern,
             !task->has_patterns                    ? ""
             : task->function == FUNCTION_KEY       ? " keys, "
             : task->function == FUNCTION_PREDICATE ? " kept, "
                                                    : " flagged, ",
             c->n);
}

static void add_case(const struct setup *setup, const struct verify_case *c,
                     struct problem *why)
{
    const int threads = setup->pool ? pool_threads(setup->pool) : 0;
    const bool intervals = monoid_is_interval(setup->monoid);
    char name[256], element[96], form[128], many[32] = "";

    write_form(setup, c, form, sizeof form);
    if (threads > 0)
        snprintf(many, sizeof many, ", %d thread%s", threads,
                 threads == 1 ? "" : "s");
    if (intervals)
        snprintf(element, sizeof element, "T of %zu bytes",
                 setup->monoid->table.bytes);
    else
        snprintf(element, sizeof element, "%.90s", setup->monoid->name);
    problem_found_in(why, "%s, %s, %s%s%s",
                     verify_name(setup->choice, name, sizeof name), form,
                     element, many, c->shifted ? ", arrays misaligned" : "");
}

/* An open parameter gets its small value first, and then every other value, so
 * a default is written if the user gave it or if it is not the small value. */
static void write_settings(const struct verify_job *job,
                           const struct choice *choice, char *text, size_t size)
{
    const struct parameter *const p = choice->implementation->parameters;
    bool also[MAX_PARAMETERS] = {false};

    for (int i = 0; p[i].name; i++)
        also[i] = job->choice->given[i] ||
                  (choice->value[i] != p[i].small && choice_uses(choice, i));
    choice_print(choice, also, text, size);
}

/* Writes the command that reproduces the unit's finding, with these sizes and
 * options (each begins with a space). The shortest T comes first, so only a
 * longer one is written. */
static void write_again(const struct verify_job *job, const struct unit *unit,
                        const char *sizes, const char *options,
                        struct verify_tally *tally)
{
    char settings[512], bytes[32] = "", source[900] = "";

    write_settings(job, &unit->choice, settings, sizeof settings);
    for (unsigned longer = 8; longer <= 32; longer *= 2)
        if (!strcmp(unit->monoid, verify_interval(longer)))
            snprintf(bytes, sizeof bytes, " --bytes %u", longer);
    if (job->source)
        path_quote(job->source, source, sizeof source);
    snprintf(tally->again, sizeof tally->again,
             "scanlab verify %s%s%s -d %s%s%s%s%s%s",
             unit->choice.algorithm->name, *settings ? ":" : "", settings,
             job->device->name, sizes, bytes, options,
             *source ? " --source " : "", source);
}

/* Writes the sizes that the user gave, if any: " -n 0..3,96". */
static void write_sizes(const struct verify_job *job, char *text, size_t size)
{
    size_t used = 0, end;

    *text = '\0';
    for (size_t i = 0; i < job->size_count && used < size; i = end) {
        for (end = i + 1; end < job->size_count &&
                          job->sizes[end] == job->sizes[end - 1] + 1;)
            end++;
        used += (size_t)snprintf(text + used, size - used, "%s%zu",
                                 used ? "," : " -n ", job->sizes[i]);
        if (end > i + 1 && used < size)
            used += (size_t)snprintf(text + used, size - used, "..%zu",
                                     job->sizes[end - 1]);
    }
}

/* Writes " --schedule inorder,random:1 --resident 2". */
static void write_schedules(const struct verify_job *job, char *text,
                            size_t size)
{
    size_t used = 0;

    *text = '\0';
    for (int i = 0; job->schedules_given && i < job->simt_count && used < size;
         i++) {
        char one[64];
        schedule_print(&job->simts[i], one, sizeof one);
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 used ? "," : " --schedule ", one);
    }
    if (job->simts && job->simts[0].resident && used < size)
        used += (size_t)snprintf(text + used, size - used, " --resident %d",
                                 job->simts[0].resident);
    if (job->simts && used < size)
        snprintf(text + used, size - used, "%s%s",
                 job->simts[0].lockstep ? " --lockstep" : "",
                 job->simts[0].strict_barriers ? " --strict-barriers" : "");
}

/* Adds the explanation, and the command that reruns just this case. */
static void tell_again(const struct verify_bench *bench,
                       const struct verify_case *c, struct verify_tally *tally)
{
    char sizes[32], options[256] = "", blank_options[258];

    bench->executor->tell(bench, c, tally, options, sizeof options);
    if (bench->in_history) /* which runs after all schedules */
        write_schedules(bench->job, blank_options, sizeof blank_options);
    else
        snprintf(blank_options, sizeof blank_options, "%s%s",
                 *options ? " " : "", options);
    snprintf(sizes, sizeof sizes, " -n %zu", c->n);
    write_again(bench->job, bench->unit, sizes, blank_options, tally);
}

void verify_unit_again(const struct verify_job *job, const struct unit *unit,
                       struct verify_tally *tally)
{
    char sizes[512], options[256];

    write_sizes(job, sizes, sizeof sizes);
    write_schedules(job, options, sizeof options);
    if (!job->simts && unit->threads > 0)
        snprintf(options, sizeof options, " --threads %d", unit->threads);
    write_again(job, unit, sizes, options, tally);
}

/* Writes the trace of the latest mistake. */
static enum status tell_trace(const struct verify_bench *bench,
                              const struct verify_case *c,
                              const struct problem *finding,
                              struct verify_tally *tally, struct problem *why)
{
    const struct monoid *const monoid = bench->setup->monoid;
    const struct call call = {.entry = ENTRY_SCAN, .sizes = bench->sizes};
    const struct traced traced = {
        .setup = bench->setup,
        .call = &call,
        .command = bench->job->command,
        .monoid = monoid->name,
        .function = monoid->function_name,
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
    struct problem finding = {.line = ""};

    bench->sizes = sizes_of_scan(c->n);
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
            if (unit->forms >> (form < PATTERNS_PROVED ? form : 0) & 1)
                status = run_case(bench, &c, tally, why);
    }
    return status;
}

/* Keeps notes that are not findings. */
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

/* Makes the runs of a unit. */

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
    if (status == OK && bench->execution)
        tally->arrays = execution_arrays(bench->execution);
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

/* The same runs again, recorded: they take the same path. Flushes the file,
 * since this may be a child. */
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
        if (unit->sizes[i] <= MAX_ENTRY && unit->sizes[i] > setup->largest_n)
            setup->largest_n = unit->sizes[i];
    return setup->largest_n ? verify_entries(setup, tally, why) : OK;
}

static enum status run_setup(const struct verify_job *job,
                             const struct unit *unit, enum way way,
                             struct setup *setup, struct verify_tally *tally,
                             struct problem *why)
{
    if (way == WAY_TRACED)
        return trace_cases(job, unit, setup, tally, why);
    const enum status status = run_cases(job, unit, way, setup, tally, why);
    return status == OK && unit->entries ? run_entries(unit, setup, tally, why)
                                         : status;
}

enum status verify_setup(const struct verify_job *job, const struct unit *unit,
                         struct monoid *monoid, struct setup *out,
                         struct problem *why)
{
    const enum status status =
        proof_plan_monoid(job, unit->monoid, monoid, why);

    *out =
        (struct setup){.device = job->device,
                       .choice = &unit->choice,
                       .monoid = monoid,
                       .source = job->source,
                       .exclusive = unit->exclusive,
                       .has_carry = job->choice->algorithm->task->takes_carry,
                       .sizes = unit->sizes,
                       .size_count = unit->size_count,
                       .has_entries = unit->entries};
    for (size_t i = 0; i < unit->size_count; i++)
        if (unit->sizes[i] > out->largest_n)
            out->largest_n = unit->sizes[i];
    return status;
}

enum status verify_unit(const struct verify_job *job, const struct unit *unit,
                        enum way way, struct verify_tally *tally,
                        struct problem *why)
{
    struct monoid monoid;
    struct pool *pool = NULL;
    struct setup setup;
    enum status status = verify_setup(job, unit, &monoid, &setup, why);

    if (status != OK)
        return status;
    if (unit->threads > 0)
        status = pool_open(unit->threads, &pool, why);
    setup.pool = pool;
    if (status == OK)
        status = run_setup(job, unit, way, &setup, tally, why);
    pool_close(pool);
    monoid_close(&monoid);
    tally->races = verify_races();
    return status;
}
