/* count.c - work and depth of one run. */
#include "count.h"
#include "base/host.h"
#include "base/margins.h"
#include "calls/call_fill.h"
#include "calls/compare_outputs.h"
#include "monoids/host_planes.h"
#include "monoids/interval_table.h"
#include "monoids/patterns.h"
#include "sandbox/seal.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static const uint32_t SEED = 0x5ca1ab1eu;

struct counted_call {
    const struct algorithm *algorithm;
    const struct monoid *monoid;
    struct drawing drawing;
    struct call call;
    struct margins port[MAX_PORTS];
    void *expected[MAX_PORTS]; /* the inputs; then the plain loop's results */
};

static size_t unit_of(const struct counted_call *c, int i)
{
    return port_unit(&c->algorithm->task->ports[i], c->monoid->table.bytes);
}

static size_t elements_of(const struct counted_call *c, int i)
{
    return port_elements(c->algorithm, i, ENTRY_SCAN, c->call.sizes);
}

static struct drawing drawing_of(enum pattern pattern, size_t n)
{
    struct drawing drawing = pattern_draw(pattern, n);

    drawing.proves = true;
    return drawing;
}

struct sizes count_sizes(const struct algorithm *algorithm,
                         enum pattern pattern, size_t n)
{
    const struct drawing drawing = drawing_of(pattern, n);

    return call_sizes(algorithm, n, &drawing);
}

static enum status take_ports(struct counted_call *c, struct problem *why)
{
    enum status status = OK;

    for (int i = 0; c->algorithm->task->ports[i].name && status == OK; i++) {
        const size_t most = elements_of(c, i), unit = unit_of(c, i);
        status = host_has_memory(margins_bytes(most, unit) + most * unit,
                                 "this measurement", why);
        if (status == OK)
            status = margins_alloc(c->algorithm->task->ports[i].name, most,
                                   unit, &c->port[i], why);
        if (status == OK && !(c->expected[i] = malloc(most * unit + 1)))
            status = problem_set(why, MACHINE_LACKS, "out of memory");
        if (status == OK) {
            margins_prepare(&c->port[i], most, BEGINS_LOCKED, ALIGNMENT, 0);
            c->call.port[i] = c->port[i].out;
        }
    }
    return status;
}

static void free_ports(struct counted_call *c)
{
    for (int i = 0; i < MAX_PORTS; i++) {
        margins_free(&c->port[i]);
        free(c->expected[i]);
    }
}

/* `keeps`: keeps the network in the table, for steps.c. */
static enum status run(struct counted_call *c, struct execution *execution,
                       bool keeps, struct counts *counts, struct problem *why)
{
    const struct request request = execution_request(execution, c->call.sizes);
    enum status status;

    interval_draw(c->drawing);
    status =
        interval_begin(call_leaves(c->algorithm, c->call.sizes), SEED, why);
    if (status != OK)
        return status;
    interval_keep_operands(keeps);
    call_fill(&request, c->algorithm, c->monoid, &c->drawing, &c->call);
    for (int i = 0; c->algorithm->task->ports[i].name; i++)
        memcpy(c->expected[i], c->call.port[i],
               elements_of(c, i) * unit_of(c, i));
    status = execution_call(execution, &c->call, why);
    counts->device = execution_counts(execution);
    counts->work = (double)interval_work(); /* the plain loop adds its own */
    return status;
}

static enum status check(struct counted_call *c, struct execution *execution,
                         struct problem *why)
{
    const struct request request = execution_request(execution, c->call.sizes);
    struct check_verdict verdict = {.exact = true};
    enum status status = OK;

    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu needs more operations than the interval "
                           "table can hold in this computer's memory",
                           c->call.sizes.of[0]);
    for (int i = 0; c->algorithm->task->ports[i].name && status == OK; i++)
        status = margins_check(&c->port[i], why);
    if (status != OK)
        return status;
    call_expect(&request, c->algorithm, c->monoid, c->expected);
    return call_compare(&request, c->algorithm, c->monoid, &c->call,
                        c->expected, &verdict, why);
}

/* The deepest element of all outputs; and the nodes of the last one. */
static double depth_of(const struct counted_call *c, uint32_t *nodes)
{
    const size_t bytes = c->monoid->table.bytes;
    char room[MAX_ELEMENT_BYTES];
    double depth = 0;

    for (int i = 0; c->algorithm->task->ports[i].name; i++) {
        const struct port *const port = &c->algorithm->task->ports[i];
        const size_t length = port_is_of_T(port) && port_comes_out(port)
                                  ? port_length(c->algorithm, i, &c->call)
                                  : 0;
        for (size_t k = 0; k < length; k++) {
            const struct interval_node *const node =
                interval_look(port_element(c->algorithm, i, &c->monoid->table,
                                           &c->call, k, room),
                              bytes);
            if (node && node->depth > depth)
                depth = node->depth;
            if (node && nodes)
                nodes[k] = (uint32_t)(node - interval_node(0));
        }
    }
    return depth;
}

enum status count_run(const struct setup *setup, size_t n,
                      struct counts *counts, uint32_t *nodes,
                      struct problem *why)
{
    struct counted_call c = {.algorithm = setup->choice->algorithm,
                             .monoid = setup->monoid,
                             .drawing = drawing_of(setup->pattern, n),
                             .call = {.entry = ENTRY_SCAN}};
    struct execution *execution = NULL;
    struct setup at_n = *setup;

    c.call.sizes = count_sizes(c.algorithm, setup->pattern, n);
    at_n.largest_n = n;
    at_n.others = c.call.sizes;
    enum status status = execution_open(&at_n, &execution, why);
    if (status == OK)
        status = execution_reserve(execution, n, why);
    if (!nodes) /* steps.c may load another form of the scan */
        seal();
    if (status == OK)
        status = take_ports(&c, why);
    if (status == OK)
        status = run(&c, execution, nodes != NULL, counts, why);
    if (status == OK) {
        counts->depth = depth_of(&c, nodes);
        status = check(&c, execution, why);
    }
    interval_keep_operands(true);
    free_ports(&c);
    execution_close(execution);
    return status;
}
