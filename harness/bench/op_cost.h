/* op_cost.h - what one application of op costs on this machine.
 *
 *     chained        every op waits for the one before it: the sequential scan
 *     side by side   2, 4 or 8 chains at once, the best of them: no op waits
 *
 * The second, times the work, is what a scan of this monoid cannot beat when
 * memory is not the limit. Not for monoids with VECTOR_OP, whose op the
 * compiler may turn into SIMD where it likes.
 */
#ifndef OP_COST_H
#define OP_COST_H

#include "monoids/monoid.h"
#include "base/status.h"

struct op_cost {
    double chained_ns, side_by_side_ns;
};

/* Measures on an array that stays in the level 1 cache; medians of 51. */
enum status op_cost_measure(const struct monoid *monoid, struct op_cost *out,
                            struct problem *why);

#endif
