/* recorded_call.h - one call, run once and recorded: its elements, or intervals
 * in their place; its outputs and the expected ones; and its trace.
 */
#ifndef RECORDED_CALL_H
#define RECORDED_CALL_H

#include "call_arrays.h"
#include "call_inputs.h"
#include "devices/traced.h"

/* Everything that one recorded call needs, in the order in which it is set up.
 * */
struct recorded_call {
    const char *command;
    const struct monoid *monoid; /* the user's */
    struct call_inputs inputs;   /* elements of that monoid */
    struct monoid intervals;     /* replaces the user's monoid, if possible */
    bool on_intervals;
    struct trace *trace;
    struct setup setup;
    struct execution *execution;
    struct call_arrays arrays;
    char *elements; /* all input elements of T */
    char *values;   /* of the interval table's nodes */
};

/* On the SIMT machine a small call is recorded on intervals: they show which
 * elements each value folds, and the user's monoid supplies the numbers.
 */
enum status record_call_choose_intervals(struct recorded_call *r,
                                         struct problem *why);

/* Loads the code, allocates the ports and fills them. */
enum status record_call_open(struct recorded_call *r, struct problem *why);

/* Runs the call. CHECK_FAILED: the code made a mistake, or an output is
 * wrong. */
enum status record_call_run(struct recorded_call *r, struct problem *why);

/* Fills in all of `out` except seed and finding, which the command sets. The
 * call's outputs are shown if the call was right. MACHINE_LACKS: memory. */
enum status record_call_traced(struct recorded_call *r, bool right,
                               struct traced *out, struct problem *why);

void record_call_close(struct recorded_call *r);

#endif
