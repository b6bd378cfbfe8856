/* call_fill.c - see call_fill.h. */
#include "call_fill.h"
#include "monoids/interval_table.h"

#include <stdlib.h>

static bool is_input_of_T(const struct port *port)
{
    return port->type == PORT_T && port_goes_in(port);
}

struct sizes call_sizes(const struct algorithm *algorithm, size_t n,
                        const struct drawing *drawing)
{
    struct sizes sizes = sizes_of_scan(n);

    if (algorithm->task->sizes_of_n)
        algorithm->task->sizes_of_n(n, drawing, sizes.of);
    return sizes;
}

bool call_has_patterns(const struct algorithm *algorithm)
{
    const struct task *const task = algorithm->task;

    return task->has_patterns && task->draw;
}

size_t call_leaves(const struct algorithm *algorithm, struct sizes sizes)
{
    size_t leaves = 0;

    for (int i = 0; algorithm->task->ports[i].name; i++)
        if (is_input_of_T(&algorithm->task->ports[i]))
            leaves += port_elements(algorithm, i, ENTRY_SCAN, sizes);
    if (algorithm->task->function == FUNCTION_MAP)
        leaves += port_elements(algorithm, algorithm->task->mapped, ENTRY_SCAN,
                                sizes);
    return leaves + call_products(algorithm, sizes);
}

size_t call_products(const struct algorithm *algorithm, struct sizes sizes)
{
    const struct task *const task = algorithm->task;

    for (int i = 0; task->partner && task->ports[i].name; i++)
        if (is_input_of_T(&algorithm->task->ports[i]))
            return port_elements(algorithm, i, ENTRY_SCAN, sizes);
    return 0;
}

/* The leaves of the second input of T come after those of the first one, and
 * the products after all. */
static void pair_leaves(const struct request *request,
                        const struct algorithm *algorithm,
                        const struct call *call, size_t leaves)
{
    const size_t products = call_products(algorithm, call->sizes);

    for (size_t i = 0; i < products; i++)
        interval_pair(
            i, products + algorithm->task->partner(request, call->port, i),
            leaves + i);
}

void call_order_leaves(const struct request *request,
                       const struct algorithm *algorithm,
                       const struct call *call, size_t unit)
{
    const struct task *const task = algorithm->task;
    size_t *const place =
        task->order ? malloc((request->n + 1) * sizeof *place) : NULL;
    int port = 0;

    if (!place)
        return;
    while (!is_input_of_T(&task->ports[port]))
        port++;
    task->order(request, call->port, place);
    for (size_t i = 0; i < request->n; i++)
        interval_leaf((call->carry != NULL) + place[i],
                      (char *)call->port[port] + i * unit, unit);
    free(place);
}

void call_fill(const struct request *request, const struct algorithm *algorithm,
               const struct monoid *monoid, const struct drawing *drawing,
               const struct call *call)
{
    const struct task *const task = algorithm->task;
    const struct monoid_table *const m = &monoid->table;
    const bool proves = monoid_is_interval(monoid);
    size_t leaves = call->carry != NULL;

    for (int i = 0; algorithm->task->ports[i].name; i++) {
        const size_t elements =
            port_elements(algorithm, i, ENTRY_SCAN, call->sizes);
        char *const to = call->port[i];
        if (!is_input_of_T(&algorithm->task->ports[i]))
            continue;
        if (!proves)
            m->draw(to, elements, drawing->seed + (unsigned)i);
        for (size_t k = 0; proves && k < elements; k++)
            interval_leaf(leaves++, to + k * m->bytes, m->bytes);
    }
    if (task->draw)
        task->draw(request, drawing, call->port);
    if (proves) {
        call_order_leaves(request, algorithm, call, m->bytes);
        pair_leaves(request, algorithm, call, leaves);
    }
}
