/* verify_real.c - see verify_real.h.
 *
 * A task is a child process with one module: a monoid, a kind, a number of
 * threads. It runs one scan after another. The layout of the memory that it
 * shares with the parent:
 *
 *     carry | in of scan 0 | out of scan 0 | in of scan 1 | out of scan 1 ...
 */
#include "verify_real.h"
#include "verify_executor.h"
#include "verify_unit.h"
#include "base/paths.h"
#include "calls/check_numbers.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "simt/simt.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

/* Larger scans are left out if there are smaller ones, and sizes of a long list
 * until all together are within the limit. */
enum { MAX_ELEMENTS = 4096, MAX_TOGETHER = 1 << 18 };
enum { FORMS = 4, LINE = 64 };

/* Structs and numbers of each kind: templates and _Generic can distinguish
 * them. None commutes. A number is scanned in both kinds, inclusive and
 * exclusive, since a kernel can distinguish it from all others. */
static const char *const monoids[] = {"affine_u32", "mat2_u32", "dfa8",
                                      "maps_i32",   "maps_f32", "maps_f64"};
enum { STRUCTS = 3, MONOIDS = sizeof monoids / sizeof *monoids };
enum { SCANNED = STRUCTS + 2 * (MONOIDS - STRUCTS) };

/* One scan; the places of its arrays are offsets. */
struct real_scan {
    size_t n, in, out;
    bool in_place, carry;
};

struct real_task {
    const struct unit *unit; /* of the proof: its parameters and sizes */
    const struct monoid *monoid;
    bool exclusive;
    int threads;
    struct real_scan *scan;
    int scans;
    size_t bytes;
    char *shared;   /* with the children */
    uint64_t *seed; /* private to the parent: seeds of the inputs */
};

struct real {
    const struct verify_job *job;
    struct monoid monoid[MONOIDS];
    struct real_task *task;
    int tasks;
    enum status status;
    struct problem *why;
};

struct real_result {
    enum status status;
    struct problem why;
};

/* ------------------------------------------------------------- in the child */

static struct setup setup_of(const struct real *r, const struct real_task *t)
{
    struct setup setup = {.device = r->job->device,
                          .choice = &t->unit->choice,
                          .monoid = t->monoid,
                          .source = r->job->source,
                          .exclusive = t->exclusive,
                          .has_carry = true};

    for (int i = 0; i < t->scans; i++)
        if (t->scan[i].n > setup.largest_n)
            setup.largest_n = t->scan[i].n;
    return setup;
}

/* Uses separate arrays, exactly as large as the elements. */
static enum status make_scan(struct execution *execution,
                             const struct real_task *t,
                             const struct real_scan *scan, struct problem *why)
{
    const size_t bytes = scan->n * t->monoid->table.bytes;
    char *const in = malloc(bytes), *const out = malloc(bytes);
    enum status status =
        in && out ? OK : problem_set(why, MACHINE_LACKS, "out of memory");

    if (status == OK) {
        memcpy(scan->in_place ? out : in, t->shared + scan->in, bytes);
        status = execution_scan(execution, scan->in_place ? out : in, out,
                                scan->n, scan->carry ? t->shared : NULL, why);
    }
    if (status == OK)
        memcpy(t->shared + scan->out, out, bytes);
    free(in);
    free(out);
    return status;
}

static enum status scan_in_child(const struct real *r,
                                 const struct real_task *t, struct problem *why)
{
    struct setup setup = setup_of(r, t);
    struct execution *execution = NULL;
    struct simt_options simt;
    enum status status = OK;

    if (r->job->simts) {
        simt = r->job->simts[0];
        if (simt.schedule == SCHEDULE_EXHAUSTIVE)
            simt.schedule = SCHEDULE_INORDER;
        setup.simt = &simt;
    }
    if (t->threads > 0)
        status = pool_open(t->threads, &setup.pool, why);
    if (status == OK)
        status = execution_open(&setup, &execution, why);
    for (int i = 0; i < t->scans && status == OK; i++)
        status = execution_reserve(execution, t->scan[i].n, why);
    seal();
    for (int i = 0; i < t->scans && status == OK; i++)
        status = make_scan(execution, t, &t->scan[i], why);
    execution_close(execution);
    pool_close(setup.pool);
    return status;
}

static void run_task(void *context, int task, void *out)
{
    const struct real *const r = context;
    struct real_result *const result = out;

    result->status = scan_in_child(r, &r->task[task], &result->why);
}

/* ------------------------------------------------------------ in the parent */

static void add_case(const struct real_task *t, const struct real_scan *scan,
                     struct problem *why)
{
    const struct choice *const choice = &t->unit->choice;
    char many[32] = "", size[48] = "";

    if (t->threads > 0)
        snprintf(many, sizeof many, ", %d thread%s", t->threads,
                 t->threads == 1 ? "" : "s");
    if (scan)
        snprintf(size, sizeof size, "%s%s, n = %zu",
                 scan->in_place ? " in place" : "",
                 scan->carry ? " after a carry" : "", scan->n);
    problem_found_in(why, "%s%s%s, %s%s%s, random elements of %s",
                     choice->algorithm->name, *choice->variant ? ":" : "",
                     choice->variant, t->exclusive ? "exclusive" : "inclusive",
                     size, many, t->monoid->name);
}

/* Generates the elements again, since the child may have overwritten its own,
 * and scans them only now: no child has ever seen the result. */
static enum status check_out(const struct real_task *t, int at,
                             struct problem *why)
{
    const struct real_scan *const scan = &t->scan[at];
    const struct monoid_table *const m = &t->monoid->table;
    const size_t bytes = scan->n * m->bytes;
    char *const expected = malloc(bytes);
    _Alignas(16) char carry[64];
    enum status status = OK;

    if (!expected)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    m->draw(carry, 1, t->seed[t->scans]);
    m->draw(expected, scan->n, t->seed[at]);
    m->fold(expected, expected, scan->n, t->exclusive,
            scan->carry ? carry : NULL);
    for (size_t i = 0; i < bytes && status == OK; i += m->bytes) {
        char got[64]; /* copy of the child's memory, read once */
        struct problem difference;
        memcpy(got, t->shared + scan->out + i, m->bytes);
        if (!memcmp(got, expected + i, m->bytes))
            continue;
        check_differs(m, i / m->bytes, got, expected + i, &difference);
        status = problem_set(why, CHECK_FAILED,
                             "%.500s; on intervals it is right, so the code "
                             "behaves differently in a proof",
                             difference.line);
    }
    free(expected);
    return status;
}

static bool take_result(void *context, int task, const void *from,
                        const struct child_words *words)
{
    struct real *const r = context;
    const struct real_task *const t = &r->task[task];
    const struct real_result *const result = from;
    const struct real_scan *wrong = NULL;
    char too_large[256];

    if (words->end)
        r->status = problem_set(r->why, CHECK_FAILED,
                                "the process that ran the code %s", words->end);
    else if (result->status != OK &&
             verify_leaves_out(r->job, (unsigned)t->monoid->table.bytes,
                               &result->why, too_large, sizeof too_large))
        return true;
    else if (result->status != OK) {
        *r->why = result->why;
        r->status = result->status;
    }
    for (int i = 0; i < t->scans && r->status == OK; i++) {
        r->status = check_out(t, i, r->why);
        wrong = &t->scan[i];
    }
    if (r->status == CHECK_FAILED)
        add_case(t, wrong, r->why);
    return r->status == OK;
}

/* ------------------------------------------------------------ which scans */

static bool is_usual(const struct real_task *t, size_t n)
{
    return n > 0 && n <= MAX_ELEMENTS && t->unit->sizes[0] <= MAX_ELEMENTS;
}

/* The sizes of the unit; if all are large, only the smallest. */
static size_t sizes_of(const struct real_task *t, size_t *size)
{
    const struct unit *const unit = t->unit;
    size_t count = 0, together = 0, kept = 0, sum = 0;

    for (size_t i = 0; i < unit->size_count; i++)
        if (is_usual(t, unit->sizes[i])) {
            size[count++] = unit->sizes[i];
            together += unit->sizes[i];
        }
    if (count == 0 && unit->size_count > 0) {
        for (size_t i = 0; i < unit->size_count; i++)
            if (unit->sizes[i] > 0 && (!count || unit->sizes[i] < size[0])) {
                size[0] = unit->sizes[i];
                count = 1;
            }
        return count;
    }
    const size_t step = together / MAX_TOGETHER + 1;
    for (size_t i = 0; i < count; i++)
        if (i % step == 0 && (sum += size[i]) <= MAX_TOGETHER)
            size[kept++] = size[i];
    return kept;
}

/* Sets places, and elements that depend only on the system's random numbers. */
static enum status draw(struct real_task *t, struct problem *why)
{
    const struct monoid_table *const m = &t->monoid->table;
    const size_t seeds = ((size_t)t->scans + 1) * sizeof *t->seed;

    t->bytes = LINE;
    for (int i = 0; i < t->scans; i++) {
        const size_t room = (t->scan[i].n * m->bytes + LINE - 1) / LINE * LINE;
        t->scan[i].in = t->bytes;
        t->scan[i].out = t->bytes + room;
        t->bytes += 2 * room;
    }
    t->seed = malloc(seeds);
    char *const shared = mmap(NULL, t->bytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED)
        t->shared = shared;
    if (!t->seed || !t->shared)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t done = 0; done < seeds;) {
        const ssize_t got = getrandom((char *)t->seed + done, seeds - done, 0);
        if (got < 0)
            return problem_set(why, MACHINE_LACKS, "no random numbers");
        done += (size_t)got;
    }
    m->draw(t->shared, 1, t->seed[t->scans]);
    for (int i = 0; i < t->scans; i++)
        m->draw(t->shared + t->scan[i].in, t->scan[i].n, t->seed[i]);
    return OK;
}

static enum status fill_task(const struct real *r, struct real_task *t,
                             struct problem *why)
{
    const struct setup setup = setup_of(r, t);
    size_t *const size = malloc((t->unit->size_count + 1) * sizeof *size);
    const size_t sizes = size ? sizes_of(t, size) : 0;

    t->scan = calloc(FORMS * sizes + 1, sizeof *t->scan);
    for (size_t i = 0; t->scan && i < FORMS * sizes; i++)
        if (!setup_refuses(&setup, size[i / FORMS]))
            t->scan[t->scans++] = (struct real_scan){
                .n = size[i / FORMS], .in_place = i % 2, .carry = i / 2 % 2};
    const bool had_memory = size && t->scan;
    free(size);
    return had_memory ? draw(t, why)
                      : problem_set(why, MACHINE_LACKS, "out of memory");
}

/* True: elements of a requested size of T; a kernel may support no other. */
static bool is_asked(const struct verify_job *job, const struct monoid *all,
                     int k)
{
    return job->elem_bytes & all[k].table.bytes;
}

/* The monoids of numbers are in the folder monoids/ next to this file. */
static enum status open_monoid(int k, struct monoid *out, struct problem *why)
{
    char home[PATH_MAX], path[PATH_MAX];
    const enum status status = paths_home(home, sizeof home, why);

    if (k < STRUCTS)
        return monoid_open(monoids[k], out, why);
    if (status != OK)
        return status;
    if (!path_format(path, sizeof path, "%s/harness/prove/monoids/%s.h", home,
                     monoids[k]))
        return problem_set(why, MACHINE_LACKS, "the path %s is too long", home);
    return monoid_open(path, out, why);
}

/* For each monoid and kind, chooses the first unit of the proof or the last, on
 * each number of threads. */
static enum status choose(struct real *r, const struct proof_plan *plan,
                          struct problem *why)
{
    const struct verify_job *const job = r->job;
    const int counts = job->device->has_threads ? job->thread_counts : 1;
    enum status status = OK;

    r->task = calloc((size_t)(SCANNED * counts), sizeof *r->task);
    if (!r->task)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int k = 0; k < MONOIDS && status == OK; k++)
        status = open_monoid(k, &r->monoid[k], why);
    /* Two children that start at the same time compile two different
     * modules. */
    for (int i = 0; i < counts * SCANNED && status == OK; i++) {
        struct real_task *const t = &r->task[r->tasks];
        const int at = i % SCANNED;
        const int k = at < MONOIDS ? at : at - MONOIDS + STRUCTS;
        if (!is_asked(job, r->monoid, k))
            continue;
        r->tasks++;
        t->unit = &plan->unit[at / 2 % 2 ? plan->units - 1 : 0];
        t->monoid = &r->monoid[k];
        t->exclusive = at < MONOIDS ? k % 2 : (k + 1) % 2;
        t->threads = job->device->has_threads ? job->threads[i / SCANNED] : 0;
        status = fill_task(r, t, why);
    }
    return status;
}

static void close_all(struct real *r)
{
    for (int i = 0; i < r->tasks; i++) {
        if (r->task[i].shared)
            munmap(r->task[i].shared, r->task[i].bytes);
        free(r->task[i].seed);
        free(r->task[i].scan);
    }
    free(r->task);
    for (int k = 0; k < MONOIDS; k++)
        monoid_close(&r->monoid[k]);
}

enum status verify_real(const struct verify_job *job,
                        const struct proof_plan *plan, struct problem *why)
{
    struct real r = {.job = job, .why = why};
    enum status status = OK;

    if (plan->units == 0)
        return OK;
    status = choose(&r, plan, why);
    const struct children_job children = {.tasks = r.tasks,
                                          .children = job->children,
                                          .patient = verify_explores(job),
                                          .result_bytes =
                                              sizeof(struct real_result),
                                          .run = run_task,
                                          .done = take_result,
                                          .context = &r};
    if (status == OK)
        status = children_run(&children, why);
    close_all(&r);
    return status == OK ? r.status : status;
}
