/* pool.h - a persistent pool of threads that fork and join fast (bench prints
 * how fast): they spin for a moment before they sleep. */
#ifndef POOL_H
#define POOL_H

#include "status.h"

#include <stdbool.h>

struct pool;

/* Starts threads - 1 workers; the caller of pool_parallel is thread 0. */
enum status pool_open(int threads, struct pool **out, struct problem *why);
void pool_close(struct pool *pool); /* NULL is fine */

/* Runs fn(arg, 0) ... fn(arg, threads - 1), one on each thread, and returns
 * when all have returned; their writes are then visible. Must not be nested. */
void pool_parallel(struct pool *pool, void (*fn)(void *arg, int thread),
                   void *arg);

int pool_threads(const struct pool *pool);

/* The number of processors that this process may use. */
int pool_processors(void);

/* For the duration of a measurement: gives every thread, including the caller,
 * its own processor, if there are enough. pool_let_go unpins the caller. */
void pool_pin(struct pool *pool);
void pool_let_go(struct pool *pool);

/* Keeps the caller off the processor that pool_pin gives it. Threads that a
 * library starts meanwhile inherit this restriction, so they do not later share
 * a processor with the caller: two spinning threads on one processor wait out
 * whole time slices. */
void pool_step_aside(struct pool *pool);

/* Puts the workers to sleep and returns once they are asleep, so that they use
 * no processor time while other threads are timed, such as a library's. */
void pool_sleep(struct pool *pool);

#endif
