/* margins.h - an output array with a margin before and after it.
 *
 *     | margin | out[0] ... out[n - 1] | margin |
 *
 * No scan may write in the margins; margins_check tells whether this one did.
 */
#ifndef MARGINS_H
#define MARGINS_H

#include "base/status.h"

#include <stddef.h>

struct margins {
    char *out; /* out[0] */
    void *memory;
    size_t bytes, elem_bytes;
};

/* Bytes that margins_take will take. */
size_t margins_bytes(size_t largest_n, size_t elem_bytes);

/* On OK the caller frees it; one that is all zero may be freed, too. */
enum status margins_take(size_t largest_n, size_t elem_bytes,
                         struct margins *out, struct problem *why);
void margins_free(struct margins *margins);

/* Makes it ready for an output of n elements: all its bytes are overwritten. */
void margins_prepare(struct margins *margins, size_t n);

/* OK, or CHECK_FAILED when a margin of the n elements was written. */
enum status margins_check(const struct margins *margins, size_t n,
                          struct problem *why);

#endif
