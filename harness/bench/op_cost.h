/* op_cost.h - the cost of one application of op on this machine.
 *
 *     chained        each op waits for the previous op: the sequential scan
 *     side by side   2, 4 or 8 chains in parallel, the best: no op waits
 *
 * The second cost, multiplied by the work, is a lower bound on the time of a
 * scan of this monoid when memory is not the limit. This does not apply to
 * monoids with VECTOR_OP, whose op the compiler may turn into SIMD code.
 */
#ifndef OP_COST_H
#define OP_COST_H

#include "monoids/monoid.h"
#include "base/status.h"

struct op_cost {
    double chained_ns, side_by_side_ns;
};

/* Measures on an array that fits in the level 1 cache; each cost is the median
 * of 51 samples. */
enum status op_cost_measure(const struct monoid *monoid, struct op_cost *out,
                            struct problem *why);

#endif
