/* margins.h - an array with margins, between two locked regions.
 *
 *     | locked | out[0] ... out[n - 1] | margin ............ | locked |
 *     | locked | ............ margin | out[0] ... out[n - 1] | locked |
 *
 * Code must not write to the margins: margins_check detects such writes.
 * Reading or writing a locked region ends the program (guard.h reports where).
 * Placing the array first at the beginning and then at the end detects reads as
 * well as writes, both before and after the array.
 */
#ifndef MARGINS_H
#define MARGINS_H

#include "base/status.h"

#include <stddef.h>

enum margins_side { BEGINS_LOCKED, ENDS_LOCKED };

struct margins {
    char *out;        /* the array */
    const char *name; /* of the array, in messages */
    size_t n;         /* number of elements, once prepared */
    size_t elem_bytes;
    /* Private: */
    char *memory, *begin,
        *end; /* all memory; the part between the locked regions */
    size_t bytes;
    unsigned char *kept; /* the original bytes of both margins */
};

/* Bytes that margins_alloc allocates. */
size_t margins_bytes(size_t largest_n, size_t elem_bytes);

/* `name` is not copied. On OK the caller frees the margins; a zeroed struct may
 * be freed, too. */
enum status margins_alloc(const char *name, size_t largest_n, size_t elem_bytes,
                          struct margins *out, struct problem *why);
void margins_free(struct margins *margins);

/* Places an array of n elements at this side, `shift` bytes away from the
 * locked region; the address of element 0 is a multiple of `alignment` plus
 * `shift`. All bytes are overwritten with the same pattern. */
void margins_prepare(struct margins *margins, size_t n, enum margins_side side,
                     size_t alignment, size_t shift);

/* Places an array of n elements against the first margin, aligned to a page.
 * Nothing is overwritten, not even the bytes after the n elements. */
void margins_keep(struct margins *margins, size_t n);

/* OK, or CHECK_FAILED if a margin has been written to since it was prepared. */
enum status margins_check(const struct margins *margins, struct problem *why);

#endif
