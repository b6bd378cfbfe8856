/* interval_values.h - values for the network recorded by a run on intervals.
 */
#ifndef INTERVAL_VALUES_H
#define INTERVAL_VALUES_H

#include "monoid.h"

#include <stddef.h>

/* The value of each node in the interval table, in the order of the nodes, if
 * leaf i is element i of in[0..n): every op of the network is applied to the
 * same operands in the same order as in the scan. For a wrong run, the same
 * wrong folds are computed. The caller frees it; NULL: no memory.
 */
char *interval_values(const struct monoid_table *monoid, const void *in,
                      size_t n);

#endif
