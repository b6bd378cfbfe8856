/* children.h - tasks in child processes, several at a time.
 *
 *     parent                         child 0        child 1
 *       |-- task 0 ------------------> run
 *       |-- task 1 -------------------------------> run
 *       |<------------- result 0 -----'
 *     done(0)
 *       |-- task 2 ------------------> run            ...
 *
 * Each task has its own child: a fork of the parent, with a copy of the
 * parent's memory at the call of children_run(); its changes stay private.
 * After a child exits, the parent reads a result of a fixed size and the
 * child's output, as text. done() is called in the order of the tasks, whatever
 * the number of children, so that the output does not depend on that number.
 * When the task has loaded the code under test, it calls seal() (seal.h).
 *
 * The parent kills a child that exceeds a limit: SCANLAB_CHILD_MIB of memory or
 * SCANLAB_CHILD_SECONDS of wall-clock time.
 */
#ifndef CHILDREN_H
#define CHILDREN_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* The output of a task, and how it ended. */
struct child_words {
    const char *text; /* standard output and standard error, in order */
    size_t length;    /* at most CHILD_WORDS */
    bool cut;         /* it printed more */
    /* NULL; or, if the child did not end normally, the reason, as in "was ended
     * by SIGKILL". The result is then all zeros. */
    const char *end;
    bool over_bounds; /* it exceeded its time or memory limit */
};

enum { CHILD_WORDS = 1 << 17 };

struct children_job {
    int tasks;
    int children; /* most at a time; 0: all tasks run in this process */
    size_t result_bytes;
    int keeps;    /* an open file that a task writes; 0: none */
    bool patient; /* no time limit, unless the user gives one */
    /* Called in a child: fills in the result, which is all zeros at first. */
    void (*run)(void *context, int task, void *result);
    /* In the parent, in the order of tasks. False: no later task counts, and
     * running ones are ended. */
    bool (*done)(void *context, int task, const void *result,
                 const struct child_words *words);
    /* In the parent, in any order, for a task that has ended. True: done() will
     * return false, so later tasks need not run meanwhile; or NULL. */
    bool (*is_last)(const void *result, bool ended_well);
    /* Called in the parent, in any order, when `ended` tasks have ended; or
     * NULL. */
    void (*progress)(void *context, int ended);
    void *context;
};

/* Returns after all tasks, or after the one for which done() was false.
 * MACHINE_LACKS: no memory, or no process could be started. */
enum status children_run(const struct children_job *job, struct problem *why);

/* Tasks that run ahead of the caller, in the order of their numbers: the
 * children of such a job have no results, and done() is not called. The job
 * must outlive them; it has children > 0. */
struct children;
/* On OK the caller calls children_end(*out). */
enum status children_begin(const struct children_job *job,
                           struct children **out, struct problem *why);
/* Returns when the task has ended. Later tasks start meanwhile; earlier ones
 * that have not started yet never do. */
enum status children_wait_for(struct children *children, int task,
                              struct problem *why);
/* Ends the tasks that still run. NULL: nothing to end. */
void children_end(struct children *children);

#endif
