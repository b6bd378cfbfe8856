/* model.h - the memory model of PTX, for programs of a few lines: which
 * outcomes does it allow, and is there a data race?
 */
#ifndef LITMUS_MODEL_H
#define LITMUS_MODEL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    MAX_THREADS_OF_TEST = 4,
    MAX_OPS = 10,
    VARIABLES = 3,
    READS = 4,
    MAX_MEETINGS = 3,
    NOT_READ = 9 /* the value of a read that a guard skipped */
};

enum op_kind { OP_END, OP_WRITE, OP_READ, OP_FENCE, OP_MEET };
/* An atomic read adds 0; an atomic write is an exchange. RELAXED has block
 * scope only, like ATOMIC_OF_BLOCK. */
enum strength { PLAIN, VOLATILE, RELAXED, ATOMIC, ATOMIC_OF_BLOCK };

struct op {
    enum op_kind kind;
    int variable, value; /* 0: x, 1: y, 2: z */
    enum strength strength;
    bool of_block; /* a fence */
    bool is_light; /* a fence: fence.acq_rel, not fence.sc */
    bool orders;   /* a read acquires, a write releases, an atomic does both */
    int guard;     /* a read: what follows is left out if it gives another
                      value; meetings are not left out. 0: it is no guard */
    /* its number. Threads whose operations have the same number meet */
    unsigned meeting;
};

struct program {
    const char *name;
    struct op op[MAX_THREADS_OF_TEST][MAX_OPS + 1]; /* each ends by OP_END */
    int block[MAX_THREADS_OF_TEST];                 /* of each thread */
    unsigned ended[MAX_MEETINGS]; /* threads that a meeting waits for: until
                                      they have ended */
};

/* The values read, thread by thread, then the final values of x, y and z. */
struct outcome {
    int value[READS + VARIABLES];
};

enum { MAX_OUTCOMES = 8192 };

struct outcomes {
    struct outcome outcome[MAX_OUTCOMES];
    size_t count;
};

/* False: it was there. */
bool outcomes_add(struct outcomes *set, const struct outcome *outcome);
bool outcomes_have(const struct outcomes *set, const struct outcome *outcome);

int program_reads(const struct program *program);
int program_threads(const struct program *program);

/* Is there an execution with a data race? RACES_PERHAPS: there is a race only
 * under one reading of the model's text, only where a load returns a value that
 * it returns in no interleaving, or only if the order of all fence.sc is not
 * used to exclude the race. */
enum races { RACES_NOT, RACES_PERHAPS, RACES };

/* model_run() finds all outcomes that the model allows; model_interleave()
 * finds those that interleavings produce. */
enum races model_run(const struct program *program, struct outcomes *allowed);
void model_interleave(const struct program *program, struct outcomes *strong);

#endif
