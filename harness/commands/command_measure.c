/* command_measure.c - what does it cost on paper, and does the run agree? */
#include "command.h"
#include "prove/count.h"
#include "bench/measure_cycles.h"
#include "simt_choice.h"
#include "base/sizes.h"
#include "base/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_WIDE = 'A' << 8 };

struct measure_options {
    const char *output;
    bool wide;
};

static const struct argp_option own[] = {
    {"output", 'o', "FILE.csv", 0, "also write a CSV for scanlab plot",
     GROUP_OUTPUT},
    {"wide", KEY_WIDE, NULL, 0,
     "on simt: launches, barriers, atomics, sectors, bank conflicts too",
     GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct measure_options *measure = options;

    if (key == KEY_WIDE) {
        measure->wide = true;
        return 0;
    }
    if (key != 'o')
        return ARGP_ERR_UNKNOWN;
    const size_t length = strlen(value);
    measure->output = value;
    if (length > 4 && !strcmp(value + length - 4, ".csv"))
        return 0;
    problem_set(why, WRONG_USE, "-o %s: the name must end in .csv", value);
    return 1;
}

static const char header[] =
    "run_id,algorithm,variant,device,monoid,kind,n,threads,block,items,work,"
    "work_form,depth,depth_form,read_bytes,write_bytes,bytes_form,launches,"
    "barriers,work_form_low,work_form_high,depth_form_low,depth_form_high,"
    "elem_bytes,atomics,fences,spins,read_requests,write_requests,"
    "read_sectors,write_sectors,shared_wavefronts,shared_conflicts";

/* What the loops below need. */
struct measuring {
    const struct device *device;
    struct monoid monoid;
    const struct simt_options *simt; /* as in struct setup */
    const char *source;
    bool exclusive;
    bool wide; /* all that the machine counted, in lines of 150 columns */
    struct table table;
    int disagreements;
};

struct row {
    const struct choice *choice;
    size_t n;
    int threads; /* 0: the device has none of this machine's */
    struct counts counts;
    struct forms forms;
};

static bool is_exact(struct cost cost)
{
    return cost.low == cost.high; /* false for NAN */
}

static bool fits(double measured, struct cost cost)
{
    return isnan(cost.low) || (measured >= cost.low && measured <= cost.high);
}

/* "= 129", "in 100..200", "no form", "NOT 129". */
static const char *compare(double measured, struct cost cost, char *text,
                           size_t size)
{
    if (isnan(cost.low))
        snprintf(text, size, "(no form)");
    else if (!is_exact(cost))
        snprintf(text, size, "%s %.0f..%.0f",
                 fits(measured, cost) ? "in" : "NOT in", cost.low, cost.high);
    else
        snprintf(text, size, "%s %.0f", measured == cost.low ? "=" : "NOT",
                 cost.low);
    return text;
}

static void print_header(const struct measuring *m, int threads)
{
    printf("%-15s %6s  %-27s %-20s", "algorithm", "n", "work, closed form",
           "depth");
    if (threads > 0)
        printf(" %7s   W/%d <= T <= W/%d + D", "traffic", threads, threads);
    else
        printf(" %-*s", m->wide ? 20 : 0, "traffic");
    if (m->wide)
        printf(" %8s %8s %8s %8s %9s %9s", "launches", "barriers", "atomics",
               "sectors", "shared", "conflicts");
    printf("\n");
}

static double bytes_of(const struct row *row)
{
    return row->counts.device.read_bytes + row->counts.device.write_bytes;
}

/* Bytes that the machine counted, as multiples of n elements, beside their
 * closed form. */
static void print_traffic(const struct row *row, bool wide)
{
    const double unit = 4 * (row->n ? (double)row->n : 1);
    const struct cost form = row->forms.bytes;
    const double counted = bytes_of(row) / unit;
    char text[64];

    if (isnan(form.low))
        snprintf(text, sizeof text, "%.4gn (no form)", counted);
    else if (is_exact(form) && bytes_of(row) == form.low)
        snprintf(text, sizeof text, "%.4gn = form", counted);
    else if (fits(bytes_of(row), form))
        snprintf(text, sizeof text, "%.4gn in %.4gn..", counted,
                 form.low / unit);
    else
        snprintf(text, sizeof text, "%.4gn NOT %.4gn", counted,
                 form.low / unit);
    printf(" %-*s", wide ? 20 : 0, text);
}

/* Sectors are of 32 bytes; `shared` counts wavefronts of shared memory. */
static void print_device_counts(const struct device_counts *d)
{
    printf(" %8.0f %8.0f %8.0f %8.0f %9.0f %9.0f", d->launches, d->barriers,
           d->atomics, d->read_sectors + d->write_sectors, d->shared_wavefronts,
           d->shared_conflicts);
}

/* On this machine's threads bytes are not counted: the closed form alone. */
static void print_traffic_form(const struct row *row)
{
    const double elements = row->forms.bytes.low / 4 / (double)row->n;

    if (isnan(elements) || row->n == 0)
        printf(" %7s", "");
    else
        printf(" %6.4gn", elements);
}

static void print_row(const struct measuring *m, const struct row *row)
{
    char size[32], work[64], depth[64];
    const struct counts *c = &row->counts;

    printf("%-15s %6s  %9.0f %-17s %6.0f %-13s", row->choice->algorithm->name,
           size_print(row->n, size, sizeof size), c->work,
           compare(c->work, row->forms.work, work, sizeof work), c->depth,
           compare(c->depth, row->forms.depth, depth, sizeof depth));
    if (c->device.known)
        print_traffic(row, m->wide);
    else
        print_traffic_form(row);
    if (c->device.known && m->wide)
        print_device_counts(&c->device);
    if (row->threads > 0) {
        const double least = ceil(c->work / row->threads);
        printf("   %.0f <= T <= %.0f", least, least + c->depth);
    }
    printf("\n");
}

/* A small scan is not worth a fork: one thread folds all, in one chain. */
static bool ran_alone(const struct row *row)
{
    return row->threads > 1 && row->n > 1 &&
           row->counts.work == (double)row->n - 1 &&
           row->counts.depth == row->counts.work;
}

static void table_form(struct table *table, struct cost cost)
{
    table_number(table, is_exact(cost) ? cost.low : NAN);
}

/* On a cpu these are not counted: the cell stays empty. */
static void table_count(struct table *table, const struct device_counts *counts,
                        double value)
{
    table_number(table, counts->known ? value : NAN);
}

static void write_row(struct measuring *m, const struct row *row)
{
    const struct choice *choice = row->choice;
    const struct device_counts *d = &row->counts.device;
    struct table *t = &m->table;

    table_text(t, table_run_id());
    table_text(t, choice->algorithm->name);
    table_text(t, choice->variant);
    table_text(t, m->device->name);
    table_text(t, m->monoid.name);
    table_text(t, m->exclusive ? "exclusive" : "inclusive");
    table_number(t, (double)row->n);
    table_number(t, row->threads > 0 ? row->threads : NAN);
    table_number(t, choice_value(choice, "block"));
    table_number(t, choice_value(choice, "items"));
    table_number(t, row->counts.work);
    table_form(t, row->forms.work);
    table_number(t, row->counts.depth);
    table_form(t, row->forms.depth);
    table_count(t, d, d->read_bytes);
    table_count(t, d, d->write_bytes);
    table_form(t, row->forms.bytes);
    table_number(t, d->known ? d->launches : row->n > 0);
    table_count(t, d, d->barriers);
    table_number(t, row->forms.work.low);
    table_number(t, row->forms.work.high);
    table_number(t, row->forms.depth.low);
    table_number(t, row->forms.depth.high);
    table_number(t, (double)m->monoid.table.bytes);
    table_count(t, d, d->atomics);
    table_count(t, d, d->fences);
    table_count(t, d, d->spins);
    table_count(t, d, d->read_requests);
    table_count(t, d, d->write_requests);
    table_count(t, d, d->read_sectors);
    table_count(t, d, d->write_sectors);
    table_count(t, d, d->shared_wavefronts);
    table_count(t, d, d->shared_conflicts);
    table_end_row(t);
}

/* What is to be said after the rows of an algorithm. */
struct notes {
    const char *why; /* there is no exact form */
    size_t alone;    /* the largest n that one thread did; 0: none */
};

static void print_notes(const struct algorithm *algorithm,
                        const struct notes *notes)
{
    char size[32];

    if (notes->why)
        printf("  %s: %s.\n", algorithm->name, notes->why);
    if (notes->alone)
        printf("  %s: up to n = %s one thread did it all.\n", algorithm->name,
               size_print(notes->alone, size, sizeof size));
}

static enum status measure_one(struct measuring *m, struct pool *pool,
                               const struct choice *choice, size_t n,
                               struct notes *notes, struct problem *why)
{
    const struct setup setup = {.device = m->device,
                                .choice = choice,
                                .monoid = &m->monoid,
                                .pool = pool,
                                .simt = m->simt,
                                .source = m->source,
                                .exclusive = m->exclusive,
                                .largest_n = n};
    struct row row = {.n = n, .threads = pool ? pool_threads(pool) : 0};
    const struct choice shaped = setup_choice(&setup);
    const char *refusal = setup_refuses(&setup, n);

    row.choice = &shaped;
    if (refusal) {
        char size[32];
        printf("%-15s %8s  left out: %s\n", choice->algorithm->name,
               size_print(n, size, sizeof size), refusal);
        return OK;
    }
    const enum status status = count_run(&setup, n, &row.counts, NULL, why);
    if (status != OK)
        return status;
    row.forms = setup_forms(&setup, n);
    if (row.forms.why)
        notes->why = row.forms.why;
    if (ran_alone(&row))
        notes->alone = n;
    /* The closed forms are the algorithm's, not the user's file's. */
    if (!m->source)
        m->disagreements +=
            !fits(row.counts.work, row.forms.work) +
            !fits(row.counts.depth, row.forms.depth) +
            (row.counts.device.known && !fits(bytes_of(&row), row.forms.bytes));
    print_row(m, &row);
    write_row(m, &row);
    return OK;
}

static enum status measure_all(struct measuring *m,
                               const struct choice *choices, int count,
                               const size_t *sizes, size_t size_count,
                               struct pool *pool, struct problem *why)
{
    print_header(m, pool ? pool_threads(pool) : 0);
    for (int i = 0; i < count; i++) {
        struct notes notes = {NULL, 0};
        for (size_t k = 0; k < size_count; k++) {
            const enum status status =
                measure_one(m, pool, &choices[i], sizes[k], &notes, why);
            if (status != OK) {
                const struct problem inner = *why;
                return problem_set(why, status, "%s, n = %zu: %s",
                                   choices[i].algorithm->name, sizes[k],
                                   inner.line);
            }
        }
        print_notes(choices[i].algorithm, &notes);
        fflush(stdout);
    }
    return OK;
}

const struct command_line command_measure_line = {
    .usage = "ALGORITHM...|all",
    .text = "Counts the applications of op (work) and the longest chain of "
            "them (depth) in a run on the interval monoid, beside the closed "
            "forms, with Brent's bounds for the time on --threads P. On a GPU "
            "(-d cuda): the clock cycles of scans that are one block there.\v"
            "Examples: scanlab measure all -n 2^4..2^16\n"
            "          scanlab measure kogge_stone:block=1024 -d cuda -n 2^10",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_THREADS |
             TAKES_SOURCE | TAKES_KIND | TAKES_SCHEDULE,
    .device = "cpu",
};

static enum status cycles(const struct shared_options *options,
                          const struct measuring *m,
                          const struct choice *choices, int count,
                          const char *output, const char *command,
                          struct problem *why)
{
    const struct cycles_job job = {.device = m->device,
                                   .choices = choices,
                                   .count = count,
                                   .sizes = options->sizes,
                                   .monoid = options->monoids,
                                   .source = options->source,
                                   .output = output,
                                   .command = command,
                                   .exclusive = options->exclusive};

    return measure_cycles(&job, why);
}

enum status command_measure(int argc, char **argv, struct problem *why)
{
    struct measure_options measure = {0};
    struct shared_options options;
    struct choice choices[MAX_CHOICES];
    struct measuring m = {.exclusive = false};
    static struct simt_options simt[MOST_SCHEDULES];
    int count, threads[MAX_LIST], thread_count = 0, schedules;
    const char *const command = command_words(argc, argv);
    size_t *sizes = NULL, size_count = 0;

    enum status status = options_parse(&command_measure_line, &measure, argc,
                                       argv, &options, why);
    if (status == OK)
        status = command_begin(&options, &m.device, choices, &count, why);
    if (status == OK && m.device->has_cycles)
        return cycles(&options, &m, choices, count, measure.output, command,
                      why);
    if (status == OK && options.monoids)
        status = problem_set(why, WRONG_USE,
                             "-m is for -d cuda: what is counted is counted "
                             "on the interval monoid");
    if (status == OK)
        status = sizes_parse(options.sizes ? options.sizes : "2^4..2^12", 4,
                             &sizes, &size_count, why);
    if (status == OK)
        status = command_threads(options.threads, m.device, threads,
                                 &thread_count, why);
    if (status == OK)
        status = simt_choose(&options, "inorder", false, true, simt, &schedules,
                             why);
    if (status == OK && schedules > 1)
        status =
            problem_set(why, WRONG_USE, "measure takes one schedule at a time");
    if (status == OK)
        status = monoid_open("interval", &m.monoid, why);
    if (status == OK)
        status = table_open(measure.output, header, &m.table, why);
    if (m.device && m.device->has_schedules)
        m.simt = simt;
    m.source = options.source;
    m.wide = measure.wide;
    m.exclusive = options.exclusive;
    for (int i = 0; i < thread_count && status == OK; i++) {
        struct pool *pool;
        status = command_pool(threads[i], &pool, why);
        if (status == OK)
            status =
                measure_all(&m, choices, count, sizes, size_count, pool, why);
        pool_close(pool);
    }
    if (status == OK)
        status = table_close(&m.table, why);
    table_drop(&m.table);
    monoid_close(&m.monoid);
    free(sizes);
    if (status == OK && m.disagreements)
        status = problem_set(
            why, CHECK_FAILED, "%d measured value%s from %s closed form",
            m.disagreements, m.disagreements == 1 ? " differs" : "s differ",
            m.disagreements == 1 ? "its" : "their");
    return status;
}
