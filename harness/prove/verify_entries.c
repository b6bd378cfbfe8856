/* verify_entries.c - reduce and apply carry, the entries that join chunks. */
#include "verify_executor.h"
#include "calls/check_numbers.h"

#include <stdlib.h>
#include <string.h>

static enum status differs_in(const struct setup *setup, const char *entry,
                              size_t n, struct problem *why)
{
    problem_found_in(why, "%s, %s, n = %zu, %s", setup->choice->algorithm->name,
                     entry, n, setup->monoid->name);
    return CHECK_FAILED;
}

/* On host arrays: folds data, then applies a carry to it. */
static enum status run_entries(const struct setup *setup, char *data,
                               char *want, struct problem *why)
{
    const struct monoid_table *m = &setup->monoid->table;
    const size_t n = setup->largest_n;
    _Alignas(16) char carry[64], fold[64];
    struct execution *execution;
    enum status status = execution_open(setup, &execution, why);

    if (status != OK)
        return status;
    m->draw(carry, 1, 99);
    m->draw(data, n, 1);
    m->fold(data, want, n, false, NULL);
    status = execution_reduce(execution, data, fold, n, why);
    if (status == OK &&
        memcmp(fold, want + (n - 1) * m->bytes, m->bytes) != 0) {
        check_differs(m, 0, fold, want + (n - 1) * m->bytes, why);
        status = differs_in(setup, "reduce", n, why);
    }
    for (size_t i = 0; i < n; i++)
        m->op(carry, data + i * m->bytes, want + i * m->bytes);
    if (status == OK)
        status = execution_apply_carry(execution, data, n, carry, why);
    for (size_t i = 0; i < n && status == OK; i++)
        if (memcmp(data + i * m->bytes, want + i * m->bytes, m->bytes) != 0) {
            check_differs(m, i, data + i * m->bytes, want + i * m->bytes, why);
            status = differs_in(setup, "apply carry", n, why);
        }
    execution_close(execution);
    return status;
}

enum status verify_entries(const struct setup *setup,
                           struct verify_tally *tally, struct problem *why)
{
    const size_t bytes = setup->largest_n * setup->monoid->table.bytes;

    if (setup->largest_n == 0)
        return OK;
    char *data = malloc(bytes), *want = malloc(bytes);
    const enum status status =
        data && want ? run_entries(setup, data, want, why)
                     : problem_set(why, MACHINE_LACKS, "out of memory");
    tally->runs += status == OK ? 2 : 0;
    free(data);
    free(want);
    return status;
}
