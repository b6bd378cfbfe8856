/* table_arrays.c - the arrays of a run on the interval table, placed between
 * margins that detect accesses outside an array. */
#include "on_table.h"
#include "base/host.h"
#include "calls/call_fill.h"
#include "monoids/compares.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ arrays */

static enum status take_port(struct on_table *t, int i, struct problem *why)
{
    const size_t unit = unit_of(t, i);
    const size_t most = port_elements(t->algorithm, i, ENTRY_SCAN,
                                      setup_largest(t->base.setup));
    enum status status = host_has_memory(margins_bytes(most, unit) * 2,
                                         "this verification", why);

    if (status == OK)
        status = margins_alloc(task_of(t)->ports[i].name, most, unit,
                               &t->port[i], why);
    if (status == OK &&
        (port_goes_in(&task_of(t)->ports[i]) || task_of(t)->reference) &&
        !(t->given[i] = malloc(most * unit + 1)))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    return status;
}

/* Where a run may begin that says something: 0 where it is not known. */
static void find_edges(struct on_table *t)
{
    const struct setup *const setup = t->base.setup;
    const size_t tile = setup->device->has_schedules ? tile_of(setup) : 0;
    struct plan plan;

    if (!task_of(t)->has_patterns || tile == 0 || setup_refuses(setup, tile))
        return;
    setup_plan(setup, tile, &plan);
    const size_t threads = plan.steps > 0 ? plan.step[0].block[0] : WARP;
    const size_t items = tile / threads;
    const size_t edges[EDGES] = {items,   WARP, items * WARP,
                                 threads, tile, tile * tile};
    memcpy(t->edge, edges, sizeof edges);
}

/* The most of each size that any pattern makes. */
static void find_sizes(struct on_table *t)
{
    struct setup *const setup = t->base.setup;

    for (int i = 0; i < PATTERNS_PROVED; i++) {
        t->drawing = pattern_draw((enum pattern)i, setup->largest_n);
        const struct sizes sizes =
            call_sizes(t->algorithm, setup->largest_n, &t->drawing);
        for (int k = 1; k < MAX_SIZES; k++)
            if (sizes.of[k] > setup->others.of[k])
                setup->others.of[k] = sizes.of[k];
    }
}

enum status table_open_arrays(struct verify_bench *bench, struct problem *why)
{
    struct on_table *const t = of(bench);
    struct setup *const setup = bench->setup;
    enum status status = OK;

    t->algorithm = setup->choice->algorithm;
    t->bytes = monoid_of(t)->bytes;
    if (proves(t)) {
        setup->watches = true;
        compares_open();
    }
    constants_read(bench->job->source, &t->constants);
    setup->simt = bench->job->simts ? &t->simt : NULL;
    verify_choose_schedule(bench, 0, &t->simt);
    find_edges(t);
    find_sizes(t);
    status = verify_open_execution(bench, &bench->execution, why);
    for (int i = 0; bench->settles && i < SPARES && status == OK &&
                    task_of(t)->works_in_place;
         i++)
        status = verify_open_execution(bench, &t->spare[i], why);
    for (int i = 0; task_of(t)->ports[i].name && status == OK; i++)
        status = take_port(t, i, why);
    if (status == OK && bench->unit->compares_trees)
        status = table_open_trees(t, why);
    return status == OK && task_of(t)->takes_carry
               ? margins_alloc("the carry", 1, t->bytes, &t->carry, why)
               : status;
}

void table_close_arrays(struct verify_bench *bench)
{
    struct on_table *const t = of(bench);

    for (int i = 0; i < MAX_PORTS; i++) {
        margins_free(&t->port[i]);
        free(t->given[i]);
    }
    margins_free(&t->carry);
    table_close_trees(t);
    for (int i = 0; i < SPARES; i++)
        execution_close(t->spare[i]);
    execution_close(bench->execution);
}

/* ------------------------------------------------------------------ a case */

void table_lay_arrays(struct on_table *t, const struct verify_case *c,
                      struct call *call)
{
    const bool ends = !t->base.job->simts && table_is_other(&t->base, c);
    const enum margins_side side = ends ? ENDS_LOCKED : BEGINS_LOCKED;
    const size_t alignment = monoid_of(t)->alignment;

    for (int i = 0; task_of(t)->ports[i].name; i++) {
        const bool is_T = port_is_of_T(&task_of(t)->ports[i]);
        const size_t unit = unit_of(t, i);
        if (place_of(c, i) == i)
            margins_prepare(
                &t->port[i],
                port_elements(t->algorithm, i, ENTRY_SCAN, call->sizes), side,
                is_T ? alignment : unit, verify_shift(&t->base, c, i, unit));
    }
    for (int i = 0; task_of(t)->ports[i].name; i++)
        call->port[i] = t->port[place_of(c, i)].out;
    if (c->carry) {
        margins_prepare(&t->carry, 1, side, alignment, 0);
        call->carry = t->carry.out;
    }
}

/* A carry is element 0. */
void table_fill_arrays(struct on_table *t, const struct call *call)
{
    const struct request request =
        execution_request(t->base.execution, call->sizes);

    if (call->carry)
        interval_leaf(0, t->carry.out, t->bytes);
    call_fill(&request, t->algorithm, t->base.setup->monoid, &t->drawing, call);
    for (int i = 0; task_of(t)->ports[i].name; i++)
        if (port_goes_in(&task_of(t)->ports[i]))
            memcpy(t->given[i], call->port[i], bytes_of(t, call, i));
}
