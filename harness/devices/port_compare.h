/* port_compare.h - are the outputs of a call what the plain loop makes? */
#ifndef PORT_COMPARE_H
#define PORT_COMPARE_H

#include "execution.h"
#include "monoids/check.h"

/* Fills the outputs of `expected` from its inputs, by the application's plain
 * loop. `expected` has room for every port of the call; `request` is
 * execution_request()'s or setup_request()'s. */
void port_expected(const struct request *request,
                   const struct algorithm *algorithm,
                   const struct monoid *monoid, void *const *expected);

/* OK, or CHECK_FAILED: "out[3] is element 5, want element 4" of intervals,
 * "count[0] = 5, want 4" else. Ports that count others come before these.
 * Floats may be as far off as rounding.h says, where the application has
 * fold_of; WRONG_USE: the plain loop leaves their range. */
enum status port_compare(const struct request *request,
                         const struct algorithm *algorithm,
                         const struct monoid *monoid, const struct call *call,
                         void *const *expected, struct check_verdict *verdict,
                         struct problem *why);

#endif
