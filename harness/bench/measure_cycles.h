/* measure_cycles.h - the output of `measure -d cuda`: cycles next to the closed
 * forms of work and depth, as a table and as CSV. */
#ifndef MEASURE_CYCLES_H
#define MEASURE_CYCLES_H

#include "devices/choice.h"
#include "devices/device.h"
#include "base/status.h"

#include <stdbool.h>

struct cycles_job {
    const struct device *device; /* cuda, usable on this machine */
    const struct choice *choices;
    int count;
    const char *sizes;   /* as typed after -n, or NULL for 2^5..2^10 */
    const char *monoid;  /* name or path, or NULL for add_i32 */
    const char *source;  /* a file that replaces kernel.cu, or NULL */
    const char *output;  /* FILE.csv, with FILE.json; or NULL */
    const char *command; /* as typed */
    bool exclusive;
};

/* Measures every choice at every size; choices that do not run as one block are
 * left out with a message. CHECK_FAILED: an output was wrong; only its row has
 * no cycles. WRONG_USE: nothing is left. Otherwise like cycles_measure. */
enum status measure_cycles(const struct cycles_job *job, struct problem *why);

#endif
