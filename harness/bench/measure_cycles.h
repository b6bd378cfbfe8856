/* measure_cycles.h - what `measure -d cuda` says: cycles beside the closed
 * forms of work and depth, as a table and as CSV. */
#ifndef MEASURE_CYCLES_H
#define MEASURE_CYCLES_H

#include "devices/choice.h"
#include "devices/device.h"
#include "base/status.h"

#include <stdbool.h>

struct cycles_job {
    const struct device *device; /* cuda; it can be used here */
    const struct choice *choices;
    int count;
    const char *sizes;   /* as typed after -n, or NULL: 2^5..2^10 */
    const char *monoid;  /* name or path, or NULL: add_i32 */
    const char *source;  /* a file in place of kernel.cu, or NULL */
    const char *output;  /* FILE.csv, beside it FILE.json; or NULL */
    const char *command; /* what was typed */
    bool exclusive;
};

/* Measures every choice at every size, and leaves out, in words, what is not
 * one block. CHECK_FAILED: an output was wrong; its row has no cycles, all
 * others have. WRONG_USE: nothing is left. Otherwise as cycles_measure. */
enum status measure_cycles(const struct cycles_job *job, struct problem *why);

#endif
