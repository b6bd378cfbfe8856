/* compare_outputs.h - are the outputs of a call what its task says? */
#ifndef COMPARE_OUTPUTS_H
#define COMPARE_OUTPUTS_H

#include "check_numbers.h"
#include "devices/execution.h"

/* Fills the outputs of `expected` from its inputs, by the task's plain loop,
 * where it has one. `expected` has room for every port of the call then;
 * `request` is execution_request()'s or setup_request()'s. */
void call_expect(const struct request *request,
                 const struct algorithm *algorithm, const struct monoid *monoid,
                 void *const *expected);

/* Compares what came out with `expected`: its inputs as they were, and what
 * call_expect() has made. OK, or CHECK_FAILED: "out[3] is [0,2], want [0,3]" of
 * intervals, "count[0] = 5, want 4" else; then the verdict has the place. Ports
 * that count others come before these. Of a task without a plain loop each
 * output is the fold that the task names. Floats may be as far off as rounding.h
 * says, where the task has fold_of; WRONG_USE: the plain loop leaves their
 * range. */
enum status call_compare(const struct request *request,
                         const struct algorithm *algorithm,
                         const struct monoid *monoid, const struct call *call,
                         void *const *expected, struct check_verdict *verdict,
                         struct problem *why);

#endif
