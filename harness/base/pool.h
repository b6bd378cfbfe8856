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
 * when all have; what they wrote is then visible. Not for nested use. */
void pool_parallel(struct pool *pool, void (*fn)(void *arg, int thread),
                   void *arg);

int pool_threads(const struct pool *pool);

/* Processors that this process may use. */
int pool_processors(void);

/* For the length of a measurement: gives every thread, the caller among them,
 * a processor of its own, where there are enough of them. pool_let_go frees the
 * caller again. */
void pool_pin(struct pool *pool);
void pool_let_go(struct pool *pool);

/* Keeps the caller off the processor that pool_pin gives it. Threads that other
 * people's code starts meanwhile inherit that: later they do not meet the
 * caller on one processor, where two that spin wait out whole time slices. */
void pool_step_aside(struct pool *pool);

/* Sends the workers to sleep and returns when they do: so that they take no
 * processor from other threads that are being timed, such as a library's. */
void pool_sleep(struct pool *pool);

#endif
