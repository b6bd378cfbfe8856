/* check_numbers.h - is an output the scan of its input?
 *
 * Integers, and floats of a monoid with EXACT, must equal the plain loop's
 * result, element by element. With SAME, that function decides. Other floats
 * must be equal or, since a scan groups the joins differently, as close as
 * rounding.h allows. Random inputs for scanlab's own sums are small multiples
 * of 1/16, whose sums are exact in any order.
 */
#ifndef CHECK_NUMBERS_H
#define CHECK_NUMBERS_H

#include "monoids/monoid.h"
#include "base/pool.h"
#include "base/status.h"

#include <stdbool.h>

struct scan_result {
    const struct monoid_table *monoid;
    const void *in; /* the input as it was before the scan */
    const void *out;
    size_t n;
    bool exclusive;
    const void *carry; /* or NULL */
};

/* How sure a check is. */
struct check_verdict {
    bool exact;           /* equal to the plain loop, bit for bit */
    double largest_error; /* floats: relative to the exact sums */
    double bound; /* floats: error allowed by rounding in the last element */
    double magnitude;   /* floats: how large results are, up to there */
    double probable;    /* floats: of the last element, as in rounding.h */
    bool is_improbable; /* an element is further off than that */
    bool has_wrong;     /* applications: an element of a port is wrong */
    int wrong_port;
    size_t wrong;
};

/* CHECK_FAILED: "out[256] = (4, 9), want (4, 7)". WRONG_USE: a scan of
 * floats leaves the range of its type, so there is no right result. */
enum status check_scan(const struct scan_result *result,
                       struct check_verdict *verdict, struct problem *why);

/* A part of a longer scan: `carry` is the plain loop's value before it, or
 * NULL. */
struct scan_part {
    struct scan_result scan;
    size_t first; /* the number of its first element, for messages */
    /* What the check of all parts before it found. */
    const struct check_verdict *before;
};

/* As check_scan, for a part; the verdict is that of all parts so far. */
enum status check_part(const struct scan_part *part,
                       struct check_verdict *verdict, struct problem *why);

/* "right", "right within rounding (...)", or "NOT CHECKED: ..." if the bound is
 * too weak to distinguish right from wrong; returns text. */
const char *check_words(const struct check_verdict *verdict, char *text,
                        size_t size);

/* Compares n elements with those expected, on all threads of the pool. */
enum status check_equal(const struct monoid_table *monoid, const void *expected,
                        const void *out, size_t n, struct pool *pool,
                        struct problem *why);

/* Computes, for check_within, how far each element may be from the plain loop's
 * result in plain->out, as numbers of T: sums of random numbers as far as is
 * probable (rounding.h). Only if rounding_applies(). WRONG_USE: as for
 * check_scan. */
enum status check_allowed(const struct scan_result *plain, void *allowed,
                          struct problem *why);

/* check_equal with a tolerance; `allowed` and `pool` may be NULL. */
enum status check_within(const struct monoid_table *monoid,
                         const void *expected, const void *allowed,
                         const void *out, size_t n, struct pool *pool,
                         struct problem *why);

/* Checks one element, with the error that rounding.h allows there;
 * CHECK_FAILED: "out[256] = 1.5, want 1: off by 0.5, rounding explains at most
 * 1e-7". The verdict's bound becomes that of this element, and its largest
 * error the largest so far. */
struct allowance;
enum status check_float(const struct monoid_table *monoid, size_t at,
                        const void *out, const struct allowance *allowance,
                        struct check_verdict *verdict, struct problem *why);

/* CHECK_FAILED: "out[256] = (4, 9), want (4, 7)". */
enum status check_differs(const struct monoid_table *monoid, size_t at,
                          const void *got, const void *want,
                          struct problem *why);

#endif
