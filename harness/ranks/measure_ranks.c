/* measure_ranks.c - see measure_ranks.h. */
#include "measure_ranks.h"
#include "monoids/interval_table.h"
#include "ranks.h"
#include "run_ranks.h"

#include <stdlib.h>

struct measuring_ranks {
    struct setup setup;
    struct across_scan scan;
    char *in, *out;
    uint64_t *work; /* of each rank */
};

static enum status take(struct measuring_ranks *m, struct problem *why)
{
    const struct layout *const layout = &m->scan.layout;
    const size_t bytes = m->setup.monoid->table.bytes;
    const size_t own = layout_own(layout, ranks_me());
    enum status status = interval_begin(layout->n, 1, why);

    m->in = malloc(own * bytes + 1);
    m->out = malloc(own * bytes + 1);
    m->scan.totals = calloc(2 * (size_t)ranks_count(), sizeof *m->scan.totals);
    m->work = calloc((size_t)ranks_count(), sizeof *m->work);
    if (status == OK && (!m->in || !m->out || !m->scan.totals || !m->work))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t k = 0; k < layout_pieces(layout) && status == OK; k++) {
        const struct piece p = layout_piece(layout, ranks_me(), k);
        for (size_t i = 0; i < p.n; i++)
            interval_leaf(p.begin + i, m->in + (p.at + i) * bytes, bytes);
    }
    return status == OK ? ranks_open(&m->setup, &m->scan.execution, why)
                        : status;
}

static enum status judge(const struct measuring_ranks *m, struct problem *why)
{
    const struct layout *const layout = &m->scan.layout;
    const size_t bytes = m->setup.monoid->table.bytes;

    for (size_t k = 0; k < layout_pieces(layout); k++) {
        const struct piece p = layout_piece(layout, ranks_me(), k);
        for (size_t i = 0; i < p.n; i++)
            if (!interval_check(m->out + (p.at + i) * bytes, bytes, p.begin + i,
                                (long)(p.begin + i) - m->setup.exclusive, why))
                return CHECK_FAILED;
    }
    return OK;
}

/* A carry that arrives is rebuilt from leaves: those ops are the table's, not
 * the scan's. */
static enum status count(struct measuring_ranks *m, struct ranks_counts *out,
                         struct problem *why)
{
    struct wire_op op = {.monoid = m->setup.monoid};
    const uint64_t before = interval_work();
    enum status status = across_run(&m->scan, m->in, m->out, &op, why);
    const uint64_t work = interval_work() - before - op.rebuilt + op.calls;
    const int64_t mine[] = {(int64_t)op.calls, across_rounds()};
    int64_t all[2];

    ranks_mpi()->largest(mine, all, 2);
    ranks_mpi()->gather(&work, sizeof work, m->work);
    out->calls = (uint64_t)all[0];
    out->rounds = (uint32_t)all[1];
    for (int r = 0; r < ranks_count(); r++)
        out->work += m->work[r];
    return ranks_agree(status == OK ? judge(m, why) : status, why);
}

enum status ranks_measure(const struct setup *setup, enum across across,
                          enum join join, size_t n, struct ranks_counts *out,
                          struct problem *why)
{
    struct measuring_ranks m = {
        .setup = *setup,
        .scan = {.across = across,
                 .join = join,
                 .layout =
                     across_layout(across, n, setup->monoid->table.bytes, 0),
                 .monoid = setup->monoid,
                 .exclusive = setup->exclusive}};

    *out = (struct ranks_counts){.work = 0};
    m.setup.largest_n = layout_largest(&m.scan.layout);
    m.setup.others = sizes_of_scan(m.setup.largest_n);
    m.setup.has_carry = m.setup.has_entries = true;
    enum status status = ranks_agree(take(&m, why), why);
    if (status == OK)
        status = count(&m, out, why);
    execution_close(m.scan.execution);
    free(m.in);
    free(m.out);
    free(m.work);
    free(m.scan.totals);
    return status;
}
