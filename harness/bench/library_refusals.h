/* library_refusals.h - elements that libraries have no row for.
 *
 * Each gives NULL, or the reason, in static storage: what a library cannot do
 * is left out of a bench before anything is compiled.
 */
#ifndef LIBRARY_REFUSALS_H
#define LIBRARY_REFUSALS_H

#include "library.h"

/* Reductions that join elements in any order: op must commute. Drawn elements
 * are tried. */
const char *refuse_ordered(const struct library_case *what);

/* Sorts of numbers by their value; those of a C++ library by all of it. */
const char *refuse_keys(const struct library_case *what);
const char *refuse_sort(const struct library_case *what);

/* Runs of integers that are equal. */
const char *refuse_integers(const struct library_case *what);

/* Sums of products of floats. */
const char *refuse_sparse(const struct library_case *what);

/* Whether its function of elements is the one of that name that comes with the
 * suite. */
bool library_function_is(const struct monoid *monoid, const char *name);

/* See row_call.h. */
size_t library_setting(const struct library_case *what);

#endif
