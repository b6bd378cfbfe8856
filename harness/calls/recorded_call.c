/* recorded_call.c - see recorded_call.h.
 *
 *     in of the user    7   2   5   0        from files or random
 *     in of the run    [0] [1] [2] [3]       leaves of the interval table
 *     kept, odd         x       x            the predicate's result on 7 2 5 0
 *     out of the run   [0] [2]
 *     out shown         7   5                each node's value
 */
#include "recorded_call.h"
#include "call_fill.h"
#include "compare_outputs.h"
#include "monoids/interval_table.h"
#include "monoids/interval_values.h"

#include <stdlib.h>
#include <string.h>

enum { DRAWN_KEY_BITS = 12 /* of keys/drawn.h */ };

static const struct algorithm *algorithm_of(const struct recorded_call *r)
{
    return r->inputs.algorithm;
}

static bool is_input_of_T(const struct port *port)
{
    return port->type == PORT_T && port_goes_in(port);
}

/* ---------------------------------------------------------- which elements */

static bool has_input_of_T(const struct recorded_call *r)
{
    for (int i = 0; algorithm_of(r)->task->ports[i].name; i++)
        if (is_input_of_T(&algorithm_of(r)->task->ports[i]))
            return true;
    return false;
}

enum status record_call_choose_intervals(struct recorded_call *r,
                                         struct problem *why)
{
    static const struct {
        size_t bytes;
        const char *name;
    } sizes[] = {{4, "interval"},
                 {8, "interval8"},
                 {16, "interval16"},
                 {32, "interval32"}};
    const enum element_function function = r->monoid->function;

    r->on_intervals = monoid_is_interval(r->monoid);
    if (sizes_largest(r->inputs.sizes) > TRACE_SMALL_N || r->on_intervals ||
        !r->setup.device->sees_accesses || !has_input_of_T(r))
        return OK;
    if (function == FUNCTION_PRODUCT || function == FUNCTION_MAP ||
        r->setup.choice->algorithm->task->order)
        return OK; /* its leaves are not the elements of an input, in order */
    if (r->monoid->table.key_bits > DRAWN_KEY_BITS)
        return OK; /* intervals have fewer */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].bytes == r->monoid->table.bytes) {
            r->on_intervals = true;
            return monoid_open_with(sizes[i].name, function, "drawn",
                                    &r->intervals, why);
        }
    return OK;
}

/* Code that looks inside its elements does not compile with intervals. */
static enum status open_execution(struct recorded_call *r, struct problem *why)
{
    const bool instead = r->intervals.library != NULL;
    enum status status;

    r->setup.monoid = instead ? &r->intervals : r->monoid;
    status = execution_open(&r->setup, &r->execution, why);
    if (status != NOT_JUDGED || !instead)
        return status;
    r->on_intervals = false;
    r->setup.monoid = r->monoid;
    return execution_open(&r->setup, &r->execution, why);
}

/* All elements of T that go in, in the order of the ports: leaf by leaf. */
static enum status gather_elements(struct recorded_call *r, struct problem *why)
{
    const size_t unit = r->monoid->table.bytes;
    const size_t leaves = call_leaves(algorithm_of(r), r->inputs.sizes);
    char *to = r->elements = malloc(leaves * unit + 1);

    if (!to)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int i = 0; algorithm_of(r)->task->ports[i].name; i++) {
        const size_t bytes = r->inputs.in[i].n * unit;
        if (!is_input_of_T(&algorithm_of(r)->task->ports[i]) || bytes == 0)
            continue;
        memcpy(to, r->inputs.in[i].data, bytes);
        to += bytes;
    }
    return OK;
}

/* What the function says of each leaf: whether it is kept, or its key. */
static uint64_t said[TRACE_SMALL_N];

static uint64_t key_said(const struct drawing *drawing, size_t i)
{
    (void)drawing;
    return said[i];
}

static bool is_kept(const struct drawing *drawing, size_t i)
{
    return key_said(drawing, i) != 0;
}

/* The predicate, or the key, is asked of the user's elements; of intervals
 * without any it is drawn. */
static void ask_function(struct recorded_call *r)
{
    const struct monoid_table *const m = &r->monoid->table;
    const size_t leaves = call_leaves(algorithm_of(r), r->inputs.sizes);

    if (!r->intervals.library) {
        interval_draw(r->inputs.drawing);
        return;
    }
    for (size_t i = 0; i < leaves; i++) {
        const void *const element = r->elements + i * m->bytes;
        said[i] = m->keeps ? m->keeps(element) : m->key(element);
    }
    interval_draw((struct drawing){.flag = is_kept, .key = key_said});
}

/* ------------------------------------------------------------------- ports */

static void fill_ports(struct recorded_call *r)
{
    const size_t unit = r->setup.monoid->table.bytes;
    size_t leaf = 0;

    for (int i = 0; algorithm_of(r)->task->ports[i].name; i++) {
        const struct port *const port = &algorithm_of(r)->task->ports[i];
        const struct array *const in = &r->inputs.in[i];
        char *const to = r->arrays.call.port[i];
        const bool leaves = r->on_intervals && is_input_of_T(port);
        for (size_t k = 0; leaves && k < in->n; k++)
            interval_leaf(leaf++, to + k * unit, unit);
        if (!leaves && port_goes_in(port) && in->n > 0)
            memcpy(to, in->data, call_arrays_bytes(&r->arrays, i));
    }
    if (!r->on_intervals)
        return;
    const struct request request =
        execution_request(r->execution, r->arrays.call.sizes);
    call_order_leaves(&request, algorithm_of(r), &r->arrays.call, unit);
}

enum status record_call_open(struct recorded_call *r, struct problem *why)
{
    enum status status = open_execution(r, why);

    if (status == OK)
        status = execution_reserve(r->execution, r->inputs.sizes.of[0], why);
    if (status == OK)
        status = gather_elements(r, why);
    if (status == OK)
        status = call_arrays_take(algorithm_of(r), r->setup.monoid->table.bytes,
                                  r->inputs.sizes, NULL, false, "this trace",
                                  &r->arrays, why);
    if (status == OK && r->on_intervals) {
        status = interval_begin(call_leaves(algorithm_of(r), r->inputs.sizes),
                                0x5ca1ab1eu, why);
        if (r->monoid->function)
            ask_function(r);
    }
    if (status == OK) {
        fill_ports(r);
        call_arrays_note(&r->arrays);
    }
    return status;
}

/* ------------------------------------------------------------------- a run */

static enum status check(const struct recorded_call *r, struct problem *why)
{
    const struct call *const call = &r->arrays.call;
    const struct request request = execution_request(r->execution, call->sizes);
    struct check_verdict verdict = {.exact = true};

    call_expect(&request, algorithm_of(r), r->setup.monoid, r->arrays.given);
    return call_compare(&request, algorithm_of(r), r->setup.monoid, call,
                        r->arrays.given, &verdict, why);
}

enum status record_call_run(struct recorded_call *r, struct problem *why)
{
    const enum status status =
        execution_call(r->execution, &r->arrays.call, why);

    if (status != OK)
        return status;
    if (r->on_intervals && interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "more operations than the interval table holds");
    return check(r, why);
}

/* --------------------------------------------------------------- the trace */

static const char *note_of(const struct recorded_call *r)
{
    return r->intervals.library && !r->on_intervals
               ? "the source looks inside its elements, so no operations are "
                 "shown"
           : r->values ? "recorded on intervals; the values are computed by "
                         "applying the monoid's op to the recorded folds"
           : r->on_intervals ? "intervals: [0,3] is the fold of elements 0 to 3"
                             : "as they were";
}

enum status record_call_traced(struct recorded_call *r, bool right,
                               struct traced *out, struct problem *why)
{
    if (r->on_intervals && r->intervals.library) {
        r->values =
            interval_values(&r->monoid->table, r->elements,
                            call_leaves(algorithm_of(r), r->inputs.sizes));
        if (!r->values)
            return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    for (int i = 0; algorithm_of(r)->task->ports[i].name && !right; i++)
        if (port_comes_out(&algorithm_of(r)->task->ports[i]))
            r->arrays.call.port[i] = NULL;
    *out = (struct traced){.setup = &r->setup,
                           .call = &r->arrays.call,
                           .command = r->command,
                           .monoid = r->monoid->name,
                           .function = r->monoid->function_name,
                           .elements = {.monoid = &r->setup.monoid->table,
                                        .are_intervals = r->on_intervals,
                                        .are_none = !has_input_of_T(r),
                                        .shown = &r->monoid->table,
                                        .values = r->values},
                           .note = note_of(r)};
    return OK;
}

void record_call_close(struct recorded_call *r)
{
    execution_close(r->execution);
    trace_close(r->trace);
    free(r->values);
    free(r->elements);
    call_arrays_free(&r->arrays);
    call_inputs_free(&r->inputs);
    monoid_close(&r->intervals);
}
