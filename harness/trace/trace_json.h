/* trace_json.h - writes a trace as trace-event JSON, for ui.perfetto.dev and
 * chrome://tracing. README.md describes its contents.
 *
 *     {"traceEvents":[
 *     {"ph":"X","name":"tile 3","ts":1.5,"dur":20.25,"pid":1,"tid":2, ...},
 *     ...
 *     ],
 *     "metadata":{...}}
 *
 * One event per line, in chronological order; on a row slices nest.
 */
#ifndef TRACE_JSON_H
#define TRACE_JSON_H

#include "monoids/monoid.h"
#include "base/status.h"
#include "trace_record.h"

#include <jansson.h>
#include <stdio.h>

/* How elements are shown. */
struct trace_elements {
    const struct monoid_table *monoid; /* of what was recorded */
    bool are_intervals;
    bool are_none; /* no port has elements: all words are numbers */
    /* For intervals: the values to show, `values`, one for each node of the
     * interval table; NULL: show the range itself. */
    const struct monoid_table *shown;
    const char *values;
};

struct trace_file {
    const struct trace *trace;
    const char *process; /* the name of all rows together */
    double ns_per_tick;
    struct trace_elements elements;
    json_t *metadata; /* for the viewer; trace_write adds more */
};

/* The interval table must be as the run left it. output_commit detects write
 * errors. MACHINE_LACKS: out of memory. */
enum status trace_write(const struct trace_file *file, FILE *to,
                        struct problem *why);

/* An element as text, "7" or "[0,3]"; returns text. */
char *trace_print(const struct trace_elements *elements, const void *element,
                  char *text, size_t size);

#endif
