/* basis_arrays.h - arrays into other arrays, with only map and iota.
 *
 * An operation that only changes how an index is read (a view) takes one step,
 * whatever the length; one that stores its result takes a map.
 */
#ifndef BASIS_ARRAYS_H
#define BASIS_ARRAYS_H

#include "basis.h"

struct pairs {
    size_t n;
    struct pair *at;
};

struct pairs basis_zip(struct basis *b, struct ints xs, struct ints ys);
void basis_unzip(struct basis *b, struct pairs ps, struct ints *xs,
                 struct ints *ys);
struct ints basis_concat(struct basis *b, struct ints xs, struct ints ys);
struct ints basis_replicate(struct basis *b, size_t n, int32_t x);
/* 0, 1, 2, ... as the exclusive scan of ones. */
struct ints basis_iota_by_scan(struct basis *b, size_t n);

/* xs[(i + by) % n] at position i: as a view, and stored. */
struct rotated {
    struct ints xs;
    size_t by;
};
struct rotated basis_rotate_view(struct basis *b, size_t by, struct ints xs);
int32_t rotated_at(const struct rotated *view, size_t i);
struct ints basis_rotate(struct basis *b, size_t by, struct ints xs);

/* Rows one after another: element (r, c) is at[r * columns + c]. */
struct matrix {
    size_t rows, columns;
    int32_t *at;
};
struct matrix basis_unflatten(struct basis *b, size_t rows, size_t columns,
                              struct ints xs);
struct ints basis_flatten(struct basis *b, struct matrix m);
struct matrix basis_transpose(struct basis *b, struct matrix m);

#endif
