/* compare_outputs.h - do the outputs of a call match its task? */
#ifndef COMPARE_OUTPUTS_H
#define COMPARE_OUTPUTS_H

#include "check_numbers.h"
#include "devices/execution.h"

/* Fills the outputs of `expected` from its inputs, with the task's plain loop,
 * if it has one. In that case `expected` must have room for every port of the
 * call; `request` is the result of execution_request() or setup_request(). */
void call_expect(const struct request *request,
                 const struct algorithm *algorithm, const struct monoid *monoid,
                 void *const *expected);

/* Compares the outputs with `expected`, which holds the original inputs and the
 * results of call_expect(). OK, or CHECK_FAILED: "out[3] is [0,2], want [0,3]"
 * for intervals, else "count[0] = 5, want 4"; the verdict then states the
 * position. Ports that hold the length of another port are compared first.
 * Without a plain loop, each output must be the fold that the task names.
 * Floats may differ by as much as rounding.h allows, if the task has fold_of;
 * WRONG_USE: the plain loop leaves their range. */
enum status call_compare(const struct request *request,
                         const struct algorithm *algorithm,
                         const struct monoid *monoid, const struct call *call,
                         void *const *expected, struct check_verdict *verdict,
                         struct problem *why);

#endif
