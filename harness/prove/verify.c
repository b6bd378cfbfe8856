/* verify.c - the one loop over cases: shapes, monoids, kinds, threads; then
 * rounds, sizes and forms. What a run is, and when it is right, says the
 * executor. */
#include "verify.h"
#include "base/sanitizer.h"
#include "devices/traced.h"
#include "simt/simt.h"
#include "verify_executor.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                c->shifted ? ", misaligned by one element" : "", inner.line);
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
    tell_again(bench, c, tally);
    add_case(bench->setup, c, &finding);
    if (status == CHECK_FAILED && bench->setup->trace &&
        tell_trace(bench, c, &finding, tally, why) != OK)
        return MACHINE_LACKS;
    *why = finding;
    return status;
}

/* ---------------------------------------------------------- one setup */

/* Every size, in each of its forms. */
static enum status run_sizes(struct verify_bench *bench, int round,
                             struct verify_tally *tally, struct problem *why)
{
    const struct verify_job *const job = bench->job;
    const struct verify_executor *const executor = bench->executor;
    enum status status = OK;

    for (size_t i = 0; i < job->size_count && status == OK; i++) {
        struct verify_case c = {.n = job->sizes[i]};
        if (c.n > bench->setup->largest_n || setup_refuses(bench->setup, c.n))
            continue;
        if (job->progress)
            job->progress(bench->setup, c.n, tally);
        for (int form = 0;
             status == OK && executor->form(bench, round, form, &c); form++)
            status = run_case(bench, &c, tally, why);
    }
    return status;
}

/* One module: a shape, a monoid, a kind, a thread count. */
static enum status run_setup(const struct verify_job *job,
                             const struct verify_executor *executor,
                             struct setup *setup, struct verify_tally *tally,
                             struct problem *why)
{
    struct verify_bench *const bench = calloc(1, executor->bytes);

    if (!bench)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    bench->executor = executor;
    bench->job = job;
    bench->setup = setup;
    if (job->progress)
        job->progress(setup, 0, tally);
    enum status status = executor->open(bench, why);
    for (int round = 0; round < executor->rounds(job) && status == OK;
         round++) {
        status = executor->begin(bench, round, why);
        if (status == OK)
            status = run_sizes(bench, round, tally, why);
    }
    executor->close(bench);
    free(bench);
    return status;
}

/* The same once more, recorded: it goes the same way. */
static enum status trace_setup(const struct verify_job *job,
                               const struct verify_executor *executor,
                               struct setup *setup, struct verify_tally *tally,
                               struct problem *why)
{
    setup->trace = trace_open(TRACE_FINDING_EVENTS);
    if (!setup->trace)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    struct verify_tally again = *tally;
    struct problem finding = {""};
    const enum status status =
        run_setup(job, executor, setup, &again, &finding);
    trace_close(setup->trace);
    setup->trace = NULL;
    tally->traced = again.traced;
    if (status == OK || status == CHECK_FAILED)
        return CHECK_FAILED; /* as `why` says */
    *why = finding;
    return status;
}

/* Sets the largest size that the algorithm takes, at most `most`; false: none.
 * Those that it refuses are counted. */
static bool find_largest(const struct verify_job *job, struct setup *setup,
                         size_t most, struct verify_tally *tally)
{
    bool any = false;

    setup->largest_n = 0;
    for (size_t i = 0; i < job->size_count; i++) {
        const size_t n = job->sizes[i];
        const char *refusal = n <= most ? setup_refuses(setup, n) : NULL;
        if (refusal) {
            tally->refused++;
            tally->refusal = refusal;
        } else if (n <= most) {
            any = true;
            setup->largest_n = n > setup->largest_n ? n : setup->largest_n;
        }
    }
    return any;
}

/* ------------------------------------------------------------- all of them */

static enum status run_entries(const struct verify_job *job,
                               struct setup *setup, struct verify_tally *tally,
                               struct problem *why)
{
    struct verify_tally counted = {.runs = 0}; /* its refusals are known */

    return find_largest(job, setup, ENTRY_MOST, &counted)
               ? verify_entries(setup, tally, why)
               : OK;
}

/* Inclusive and exclusive, on each number of threads. */
static enum status run_kinds(const struct verify_job *job,
                             const struct verify_executor *executor,
                             const struct choice *choice,
                             const struct monoid *monoid,
                             struct verify_tally *tally, struct problem *why)
{
    /* All orders of one kind say enough, and take long. */
    const int kinds = verify_explores(job) ? 1 : 2 * job->pool_count;
    enum status status = OK;

    for (int k = 0; k < kinds && status == OK; k++) {
        struct setup setup = {.device = job->device,
                              .choice = choice,
                              .monoid = monoid,
                              .pool = job->pools[k / 2],
                              .source = job->source,
                              .exclusive = k % 2,
                              .has_carry = true};
        if (find_largest(job, &setup,
                         executor->most ? executor->most(monoid) : SIZE_MAX,
                         tally))
            status = run_setup(job, executor, &setup, tally, why);
        if (status == CHECK_FAILED && job->trace)
            status = trace_setup(job, executor, &setup, tally, why);
        if (status == OK && k == 0 && !monoid_is_interval(monoid))
            status = run_entries(job, &setup, tally, why);
    }
    return status;
}

static enum status run_monoid(const struct verify_job *job,
                              const struct verify_executor *executor,
                              const struct choice *choice, const char *name,
                              struct verify_tally *tally, struct problem *why)
{
    struct monoid monoid;
    enum status status = monoid_open(name, &monoid, why);

    if (status != OK)
        return status;
    status = run_kinds(job, executor, choice, &monoid, tally, why);
    monoid_close(&monoid);
    return status;
}

/* Intervals of each size of T. */
static enum status run_shape(const struct verify_job *job,
                             const struct verify_executor *executor,
                             const struct choice *choice,
                             struct verify_tally *tally, struct problem *why)
{
    enum status status = OK;
    bool any = false;

    for (unsigned bytes = 4; bytes <= 32 && status == OK; bytes *= 2) {
        if (!(job->elem_bytes & bytes) || (any && verify_explores(job)))
            continue;
        any = true;
        status = run_monoid(job, executor, choice, verify_interval(bytes),
                            tally, why);
    }
    return status;
}

static enum status run_monoids(const struct verify_job *job,
                               const struct verify_executor *executor,
                               struct verify_tally *tally, struct problem *why)
{
    const char *const *name = monoid_names();
    enum status status = OK;

    for (; *name && status == OK; name++)
        if (strncmp(*name, "interval", 8) != 0)
            status = run_monoid(job, executor, job->choice, *name, tally, why);
    return status;
}

/* Each variant by itself: small parameters, but for the one named value. Those
 * that are wrong on purpose are run only by name. */
static enum status run_variants(const struct verify_job *job,
                                const struct verify_executor *executor,
                                const struct choice *small,
                                struct verify_tally *tally, struct problem *why)
{
    const struct parameter *p = small->implementation->parameters;
    enum status status = OK;

    for (int i = 0; p[i].name; i++)
        for (int v = 0; parameter_has(&p[i], v) && status == OK; v++) {
            const char *name = p[i].names[v];
            const long value = p[i].legal[v];
            struct choice variant = *small;
            if (!name || (p[i].lesson && value == p[i].wrong) ||
                value == small->value[i] || value == job->choice->value[i])
                continue;
            status = choice_set(&variant, p[i].name, name, why);
            tally->shapes++;
            if (status == OK)
                status = run_shape(job, executor, &variant, tally, why);
        }
    return status;
}

enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why)
{
    const struct verify_executor *const executor =
        job->device->calls_host_op ? &verify_on_table : &verify_on_gpu;
    const struct choice small = choice_small(job->choice);

    *tally = (struct verify_tally){.shapes = 1};
    enum status status = run_shape(job, executor, job->choice, tally, why);
    if (verify_explores(job))
        return status;
    if (status == OK && strcmp(small.variant, job->choice->variant) != 0) {
        tally->shapes++;
        status = run_shape(job, executor, &small, tally, why);
    }
    if (status == OK && job->variants)
        status = run_variants(job, executor, &small, tally, why);
    return status == OK && executor->needs_monoids
               ? run_monoids(job, executor, tally, why)
               : status;
}
