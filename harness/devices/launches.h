/* launches.h - what the devices that run kernel.cu have in common: its source,
 * the numbers of launches, and the arguments of a step. */
#ifndef LAUNCHES_H
#define LAUNCHES_H

#include "execution.h"
#include "compile/module.h"

/* kernel.cu or the file that stands for it, with the options that make it the
 * code of this setup. */
enum status launches_source(const struct setup *setup,
                            struct module_source *source, struct problem *why);

/* Bytes to take for a buffer of a plan: what it needs for this n, or for the
 * largest one if that is more. (Some plans need less for the largest.) */
size_t launches_room(const struct execution *execution, enum entry entry,
                     int buffer, size_t bytes);

/* Launches are numbered, so that status words of an earlier one are told from
 * today's. Kernels put a number into 32 bits together with a state, so the
 * numbers begin again some time, and whatever carries one has to be cleared
 * then. SCANLAB_FIRST_LAUNCH and SCANLAB_LAST_LAUNCH say where, for tests. */
struct launch_numbers {
    uint32_t now; /* 0: none was yet */
    uint32_t first, last;
    uint32_t wish; /* the next one; 0: the usual one */
};

struct launch_numbers launch_numbers_begin(void);

/* The next launch gets this number, from 1 to `last`: those between are left
 * out, as if they had been short. If it is not above the last one, the numbers
 * begin again before it. */
void launch_numbers_leap(struct launch_numbers *numbers, uint32_t next);

/* The next number, in numbers->now; true: it begins again, so clear what
 * STARTS_LAUNCH_TAGGED. */
bool launch_numbers_next(struct launch_numbers *numbers);

/* What the arguments of a step refer to; addresses may be a GPU's. */
struct launch_memory {
    char *port[MAX_PORTS];
    char *buffer[MAX_BUFFERS];
    void *carry; /* or NULL */
    uint32_t launch;
};

union launch_value {
    void *pointer;
    uint32_t u32;
    uint64_t u64;
};

/* Bytes of one argument. */
int launch_argument_bytes(const struct argument *argument);
/* Fills it in, and returns the same. */
int launch_argument(const struct launch_memory *memory,
                    const struct argument *from, union launch_value *to);

#endif
