/* measure_report.c - a line of measure, and a row of its CSV: the counts next
 * to the closed forms.
 *
 *     kogge_stone    256       1793 = 1793                     8 = 8
 *                              ^ counted  ^ closed form
 */
#include "measure_report.h"
#include "base/sizes.h"
#include "calls/call_fill.h"

#include <math.h>
#include <stdio.h>

static const char columns[] =
    "run_id,algorithm,variant,device,monoid,kind,n,threads,block,items,work,"
    "work_form,depth,depth_form,read_bytes,write_bytes,bytes_form,launches,"
    "barriers,work_form_low,work_form_high,depth_form_low,depth_form_high,"
    "elem_bytes,atomics,fences,spins,read_requests,write_requests,"
    "read_sectors,write_sectors,shared_wavefronts,shared_conflicts,pattern,"
    "timed_cycles,reproducible";

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

void measure_report_header(const struct measure_report *report, int threads)
{
    printf("%-15s %6s  %-27s %-20s", "algorithm", "n", "work, closed form",
           "depth");
    if (threads > 0)
        printf(" %7s   W/%d <= T <= W/%d + D", "traffic", threads, threads);
    else
        printf(" %-*s", report->wide ? 20 : 0, "traffic");
    if (report->wide)
        printf(" %8s %8s %8s %8s %8s %9s %9s", "launches", "barriers",
               "atomics", "fences", "sectors", "shared", "conflicts");
    printf("\n");
}

static double bytes_of(const struct measured *row)
{
    return row->counts.device.read_bytes + row->counts.device.write_bytes;
}

/* Bytes that the machine counted, as multiples of n elements, beside their
 * closed form. */
static void print_traffic(const struct measured *row, bool wide)
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
    printf(" %8.0f %8.0f %8.0f %8.0f %8.0f %9.0f %9.0f", d->launches,
           d->barriers, d->atomics, d->fences,
           d->read_sectors + d->write_sectors, d->shared_wavefronts,
           d->shared_conflicts);
}

/* On this machine's threads bytes are not counted: the closed form alone. */
static void print_traffic_form(const struct measured *row)
{
    const double elements = row->forms.bytes.low / 4 / (double)row->n;

    if (isnan(elements) || row->n == 0)
        printf(" %7s", "");
    else
        printf(" %6.4gn", elements);
}

/* Of each count the line that has most of it. */
static void print_lines(const struct device_counts *d)
{
    static const char *const names[] = {
        [MAX_BARRIERS_OF] = "barriers", [MAX_ATOMICS_OF] = "atomics",
        [MAX_FENCES_OF] = "fences",     [MAX_WORK_OF] = "work",
        [MAX_DEPTH_OF] = "depth",       [MAX_SECTORS_OF] = "sectors",
        [MAX_SHARED_OF] = "shared",     [MAX_CONFLICTS_OF] = "conflicts"};
    const char *between = "  most of it:";

    for (int k = 0; k < BUSY_COUNTS; k++)
        if (d->most[k].line[0]) {
            printf("%s %s %s (%.0f)", between, names[k], d->most[k].line,
                   d->most[k].count);
            between = ",";
        }
    if (*between == ',')
        printf("\n");
}

static void print_row(const struct measure_report *report,
                      const struct measured *row)
{
    char size[32], work[64], depth[64];
    const struct counts *c = &row->counts;

    printf("%-15s %6s  %9.0f %-17s %6.0f %-13s", row->choice->algorithm->name,
           size_print(row->n, size, sizeof size), c->work,
           compare(c->work, row->forms.work, work, sizeof work), c->depth,
           compare(c->depth, row->forms.depth, depth, sizeof depth));
    if (c->device.known)
        print_traffic(row, report->wide);
    else
        print_traffic_form(row);
    if (c->device.known && report->wide)
        print_device_counts(&c->device);
    if (row->threads > 0) {
        const double least = ceil(c->work / row->threads);
        printf("   %.0f <= T <= %.0f", least, least + c->depth);
    }
    printf("\n");
    if (c->device.known && report->lines)
        print_lines(&c->device);
    if (c->device.known && report->timed)
        printf("  model time: %.0f cycles\n", c->device.cycles);
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

static void write_row(struct measure_report *report, const struct measured *row)
{
    const struct choice *choice = row->choice;
    const struct device_counts *d = &row->counts.device;
    struct table *t = &report->table;

    table_text(t, table_run_id());
    table_text(t, choice->algorithm->name);
    table_text(t, choice->variant);
    table_text(t, report->device);
    table_text(t, report->monoid->name);
    table_text(t, report->exclusive ? "exclusive" : "inclusive");
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
    table_number(t, (double)report->monoid->table.bytes);
    table_count(t, d, d->atomics);
    table_count(t, d, d->fences);
    table_count(t, d, d->spins);
    table_count(t, d, d->read_requests);
    table_count(t, d, d->write_requests);
    table_count(t, d, d->read_sectors);
    table_count(t, d, d->write_sectors);
    table_count(t, d, d->shared_wavefronts);
    table_count(t, d, d->shared_conflicts);
    table_text(t, call_has_patterns(choice->algorithm) ? report->pattern : "");
    table_count(t, d, report->timed ? d->cycles : NAN);
    table_text(t, report->own_source               ? ""
                  : choice_is_reproducible(choice) ? "yes"
                                                   : "no");
    table_end_row(t);
}

void measure_report_row(struct measure_report *report,
                        const struct measured *row)
{
    print_row(report, row);
    write_row(report, row);
}

int measure_disagreements(const struct measured *row)
{
    return !fits(row->counts.work, row->forms.work) +
           !fits(row->counts.depth, row->forms.depth) +
           (row->counts.device.known && !fits(bytes_of(row), row->forms.bytes));
}

enum status measure_report_open(struct measure_report *report, const char *path,
                                struct problem *why)
{
    return table_open(path, columns, &report->table, why);
}
