/* scan_input.h - what a scan is made of: a file, or elements that are drawn. */
#ifndef SCAN_INPUT_H
#define SCAN_INPUT_H

#include "array_file.h"
#include "monoids/monoid.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct scan_input {
    const char *path;   /* -i, or NULL: drawn */
    const char *column; /* --column of it, or NULL */
    enum array_format format;
    bool quiet; /* no line about a raw file */
    uint64_t seed;
    bool seeded;        /* --seed was given */
    const char *sizes;  /* -n, or NULL: 16 */
    size_t digits_most; /* up to so many numbers are drawn as digits */
};

/* On OK the caller frees `out` with array_free, otherwise it is empty.
 * WRONG_USE: options that do not go together, more than one size, or as
 * array_read. MACHINE_LACKS: memory for it and for an output like it. */
enum status scan_input_get(const struct scan_input *input,
                           const struct monoid_table *monoid, struct array *out,
                           struct problem *why);

#endif
