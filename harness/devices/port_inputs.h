/* port_inputs.h - the inputs of an application that are drawn: of proofs,
 * counts and benches. */
#ifndef PORT_INPUTS_H
#define PORT_INPUTS_H

#include "execution.h"

/* The named sizes of an input of n; of a scan n alone. */
struct sizes port_sizes(const struct algorithm *algorithm, size_t n,
                        const struct drawing *drawing);

/* Whether the pattern says what its inputs are, when elements are real. */
bool port_patterns(const struct algorithm *algorithm);

/* Elements of T that go in, products of them, and elements that a map makes: so
 * many leaves the interval table is given. */
size_t port_leaves(const struct algorithm *algorithm, struct sizes sizes);

/* ... of which so many are products of two elements each. */
size_t port_products(const struct algorithm *algorithm, struct sizes sizes);

/* Fills all inputs of the call: those of T are leaves, in the order of the
 * ports, or drawn elements of another monoid; the application draws others. */
void port_fill(const struct request *request, const struct algorithm *algorithm,
               const struct monoid *monoid, const struct drawing *drawing,
               const struct call *call);

#endif
