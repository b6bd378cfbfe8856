/* children.c - see children.h; for a single child, child.h. */
#include "children.h"
#include "child.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHILDREN = 256, BETWEEN_LOOKS = 100 /* ms */ };

/* What came back of a task and waits for its turn. */
struct kept {
    bool ended;
    void *result;
    char *text;
    size_t length;
    bool cut;
    char end[CHILD_END]; /* "" */
    bool over_bounds;
};

struct children {
    const struct children_job *job;
    struct child child[MAX_CHILDREN];
    int children;
    struct child_bounds bounds;
    struct kept *kept;
    int next;  /* task to hand out */
    int tasks; /* those after them are not needed */
    int told;  /* tasks that done() has seen */
    int ended; /* tasks that have ended */
    bool stopped;
};

/* Once: that there is no second wall is no fault of the code under test. */
static void tell_seal(enum seal_state seal)
{
    static bool is_told;

    if (seal != SEAL_REFUSED || is_told)
        return;
    is_told = true;
    fprintf(stderr, "scanlab: a system-call filter (seccomp) is not possible "
                    "here: the code under test runs without one\n");
}

/* Tasks after this one are not run, or are ended. */
static void leave_out_after(struct children *run, int task)
{
    if (task + 1 < run->tasks)
        run->tasks = task + 1;
    for (int i = 0; i < run->children; i++)
        if (run->child[i].pid > 0 && run->child[i].task > task) {
            child_end(&run->child[i]);
            child_free(&run->child[i]);
        }
}

/* Its task is over. */
static enum status take_result(struct children *run, struct child *c,
                               struct problem *why)
{
    struct kept *const k = &run->kept[c->task];

    child_end(c);
    k->result = malloc(run->job->result_bytes);
    if (!k->result) {
        child_free(c);
        return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    memcpy(k->result, c->shared->result, run->job->result_bytes);
    memcpy(k->end, c->end, sizeof k->end);
    k->over_bounds = c->over_bounds;
    k->text = child_words(c, &k->length, &k->cut);
    k->ended = true;
    run->ended++;
    if (run->job->is_last && run->job->is_last(k->result, !*k->end))
        leave_out_after(run, c->task);
    tell_seal(c->shared->seal);
    child_free(c);
    return OK;
}

/* All that have their turn. */
static void tell_done(struct children *run)
{
    const struct children_job *const job = run->job;

    while (!run->stopped && run->told < run->tasks &&
           run->kept[run->told].ended) {
        struct kept *const k = &run->kept[run->told];
        const struct child_words words = {k->text ? k->text : "", k->length,
                                          k->cut, *k->end ? k->end : NULL,
                                          k->over_bounds};
        run->stopped = !job->done(job->context, run->told++, k->result, &words);
        free(k->result);
        free(k->text);
        *k = (struct kept){.ended = true};
    }
}

static int living(const struct children *run)
{
    int count = 0;

    for (int i = 0; i < run->children; i++)
        count += run->child[i].pid > 0;
    return count;
}

/* A child for each place that is free. */
static enum status start_children(struct children *run, struct problem *why)
{
    for (int i = 0; i < run->children; i++) {
        struct child *const c = &run->child[i];
        if (c->pid > 0 || run->stopped || run->next >= run->tasks)
            continue;
        c->bounds = run->bounds;
        if (child_start(c, run->job, run->next))
            run->next++;
        else if (living(run) == 0)
            return problem_set(why, MACHINE_LACKS, "cannot start a process: %s",
                               strerror(errno));
    }
    return OK;
}

/* For `ms` at most. Precondition: a child is alive. */
static enum status wait_for_results(struct children *run, int ms,
                                    struct problem *why)
{
    struct pollfd ready[MAX_CHILDREN];
    struct child *of[MAX_CHILDREN];
    int count = 0;
    enum status status = OK;

    for (int i = 0; i < run->children; i++)
        if (run->child[i].pid > 0) {
            of[count] = &run->child[i];
            ready[count++] =
                (struct pollfd){.fd = run->child[i].alive, .events = POLLIN};
        }
    if (count == 0 || (poll(ready, (nfds_t)count, ms) < 0 && errno != EINTR))
        return problem_set(why, MACHINE_LACKS, "lost its child processes");
    for (int i = 0; i < count && status == OK; i++)
        if (of[i]->pid <= 0)
            continue; /* it was not needed any more */
        else if (ready[i].revents)
            status = take_result(run, of[i], why);
        else
            child_watch(of[i]);
    return status;
}

static void begin_children(struct children *run)
{
    const struct children_job *const job = run->job;
    const int wanted = job->children < job->tasks ? job->children : job->tasks;

    fflush(stdout); /* else each child would print it once more */
    fflush(stderr);
    run->children = wanted < MAX_CHILDREN ? wanted : MAX_CHILDREN;
    run->bounds = child_bounds(run->children, job->patient);
}

static void end_children(struct children *run)
{
    for (int i = 0; i < run->children; i++)
        if (run->child[i].pid > 0) {
            child_end(&run->child[i]);
            child_free(&run->child[i]);
        }
}

static enum status run_in_children(struct children *run, struct problem *why)
{
    const struct children_job *const job = run->job;
    enum status status = OK;

    begin_children(run);
    while (status == OK && !run->stopped && run->told < run->tasks) {
        status = start_children(run, why);
        if (status == OK)
            status = wait_for_results(run, BETWEEN_LOOKS, why);
        if (status == OK && job->progress)
            job->progress(job->context, run->ended);
        tell_done(run);
        fflush(stdout);
        fflush(stderr);
    }
    end_children(run);
    return status;
}

static enum status run_here(struct children *run, struct problem *why)
{
    const struct children_job *const job = run->job;
    void *const result = malloc(job->result_bytes);
    bool goes_on = true;

    if (!result)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int task = 0; task < job->tasks && goes_on; task++) {
        const struct child_words none = {.text = ""};
        memset(result, 0, job->result_bytes);
        job->run(job->context, task, result);
        goes_on = job->done(job->context, task, result, &none);
        if (job->progress)
            job->progress(job->context, task + 1);
    }
    free(result);
    return OK;
}

static struct children *open_run(const struct children_job *job)
{
    struct children *const run = calloc(1, sizeof *run);

    if (!run)
        return NULL;
    run->job = job;
    run->tasks = job->tasks;
    run->kept = calloc((size_t)job->tasks + 1, sizeof *run->kept);
    if (run->kept)
        return run;
    free(run);
    return NULL;
}

static void close_run(struct children *run)
{
    for (int i = 0; i < run->job->tasks; i++) {
        free(run->kept[i].result);
        free(run->kept[i].text);
    }
    free(run->kept);
    free(run);
}

enum status children_run(const struct children_job *job, struct problem *why)
{
    struct children *const run = open_run(job);

    if (!run)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    const enum status status =
        job->children == 0 ? run_here(run, why) : run_in_children(run, why);
    close_run(run);
    return status;
}

/* ------------------------------------------------------ ahead of the caller */

enum status children_begin(const struct children_job *job,
                           struct children **out, struct problem *why)
{
    *out = open_run(job);
    if (!*out)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    begin_children(*out);
    return OK;
}

enum status children_wait_for(struct children *run, int task,
                              struct problem *why)
{
    enum status status = OK;

    fflush(stdout);
    fflush(stderr);
    if (run->next < task)
        run->next = task;
    do {
        status = start_children(run, why);
        if (status == OK && living(run) > 0)
            status = wait_for_results(
                run, run->kept[task].ended ? 0 : BETWEEN_LOOKS, why);
    } while (status == OK && !run->kept[task].ended);
    return status == OK ? start_children(run, why) : status;
}

void children_end(struct children *run)
{
    if (!run)
        return;
    end_children(run);
    close_run(run);
}
