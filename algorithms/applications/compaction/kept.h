/* kept.h - which elements of a tile a predicate keeps, and therefore where each
 * goes (filter, partition2, partition_reversed).
 *
 * places.h defines how a tile is cut, and where in the tile an element goes.
 * The number of elements kept before the tile comes from kept_counts.h, in
 * separate launches, or from kept_one_pass.h. Included after gpu.h.
 */
#ifndef KEPT_H
#define KEPT_H

#include "predicate.h"
#include "places.h"

#endif
