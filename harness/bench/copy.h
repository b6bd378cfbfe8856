/* copy.h - the roof: how fast this machine can copy, by the best way known.
 *
 * A scan reads n elements and writes n, so no scan that leaves memory in the
 * end can beat a copy. Which copy is the fastest depends on the size and on
 * the number of threads; the roof is the best of these, measured in the same
 * interleaved run.
 */
#ifndef COPY_H
#define COPY_H

#include <stddef.h>

struct copy_kind {
    const char *name;
    /* Copies one thread's share; the two do not overlap. When it returns, the
     * bytes are there for every thread that is told so. */
    void (*copy)(void *out, const void *in, size_t bytes);
    /* 0: each thread copies one share. Else tiles of so many bytes, and each
     * thread takes the next one when it is done with its last: a thread that
     * was held up copies less. */
    size_t tile_bytes;
};

/* Ends with a NULL name. */
extern const struct copy_kind copy_kinds[];

#endif
