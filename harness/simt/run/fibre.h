/* fibre.h - one stack for each CUDA thread, and which of them runs. */
#ifndef SIMT_FIBRE_H
#define SIMT_FIBRE_H

#include "threads.h"

enum {
    /* No power of two: stacks are to fall into different sets of the TLB. */
    STACK_BYTES = 132 << 10
};

struct simt;

/* Which thread runs, and how long already. */
struct turn {
    struct thread *current; /* NULL: the scheduler */
    int32_t left;           /* accesses until its turn is over */
    uint64_t hooks; /* accesses and synchronisations, but for this turn's */
};

/* Accesses and synchronisations so far. */
static inline uint64_t turn_steps(const struct turn *turn)
{
    return turn->hooks +
           (turn->current ? (uint64_t)(turn->current->slice - turn->left) : 0);
}

/* An access, or something else that takes a step. */
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
    void **leaver;         /* where the thread that left keeps its own */
    uintptr_t *free_stack; /* the last one used is the first to be used again */
    size_t free_stacks, made_stacks;
    void (*errand)(void *); /* for the scheduler's stack */
    void *errand_for;
    bool on_errand;
};

/* Room for the stacks of one block more; false: there is none. */
bool fibre_reserve(struct simt *simt, struct block *block);
/* Gives them back; before fibre_close(). */
void fibre_release(const struct simt *simt, struct block *block);
void fibre_close(struct simt *simt);
/* Before a launch: those that the last one has left, too, are free. */
void fibre_free_all(struct simt *simt);
/* A thread has returned, and no other goes on where it has. */
void fibre_free(struct simt *simt, const struct thread *returned);
/* Where the running thread's stack begins. */
extern uintptr_t fibre_stack;
/* A thread is about to run from its beginning. */
void fibre_begin(struct thread *thread);
/* Runs a thread until it stops, and those that follow it where it has returned
 * or waits; returns the last one. NULL: there is no memory for its stack. */
struct thread *fibre_run(struct simt *simt, struct thread *thread);
/* Called on a fibre: back to the scheduler, and on when it is run again. */
void fibre_stop(void);
/* ... by a thread that cannot go on yet: straight to the next, if there is one.
 */
void fibre_wait(void);
/* On the scheduler's stack: a fibre's is too small for reading debug
 * information. What `arg` points to may be on the fibre's. */
void fibre_errand(struct simt *simt, void (*errand)(void *), void *arg);
/* A crash has left the fibre that ran: the scheduler runs. */
void fibre_left(struct simt *simt);
/* True on a fibre: fibre_stop() would leave it. */
bool fibre_is_running(const struct simt *simt);

#endif
