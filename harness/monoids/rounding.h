/* rounding.h - how far a correct scan of floats may be from the plain loop.
 *
 * A scan groups the applications of op differently from the plain loop, and op
 * rounds. The bound depends on what is known about op, component by
 * component:
 *
 *     sums         op(a, b) = a + b on random elements and on the input. From
 *                  the exact sums in double-double arithmetic,
 *                  |out[i] - exact| <= (i + 2) * eps * (|x[0]| + ... + |x[i]|)
 *                  (Higham, Accuracy and Stability of Numerical Algorithms,
 *                  section 4.2). Errors that are as often up as down stay far
 *                  below: with the largest sum so far, s, a fold of neighbours
 *                  is 2 s at most, and
 *                  |out[i] - exact| <= 16 * sqrt(i + 2) * eps * s
 *                  is probable (Higham and Mary, A New Approach to
 *                  Probabilistic Rounding Error Analysis, 2019)
 *     magnitudes   the header has MAGNITUDE: m[i] is the reduction of the
 *                  magnitudes by MAGNITUDE_OP, and
 *                  |out[i] - plain[i]| <= 4 * (i + 2) * eps * m[i]
 *     spread       nothing is known. Reductions in other orders (trees), and
 *                  the plain loop on operands changed by a rounding, show how
 *                  far apart right results are; four times as much is allowed
 *
 * A header with EXACT or SAME needs none of this: monoid_equal decides.
 */
#ifndef ROUNDING_H
#define ROUNDING_H

#include "monoid.h"
#include "base/status.h"

enum { MAX_COMPONENTS = 8 };

/* The correct results at one position, component by component: want + low, with
 * the allowed difference on both sides. */
struct allowance {
    double want[MAX_COMPONENTS], low[MAX_COMPONENTS];
    double allowed[MAX_COMPONENTS];
    double probable[MAX_COMPONENTS]; /* sums: at most so far apart, if rounding
                                        is random; others: 0, not known */
    double
        magnitude[MAX_COMPONENTS]; /* sums: the largest so far; others: of the
                                         joined values, or of want */
};

struct rounding;

/* True: results of this monoid may differ from the plain loop's. */
bool rounding_applies(const struct monoid_table *monoid);

/* Prepares the bounds of a scan of n elements that starts from `carry`, which
 * may be NULL. The caller closes it. */
enum status rounding_open(const struct monoid_table *monoid, const void *in,
                          size_t n, bool exclusive, const void *carry,
                          struct rounding **out, struct problem *why);
/* Restarts at the first position, for the n elements of another array, without
 * a carry. What is known about op is kept: testing op costs more than scanning
 * a short array. */
void rounding_again(struct rounding *rounding, const void *in, size_t n);
void rounding_close(struct rounding *rounding);

/* The bounds of the next position, starting at 0. WRONG_USE: the plain loop
 * leaves the range of the type there, so no result is right. */
enum status rounding_next(struct rounding *rounding, struct allowance *out,
                          struct problem *why);

#endif
