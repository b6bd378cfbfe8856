/* count.c - work and depth of one run. */
#include "count.h"
#include "interval.h"
#include "machine.h"

enum { BYTES = 4 };

static const uint32_t SALT = 0x5ca1ab1eu;

static enum status look_at_outputs(const char *out, size_t n, bool exclusive,
                                   struct counts *counts, uint32_t *outputs,
                                   struct problem *why)
{
    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu makes more operations than the interval "
                           "table holds in this machine's memory",
                           n);
    counts->work = (double)interval_work();
    counts->depth = 0;
    for (size_t i = 0; i < n; i++) {
        if (!interval_check(out + i * BYTES, BYTES, i, (long)i - exclusive,
                            why))
            return CHECK_FAILED;
        const struct interval_node *node =
            interval_look(out + i * BYTES, BYTES);
        if (node->depth > counts->depth)
            counts->depth = node->depth;
        if (outputs)
            outputs[i] = (uint32_t)(node - interval_node(0));
    }
    return OK;
}

enum status count_run(const struct setup *setup, size_t n,
                      struct counts *counts, uint32_t *outputs,
                      struct problem *why)
{
    struct execution *execution;
    struct setup at_n = *setup;
    void *in = NULL, *out = NULL;

    at_n.largest_n = n;
    enum status status =
        machine_has_memory(2 * n * BYTES, "this measurement", why);
    if (status != OK)
        return status;
    status = execution_open(&at_n, &execution, why);
    if (status == OK)
        status = machine_take(n * BYTES, &in, why);
    if (status == OK)
        status = machine_take(n * BYTES, &out, why);
    if (status == OK)
        status = interval_begin(n, SALT, why);
    if (status == OK) {
        for (size_t i = 0; i < n; i++)
            interval_leaf(i, (char *)in + i * BYTES, BYTES);
        execution_scan(execution, in, out, n, NULL);
        status =
            look_at_outputs(out, n, setup->exclusive, counts, outputs, why);
    }
    machine_free(in, n * BYTES);
    machine_free(out, n * BYTES);
    execution_close(execution);
    return status;
}
