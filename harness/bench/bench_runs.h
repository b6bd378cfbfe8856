/* bench_runs.h - `bench --runs K`: the same bench in K processes, one after
 * another. */
#ifndef BENCH_RUNS_H
#define BENCH_RUNS_H

#include "base/status.h"

enum { MAX_RUNS = 64 };

struct bench_runs {
    int count;
    double seconds;     /* for all runs together */
    const char *output; /* or NULL */
};

/* argv as typed: "scanlab bench", then options and names. */
enum status bench_runs(const struct bench_runs *runs, int argc,
                       char *const *argv, struct problem *why);

#endif
