/* host_planes.h - arrays of T on the host, stored as one array for each number
 * of T (layout: algorithms/elements/planes.h). */
#ifndef HOST_PLANES_H
#define HOST_PLANES_H

#include "monoid_table.h"

enum { MAX_ELEMENT_BYTES = 32 }; /* checked by monoid_module.c */

/* Bytes of an element's numbers, without gaps. */
size_t plane_bytes(const struct monoid_table *monoid);

/* Reads element i of n from its planes. */
void element_of_planes(const struct monoid_table *monoid, size_t n,
                       const void *planes, size_t i, void *element);

/* The reverse, for all elements. */
void planes_of_elements(const struct monoid_table *monoid, size_t n,
                        const void *elements, void *planes);

#endif
