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

/* Scans n intervals of 4 bytes with the setup's algorithm and leaves the
 * network in the interval table. setup->monoid must be the interval monoid.
 * CHECK_FAILED when the fold is wrong or memory beside the output was written.
 * `outputs`, when not NULL, gets the node number of each output. */
enum status count_run(const struct setup *setup, size_t n,
                      struct counts *counts, uint32_t *outputs,
                      struct problem *why);

/* The named sizes of the run that is counted at n. */
struct sizes count_sizes(const struct algorithm *algorithm,
                         enum pattern pattern, size_t n);

/* The same of an application, on inputs that are drawn by setup->pattern. Its
 * outputs must be the plain loop's. */
enum status count_ports(const struct setup *setup, size_t n,
                        struct counts *counts, struct problem *why);

#endif
