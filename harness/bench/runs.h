/* runs.h - one bench in several processes: what holds from run to run.
 *
 *     run 0   median 380   380  381  379 ...    within a run: some 1 %
 *     run 1   median 412   412  411  414 ...    between runs: 8 %
 *
 * Where its arrays lie, and what else the machine does, is dealt anew with each
 * process, and stays for all samples of it. So samples of one run know nothing
 * of it, however many.
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

/* 95 % intervals of the median of the runs' medians, by the bootstrap: within,
 * samples alone are drawn anew; between, the runs too (nested). */
struct runs_spread {
    double median;
    double within_low, within_high;
    double between_low, between_high;
};

struct runs_spread runs_spread(const struct run_samples *runs, int count);

/* Prints and writes what `count` runs left in their files, run k in csv[k] and
 * in the JSON beside it; `path` as of report_open, or NULL. CHECK_FAILED: an
 * output was wrong in one of them. */
enum status runs_report(char *const *csv, int count, const char *path,
                        struct problem *why);

#endif
