/* basis_trees.h - reduce and scan themselves, built only from maps.
 *
 *     reduce as a tree, 5 elements           scan, Hillis and Steele
 *         a  b  c  d  e                          a  b   c    d
 *         ab    cd    e     identity on          a  ab  bc   cd     left 1
 *         abcd        e     the right            a  ab  abc  abcd   left 2
 *         abcde
 *
 * The tree has work n and span log2 n, like reduce. The scan has the same span,
 * but work n log2 n.
 */
#ifndef BASIS_TREES_H
#define BASIS_TREES_H

#include "basis.h"

/* Associative, with an identity. */
struct basis_op {
    int32_t (*op)(int32_t x, int32_t y);
    int32_t identity;
};

extern const struct basis_op basis_plus, basis_larger;

int32_t basis_reduce_tree(struct basis *b, const struct basis_op *op,
                          struct ints xs);
/* Thread t takes elements t, t + threads, ...: on a GPU neighbouring threads
 * read neighbouring elements. Precondition: op commutes. Then a tree joins the
 * threads' results. */
int32_t basis_reduce_strided(struct basis *b, const struct basis_op *op,
                             size_t threads, struct ints xs);
/* Inclusive. */
struct ints basis_scan_maps(struct basis *b, const struct basis_op *op,
                            struct ints xs);

#endif
