/* steps.h - a small scan, step by step.
 *
 *     kogge_stone on 3 1 7 0
 *       step 1    3   4   8   7      cells that changed are marked
 *       step 2    3   4  11  11
 *
 * The steps were recorded by a run on the interval monoid: step d shows, at
 * each position, the newest fold of depth <= d that ends there.
 */
#ifndef STEPS_H
#define STEPS_H

#include "devices/execution.h"
#include "base/status.h"

enum { MAX_SHOWN = 32 }; /* elements that fit on a line */

/* Runs setup->choice on intervals, and prints the network with the values of
 * in[0..n), n <= MAX_SHOWN, in setup->monoid. */
enum status steps_print(const struct setup *setup, const void *in, size_t n,
                        struct problem *why);

#endif
