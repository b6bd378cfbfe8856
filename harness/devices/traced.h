/* traced.h - writes the trace of one call to a file, with metadata on what was
 * run, and how. */
#ifndef TRACED_H
#define TRACED_H

#include "execution.h"
#include "base/status.h"
#include "trace/trace_json.h"

#include <stdio.h>

/* Pointers are borrowed. */
struct traced {
    const struct setup *setup; /* setup of the execution; its trace is filled */
    /* Its ports hold elements of `elements.monoid`, before and after the run; a
     * NULL port is not shown, nor are the ports of a large call. */
    const struct call *call;
    const char *command;
    const char *monoid;   /* as named by the user */
    const char *function; /* element function, as named by the user; or "" */
    struct trace_elements elements;
    const char *note; /* about the elements; or NULL */
    bool in_place, carry, seeded;
    uint64_t seed; /* of random elements */
    /* The mistake and its explanation, or NULL. */
    const char *finding, *words;
};

/* Writes the trace, with the finding as an event if the device recorded none.
 * MACHINE_LACKS: memory; output_commit detects write errors. */
enum status traced_write(const struct traced *traced, FILE *to,
                         struct problem *why);

/* The same, but to a file that appears complete or not at all. */
enum status traced_write_file(const struct traced *traced, const char *path,
                              struct problem *why);

/* The median of the times of untraced scans; sorts them. */
double traced_median(double *ns, size_t count);

#endif
