/* recorded_call.h - one call, run once and recorded: its elements, or intervals
 * in their place; its outputs beside what they should be; and the trace of it.
 */
#ifndef RECORDED_CALL_H
#define RECORDED_CALL_H

#include "call_arrays.h"
#include "call_inputs.h"
#include "devices/traced.h"

/* Everything that one recorded call needs, in the order in which it is got. */
struct recorded_call {
    const char *command;
    const struct monoid *monoid; /* the user's */
    struct call_inputs inputs;   /* of it */
    struct monoid intervals;     /* in its place, when that is possible */
    bool on_intervals;
    struct trace *trace;
    struct setup setup;
    struct execution *execution;
    struct call_arrays arrays;
    char *elements; /* all of T that go in */
    char *values;   /* of the interval table's nodes */
};

/* On the SIMT machine a small call is recorded on intervals: they tell what
 * every value is the fold of, and the user's monoid gives the numbers to them.
 */
enum status record_call_choose_intervals(struct recorded_call *r,
                                         struct problem *why);

/* Loads the code and takes the ports, filled. */
enum status record_call_open(struct recorded_call *r, struct problem *why);

/* Runs the call. CHECK_FAILED: the code does wrong, or an output is not what
 * it should be. */
enum status record_call_run(struct recorded_call *r, struct problem *why);

/* Fills in all of `out` but the command's words: seed, finding. The call's
 * outputs are shown where it was right. MACHINE_LACKS: memory. */
enum status record_call_traced(struct recorded_call *r, bool right,
                               struct traced *out, struct problem *why);

void record_call_close(struct recorded_call *r);

#endif
