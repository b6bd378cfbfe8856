/* on_ranks_measure.c - measure under mpirun. */
#include "base/sizes.h"
#include "base/table.h"
#include "on_ranks.h"
#include "ranks/measure_ranks.h"
#include "ranks/ranks.h"
#include "simt_choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct ranks_measuring {
    struct table table;
    bool across[ACROSSES], join[JOINS];
    const struct device *device;
    struct choice choice[MAX_CHOICES];
    int choices;
    struct monoid monoid;
    struct setup setup;
    int disagreements;
};

static const char columns[] =
    "run_id,algorithm,variant,device,monoid,kind,n,ranks,across,join,work,"
    "rounds,rounds_form,calls,calls_form";

/* One row: counts, and closed forms where there are any. */
struct counted_join {
    enum across across;
    enum join join;
    size_t n;
    struct ranks_counts counts;
    bool has_forms; /* a join of ours, and all ranks have elements */
    uint32_t rounds;
    uint64_t calls;
    bool at_most; /* calls: doubling, unless the ranks are a power of two */
};

static bool joins(const struct counted_join *row)
{
    return row->across != ACROSS_OVERLAP;
}

static void add_forms(struct counted_join *row)
{
    const int ranks = ranks_count();

    row->has_forms =
        joins(row) && row->join != JOIN_EXSCAN && row->n >= (size_t)ranks;
    row->rounds = (uint32_t)join_rounds(row->join, ranks);
    row->calls = (uint64_t)join_calls(row->join, ranks);
    row->at_most = row->join == JOIN_DOUBLING && (ranks & (ranks - 1)) != 0;
}

static bool agrees(const struct counted_join *row)
{
    const uint64_t calls = row->counts.calls;

    return !row->has_forms ||
           (row->counts.rounds == row->rounds &&
            (row->at_most ? calls <= row->calls : calls == row->calls));
}

/* "3 = 3", "3 < 4", or "3 NOT 4"; without a form "3". */
static const char *beside(const struct counted_join *row, uint64_t count,
                          uint64_t form, bool at_most, char *text, size_t size)
{
    if (!row->has_forms)
        snprintf(text, size, "%llu", (unsigned long long)count);
    else
        snprintf(text, size, "%llu %s %llu", (unsigned long long)count,
                 count == form             ? "="
                 : at_most && count < form ? "<"
                                           : "NOT",
                 (unsigned long long)form);
    return text;
}

static void print_row(const struct ranks_measuring *m,
                      const struct counted_join *row)
{
    const struct ranks_counts *const c = &row->counts;
    char size[SIZE_TEXT_BYTES], rounds[64], calls[64];

    printf(
        "%-15s %8s  %-15s %-9s %10llu  %13s  %12s\n",
        m->setup.choice->algorithm->name, size_print(row->n, size, sizeof size),
        across_name(row->across), joins(row) ? join_name(row->join) : "-",
        (unsigned long long)c->work,
        !joins(row) ? "-"
        : row->join == JOIN_EXSCAN
            ? "not seen"
            : beside(row, c->rounds, row->rounds, false, rounds, sizeof rounds),
        beside(row, c->calls, row->calls, row->at_most, calls, sizeof calls));
}

static void write_row(struct ranks_measuring *m, const struct counted_join *row)
{
    const bool seen = joins(row) && row->join != JOIN_EXSCAN;
    struct table *const t = &m->table;

    table_text(t, table_run_id());
    table_text(t, m->setup.choice->algorithm->name);
    table_text(t, m->setup.choice->variant);
    table_text(t, m->device->name);
    table_text(t, m->monoid.name);
    table_text(t, m->setup.exclusive ? "exclusive" : "inclusive");
    table_number(t, (double)row->n);
    table_number(t, ranks_count());
    table_text(t, across_name(row->across));
    table_text(t, joins(row) ? join_name(row->join) : "");
    table_number(t, (double)row->counts.work);
    table_number(t, seen ? row->counts.rounds : NAN);
    table_number(t, row->has_forms ? row->rounds : NAN);
    table_number(t, (double)row->counts.calls);
    table_number(t, row->has_forms ? (double)row->calls : NAN);
    table_end_row(t);
}

static enum status measure_size(struct ranks_measuring *m, size_t n,
                                struct problem *why)
{
    enum status status = OK;

    for (int k = 0; k < ACROSSES && status == OK; k++)
        for (int j = 0; j < JOINS && status == OK; j++) {
            struct counted_join row = {
                .across = (enum across)k, .join = (enum join)j, .n = n};
            if (!m->across[k] || (joins(&row) ? !m->join[j] : j > 0))
                continue;
            status = ranks_measure(&m->setup, row.across, row.join, n,
                                   &row.counts, why);
            if (status != OK)
                return status;
            add_forms(&row);
            m->disagreements += !agrees(&row);
            print_row(m, &row);
            write_row(m, &row);
        }
    return status;
}

static enum status measure_all(struct ranks_measuring *m, const char *text,
                               struct problem *why)
{
    size_t *sizes = NULL, count = 0;
    enum status status =
        ranks_agree(sizes_parse(text, 4, &sizes, &count, why), why);

    printf("%-15s %8s  %-15s %-9s %10s  %13s  %12s\n", "algorithm", "n",
           "across", "join", "work", "rounds, form", "calls, form");
    for (int i = 0; i < m->choices && status == OK; i++) {
        m->setup.choice = &m->choice[i];
        for (size_t k = 0; k < count && status == OK; k++)
            status = measure_size(m, sizes[k], why);
    }
    free(sizes);
    return status;
}

static enum status read_job(const struct shared_options *options,
                            struct ranks_measuring *m, struct problem *why)
{
    static struct simt_options simt[MAX_SCHEDULES];
    int schedules, threads[MAX_LIST], counts;
    enum status status = on_ranks_check(options, why);

    if (status == OK && options->monoids)
        status = problem_set(why, WRONG_USE,
                             "-m %s: operations are counted on intervals",
                             options->monoids);
    if (status == OK)
        status = on_ranks_forms(options->across, options->join, m->across,
                                m->join, why);
    if (status == OK)
        status =
            command_begin(options, &m->device, m->choice, &m->choices, why);
    for (int i = 0; i < m->choices && status == OK; i++)
        status = on_ranks_joins(m->choice[i].algorithm, why);
    if (status == OK && !m->device->calls_host_op)
        status = problem_set(why, WRONG_USE,
                             "-d %s: under mpirun measure counts with -d cpu "
                             "or -d simt",
                             m->device->name);
    if (status == OK)
        status =
            command_threads(options->threads, m->device, threads, &counts, why);
    if (status == OK && counts != 1)
        status = problem_set(why, WRONG_USE,
                             "--threads %s: under mpirun measure takes one "
                             "number",
                             options->threads);
    if (status == OK)
        status =
            simt_choose(options, "inorder", false, true, simt, &schedules, why);
    if (status == OK)
        status = monoid_open("interval", &m->monoid, why);
    if (status != OK)
        return status;
    m->setup.device = m->device;
    m->setup.simt = m->device->has_schedules ? simt : NULL;
    return command_pool(threads[0], &m->setup.pool, why);
}

enum status on_ranks_measure(const struct shared_options *options,
                             const char *output, struct problem *why)
{
    static struct ranks_measuring m;

    m = (struct ranks_measuring){.setup = {.exclusive = options->exclusive}};
    m.setup.monoid = &m.monoid;
    enum status status = ranks_agree(read_job(options, &m, why), why);
    if (status == OK)
        status = ranks_follow(
            table_open(ranks_me() == 0 ? output : NULL, columns, &m.table, why),
            why);
    if (status == OK) {
        status = measure_all(&m, options->sizes ? options->sizes : "2^12", why);
        if (status == OK)
            status = ranks_follow(table_close(&m.table, why), why);
        table_drop(&m.table);
    }
    pool_close(m.setup.pool);
    monoid_close(&m.monoid);
    return status == OK && m.disagreements
               ? problem_set(why, CHECK_FAILED,
                             "%d join%s from the closed form", m.disagreements,
                             m.disagreements == 1 ? " differs" : "s differ")
               : status;
}
