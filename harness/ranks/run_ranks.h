/* run_ranks.h - one scan by all ranks: reads or draws the elements, scans,
 * checks every output against the plain loop, and writes the file, or a trace.
 */
#ifndef RUN_RANKS_H
#define RUN_RANKS_H

#include "across.h"
#include "calls/call_inputs.h"
#include "calls/check_numbers.h"

struct ranks_run {
    /* largest_n, has_carry and has_entries are set here. */
    struct setup setup;
    enum across across;
    enum join join;
    size_t chunk; /* of overlap; 0: the default */
    const struct call_source *source;
    const char *in, *out; /* files, or NULL */
    const void *carry;    /* --init, or NULL */
    const char *trace;    /* records the scan in this file; or NULL */
    const char *command;  /* as typed, for the trace */
};

/* What rank 0 reports. */
struct ranks_ran {
    size_t n;
    double ms;      /* from the first rank's start to the last rank's end */
    uint64_t calls; /* of op by the join, on the rank with the most */
    struct check_verdict verdict;
    _Alignas(16) char last[64]; /* the last element of the output, if n > 0 */
};

/* All ranks get the same status. CHECK_FAILED: an output is wrong, or the device
 * found a mistake; then no file is written. */
enum status ranks_run(const struct ranks_run *run, struct ranks_ran *out,
                      struct problem *why);

/* Opens the execution for this rank's largest piece. */
enum status ranks_open(const struct setup *setup, struct execution **out,
                       struct problem *why);

#endif
