/* laws.h - is it a monoid? Tests its laws on random elements.
 *
 *     op(identity(), a) = a = op(a, identity())
 *     op(op(a, b), c) = op(a, op(b, c))
 */
#ifndef LAWS_H
#define LAWS_H

#include "monoid.h"

struct laws {
    bool draws_one; /* DRAW makes only one element: the laws hold for it */
    size_t triples; /* (a, b, c) tested */
    bool asks_associative; /* not for floats that round */
    bool commutes;         /* op(a, b) = op(b, a) always; not a law */
};

/* Tests `triples` triples. CHECK_FAILED names the law, and elements that break
 * it. If T and op are not a monoid, the result of a scan cannot be right, and
 * the scan would be blamed. */
enum status laws_check(const struct monoid *monoid, size_t triples,
                       struct laws *out, struct problem *why);

/* Tests a key or predicate on random elements. Does it always return the same
 * value for an element? Does a key have at most KEY_BITS bits (the sort uses
 * only these)? Is a predicate's result a bool (some kernels sum it)? */
enum status laws_check_function(const struct monoid *monoid,
                                struct problem *why);

#endif
