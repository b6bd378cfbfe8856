/* model.h - the memory model of PTX, for programs of a few lines: which
 * outcomes does it allow, and is there a data race?
 */
#ifndef LITMUS_MODEL_H
#define LITMUS_MODEL_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_THREADS_OF_TEST = 4, MOST_OPS = 4, VARIABLES = 2, READS = 4 };

enum op_kind { OP_END, OP_WRITE, OP_READ, OP_FENCE };
enum strength { PLAIN, VOLATILE, ATOMIC, ATOMIC_OF_BLOCK };

struct op {
    enum op_kind kind;
    int variable, value; /* 0: x, 1: y */
    enum strength
        strength;  /* an atomic read adds 0, an atomic write exchanges */
    bool of_block; /* a fence */
};

struct program {
    const char *name;
    struct op op[MOST_THREADS_OF_TEST][MOST_OPS + 1]; /* each ends by OP_END */
    bool same_block; /* all threads are of one block, else each of its own */
};

/* What the reads gave, thread by thread, then the last value of x and of y. */
struct outcome {
    int value[READS + VARIABLES];
};

enum { MOST_OUTCOMES = 8192 };

struct outcomes {
    struct outcome outcome[MOST_OUTCOMES];
    size_t count;
};

/* False: it was there. */
bool outcomes_add(struct outcomes *set, const struct outcome *outcome);
bool outcomes_have(const struct outcomes *set, const struct outcome *outcome);

int program_reads(const struct program *program);
int program_threads(const struct program *program);

/* All outcomes that the model allows, and those among them of interleavings.
 * Returns true when some execution has a data race. */
bool model_run(const struct program *program, struct outcomes *allowed);
void model_interleave(const struct program *program, struct outcomes *strong);

#endif
