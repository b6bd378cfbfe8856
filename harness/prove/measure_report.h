/* measure_report.h - what `measure` prints of each run, and writes for plot. */
#ifndef MEASURE_REPORT_H
#define MEASURE_REPORT_H

#include "count.h"
#include "base/table.h"
#include "monoids/monoid.h"

#include <stdbool.h>
#include <stddef.h>

/* What all rows have in common. */
struct measure_report {
    const char *device;
    const struct monoid *monoid;
    bool exclusive;
    const char *pattern; /* of applications' drawn inputs */
    bool wide;  /* all that the machine counted, in lines of 150 columns */
    bool timed; /* the schedule is that of the model's clock */
    bool lines; /* and of each count the line that has most of it */
    struct table table;
};

/* One run: what was counted, and what the closed forms say. */
struct measured {
    const struct choice *choice;
    size_t n;
    int threads; /* 0: the device has none of this machine's */
    struct counts counts;
    struct forms forms;
};

/* Opens the CSV; NULL: there is none. The caller ends it by table_close() and
 * table_drop() of report->table. */
enum status measure_report_open(struct measure_report *report, const char *path,
                                struct problem *why);

/* The line above the rows of so many threads. */
void measure_report_header(const struct measure_report *report, int threads);

/* Prints a row, and writes it to the CSV. */
void measure_report_row(struct measure_report *report,
                        const struct measured *row);

/* How many counts differ from their closed forms. */
int measure_disagreements(const struct measured *row);

#endif
