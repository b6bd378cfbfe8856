/* measure_report.h - what `measure` prints for each run, and writes for
 * plot. */
#ifndef MEASURE_REPORT_H
#define MEASURE_REPORT_H

#include "count.h"
#include "base/table.h"
#include "monoids/monoid.h"

#include <stdbool.h>
#include <stddef.h>

/* The values that all rows share. */
struct measure_report {
    const char *device;
    const struct monoid *monoid;
    bool exclusive;
    const char *pattern; /* of applications' generated inputs */
    bool wide;       /* all that the machine counted, in lines of 150 columns */
    bool timed;      /* the schedule is the one with the model's clock */
    bool own_source; /* the user's file: no property is documented */
    bool lines;      /* also, for each count, the line with the largest share */
    struct table table;
};

/* One run: the counts, and their closed forms. */
struct measured {
    const struct choice *choice;
    size_t n;
    int threads; /* 0: the device uses no threads of this machine */
    struct counts counts;
    struct forms forms;
};

/* Opens the CSV; NULL: no CSV is written. The caller ends it with table_close()
 * and table_drop() on report->table. */
enum status measure_report_open(struct measure_report *report, const char *path,
                                struct problem *why);

/* Prints the line above the rows for `threads` threads. */
void measure_report_header(const struct measure_report *report, int threads);

/* Prints a row, and writes it to the CSV. */
void measure_report_row(struct measure_report *report,
                        const struct measured *row);

/* The number of counts that differ from their closed forms. */
int measure_disagreements(const struct measured *row);

#endif
