/* runs.h - one bench in several processes: results that hold across runs.
 *
 *     run 0   median 380   380  381  379 ...    within a run: some 1 %
 *     run 1   median 412   412  411  414 ...    between runs: 8 %
 *
 * The addresses of the arrays, and other load on the machine, change with each
 * process, but are the same for all its samples. So samples of one run cannot
 * show their effect, however many there are.
 */
#ifndef RUNS_H
#define RUNS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Samples of one row in one run. */
struct run_samples {
    const double *value;
    size_t count; /* at least 1 */
};

/* 95 % intervals of the median of the runs' medians, computed by the bootstrap:
 * `within` resamples only samples, `between` also the runs (nested). */
struct runs_spread {
    double median;
    double within_low, within_high;
    double between_low, between_high;
};

struct runs_spread runs_spread(const struct run_samples *runs, int count);

/* Prints and writes the results of `count` runs from their files: run k is in
 * csv[k] and in the JSON next to it. `path` as for report_open, or NULL.
 * CHECK_FAILED: an output was wrong in one of the runs. */
enum status runs_report(char *const *csv, int count, const char *path,
                        struct problem *why);

#endif
