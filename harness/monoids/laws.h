/* laws.h - is it a monoid? Its laws, on elements that it draws.
 *
 *     op(identity(), a) = a = op(a, identity())
 *     op(op(a, b), c) = op(a, op(b, c))
 */
#ifndef LAWS_H
#define LAWS_H

#include "monoid.h"

struct laws {
    bool draws_one; /* DRAW makes one element only: the laws hold of it */
    size_t triples; /* (a, b, c) that were tried */
    bool asks_associative; /* not of floats that round */
    bool commutes;         /* op(a, b) = op(b, a) for all of them; no law */
};

/* Tries so many triples. CHECK_FAILED names the law, and elements that break
 * it. A scan of something that is no monoid has no right result, and the scan
 * would be blamed. */
enum status laws_check(const struct monoid *monoid, size_t triples,
                       struct laws *out, struct problem *why);

/* Of a key or predicate, on elements that are drawn: does it say the same of an
 * element each time? Has a key no more than KEY_BITS bits (elements are sorted
 * by these), and is what a predicate says a bool (some kernels add it up)? */
enum status laws_check_function(const struct monoid *monoid,
                                struct problem *why);

#endif
