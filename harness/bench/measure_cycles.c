/* measure_cycles.c - rows of cycles, for readers and for `scanlab plot`. */
#include "measure_cycles.h"
#include "bench_report.h"
#include "cycles.h"
#include "base/sizes.h"
#include "cuda/driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char header[] =
    "run_id,algorithm,variant,device,monoid,elem_bytes,kind,n,threads,block,"
    "items,work_form,work_form_low,work_form_high,depth_form,depth_form_low,"
    "depth_form_high,verified,samples,cycles,cycles_low,cycles_high,cycles_min,"
    "cycles_q1,cycles_q3,cycles_max";

struct measuring {
    const struct cycles_job *job;
    struct monoid monoid;
    struct report report;
    int rows, wrong, unjudged;
};

struct row {
    const struct choice *choice;
    size_t n;
    struct forms forms;
    bool right;
    struct summary cycles; /* where it is right */
};

/* ------------------------------------------------------------------- table */

/* "129", "100..200", or nothing. */
static const char *form_text(struct cost cost, char *text, size_t size)
{
    if (isnan(cost.low))
        snprintf(text, size, "-");
    else if (cost.low == cost.high)
        snprintf(text, size, "%.0f", cost.low);
    else
        snprintf(text, size, "%.0f..%.0f", cost.low, cost.high);
    return text;
}

static void print_header(void)
{
    printf("%-36s %5s %10s %8s %9s  %-17s %9s\n", "algorithm", "n", "work",
           "depth", "cycles", "95 % interval", "fewest");
}

/* "kogge_stone:double    1024", where a row begins. */
static void print_start(const struct choice *choice, size_t n)
{
    char name[128], size[SIZE_TEXT_BYTES];

    snprintf(name, sizeof name, "%s%s%.80s", choice->algorithm->name,
             *choice->variant ? ":" : "", choice->variant);
    printf("%-36s %5s", name, size_print(n, size, sizeof size));
}

static void print_row(const struct row *row)
{
    char work[64], depth[64], interval[64];
    const struct summary *c = &row->cycles;

    print_start(row->choice, row->n);
    snprintf(interval, sizeof interval, "%.0f..%.0f", c->ci_low, c->ci_high);
    printf(" %10s %8s %9.0f  %-17s %9.0f\n",
           form_text(row->forms.work, work, sizeof work),
           form_text(row->forms.depth, depth, sizeof depth), c->median,
           interval, c->min);
}

static const char explanation[] =
    "from a barrier before the kernel's first step to one after its last, in "
    "cycles of the multiprocessor's clock; includes loading the input from "
    "global memory (the L2 cache) and storing the output, but not the launch";

static void print_explanation(void)
{
    printf("cycles of one block on %s, the median of %d launches: %s.\n",
           gpu_facts()->name, CYCLES_SAMPLES, explanation);
}

/* --------------------------------------------------------------------- CSV */

static void write_form(struct table *t, struct cost cost)
{
    table_number(t, cost.low == cost.high ? cost.low : NAN);
    table_number(t, cost.low);
    table_number(t, cost.high);
}

static void write_row(struct measuring *m, const struct row *row)
{
    const struct choice *choice = row->choice;
    const struct summary *c = &row->cycles;
    const double cycles[] = {c->median, c->ci_low, c->ci_high, c->min,
                             c->q1,     c->q3,     c->max};
    struct table *t = &m->report.table;

    table_text(t, table_run_id());
    table_text(t, choice->algorithm->name);
    table_text(t, choice->variant);
    table_text(t, m->job->device->name);
    table_text(t, m->monoid.name);
    table_number(t, (double)m->monoid.table.bytes);
    table_text(t, m->job->exclusive ? "exclusive" : "inclusive");
    table_number(t, (double)row->n);
    table_number(t, NAN); /* threads: of this machine, none */
    table_number(t, choice_value(choice, "block"));
    table_number(t, choice_value(choice, "items"));
    write_form(t, row->forms.work);
    write_form(t, row->forms.depth);
    table_number(t, row->right);
    table_number(t, row->right ? CYCLES_SAMPLES : 0);
    for (size_t i = 0; i < sizeof cycles / sizeof *cycles; i++)
        table_number(t, row->right ? cycles[i] : NAN);
    table_end_row(t);
}

/* -------------------------------------------------------------------- rows */

static enum status measure_one(struct measuring *m, const struct choice *choice,
                               size_t n, struct problem *why)
{
    struct setup setup = {.device = m->job->device,
                          .choice = choice,
                          .monoid = &m->monoid,
                          .source = m->job->source,
                          .exclusive = m->job->exclusive,
                          .largest_n = n};
    const struct choice own = setup_choice(&setup);
    setup.choice = &own;
    struct row row = {.choice = &own, .n = n};
    const char *refusal = cycles_refuses(&setup, n);

    if (refusal) {
        print_start(choice, n);
        printf("  left out: %s\n", refusal);
        return OK;
    }
    const enum status status = cycles_measure(&setup, &row.cycles, why);
    if (status != OK && status != CHECK_FAILED && status != NOT_JUDGED)
        return status;
    row.forms = setup_forms(&setup, n);
    row.right = status == OK;
    m->rows++;
    m->wrong += status == CHECK_FAILED;
    m->unjudged += status == NOT_JUDGED;
    if (row.right) {
        print_row(&row);
    } else {
        print_start(choice, n);
        printf("  %s. %s\n", verdict_word(status), why->line);
    }
    write_row(m, &row);
    fflush(stdout);
    return OK;
}

static enum status measure_all(struct measuring *m, const size_t *sizes,
                               size_t size_count, struct problem *why)
{
    const struct cycles_job *job = m->job;
    enum status status = OK;

    print_header();
    for (int i = 0; i < job->count && status == OK; i++)
        for (size_t k = 0; k < size_count && status == OK; k++)
            status = measure_one(m, &job->choices[i], sizes[k], why);
    if (status == OK && m->rows == 0)
        status =
            problem_set(why, WRONG_USE,
                        "none of the algorithms runs as a single block at "
                        "these sizes: use smaller sizes, or a larger --block");
    if (status == OK && m->wrong + m->unjudged < m->rows)
        print_explanation();
    return status;
}

static enum status open_all(struct measuring *m, size_t **sizes, size_t *count,
                            struct problem *why)
{
    const struct cycles_job *job = m->job;
    enum status status =
        monoid_open(job->monoid ? job->monoid : "add_i32", &m->monoid, why);

    if (status == OK && monoid_is_interval(&m->monoid))
        status = problem_set(why, WRONG_USE,
                             "the interval monoid counts operations: use it "
                             "with measure -d simt");
    if (status == OK)
        status = sizes_parse(job->sizes ? job->sizes : "2^5..2^10",
                             m->monoid.table.bytes, sizes, count, why);
    if (status == OK)
        status = report_begin(job->output, header, job->command, job->device,
                              &m->report, why);
    if (status == OK && m->report.document)
        json_object_set_new(m->report.document, "notes",
                            json_string(explanation));
    return status;
}

enum status measure_cycles(const struct cycles_job *job, struct problem *why)
{
    struct measuring m = {.job = job};
    size_t *sizes = NULL, count = 0;
    enum status status = open_all(&m, &sizes, &count, why);

    if (status == OK)
        status = measure_all(&m, sizes, count, why);
    if (status == OK)
        status = report_close(&m.report, why);
    report_drop(&m.report);
    monoid_close(&m.monoid);
    free(sizes);
    if (status == OK && m.wrong)
        status = problem_set(why, CHECK_FAILED, "%d of %d scans are wrong",
                             m.wrong, m.rows);
    else if (status == OK && m.unjudged)
        status = problem_set(why, NOT_JUDGED, "%d of %d scans were not judged",
                             m.unjudged, m.rows);
    return status;
}
