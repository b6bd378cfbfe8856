/* host_planes.h - on the host: arrays of T, one array for each number of T
 * (algorithms/elements/planes.h says how they lie). */
#ifndef HOST_PLANES_H
#define HOST_PLANES_H

#include "monoid_table.h"

enum { MOST_ELEMENT_BYTES = 32 }; /* monoid_module.c sees to it */

/* Bytes of an element's numbers, without gaps. */
size_t plane_bytes(const struct monoid_table *monoid);

/* Element i of n, out of its planes. */
void element_of_planes(const struct monoid_table *monoid, size_t n,
                       const void *planes, size_t i, void *element);

/* The other way, for all of them. */
void planes_of_elements(const struct monoid_table *monoid, size_t n,
                        const void *elements, void *planes);

#endif
