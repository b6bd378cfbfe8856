/* compared.h - what a kernel compares, and whether it is an element. */
#ifndef SIMT_COMPARED_H
#define SIMT_COMPARED_H

#include <stdint.h>

struct simt;

/* From now on the hooks of monoids/compares.h lead to the machine that runs. */
void compared_open(void);

/* The running thread gives a value to a call of the machine that computes with
 * it: an atomic, a match, a reduction. */
void compared_by_call(struct simt *simt, uint64_t value, unsigned bytes,
                      const void *pc);

#endif
