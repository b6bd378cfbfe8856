/* launches.h - shared by the devices that run kernel.cu: its source, the
 * numbers of launches, and the arguments of a step. */
#ifndef LAUNCHES_H
#define LAUNCHES_H

#include "execution.h"
#include "compile/module.h"

/* kernel.cu or the file that replaces it, with the compiler options for this
 * setup. */
enum status launches_source(const struct setup *setup,
                            struct module_source *source, struct problem *why);

/* Bytes to allocate for a buffer of a plan: what it needs for this n, or for
 * the largest n if that is more. (Some plans need less for the largest n.) */
size_t launches_room(const struct execution *execution, enum entry entry,
                     int buffer, size_t bytes);

/* Launches are numbered, to distinguish status words of an earlier launch from
 * current ones. Kernels pack a number and a state into 32 bits, so the numbers
 * wrap around at some point, and all words with a number must then be cleared.
 * SCANLAB_FIRST_LAUNCH and SCANLAB_LAST_LAUNCH set the range, for tests. */
struct launch_numbers {
    uint32_t now; /* 0: none yet */
    uint32_t first, last;
    uint32_t wish; /* the next number; 0: the default */
};

struct launch_numbers launch_numbers_begin(void);

/* The next launch gets this number, from 1 to `last`: the numbers in between
 * are skipped, as if short launches had used them. If the number is not above
 * the last one, the numbering restarts first. */
void launch_numbers_leap(struct launch_numbers *numbers, uint32_t next);

/* The numbering will not restart in the next `count` launches, except perhaps
 * in the first of them: it restarts there if the numbers left are too few.
 * False: there are not so many numbers. */
bool launch_numbers_reserve(struct launch_numbers *numbers, size_t count);

/* Puts the next number into numbers->now; true: the numbering restarts, so
 * clear all buffers with STARTS_LAUNCH_TAGGED. */
bool launch_numbers_next(struct launch_numbers *numbers);

/* The memory that a step's arguments refer to; it may be a GPU's. */
struct launch_memory {
    char *port[MAX_PORTS];
    char *buffer[MAX_BUFFERS];
    void *carry; /* or NULL */
    uint32_t launch;
    /* Of a plan for several GPUs: this one; its elements; and, for a buffer, an
     * array of its addresses on each GPU. */
    uint32_t gpu, set;
    uint64_t share;
    char *boards[MAX_BUFFERS];
};

union launch_value {
    void *pointer;
    uint32_t u32;
    uint64_t u64;
};

/* Bytes of one argument. */
int launch_argument_bytes(const struct argument *argument);
/* Fills in one argument, and returns its size in bytes. */
int launch_argument(const struct launch_memory *memory,
                    const struct argument *from, union launch_value *to);

#endif
