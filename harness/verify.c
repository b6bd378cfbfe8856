/* verify.c - proof runs on the interval monoid. */
#include "verify.h"
#include "interval.h"
#include "machine.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char *const element_sizes[] = {"interval", "interval8",
                                            "interval16", "interval32", NULL};

/* Elements before and after the output that nobody may touch. */
enum { GUARD = 16 };

static const uint32_t salts[2] = {0x1234567u, 0xdeadbeeeu};

#if defined __has_feature
#if __has_feature(thread_sanitizer)
#define WATCHES_RACES /* clang's way to tell */
#endif
#elif defined __SANITIZE_THREAD__
#define WATCHES_RACES
#endif

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
    char *in;     /* room for the largest n */
    char *room;   /* GUARD, largest n, GUARD elements */
};

struct single_run {
    size_t n;
    bool exclusive, in_place;
    bool carry; /* an interval in front of in[0]: then it is element 0 */
    int threads;
    uint32_t salt;
};

static const unsigned char GUARD_BYTE = 0xa5;

static enum status check_guards(const struct bench_top *top, size_t n,
                                struct problem *why)
{
    const unsigned char *before = (unsigned char *)top->room;
    const unsigned char *after = before + (GUARD + n) * top->bytes;

    for (size_t i = 0; i < GUARD * top->bytes; i++) {
        if (before[i] != GUARD_BYTE)
            return problem_set(why, CHECK_FAILED,
                               "memory in front of out[0] was written");
        if (after[i] != GUARD_BYTE)
            return problem_set(why, CHECK_FAILED,
                               "memory behind out[%zu] was written", n - 1);
    }
    return OK;
}

static enum status check_outputs(const struct bench_top *top,
                                 const struct single_run *run,
                                 struct problem *why)
{
    const char *out = top->room + GUARD * top->bytes;

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
    return check_guards(top, run->n, why);
}

static enum status run_once(struct bench_top *top, const struct single_run *run,
                            struct problem *why)
{
    char *out = top->room + GUARD * top->bytes;
    char *in = run->in_place ? out : top->in;
    _Alignas(16) char carry[64];
    const enum status status =
        interval_begin(run->n + run->carry, run->salt, why);

    if (status != OK)
        return status;
    if (run->carry)
        interval_leaf(0, carry, top->bytes);
    memset(top->room, GUARD_BYTE, (2 * GUARD + run->n) * top->bytes);
    for (size_t i = 0; i < run->n; i++)
        interval_leaf(i + run->carry, in + i * top->bytes, top->bytes);
    execution_scan(top->execution, in, out, run->n, run->carry ? carry : NULL);
    return check_outputs(top, run, why);
}

/* Both salts; on one thread they must take the same number of ops. */
static enum status run_salted(struct bench_top *top, struct single_run run,
                              struct verify_tally *tally, struct problem *why)
{
    uint64_t work[2];

    for (int s = 0; s < 2; s++) {
        run.salt = salts[s];
        const enum status status = run_once(top, &run, why);
        if (status != OK)
            return status;
        work[s] = interval_work();
        tally->runs++;
    }
    if (run.threads == 1 && work[0] != work[1])
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

/* Puts the case in front of the sentence. */
static enum status in_case(enum status status, const struct setup *setup,
                           const struct single_run *run, struct problem *why)
{
    const struct problem inner = *why;
    const char *variant = setup->choice->variant;

    return problem_set(
        why, status, "%s%s%s, %s%s%s, n = %zu, T of %zu bytes, %d thread%s: %s",
        setup->choice->algorithm->name, *variant ? ":" : "", variant,
        run->exclusive ? "exclusive" : "inclusive",
        run->in_place ? " in place" : "",
        run->carry ? " behind a carry (element 0)" : "", run->n,
        setup->monoid->table.bytes, run->threads, run->threads == 1 ? "" : "s",
        inner.line);
}

static enum status run_sizes(struct bench_top *top, const struct setup *setup,
                             struct verify_tally *tally, struct problem *why)
{
    const struct verify_job *job = top->job;

    for (size_t i = 0; i < job->size_count; i++) {
        const char *refusal = setup_refuses(setup, job->sizes[i]);
        if (refusal) {
            tally->refused++;
            tally->refusal = refusal;
            continue;
        }
        for (int form = 0; form < 4; form++) {
            const struct single_run run = {.n = job->sizes[i],
                                           .exclusive = setup->exclusive,
                                           .in_place = form % 2,
                                           .carry = form / 2,
                                           .threads =
                                               pool_threads(setup->pool)};
            const enum status status = run_salted(top, run, tally, why);
            if (status != OK)
                return in_case(status, setup, &run, why);
        }
    }
    return OK;
}

/* One module: a shape, an element size, a kind, a thread count. */
static enum status run_setup(const struct verify_job *job,
                             const struct setup *setup,
                             struct verify_tally *tally, struct problem *why)
{
    struct bench_top top = {.job = job, .bytes = setup->monoid->table.bytes};
    const size_t in_bytes = setup->largest_n * top.bytes;
    const size_t room_bytes = (setup->largest_n + 2 * GUARD) * top.bytes;
    void *in = NULL, *room = NULL;
    enum status status =
        machine_has_memory(in_bytes + room_bytes, "this verification", why);

    if (status == OK)
        status = execution_open(setup, &top.execution, why);
    if (status == OK)
        status = machine_take(in_bytes, &in, why);
    if (status == OK)
        status = machine_take(room_bytes, &room, why);
    top.in = in;
    top.room = room;
    if (status == OK)
        status = run_sizes(&top, setup, tally, why);
    machine_free(in, in_bytes);
    machine_free(room, room_bytes);
    execution_close(top.execution);
    return status;
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

    for (const char *const *name = element_sizes; *name && status == OK;
         name++) {
        struct monoid monoid;
        status = monoid_open(*name, &monoid, why);
        if (status != OK)
            break;
        for (int k = 0; k < 2 * job->thread_count && status == OK; k++) {
            struct setup setup = {.device = job->device,
                                  .choice = choice,
                                  .monoid = &monoid,
                                  .pool = job->pools[k / 2],
                                  .source = job->source,
                                  .exclusive = k % 2};
            setup.largest_n = largest_size(job, &setup);
            status = run_setup(job, &setup, tally, why);
        }
        monoid_close(&monoid);
    }
    return status;
}

enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why)
{
    const struct choice small = choice_small(job->choice);

    *tally = (struct verify_tally){.shapes = 1};
    enum status status = run_shape(job, job->choice, tally, why);
    if (status == OK && strcmp(small.variant, job->choice->variant) != 0) {
        tally->shapes++;
        status = run_shape(job, &small, tally, why);
    }
    return status;
}
