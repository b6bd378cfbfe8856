/* count.h - one run on the interval monoid, counted. */
#ifndef COUNT_H
#define COUNT_H

#include "devices/execution.h"
#include "base/status.h"

#include <stdint.h>

struct counts {
    double work;  /* applications of op */
    double depth; /* longest chain that leads to any output */
    struct device_counts device;
};

/* Runs the setup's algorithm on an input of n intervals; inputs that are not
 * elements follow setup->pattern. setup->monoid must be an interval monoid.
 * CHECK_FAILED when an output is wrong or memory beside an array was written
 * to. `nodes`, when not NULL, receives the node number of each output of a
 * scan, whose network is then in the interval table. */
enum status count_run(const struct setup *setup, size_t n,
                      struct counts *counts, uint32_t *nodes,
                      struct problem *why);

/* The named sizes of the run whose operations are counted, for n. */
struct sizes count_sizes(const struct algorithm *algorithm,
                         enum pattern pattern, size_t n);

#endif
