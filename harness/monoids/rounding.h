/* rounding.h - how far from the plain loop a right scan of floats may be.
 *
 * A scan joins elements in another order than the plain loop, and op rounds. By
 * what is known of op, component by component:
 *
 *     sums         op(a, b) = a + b on drawn elements and on the input. Against
 *                  the exact sums in double-double arithmetic,
 *                  |out[i] - exact| <= (i + 2) * eps * (|x[0]| + ... + |x[i]|)
 *                  (Higham, Accuracy and Stability of Numerical Algorithms,
 *                  section 4.2)
 *     magnitudes   the header has MAGNITUDE: m[i] is the reduction of the
 *                  magnitudes by MAGNITUDE_OP, and
 *                  |out[i] - plain[i]| <= 4 * (i + 2) * eps * m[i]
 *     spread       nothing is known. The reduction in other orders (trees), and
 *                  the plain loop on operands that are a rounding off, tell how
 *                  far apart right results lie; four times as much is allowed
 *
 * A header with EXACT or SAME needs none of this: monoid_equal decides.
 */
#ifndef ROUNDING_H
#define ROUNDING_H

#include "monoid.h"
#include "base/status.h"

enum { MOST_COMPONENTS = 8 };

/* What is right at one position, component by component: want + low, and as
 * much to both sides as allowed. */
struct allowance {
    double want[MOST_COMPONENTS], low[MOST_COMPONENTS];
    double allowed[MOST_COMPONENTS];
    double magnitude[MOST_COMPONENTS]; /* of what was joined, or of want */
};

struct rounding;

/* True when results of this monoid may differ from the plain loop's at all. */
bool rounding_applies(const struct monoid_table *monoid);

/* Of a scan of n elements from `carry`, or NULL. The caller closes it. */
enum status rounding_open(const struct monoid_table *monoid, const void *in,
                          size_t n, bool exclusive, const void *carry,
                          struct rounding **out, struct problem *why);
/* From the first position on, of the n elements of another array, without a
 * carry. What is known of op stays known: asking it costs more than a short
 * array does. */
void rounding_again(struct rounding *rounding, const void *in, size_t n);
void rounding_close(struct rounding *rounding);

/* Of the next position, from 0 on. WRONG_USE: there the plain loop leaves the
 * range of the type, so that no result is the right one. */
enum status rounding_next(struct rounding *rounding, struct allowance *out,
                          struct problem *why);

#endif
