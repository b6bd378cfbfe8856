/* room.h - an output array with a margin before and behind it.
 *
 *     | margin | out[0] ... out[n - 1] | margin |
 *
 * Nobody may write in the margins; room_check tells whether somebody did.
 */
#ifndef ROOM_H
#define ROOM_H

#include "base/status.h"

#include <stddef.h>

struct room {
    char *out; /* out[0] */
    void *memory;
    size_t bytes, elem_bytes;
};

/* Bytes that room_take will take. */
size_t room_bytes(size_t largest_n, size_t elem_bytes);

/* On OK the caller frees it; a room that is all zero may be freed too. */
enum status room_take(size_t largest_n, size_t elem_bytes, struct room *out,
                      struct problem *why);
void room_free(struct room *room);

/* Gets it ready for an output of n elements, which are spoilt. */
void room_prepare(struct room *room, size_t n);

/* OK, or CHECK_FAILED when a margin of the n elements was written. */
enum status room_check(const struct room *room, size_t n, struct problem *why);

#endif
