/* flag_wait.h - threads that poll a flag until it changes. */
#ifndef SIMT_FLAG_WAIT_H
#define SIMT_FLAG_WAIT_H

#include "threads.h"

struct simt;

struct waiting {
    int spinners;  /* threads that spin */
    bool insisted; /* a thread of this launch kept looking without waiting */
    uint64_t filter[16];
};

/* Before a launch. */
void flag_forget(struct simt *simt);
/* Called before a volatile load or an atomic: other threads may run first. A
 * thread that finds the same value in the same flag again waits until it
 * changes. */
void flag_look(struct simt *simt, uintptr_t address, size_t bytes,
               const void *pc);
/* A thread has written a word: threads that wait for it look again. */
void flag_written(struct simt *simt, uintptr_t address);
/* All threads of the block that wait for a flag look again. */
void flag_wake_all(struct simt *simt, struct block *block);

/* False: no thread spins on this word. True: a thread may. */
static inline bool flag_is_awaited(const struct waiting *waiting,
                                   uintptr_t address)
{
    const uint32_t bit = (uint32_t)(address >> 3) * 0x9e3779b1u >> 22;
    return waiting->spinners && waiting->filter[bit / 64] >> bit % 64 & 1;
}

#endif
