/* traced.h - the trace of one call becomes a file: what was run, and how, goes
 * into its metadata. */
#ifndef TRACED_H
#define TRACED_H

#include "execution.h"
#include "base/status.h"
#include "trace/trace_json.h"

#include <stdio.h>

/* Pointers are borrowed. */
struct traced {
    const struct setup *setup; /* of the execution; its trace is filled */
    /* Its ports hold elements of `elements.monoid`, before and after the run;
     * one that is NULL is not shown, like those of a large call. */
    const struct call *call;
    const char *command;
    const char *monoid;   /* as the user named it */
    const char *function; /* of elements, likewise; or "" */
    struct trace_elements elements;
    const char *note; /* on the elements; or NULL */
    bool in_place, carry, seeded;
    uint64_t seed; /* of drawn elements */
    /* What went wrong, and more words about it; or NULL. */
    const char *finding, *words;
};

/* Writes it down, with the finding as an event if the device has made none.
 * MACHINE_LACKS: memory; errors of the file are left to output_commit. */
enum status traced_write(const struct traced *traced, FILE *to,
                         struct problem *why);

/* The same into a file that appears whole or not at all. */
enum status traced_write_file(const struct traced *traced, const char *path,
                              struct problem *why);

/* The median of the times of untraced scans; sorts them. */
double traced_median(double *ns, size_t count);

#endif
