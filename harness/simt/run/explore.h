/* explore.h - every order of flag operations, up to equivalence.
 *
 * A run is a sequence of choices. All threads run until each is waiting or has
 * reached a flag operation (a volatile access or an atomic); then one of these
 * operations is chosen. explore_next() prepares the choices of the next run,
 * until no remaining run could have a different result.
 *
 *     explore_begin     before a run
 *     explore_choose    at each choice
 *     explore_next      after a run: is there another run?
 */
#ifndef SIMT_EXPLORE_H
#define SIMT_EXPLORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explore;

/* A preemption is a switch away from a block that could have continued. Runs
 * with more than `preemptions` of them are left out; below 0 there is no bound.
 * NULL: out of memory. */
struct explore *explore_open(int preemptions);
void explore_close(struct explore *explore); /* NULL is fine */

/* The flag operation that a thread is about to perform. */
struct explore_option {
    uint32_t block, thread;
    uintptr_t address;
    bool writes;
};

/* Starts the first or next run. */
void explore_begin(struct explore *explore);

/* Returns the index of the option to take. -1: after the same choices as in an
 * earlier run, this run differs from it. That happens only to a kernel that
 * keeps data from one launch to the next. */
int explore_choose(struct explore *explore, const struct explore_option *option,
                   int options);

/* A barrier: from now on the block's threads know each other's steps. */
void explore_joins(struct explore *explore, uint32_t block);

/* True: another run must follow. */
bool explore_next(struct explore *explore);

/* The number of runs so far, and whether all orders were run. */
struct explore_result {
    uint64_t runs;
    bool complete; /* no order was left out */
    bool by_bound; /* some were left out because of the bound on preemptions */
};
struct explore_result explore_result(const struct explore *explore);

#endif
