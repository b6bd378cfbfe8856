/* basis_sort.h - sorting, and what sorting is good for.
 *
 * Radix sort by two bits at a time: one scan of count4_i32 counts all four
 * digits, which gives each key the number of equal digits before it.
 *
 *     digit         2  0  1  2  0
 *     same before   0  0  0  1  1     exclusive scan of counts
 *     starts at     3  0  2  3  0     0s begin at 0, 1s at 2, 2s at 3
 *     goes to       3  0  2  4  1
 */
#ifndef BASIS_SORT_H
#define BASIS_SORT_H

#include "basis.h"

/* order[k] is the place of the k-th smallest key; equal keys stay in order. */
struct ints basis_sort_order(struct basis *b, struct ints keys);

/* 1 where a run of equal keys begins (heads) or ends (tails), else 0. */
struct ints basis_run_heads(struct basis *b, struct ints keys);
struct ints basis_run_tails(struct basis *b, struct ints keys);

/* Inclusive sums that start again where head is not 0. */
struct ints basis_segmented_sums(struct basis *b, struct ints heads,
                                 struct ints xs);

/* out[k] = the sum of values[i] over all i with at[i] = k; an at[i] outside
 * the buckets is ignored. A sort and a segmented scan, no atomics. */
struct ints basis_reduce_by_index(struct basis *b, size_t buckets,
                                  struct ints at, struct ints values);

#endif
