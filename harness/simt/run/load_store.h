/* load_store.h - what happens at a load or store: it is counted, recorded,
 * judged and timed. */
#ifndef SIMT_LOAD_STORE_H
#define SIMT_LOAD_STORE_H

#include "simt/judge/stamp.h"

struct simt;

struct accesses {
    uint64_t path; /* of all sites and addresses, in one number */
};

static inline void accesses_begin(struct accesses *accesses)
{
    accesses->path = 1;
}

/* Another order, another path. */
static inline void accesses_go_on(struct accesses *accesses, uint64_t number)
{
    accesses->path = (accesses->path ^ number) * 0x100000001b3u;
}

/* Any access. `align`: of the type, when that is less than its size; else 0. */
void access_memory(uintptr_t address, size_t bytes, unsigned align, bool write,
                   enum access_kind kind, const void *pc);
/* A plain, aligned access when launch.goes_quickly. `key`: of its request, but
 * for site and space. */
void access_quickly(uintptr_t address, uint64_t key, const void *pc);
/* One that has to be aligned for its size: a finding, when it is not. */
void access_aligned(uintptr_t address, size_t bytes, bool write,
                    enum access_kind kind, const void *pc);

#endif
