/* child.h - starts, watches and ends one child process. */
#ifndef CHILD_H
#define CHILD_H

#include "children.h"
#include "seal.h"

#include <stdint.h>
#include <sys/types.h>

/* Limits on memory and time. */
struct child_bounds {
    size_t bytes;     /* of memory; 0: no limit */
    unsigned seconds; /* 0: no limit */
};

/* Memory shared by a child and its parent. */
struct child_shared {
    bool finished; /* the task returned */
    enum seal_state seal;
    _Alignas(64) char result[];
};

enum { CHILD_END = 96 };

struct child {
    pid_t pid; /* 0: it has ended */
    int alive; /* a pipe that hangs up when the child exits */
    int words; /* the file in memory */
    int task;
    uint64_t started; /* ns */
    struct child_shared *shared;
    size_t shared_bytes;
    struct child_bounds bounds;
    char end[CHILD_END]; /* the reason why it ended; or "" */
    bool over_bounds;
};

/* Current limits for each of `children` parallel children. */
struct child_bounds child_bounds(int children, bool patient);

/* Forks. The child runs the task and does not return. False: there was no
 * memory, or no process could be started. */
bool child_start(struct child *c, const struct children_job *job, int task);

/* Kills the child if it exceeds its limits. */
void child_watch(struct child *c);

/* Kills the child if it is still running; c->end becomes the reason, or "" if
 * the task returned. The files and the memory stay until child_free(). */
void child_end(struct child *c);

/* The child's output, at most CHILD_WORDS bytes: malloc()ed, or NULL. */
char *child_words(const struct child *c, size_t *length, bool *cut);

void child_free(struct child *c);

#endif
