/* basis_select.h - the elements that a predicate keeps.
 *
 *     xs          3  1  4  1  5  9      keep odd ones
 *     keep        1  1  0  1  1  1
 *     offset      0  1  2  2  3  4      exclusive scan: where would it go?
 *     filter      3  1  1  5  9         scatter the kept ones
 *     partition   3  1  1  5  9  4      then the others
 */
#ifndef BASIS_SELECT_H
#define BASIS_SELECT_H

#include "basis.h"

/* Keeps xs[i] if keep[i] is 1; keep has only 0 and 1. */
struct ints basis_pack(struct basis *b, struct ints keep, struct ints xs);
/* p returns 0 or 1. */
struct ints basis_filter(struct basis *b, basis_function *p, const void *env,
                         struct ints xs);
/* *kept becomes the number of kept elements, which come first. */
struct ints basis_partition(struct basis *b, basis_function *p, const void *env,
                            struct ints xs, size_t *kept);

#endif
