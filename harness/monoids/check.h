/* check.h - is an output the scan of its input?
 *
 * Integers: equal to the plain loop's result, element by element. Floats: the
 * same, or, since a scan adds in another order, within the bound that holds for
 * every order,
 *
 *     |out[i] - exact| <= (i + 1) * eps * (|x[0]| + ... + |x[i]|)
 *
 * with the exact sums in double-double arithmetic (Higham, Accuracy and
 * Stability of Numerical Algorithms, section 4.2). Inputs that scanlab draws
 * are small multiples of 1/16, whose sums are exact in any order: there
 * check_equal applies to floats as well.
 */
#ifndef CHECK_H
#define CHECK_H

#include "monoid.h"
#include "base/pool.h"
#include "base/status.h"

#include <stdbool.h>

struct scan_result {
    const struct monoid_table *monoid;
    const void *in; /* as it was before the scan */
    const void *out;
    size_t n;
    bool exclusive;
    const void *carry; /* or NULL */
};

/* How sure a check is. */
struct check_verdict {
    bool exact;           /* equal to the plain loop, bit for bit */
    double largest_error; /* floats: against the exact sums */
    double bound;         /* floats: that rounding allows at the end */
    double magnitude;     /* floats: the sum of |x| */
};

/* CHECK_FAILED: "out[256] = (4, 9), want (4, 7)". WRONG_USE: a float sum
 * leaves the range of its type, so there is no right result. */
enum status check_scan(const struct scan_result *result,
                       struct check_verdict *verdict, struct problem *why);

/* "right", "right within rounding (...)", or "NOT CHECKED: ..." where the
 * bound is too weak to tell right from wrong; returns text. */
const char *check_words(const struct check_verdict *verdict, char *text,
                        size_t size);

/* Compares n elements with those expected, on all threads of the pool. */
enum status check_equal(const struct monoid_table *monoid, const void *expected,
                        const void *out, size_t n, struct pool *pool,
                        struct problem *why);

/* CHECK_FAILED: "out[256] = (4, 9), want (4, 7)". */
enum status check_differs(const struct monoid_table *monoid, size_t at,
                          const void *got, const void *want,
                          struct problem *why);

#endif
