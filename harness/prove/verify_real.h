/* verify_real.h - what was proved on intervals, once more on real monoids.
 *
 * A kernel that can tell the interval monoid from others could be right for
 * that one alone. So scans of matrices, maps, automata and numbers follow a
 * proof: of its sizes up to some thousands, in all forms, on all numbers of
 * threads. The elements are drawn by the parent, from the system's random
 * numbers, and the parent compares the outputs with the plain loop: a child is
 * asked for nothing but the output.
 */
#ifndef VERIFY_REAL_H
#define VERIFY_REAL_H

#include "prove/plan/proof_plan.h"

/* CHECK_FAILED: an output is not the scan of its input. */
enum status verify_real(const struct verify_job *job,
                        const struct proof_plan *plan, struct problem *why);

#endif
