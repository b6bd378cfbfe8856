/* copy.h - the roof: the fastest known copy on this machine.
 *
 * A scan reads n elements and writes n, so no scan whose data exceeds the
 * caches can beat a copy. The fastest copy depends on the size and on the
 * number of threads; the roof is the best one, measured in the same interleaved
 * run.
 */
#ifndef COPY_H
#define COPY_H

#include <stddef.h>

struct copy_kind {
    const char *name;
    /* Copies one thread's share; `in` and `out` do not overlap. After it
     * returns, every thread that synchronises with this one sees the bytes. */
    void (*copy)(void *out, const void *in, size_t bytes);
    /* 0: each thread copies one share. Else tiles of this size, and each thread
     * takes the next tile when it has finished one, so a delayed thread copies
     * less. */
    size_t tile_bytes;
};

/* Ends with a NULL name. */
extern const struct copy_kind copy_kinds[];

#endif
