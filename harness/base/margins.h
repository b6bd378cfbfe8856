/* margins.h - an array with margins, between two places that nothing may touch.
 *
 *     | locked | out[0] ... out[n - 1] | margin ............ | locked |
 *     | locked | ............ margin | out[0] ... out[n - 1] | locked |
 *
 * No code may write in the margins: margins_check tells whether it did. Reading
 * or writing a locked place ends the program (guard.h tells where it was). With
 * the array at the first place and then at the last one, both are found: what
 * is read beside it, and what is written.
 */
#ifndef MARGINS_H
#define MARGINS_H

#include "base/status.h"

#include <stddef.h>

enum margins_side { BEGINS_LOCKED, ENDS_LOCKED };

struct margins {
    char *out;        /* the array */
    const char *name; /* of the array, in messages */
    size_t n;         /* its elements, since it was prepared */
    size_t elem_bytes;
    /* Of its own: */
    char *memory, *begin, *end; /* all of it; what lies between the locks */
    size_t bytes;
    unsigned char *kept; /* what stood in both margins */
};

/* Bytes that margins_take will take. */
size_t margins_bytes(size_t largest_n, size_t elem_bytes);

/* `name` is not copied. On OK the caller frees it; one that is all zero may be
 * freed, too. */
enum status margins_take(const char *name, size_t largest_n, size_t elem_bytes,
                         struct margins *out, struct problem *why);
void margins_free(struct margins *margins);

/* Makes it ready for n elements, at this side, `shift` bytes away from it; the
 * first one's address is a multiple of `alignment` plus `shift`. All bytes are
 * overwritten, with the same pattern. */
void margins_prepare(struct margins *margins, size_t n, enum margins_side side,
                     size_t alignment, size_t shift);

/* Makes it ready for n elements at the first side, aligned to a page. Nothing
 * is overwritten: also what stood behind the n elements stays. */
void margins_keep(struct margins *margins, size_t n);

/* OK, or CHECK_FAILED when a margin was written since then. */
enum status margins_check(const struct margins *margins, struct problem *why);

#endif
