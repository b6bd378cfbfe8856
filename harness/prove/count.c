/* count.c - work and depth of one run. */
#include "count.h"
#include "monoids/interval_table.h"
#include "base/host.h"
#include "base/margins.h"
#include "sandbox/seal.h"

enum { BYTES = 4 };

static const uint32_t SALT = 0x5ca1ab1eu;

static enum status look_at_outputs(const struct margins *output, size_t n,
                                   bool exclusive, struct counts *counts,
                                   uint32_t *outputs, struct problem *why)
{
    if (interval_overflowed())
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu makes more operations than the interval "
                           "table holds in this machine's memory",
                           n);
    counts->work = (double)interval_work();
    counts->depth = 0;
    for (size_t i = 0; i < n; i++) {
        const char *element = output->out + i * BYTES;
        if (!interval_check(element, BYTES, i, (long)i - exclusive, why))
            return CHECK_FAILED;
        const struct interval_node *node = interval_look(element, BYTES);
        if (node->depth > counts->depth)
            counts->depth = node->depth;
        if (outputs)
            outputs[i] = (uint32_t)(node - interval_node(0));
    }
    return margins_check(output, why);
}

enum status count_run(const struct setup *setup, size_t n,
                      struct counts *counts, uint32_t *outputs,
                      struct problem *why)
{
    struct execution *execution = NULL;
    struct setup at_n = *setup;
    struct margins output = {.out = NULL};
    void *in = NULL;

    at_n.largest_n = n;
    enum status status = host_has_memory(n * BYTES + margins_bytes(n, BYTES),
                                         "this measurement", why);
    if (status == OK)
        status = execution_open(&at_n, &execution, why);
    if (status == OK)
        status = execution_reserve(execution, n, why);
    if (!outputs) /* steps.c may load another form of the scan */
        seal();
    if (status == OK)
        status = host_take(n * BYTES, &in, why);
    if (status == OK)
        status = margins_take("out", n, BYTES, &output, why);
    if (status == OK)
        status = interval_begin(n, SALT, why);
    if (status == OK) {
        interval_keep_operands(outputs != NULL);
        for (size_t i = 0; i < n; i++)
            interval_leaf(i, (char *)in + i * BYTES, BYTES);
        margins_prepare(&output, n, BEGINS_LOCKED, 64, 0);
        status = execution_scan(execution, in, output.out, n, NULL, why);
    }
    if (status == OK)
        counts->device = execution_counts(execution);
    if (status == OK)
        status =
            look_at_outputs(&output, n, setup->exclusive, counts, outputs, why);
    interval_keep_operands(true);
    host_free(in, n * BYTES);
    margins_free(&output);
    execution_close(execution);
    return status;
}
