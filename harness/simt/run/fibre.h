/* fibre.h - one stack for each CUDA thread, and which of them runs. */
#ifndef SIMT_FIBRE_H
#define SIMT_FIBRE_H

#include "threads.h"

enum {
    /* Not a power of two, so that stacks fall into different sets of the TLB.
     */
    STACK_BYTES = 132 << 10
};

struct simt;

/* Which thread runs, and for how long. */
struct turn {
    struct thread *current; /* NULL: the scheduler */
    int32_t left;           /* accesses until its turn is over */
    uint64_t hooks;         /* accesses and synchronisations before this turn */
};

/* Accesses and synchronisations so far. */
static inline uint64_t turn_steps(const struct turn *turn)
{
    return turn->hooks +
           (turn->current ? (uint64_t)(turn->current->slice - turn->left) : 0);
}

/* An access, or another event that takes a step. */
static inline void turn_step(struct turn *turn)
{
    turn->left--;
}
static inline void turn_extra_step(struct turn *turn)
{
    turn->hooks++;
}

struct fibres {
    void *scheduler;       /* its context, while a fibre runs */
    void **leaver;         /* where to store the context of the leaving fibre */
    uintptr_t *free_stack; /* the last stack freed is reused first */
    size_t free_stacks, made_stacks;
    void (*errand)(void *); /* to run on the scheduler's stack */
    void *errand_for;
    bool on_errand;
};

/* Reserves room for the stacks of one more block. False: out of memory. */
bool fibre_reserve(struct simt *simt, struct block *block);
/* Gives back a block's stacks. Must come before fibre_close(). */
void fibre_release(const struct simt *simt, struct block *block);
void fibre_close(struct simt *simt);
/* Before a launch: frees all stacks, including those of a launch that ended
 * early.
 */
void fibre_free_all(struct simt *simt);
/* Call when a thread has returned and no other thread takes over its stack:
 * frees that stack. */
void fibre_free(struct simt *simt, const struct thread *returned);
/* Where the running thread's stack begins. */
extern uintptr_t fibre_stack;
/* A thread is about to start. */
void fibre_begin(struct thread *thread);
/* Runs a thread until it stops, and then the threads that follow it when it
 * returns or waits. Returns the last one. NULL: there is no memory for its
 * stack. */
struct thread *fibre_run(struct simt *simt, struct thread *thread);
/* Called on a fibre: switches to the scheduler. Returns when the fibre is run
 * again. */
void fibre_stop(void);
/* The same for a thread that cannot continue yet: switches directly to the next
 * thread of its block, if there is one. */
void fibre_wait(void);
/* Runs the errand on the scheduler's stack: a fibre's stack is too small for
 * reading debug information. `arg` may point into the fibre's stack. */
void fibre_errand(struct simt *simt, void (*errand)(void *), void *arg);
/* Call this after a crash, when the running fibre has been abandoned and the
 * scheduler runs. */
void fibre_left(struct simt *simt);
/* True on a fibre, where fibre_stop() may be called. */
bool fibre_is_running(const struct simt *simt);

#endif
