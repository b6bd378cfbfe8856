/* library_refusals.h - elements for which libraries have no row.
 *
 * Each returns NULL, or the reason, in static storage: unsupported rows are
 * left out of a bench before anything is compiled.
 */
#ifndef LIBRARY_REFUSALS_H
#define LIBRARY_REFUSALS_H

#include "library.h"

/* For reductions that join elements in any order: op must commute, which is
 * tested on random elements. */
const char *refuse_ordered(const struct library_case *what);

/* For sorts of numbers by value; the second for sorts that always use all bits
 * of the value. */
const char *refuse_keys(const struct library_case *what);
const char *refuse_sort(const struct library_case *what);

/* For runs of equal integers. */
const char *refuse_integers(const struct library_case *what);

/* For sums of products of floats. */
const char *refuse_sparse(const struct library_case *what);

/* True: the monoid's element function is the suite's own function of that name.
 * */
bool library_function_is(const struct monoid *monoid, const char *name);

#endif
