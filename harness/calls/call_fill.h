/* call_fill.h - a call's inputs that are drawn: of proofs, counts and benches.
 */
#ifndef CALL_FILL_H
#define CALL_FILL_H

#include "devices/execution.h"

/* The named sizes of an input of n; of a scan n alone. */
struct sizes call_sizes(const struct algorithm *algorithm, size_t n,
                        const struct drawing *drawing);

/* Whether the pattern says what its inputs are, when elements are real. */
bool call_has_patterns(const struct algorithm *algorithm);

/* Elements of T that go in, products of them, and elements that a map makes: so
 * many leaves the interval table is given. */
size_t call_leaves(const struct algorithm *algorithm, struct sizes sizes);

/* ... of which so many are products of two elements each. */
size_t call_products(const struct algorithm *algorithm, struct sizes sizes);

/* Fills all inputs of the call: those of T are leaves, in the order of the
 * ports, or drawn elements of another monoid; the task draws others. Where
 * the call has a carry, leaf 0 is that, and is the caller's to fill. */
void call_fill(const struct request *request, const struct algorithm *algorithm,
               const struct monoid *monoid, const struct drawing *drawing,
               const struct call *call);

#endif
