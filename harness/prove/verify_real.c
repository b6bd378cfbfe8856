/* verify_real.c - see verify_real.h. */
#include "verify_real.h"
#include "verify_executor.h"
#include "monoids/check.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "simt/simt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

enum { TASKS = 4, MOST_BYTES = 32, MOST_ELEMENTS = 4096 };

/* A scan: the first and the last unit of the proof, inclusive and exclusive. */
struct real_scan {
    const struct unit *unit; /* NULL: the algorithm does not take this one */
    struct monoid monoid;
    bool exclusive;
    size_t n;
    char *in, *expected; /* the parent's own */
};

/* What the parent and its children both see. */
struct shared {
    char in[TASKS][MOST_ELEMENTS * MOST_BYTES];
    char out[TASKS][MOST_ELEMENTS * MOST_BYTES];
};

struct real {
    const struct verify_job *job;
    struct real_scan scan[TASKS];
    struct shared *shared;
    enum status status;
    struct problem *why;
};

struct real_result {
    enum status status;
    struct problem why;
};

static struct setup setup_of(const struct real *r, const struct real_scan *scan)
{
    return (struct setup){.device = r->job->device,
                          .choice = &scan->unit->choice,
                          .monoid = &scan->monoid,
                          .source = r->job->source,
                          .exclusive = scan->exclusive,
                          .largest_n = scan->n};
}

/* ------------------------------------------------------------- in the child */

static enum status scan_in_child(const struct real *r, int task,
                                 struct problem *why)
{
    const struct real_scan *const scan = &r->scan[task];
    const size_t bytes = scan->n * scan->monoid.table.bytes;
    struct setup setup = setup_of(r, scan);
    struct execution *execution = NULL;
    struct simt_options simt;
    char *const in = malloc(bytes), *const out = malloc(bytes);
    enum status status =
        in && out ? OK : problem_set(why, MACHINE_LACKS, "out of memory");

    if (r->job->simts) {
        simt = r->job->simts[0];
        if (simt.schedule == SCHEDULE_EXHAUSTIVE)
            simt.schedule = SCHEDULE_INORDER;
        setup.simt = &simt;
    }
    if (status == OK && scan->unit->threads > 0)
        status = pool_open(scan->unit->threads, &setup.pool, why);
    if (status == OK)
        status = execution_open(&setup, &execution, why);
    if (status == OK)
        status = execution_reserve(execution, scan->n, why);
    seal();
    if (status == OK) {
        memcpy(in, r->shared->in[task], bytes);
        status = execution_scan(execution, in, out, scan->n, NULL, why);
    }
    if (status == OK)
        memcpy(r->shared->out[task], out, bytes);
    execution_close(execution);
    pool_close(setup.pool);
    free(in);
    free(out);
    return status;
}

static void run_task(void *context, int task, void *out)
{
    const struct real *const r = context;
    struct real_result *const result = out;

    if (r->scan[task].unit)
        result->status = scan_in_child(r, task, &result->why);
}

/* ------------------------------------------------------------ in the parent */

static void add_case(const struct real_scan *scan, struct problem *why)
{
    const struct choice *const choice = &scan->unit->choice;
    const struct problem inner = *why;

    problem_set(why, CHECK_FAILED,
                "%s%s%s, %s, n = %zu, elements of %s, drawn at random: %s",
                choice->algorithm->name, *choice->variant ? ":" : "",
                choice->variant, scan->exclusive ? "exclusive" : "inclusive",
                scan->n, scan->monoid.name, inner.line);
}

static enum status compare(const struct real *r, int task, struct problem *why)
{
    const struct real_scan *const scan = &r->scan[task];
    const struct monoid_table *const m = &scan->monoid.table;

    for (size_t i = 0; i < scan->n; i++) {
        const char *const got = r->shared->out[task] + i * m->bytes;
        const char *const want = scan->expected + i * m->bytes;
        struct problem difference;
        if (!memcmp(got, want, m->bytes))
            continue;
        check_differs(m, i, got, want, &difference);
        return problem_set(why, CHECK_FAILED,
                           "%.500s; on intervals it is right, so the code does "
                           "something else in a proof",
                           difference.line);
    }
    return OK;
}

static bool take_result(void *context, int task, const void *from,
                        const struct child_words *words)
{
    struct real *const r = context;
    const struct real_result *const result = from;

    if (!r->scan[task].unit)
        return true;
    if (words->end)
        r->status = problem_set(r->why, CHECK_FAILED,
                                "the process that ran the code %s", words->end);
    else if (result->status != OK) {
        *r->why = result->why;
        r->status = result->status;
    } else {
        r->status = compare(r, task, r->why);
    }
    if (r->status == CHECK_FAILED)
        add_case(&r->scan[task], r->why);
    return r->status == OK;
}

/* Draws the elements, and scans them by the plain loop. */
static enum status prepare(struct real *r, int task, struct problem *why)
{
    struct real_scan *const scan = &r->scan[task];
    const struct monoid_table *const m = &scan->monoid.table;
    const size_t bytes = scan->n * m->bytes;
    uint64_t seed;

    scan->in = malloc(bytes);
    scan->expected = malloc(bytes);
    if (!scan->in || !scan->expected || bytes > sizeof r->shared->in[task] ||
        getrandom(&seed, sizeof seed, 0) != sizeof seed)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    m->draw(scan->in, scan->n, seed);
    m->fold(scan->in, scan->expected, scan->n, scan->exclusive, NULL);
    memcpy(r->shared->in[task], scan->in, bytes);
    return OK;
}

/* The largest size of the unit that is small enough. */
static size_t size_of(const struct unit *unit)
{
    size_t n = 0;

    for (size_t i = 0; i < unit->size_count; i++)
        if (unit->sizes[i] <= MOST_ELEMENTS && unit->sizes[i] > n)
            n = unit->sizes[i];
    return n;
}

static enum status choose(struct real *r, const struct coverage *coverage,
                          int task, struct problem *why)
{
    /* Structs and a number: templates may tell them apart. */
    static const char *const monoids[TASKS] = {"affine_u32", "mat2_u32", "dfa8",
                                               "add_i32"};
    struct real_scan *const scan = &r->scan[task];

    scan->unit = &coverage->unit[task < 2 ? 0 : coverage->units - 1];
    scan->exclusive = task % 2;
    scan->n = size_of(scan->unit);
    const enum status status = monoid_open(monoids[task], &scan->monoid, why);
    if (status != OK)
        return status;
    const struct setup setup = setup_of(r, scan);
    if (scan->n == 0 || setup_refuses(&setup, scan->n)) {
        scan->unit = NULL;
        return OK;
    }
    return prepare(r, task, why);
}

enum status verify_real(const struct verify_job *job,
                        const struct coverage *coverage, struct problem *why)
{
    struct real r = {.job = job, .why = why};
    enum status status = OK;

    if (coverage->units == 0)
        return OK;
    r.shared = mmap(NULL, sizeof *r.shared, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r.shared == MAP_FAILED)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int task = 0; task < TASKS && status == OK; task++)
        status = choose(&r, coverage, task, why);
    const struct children_job children = {.tasks = TASKS,
                                          .children = job->children,
                                          .patient = verify_explores(job),
                                          .result_bytes =
                                              sizeof(struct real_result),
                                          .run = run_task,
                                          .done = take_result,
                                          .context = &r};
    if (status == OK)
        status = children_run(&children, why);
    for (int task = 0; task < TASKS; task++) {
        monoid_close(&r.scan[task].monoid);
        free(r.scan[task].in);
        free(r.scan[task].expected);
    }
    munmap(r.shared, sizeof *r.shared);
    return status == OK ? r.status : status;
}
