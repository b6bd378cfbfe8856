/* call_fill.h - generated inputs of a call: for proofs, counts and benches.
 */
#ifndef CALL_FILL_H
#define CALL_FILL_H

#include "devices/execution.h"

/* The named sizes of an input of n elements; for a scan only n. */
struct sizes call_sizes(const struct algorithm *algorithm, size_t n,
                        const struct drawing *drawing);

/* True: the algorithm's inputs follow the pattern, unless elements are
 * intervals. */
bool call_has_patterns(const struct algorithm *algorithm);

/* Number of leaves in the interval table: input elements of T, their products,
 * and elements made by a map. */
size_t call_leaves(const struct algorithm *algorithm, struct sizes sizes);

/* ... and how many of these are products of two elements each. */
size_t call_products(const struct algorithm *algorithm, struct sizes sizes);

/* Fills all inputs of the call: those of T are leaves, in the order of the
 * ports, or random elements of another monoid; the task generates the others.
 * If the call has a carry, it is leaf 0, and the caller fills it. */
void call_fill(const struct request *request, const struct algorithm *algorithm,
               const struct monoid *monoid, const struct drawing *drawing,
               const struct call *call);

/* Where the task joins elements in another order (task.h): numbers the leaves of
 * its first input of T, of `unit` bytes each, in that order. The other inputs are
 * filled. Without memory they keep their numbers, and a proof fails. */
void call_order_leaves(const struct request *request,
                       const struct algorithm *algorithm,
                       const struct call *call, size_t unit);

#endif
