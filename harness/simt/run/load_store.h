/* load_store.h - counts, records, judges and times each load and store. */
#ifndef SIMT_LOAD_STORE_H
#define SIMT_LOAD_STORE_H

#include "simt/judge/order.h"

struct simt;

struct accesses {
    uint64_t path;       /* a hash of all sites and addresses so far */
    uintptr_t of_device; /* see simt_next_of_device(); 0: none */
};

static inline void accesses_begin(struct accesses *accesses)
{
    accesses->path = 1;
}

/* Adds a number to the path; the order of the numbers matters. */
static inline void accesses_go_on(struct accesses *accesses, uint64_t number)
{
    accesses->path = (accesses->path ^ number) * 0x100000001b3u;
}

/* Any access. `align` is the type's alignment if that is less than the size;
 * else 0. */
void access_memory(uintptr_t address, size_t bytes, unsigned align, bool write,
                   enum access_kind kind, const void *pc);
/* A plain, aligned access. Precondition: launch.goes_quickly. `key` is the key
 * of its request, without site and memory space. */
void access_quickly(uintptr_t address, uint64_t key, const void *pc);
/* A finding: the pointer is not aligned for the type, of `bytes` bytes. */
void access_type_misaligned(uintptr_t address, size_t bytes, bool write,
                            const void *pc);
/* An access that must be aligned for its size: a finding if it is not. A plain
 * access of 16 bytes may be a copy of two 8-byte numbers, for which alignment
 * to 8 is enough; the module itself reports types that need more. */
void access_aligned(uintptr_t address, size_t bytes, bool write,
                    enum access_kind kind, const void *pc);
/* Does the address belong to an element of a proof? Elements are not flags. */
bool access_is_element(const struct simt *simt, uintptr_t address);
/* Before a load through the read-only cache. */
void access_readonly(uintptr_t address, size_t bytes, const void *pc);
/* The judge's name for an enum simt_scope: at most the largest scope of the
 * launch. */
enum scope access_scope(const struct simt *simt, int scope);
/* How an atomic is judged. */
enum atomic_operation {
    ATOMIC_UPDATE,
    ATOMIC_STORE, /* may be the first write to a word */
    ATOMIC_LOAD,  /* leaves an element unchanged, as atomicAdd() of 0 does */
    ATOMIC_SWAP   /* a compare-and-swap of an element (compared.c) */
};
void access_atomic(uintptr_t address, size_t bytes,
                   enum atomic_operation operation, enum access_kind kind,
                   const void *pc);

#endif
