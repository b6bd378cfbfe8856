/* child.h - one child process: how it is started, watched and ended. */
#ifndef CHILD_H
#define CHILD_H

#include "children.h"
#include "seal.h"

#include <stdint.h>
#include <sys/types.h>

/* At most so much of each. */
struct child_bounds {
    size_t bytes;     /* of memory; 0: no bound */
    unsigned seconds; /* 0: no bound */
};

/* What a child and its parent both see. */
struct child_shared {
    bool finished; /* the task has returned */
    enum seal_state seal;
    _Alignas(64) char result[];
};

enum { CHILD_END = 96 };

struct child {
    pid_t pid; /* 0: it is gone */
    int alive; /* this end of a pipe closes with it */
    int words; /* the file in memory */
    int task;
    uint64_t started; /* ns */
    struct child_shared *shared;
    size_t shared_bytes;
    struct child_bounds bounds;
    char end[CHILD_END]; /* what ended it; "" */
    bool over_bounds;
};

/* What `children` at a time may take, now. */
struct child_bounds child_bounds(int children, bool patient);

/* Forks. In the child the task is run, and there is no return. False: there is
 * no memory or no process. */
bool child_start(struct child *c, const struct children_job *job, int task);

/* Ends it where it is over its bounds. */
void child_watch(struct child *c);

/* Ends it, if it still runs; what ended it is in c->end, or "" for a task that
 * has returned. The files and the memory stay until child_free(). */
void child_end(struct child *c);

/* What it has printed, at most CHILD_WORDS of it: of malloc(), or NULL. */
char *child_words(const struct child *c, size_t *length, bool *cut);

void child_free(struct child *c);

#endif
