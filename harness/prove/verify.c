/* verify.c - runs all units (proof_plan.h), each in a child process, which runs
 * its cases (verify_unit.h); then reports the finding in its simplest case. */
#include "verify.h"
#include "encodings.h"
#include "simplest_case.h"
#include "sandbox/children.h"
#include "sandbox/words.h"
#include "simt/simt.h"
#include "verify_ahead.h"
#include "verify_executor.h"
#include "verify_real.h"
#include "verify_unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* ------------------------------------------------------------- all of them */

/* The result of a child. */
struct unit_result {
    enum status status;
    struct verify_tally tally;
    struct problem why;
    unsigned bytes; /* of T, for a user's kernel; else 0 */
    bool left_out;  /* it does not support this T */
};

/* For a size of T: did a unit run, was one left out? */
struct of_size {
    bool ran, left;
    char setting[256], words[256]; /* of the first one left out */
};

enum { SIZES = 4 }; /* of T */

struct verifying {
    const struct verify_job *job;
    const struct proof_plan *plan;
    int before;                 /* units of a plan before this one, all done */
    struct verify_tally *tally; /* of finished units */
    uint64_t *arrays;           /* of each unit: execution_arrays(); or NULL */
    enum status status;
    struct problem *why;
    struct unit wrong; /* the unit with the finding */
    struct of_size of[SIZES];
    struct verify_case only; /* of that unit */
    bool right_alone;
};

bool verify_leaves_out(const struct verify_job *job, unsigned bytes,
                       const struct problem *why, char *words, size_t size)
{
    const unsigned least = job->elem_bytes & -job->elem_bytes;

    return job->source && bytes > least && simt_is_too_large(why, words, size);
}

static unsigned bytes_of(const struct verify_job *job, const struct unit *unit)
{
    struct monoid monoid;
    struct problem ignored;
    unsigned bytes = 0;

    if (job->source &&
        proof_plan_monoid(job, unit->monoid, &monoid, &ignored) == OK) {
        bytes = (unsigned)monoid.table.bytes;
        monoid_close(&monoid);
    }
    return bytes;
}

static void run_task(void *context, int task, void *out)
{
    const struct verifying *const v = context;
    const struct unit *const unit = &v->plan->unit[task];
    struct unit_result *const result = out;
    char words[256];

    if (v->job->ahead)
        result->status = verify_ahead_wait(v->job->ahead, v->job->choice, task,
                                           &result->why);
    result->bytes = bytes_of(v->job, unit); /* after a run no file is opened */
    if (result->status == OK)
        result->status =
            verify_unit(v->job, unit, WAY_PLAIN, &result->tally, &result->why);
    result->left_out = result->status != OK &&
                       verify_leaves_out(v->job, result->bytes, &result->why,
                                         words, sizeof words);
}

/* 4, 8, 16, 32 bytes. */
static struct of_size *of_size(struct verifying *v, unsigned bytes)
{
    return &v->of[bytes == 4 ? 0 : bytes == 8 ? 1 : bytes == 16 ? 2 : 3];
}

static void leave_out(struct verifying *v, const struct unit *unit,
                      const struct unit_result *result)
{
    struct of_size *const of = of_size(v, result->bytes);

    if (of->left)
        return;
    of->left = true;
    verify_name(&unit->choice, of->setting, sizeof of->setting);
    simt_is_too_large(&result->why, of->words, sizeof of->words);
}

/* "T of 32 bytes not tried: ..." */
static void note_left_out(struct verifying *v)
{
    char *const notes = v->tally->notes;
    const size_t size = sizeof v->tally->notes;

    for (unsigned bytes = 4; bytes <= 32; bytes *= 2) {
        const struct of_size *const of = of_size(v, bytes);
        const size_t used = strlen(notes);
        if (of->left && !of->ran)
            v->tally->left_out |= bytes;
        if (of->left && !of->ran)
            snprintf(notes + used, size - used,
                     "  T of %u bytes not tried: %s.\n", bytes, of->words);
        else if (of->left)
            snprintf(notes + used, size - used,
                     "  T of %u bytes not tried in some settings, such as "
                     "%s: %s.\n",
                     bytes, of->setting, of->words);
    }
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

/* Reports a child that did not end normally. */
static void tell_end(struct verifying *v, const struct unit *unit,
                     const struct child_words *words)
{
    char name[256];

    v->status = words_tell_end(words, v->why);
    problem_found_in(v->why, "%s",
                     verify_name(&unit->choice, name, sizeof name));
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
    to->trees_differ = result->tally.trees_differ;
}

/* True: later units need not run. */
static bool is_wrong(const void *result, bool ended_well)
{
    const struct unit_result *const of = result;

    return !ended_well || (of->status != OK && !of->left_out);
}

static bool take_result(void *context, int task, const void *from,
                        const struct child_words *words)
{
    struct verifying *const v = context;
    const struct unit_result *const result = from;
    const struct unit *const unit = &v->plan->unit[task];

    if (words->end) {
        tell_end(v, unit, words);
        return false;
    }
    /* A compiler's output is shown unchanged. */
    words_show(words, stderr, !strstr(result->why.line, " does not compile"));
    if (result->left_out) {
        leave_out(v, unit, result);
        return true;
    }
    v->status = result->status;
    if (v->arrays)
        v->arrays[task] = result->tally.arrays;
    if (v->status == OK) {
        of_size(v, result->bytes)->ran = true;
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
        v->job->progress(v->job, v->before + ended, v->before + v->plan->units);
}

const struct verify_executor *verify_executor_of(const struct verify_job *job)
{
    return job->device->calls_host_op || job->choice->algorithm->task->reference
               ? &verify_on_table
               : &verify_on_gpu;
}

static void begin_tally(const struct proof_plan *plan,
                        struct verify_tally *tally)
{
    *tally = (struct verify_tally){.settings = plan->settings,
                                   .refused = plan->refused,
                                   .refusal = plan->refusal,
                                   .untried = plan->untried,
                                   .untried_why = plan->untried_why,
                                   .least_n = SIZE_MAX,
                                   .races = verify_races()};
    memcpy(tally->each_value_of, plan->each_value_of,
           sizeof tally->each_value_of);
    memcpy(tally->untried_value, plan->untried_value,
           sizeof tally->untried_value);
    memcpy(tally->function, plan->function, sizeof tally->function);
    memcpy(tally->fits, plan->fits, sizeof tally->fits);
    memcpy(tally->misfits, plan->misfits, sizeof tally->misfits);
}

/* ------------------------------------------------ a finding's simplest case */

struct simplest {
    struct verifying *of;
    int units; /* the last one is the case itself */
    struct verify_case only[MAX_PLAINER];
    struct unit unit[MAX_PLAINER];
    bool right_alone;
};

static void simplest_task(void *context, int task, void *out)
{
    const struct simplest *const p = context;
    struct unit_result *const result = out;

    result->status = verify_unit(p->of->job, &p->unit[task], WAY_PLAIN,
                                 &result->tally, &result->why);
}

/* Takes the result of a case that ran alone, whichever it is. */
static bool take_simplest(void *context, int task, const void *from,
                          const struct child_words *words)
{
    struct simplest *const p = context;
    const struct unit_result *const result = from;
    const bool ended = !words->end;

    if (ended && result->status == CHECK_FAILED && result->tally.has_case) {
        keep_finding(p->of, &p->unit[task], result);
        return false;
    }
    if (task == p->units - 1)
        p->right_alone = ended && result->status == OK;
    return true;
}

/* True: runs can be repeated, on one thread or simulated. */
static bool repeats(const struct verify_job *job, const struct unit *unit)
{
    return job->simts || unit->threads <= 1;
}

/* All rounds, if the wrong round had weak memory; else 0. */
static int rounds_without(const struct verify_job *job,
                          const struct verify_tally *tally,
                          const struct unit *unit)
{
    const int round = unit->first_round + tally->wrong_round;

    return job->simts && round < job->simt_count && job->simts[round].weak &&
                   !unit->newest
               ? job->simt_count
               : 0;
}

static enum status run_simplest(struct verifying *v,
                                const struct children_job *children,
                                struct problem *why)
{
    struct simplest p = {.of = v};
    struct children_job alone = *children;
    const struct unit found = v->wrong;
    const struct wrong_case wrong = {&found, v->tally->wrong,
                                     v->tally->wrong_round,
                                     rounds_without(v->job, v->tally, &found)};

    p.units = simplest_case_units(&wrong, p.only, p.unit);
    alone.tasks = p.units;
    alone.children = 1;
    alone.run = simplest_task;
    alone.done = take_simplest;
    alone.is_last = NULL;
    alone.progress = NULL;
    alone.context = &p;
    const enum status status = children_run(&alone, why);
    v->right_alone = p.right_alone && repeats(v->job, &found);
    return status;
}

/* Reports a finding in the simplest setting that shows it. If that took several
 * rounds, earlier ones may have left data: is its round wrong alone, too? */
static enum status tell_simplest(struct verifying *v,
                                 const struct children_job *children,
                                 struct problem *why)
{
    if (!v->tally->has_case || verify_explores(v->job))
        return OK;
    const enum status status = run_simplest(v, children, why);
    return status == OK && v->wrong.rounds > 1 && !v->right_alone
               ? run_simplest(v, children, why)
               : status;
}

/* A finding that no single run shows comes from earlier runs, not from the bits
 * of its elements. Advice for a first launch does not apply to it. */
static void tell_left(struct verifying *v)
{
    const struct problem inner = *v->why;
    const char *const bits =
        strstr(inner.line, "; with different bits in the same elements");
    const size_t length =
        bits ? (size_t)(bits - inner.line) : strlen(inner.line);

    if (!v->right_alone || strstr(inner.line, "launch"))
        return;
    problem_set(v->why, CHECK_FAILED,
                "the result depends on data that an earlier launch left in its "
                "buffers: %.*s; as the very first run it is right",
                (int)length, inner.line);
    problem_found_in(v->why, "%s", inner.found_in);
    if (strstr(inner.line, "needs blocks to start in order"))
        snprintf(
            v->tally->words, sizeof v->tally->words,
            "  A word that each launch starts from, such as a ticket counter, "
            "no longer has the value that it had before the first launch.\n");
    verify_unit_again(v->job, &v->wrong, v->tally);
}

/* --------------------------------------------------- a finding's recording */

static void record_task(void *context, int task, void *out)
{
    const struct verifying *const v = context;
    struct unit_result *const result = out;

    (void)task;
    result->status = verify_unit(v->job, &v->wrong, WAY_TRACED, &result->tally,
                                 &result->why);
}

static void settle_task(void *context, int task, void *out)
{
    const struct verifying *const v = context;
    struct unit_result *const result = out;

    (void)task;
    result->status = verify_unit(v->job, &v->wrong, WAY_SETTLES, &result->tally,
                                 &result->why);
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

    (void)task, (void)words; /* shown the first time */
    v->tally->traced = result->tally.traced;
    if (result->status != MACHINE_LACKS)
        return true;
    v->tally->traced = false;
    snprintf(v->tally->untraced, sizeof v->tally->untraced, "%.159s",
             result->why.line);
    return true;
}

/* Runs the wrong unit again. */
static enum status again(const struct children_job *children, enum way way,
                         struct problem *why)
{
    const struct verifying *const v = children->context;
    struct children_job one = *children;

    one.tasks = 1;
    one.keeps = way == WAY_TRACED ? fileno(v->job->trace) : 0;
    one.run = way == WAY_TRACED ? record_task : settle_task;
    one.done = way == WAY_TRACED ? take_recording : take_settled;
    one.is_last = NULL;
    one.progress = NULL;
    return children_run(&one, why);
}

/* ------------------------------------------------------ pairs, if all is right */

static bool takes_pairs(const struct verify_job *job)
{
    return job->source && job->device->has_schedules && !job->thorough &&
           !job->sizes && !verify_explores(job);
}

/* Precondition: *more is empty. The caller closes it. */
static enum status run_pairs(struct verifying *v,
                             const struct children_job *children,
                             struct proof_plan *more, struct problem *why)
{
    struct children_job pairs = *children;
    const enum status status =
        proof_plan_open_pairs(v->job, v->plan, v->arrays, more, why);

    if (status != OK || more->units == 0)
        return status;
    free(v->arrays);
    v->arrays = NULL;
    v->before = v->plan->units;
    v->plan = more;
    v->tally->settings += more->settings;
    pairs.tasks = more->units;
    return children_run(&pairs, why);
}

/* The units read the file one after another: a verdict is about one text. */
static bool is_same_text(const char *source, const struct stat *was)
{
    struct stat is;

    return !source || (stat(source, &is) == 0 && is.st_ino == was->st_ino &&
                       is.st_dev == was->st_dev && is.st_size == was->st_size &&
                       !memcmp(&is.st_ctim, &was->st_ctim, sizeof is.st_ctim));
}

static struct children_job unit_children(struct verifying *v)
{
    return (struct children_job){
        .tasks = v->plan->units,
        .children = v->job->device->is_gpu ? 0 : v->job->children,
        .result_bytes = sizeof(struct unit_result),
        .patient = verify_explores(v->job),
        .run = run_task,
        .done = take_result,
        .is_last = is_wrong,
        .progress = tell_progress,
        .context = v};
}

/* For a wrong unit: the finding in its simplest case, its cause, its trace. */
static enum status tell_finding(struct verifying *v,
                                const struct children_job *children,
                                struct problem *why)
{
    /* It takes two runs to show different trees: no single case is simpler. */
    enum status status = v->job->device->is_gpu || v->tally->trees_differ
                             ? OK
                             : tell_simplest(v, children, why);

    if (status == OK && v->status == CHECK_FAILED && v->tally->unsettled)
        status = again(children, WAY_SETTLES, why);
    if (status == OK && v->status == CHECK_FAILED)
        tell_left(v);
    if (status == OK && v->status == CHECK_FAILED && v->job->trace)
        status = again(children, WAY_TRACED, why);
    return status;
}

enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why)
{
    struct proof_plan plan;
    struct stat text = {0};

    if (job->source && stat(job->source, &text) != 0)
        return problem_set(why, WRONG_USE, "%s: %s", job->source,
                           strerror(errno));
    enum status status = proof_plan_open(job, &plan, why);

    *tally = (struct verify_tally){.runs = 0};
    encodings_draw();
    if (status != OK)
        return status;
    begin_tally(&plan, tally);
    struct proof_plan more = {.unit = NULL};
    struct verifying v = {.job = job,
                          .plan = &plan,
                          .tally = tally,
                          .arrays =
                              calloc((size_t)plan.units + 1, sizeof *v.arrays),
                          .why = why};
    const struct children_job children = unit_children(&v);
    status = children_run(&children, why);
    if (status == OK && v.status == OK && v.arrays && takes_pairs(job))
        status = run_pairs(&v, &children, &more, why);
    if (status == OK && v.status == CHECK_FAILED)
        status = tell_finding(&v, &children, why);
    if (status == OK && v.status == OK && !job->device->is_gpu &&
        !job->on_intervals && job->choice->algorithm->task == &scan_task)
        v.status = verify_real(job, &plan, why);
    tally->reproducible = job->reproducible && v.status == OK;
    if (status == OK && v.status == OK)
        note_left_out(&v);
    proof_plan_close(&plan);
    proof_plan_close(&more);
    free(v.arrays);
    if (status == OK && !is_same_text(job->source, &text))
        return problem_set(why, WRONG_USE,
                           "%s changed while it was being verified, so there "
                           "is no verdict: verify it again",
                           job->source);
    return status == OK ? v.status : status;
}
