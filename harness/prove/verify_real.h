/* verify_real.h - repeats, on real monoids, what was proved on intervals.
 *
 * A kernel that can detect the interval monoid could be right only for it. So a
 * proof is followed by scans of matrices, maps, automata and numbers: with the
 * proof's sizes up to a few thousand, in all forms, on all thread counts. The
 * parent generates the elements from the system's random numbers and compares
 * the outputs with the plain loop: a child returns only the output.
 */
#ifndef VERIFY_REAL_H
#define VERIFY_REAL_H

#include "prove/plan/proof_plan.h"

/* CHECK_FAILED: an output is not the scan of its input. */
enum status verify_real(const struct verify_job *job,
                        const struct proof_plan *plan, struct problem *why);

#endif
