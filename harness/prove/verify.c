/* verify.c - proof runs on the interval monoid. */
#include "verify.h"
#include "monoids/interval.h"
#include "base/host.h"
#include "room.h"
#include "base/sanitizer.h"
#include "simt/simt.h"
#include "devices/traced.h"
#include "verify_cuda.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const uint32_t USUAL_SALT = 0x1234567u;

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

/* One execution and the memory it runs on. */
struct bench_top {
    const struct verify_job *job;
    struct execution *execution;
    size_t bytes; /* of an element */
    char *in;     /* space for the largest n */
    struct room room;
    struct simt_options simt; /* what the execution goes by now */
};

struct single_run {
    size_t n;
    bool exclusive, in_place;
    bool carry;  /* an interval in front of in[0]: then it is element 0 */
    int threads; /* 0: the device has none of this machine's */
    uint32_t salt;
};

static enum status check_outputs(const struct bench_top *top,
                                 const struct single_run *run,
                                 struct problem *why)
{
    const char *out = top->room.out;

    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu makes more operations than the interval "
                           "table holds in this machine's memory",
                           run->n);
    for (size_t i = 0; i < run->n; i++)
        if (!interval_check(out + i * top->bytes, top->bytes, i,
                            (long)i - run->exclusive + run->carry, why))
            return CHECK_FAILED;
    if (interval_met_garbage())
        return problem_set(why, CHECK_FAILED,
                           "op was given memory that holds no element (never "
                           "written, or half a copy)");
    for (size_t i = 0; !run->in_place && i < run->n; i++)
        if (interval_look(top->in + i * top->bytes, top->bytes) !=
            interval_node((uint32_t)(i + run->carry) + INTERVAL_FIRST_LEAF))
            return problem_set(why, CHECK_FAILED, "in[%zu] was overwritten", i);
    return room_check(&top->room, run->n, why);
}

static enum status run_once(struct bench_top *top, const struct single_run *run,
                            struct problem *why)
{
    char *out = top->room.out;
    char *in = run->in_place ? out : top->in;
    _Alignas(16) char carry[64];
    enum status status = interval_begin(run->n + run->carry, run->salt, why);

    if (status != OK)
        return status;
    if (run->carry)
        interval_leaf(0, carry, top->bytes);
    room_prepare(&top->room, run->n);
    for (size_t i = 0; i < run->n; i++)
        interval_leaf(i + run->carry, in + i * top->bytes, top->bytes);
    status = execution_scan(top->execution, in, out, run->n,
                            run->carry ? carry : NULL, why);
    return status == OK ? check_outputs(top, run, why) : status;
}

static enum status looks_inside(struct problem *why)
{
    const struct problem inner = *why;

    return problem_set(why, CHECK_FAILED,
                       "%s; under another salt it is right: the scan looks "
                       "inside its elements",
                       inner.line);
}

/* The bits of an element mean nothing; but a scan may take words that are all
 * zeros or all ones for something else. Under this salt one element is made of
 * such words: one of the input, mostly, or the identity, or a fold. Which one
 * differs from case to case, and is the same when a case is run again. */
static uint32_t special_salt(const struct single_run *run, size_t bytes)
{
    const uint32_t leaves = (uint32_t)run->n + run->carry;
    const uint32_t form =
        (uint32_t)(run->exclusive + 2 * run->in_place + 4 * run->carry);
    uint32_t draw = (uint32_t)(run->n * 64 + bytes / 8 * 8 + form);

    for (int i = 0; i < 3; i++) {
        draw = (draw ^ draw >> 15) * 0x2c1b3c6du;
        draw ^= draw >> 13;
    }
    const uint32_t word = draw & 1 ? UINT32_MAX : 0;
    const bool fold = (draw >> 1 & 3) == 0, identity = (draw >> 1 & 3) == 1;
    if (leaves == 0 || identity)
        return interval_salt(INTERVAL_IDENTITY, word);
    return interval_salt(
        INTERVAL_FIRST_LEAF + (fold ? leaves : 0) + (draw >> 3) % leaves, word);
}

/* Both salts, which differ in every bit; where timing plays no part they take
 * the same number of ops. */
static enum status run_salted(struct bench_top *top, struct single_run run,
                              struct verify_tally *tally, struct problem *why)
{
    const uint32_t special = special_salt(&run, top->bytes);
    uint64_t work[2], path[2];

    for (int s = 0; s < 2; s++) {
        run.salt = s == 0 ? ~special : special;
        const enum status status = run_once(top, &run, why);
        if (status == CHECK_FAILED && s == 1 && run.threads <= 1)
            return looks_inside(why);
        if (status != OK)
            return status;
        work[s] = interval_work();
        path[s] = execution_path(top->execution);
        tally->runs++;
    }
    if (path[0] != path[1])
        return problem_set(why, CHECK_FAILED,
                           "under another salt it goes another way through "
                           "the code or the memory: the scan looks inside its "
                           "elements, so nothing is proved");
    if (run.threads <= 1 && work[0] != work[1])
        return problem_set(why, CHECK_FAILED,
                           "%llu operations under one salt, %llu under "
                           "another: the scan looks inside its elements",
                           (unsigned long long)work[0],
                           (unsigned long long)work[1]);
    if (verify_races() > 0)
        return problem_set(why, CHECK_FAILED,
                           "ThreadSanitizer saw a data race");
    return OK;
}

/* Every order of the flag operations, a run each. */
static enum status run_orders(struct bench_top *top, struct single_run run,
                              struct verify_tally *tally, struct problem *why)
{
    enum status status =
        execution_explore(top->execution, top->simt.preemptions, why);

    run.salt = USUAL_SALT;
    do {
        if (status == OK)
            status = run_once(top, &run, why);
        tally->runs++;
    } while (status == OK && execution_next_run(top->execution));
    const struct explored result = execution_explored(top->execution);
    tally->explored++;
    tally->complete += result.complete;
    if (result.runs > tally->most_runs)
        tally->most_runs = result.runs;
    return status;
}

/* Puts the case in front of the sentence. */
static enum status in_case(enum status status, const struct setup *setup,
                           const struct single_run *run, struct problem *why)
{
    const struct problem inner = *why;
    const char *variant = setup->choice->variant;
    char threads[32] = "";

    if (run->threads > 0)
        snprintf(threads, sizeof threads, ", %d thread%s", run->threads,
                 run->threads == 1 ? "" : "s");
    return problem_set(why, status,
                       "%s%s%s, %s%s%s, n = %zu, T of %zu bytes%s: %s",
                       setup->choice->algorithm->name, *variant ? ":" : "",
                       variant, run->exclusive ? "exclusive" : "inclusive",
                       run->in_place ? " in place" : "",
                       run->carry ? " behind a carry (element 0)" : "", run->n,
                       setup->monoid->table.bytes, threads, inner.line);
}

/* What to type to see just this case again, on simt. */
static void tell_again(const struct bench_top *top, const struct setup *setup,
                       const struct single_run *run, struct verify_tally *tally)
{
    const char *variant = setup->choice->variant;
    char how[128];

    if (!top->job->simts)
        return;
    snprintf(tally->words, sizeof tally->words, "%s",
             execution_words(top->execution));
    simt_options_print(&top->simt, how, sizeof how);
    snprintf(tally->again, sizeof tally->again,
             "scanlab verify %s%s%s -d simt -n %zu %s%s%s",
             setup->choice->algorithm->name, *variant ? ":" : "", variant,
             run->n, how, top->job->source ? " --source " : "",
             top->job->source ? top->job->source : "");
}

/* Writes down what has just gone wrong. */
static enum status tell_trace(const struct bench_top *top,
                              const struct setup *setup,
                              const struct single_run *run,
                              const struct problem *finding,
                              struct verify_tally *tally, struct problem *why)
{
    const struct traced traced = {
        .setup = setup,
        .n = run->n,
        .command = top->job->command,
        .monoid = setup->monoid->name,
        .elements = {.monoid = &setup->monoid->table, .are_intervals = true},
        .note = "intervals: [0,3] is the fold of elements 0 to 3",
        .in_place = run->in_place,
        .carry = run->carry,
        .finding = finding->line,
        .words = tally->words};

    tally->traced = true;
    return traced_write(&traced, top->job->trace, why);
}

/* All schedules are explored, which says enough with one kind of element, and
 * takes long. */
static bool explores(const struct verify_job *job)
{
    return job->simts && job->simts[0].schedule == SCHEDULE_EXHAUSTIVE;
}

/* Every size, in each of its four forms, under the present schedule. */
static enum status run_sizes(struct bench_top *top, const struct setup *setup,
                             struct verify_tally *tally, struct problem *why)
{
    const struct verify_job *job = top->job;
    const int threads = setup->pool ? pool_threads(setup->pool) : 0;

    for (size_t i = 0; i < job->size_count; i++) {
        const char *refusal = setup_refuses(setup, job->sizes[i]);
        if (refusal) {
            tally->refused++;
            tally->refusal = refusal;
            continue;
        }
        if (job->progress)
            job->progress(setup, job->sizes[i], tally);
        for (int form = 0; form < (explores(job) ? 1 : 4); form++) {
            const struct single_run run = {.n = job->sizes[i],
                                           .exclusive = setup->exclusive,
                                           .in_place = form % 2,
                                           .carry = form / 2,
                                           .threads = threads};
            const enum status status = explores(job)
                                           ? run_orders(top, run, tally, why)
                                           : run_salted(top, run, tally, why);
            if (status != OK) {
                struct problem finding = *why;
                tell_again(top, setup, &run, tally);
                in_case(status, setup, &run, &finding);
                if (status == CHECK_FAILED && setup->trace &&
                    tell_trace(top, setup, &run, &finding, tally, why) != OK)
                    return MACHINE_LACKS;
                *why = finding;
                return status;
            }
        }
    }
    return OK;
}

static enum status run_schedules(struct bench_top *top,
                                 const struct setup *setup,
                                 struct verify_tally *tally,
                                 struct problem *why)
{
    const struct verify_job *job = top->job;
    enum status status = OK;

    for (int k = 0; k < job->simt_count && status == OK; k++) {
        if (job->simts)
            top->simt = job->simts[k];
        status = run_sizes(top, setup, tally, why);
    }
    return status;
}

/* One module: a shape, an element size, a kind, a thread count. */
static enum status run_setup(const struct verify_job *job, struct setup *setup,
                             struct verify_tally *tally, struct problem *why)
{
    struct bench_top top = {.job = job, .bytes = setup->monoid->table.bytes};
    const size_t in_bytes = setup->largest_n * top.bytes;
    const size_t out_bytes = room_bytes(setup->largest_n, top.bytes);
    void *in = NULL;
    enum status status =
        machine_has_memory(in_bytes + out_bytes, "this verification", why);

    if (job->progress)
        job->progress(setup, 0, tally);
    setup->simt = job->simts ? &top.simt : NULL;
    if (status == OK)
        status = execution_open(setup, &top.execution, why);
    if (status == OK)
        status = machine_take(in_bytes, &in, why);
    if (status == OK)
        status = room_take(setup->largest_n, top.bytes, &top.room, why);
    top.in = in;
    if (status == OK)
        status = run_schedules(&top, setup, tally, why);
    machine_free(in, in_bytes);
    room_free(&top.room);
    execution_close(top.execution);
    return status;
}

/* The same once more, recorded: it goes the same way. */
static enum status trace_setup(const struct verify_job *job,
                               struct setup *setup, struct verify_tally *tally,
                               struct problem *why)
{
    setup->trace = trace_open(TRACE_FINDING_EVENTS);
    if (!setup->trace)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    struct verify_tally again = *tally;
    struct problem finding = {""};
    const enum status status = run_setup(job, setup, &again, &finding);
    trace_close(setup->trace);
    setup->trace = NULL;
    tally->traced = again.traced;
    if (status == OK || status == CHECK_FAILED)
        return CHECK_FAILED; /* as `why` says */
    *why = finding;
    return status;
}

const char *verify_interval(unsigned bytes)
{
    return bytes == 4    ? "interval"
           : bytes == 8  ? "interval8"
           : bytes == 16 ? "interval16"
                         : "interval32";
}

/* The largest size that the algorithm takes. */
static size_t largest_size(const struct verify_job *job,
                           const struct setup *setup)
{
    size_t largest = 0;

    for (size_t i = 0; i < job->size_count; i++)
        if (job->sizes[i] > largest && !setup_refuses(setup, job->sizes[i]))
            largest = job->sizes[i];
    return largest;
}

static enum status run_shape(const struct verify_job *job,
                             const struct choice *choice,
                             struct verify_tally *tally, struct problem *why)
{
    enum status status = OK;

    for (unsigned bytes = 4; bytes <= 32 && status == OK; bytes *= 2) {
        struct monoid monoid;
        if (!(job->elem_bytes & bytes))
            continue;
        status = monoid_open(verify_interval(bytes), &monoid, why);
        if (status != OK)
            break;
        for (int k = 0; k < 2 * job->pool_count && status == OK; k++) {
            if (explores(job) && (k > 0 || (job->elem_bytes & (bytes - 1))))
                break; /* once, with the smallest T */
            struct setup setup = {.device = job->device,
                                  .choice = choice,
                                  .monoid = &monoid,
                                  .pool = job->pools[k / 2],
                                  .source = job->source,
                                  .exclusive = k % 2,
                                  .has_carry = true};
            setup.largest_n = largest_size(job, &setup);
            status = run_setup(job, &setup, tally, why);
            if (status == CHECK_FAILED && job->trace)
                status = trace_setup(job, &setup, tally, why);
        }
        monoid_close(&monoid);
    }
    return status;
}

/* Each variant by itself: small parameters, but for the one named value. Those
 * that are wrong on purpose are run only by name. */
static enum status run_variants(const struct verify_job *job,
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
                status = run_shape(job, &variant, tally, why);
        }
    return status;
}

static enum status verify_on_gpu(const struct verify_job *job,
                                 const struct choice *small,
                                 struct verify_tally *tally,
                                 struct problem *why)
{
    enum status status = verify_cuda_intervals(job, job->choice, tally, why);

    if (status == OK && strcmp(small->variant, job->choice->variant) != 0) {
        tally->shapes++;
        status = verify_cuda_intervals(job, small, tally, why);
    }
    return status == OK ? verify_cuda_monoids(job, job->choice, tally, why)
                        : status;
}

enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why)
{
    const struct choice small = choice_small(job->choice);

    *tally = (struct verify_tally){.shapes = 1};
    if (!job->device->calls_host_op)
        return verify_on_gpu(job, &small, tally, why);
    enum status status = run_shape(job, job->choice, tally, why);
    if (explores(job))
        return status;
    if (status == OK && strcmp(small.variant, job->choice->variant) != 0) {
        tally->shapes++;
        status = run_shape(job, &small, tally, why);
    }
    if (status == OK && job->variants)
        status = run_variants(job, &small, tally, why);
    return status;
}
