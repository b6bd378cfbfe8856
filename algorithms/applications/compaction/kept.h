/* kept.h - which elements of a tile a predicate keeps, and so where each of
 * them goes (filter, partition2, partition_reversed).
 *
 * How a tile is cut, and where in it an element goes: places.h. What is kept
 * before the tile is found out by kept_counts.h, in launches of their own, or
 * by kept_one_pass.h. Included after gpu.h.
 */
#ifndef KEPT_H
#define KEPT_H

#include "predicate.h"
#include "places.h"

#endif
