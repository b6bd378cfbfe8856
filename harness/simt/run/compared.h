/* compared.h - the values that a kernel compares: is one of them an element? */
#ifndef SIMT_COMPARED_H
#define SIMT_COMPARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simt;

/* From now on the hooks of monoids/compares.h call the running machine. */
void compared_open(void);

/* The running thread passes a value to a call of the machine that computes with
 * it: an atomic, a match, a reduction. */
void compared_by_call(struct simt *simt, uint64_t value, unsigned bytes,
                      const void *pc);

/* Values of elements' words that compare-and-swaps of the launch replaced: a
 * table with open addressing and a power-of-two number of slots, at most half
 * in use. */
struct swaps {
    struct swap {
        uintptr_t address; /* 0: a free slot */
        uint64_t was;
    } * slot;
    size_t slots, used;
};

void swaps_forget(struct swaps *swaps); /* before a launch */
void swaps_close(struct swaps *swaps);

/* True for a compare-and-swap of an element that expects a value that its words
 * have or had. Clears the bits of *expected beyond its first `bytes` bytes. */
bool compared_is_swap(const struct simt *simt, uintptr_t address, size_t bytes,
                      uint64_t *expected);
/* This compare-and-swap found `is`, and stores `wanted`. */
void compared_by_swap(struct simt *simt, uintptr_t address, size_t bytes,
                      uint64_t is, uint64_t expected, uint64_t wanted,
                      const void *pc);

#endif
