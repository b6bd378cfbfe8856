/* bench_report.h - what a bench says: on the terminal, as CSV, as JSON. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench.h"
#include "base/table.h"

#include <jansson.h>

struct report {
    struct table table;
    json_t *document; /* context and rows with all samples; NULL: not wanted */
    char json_path[4096];
    struct output json; /* opened first, to check that it can be */
    const struct device *device;
    size_t rows;
    double mhz_low, mhz_high; /* of the clock, after fields; 0: none was read */
};

/* `path` ends in .csv (then the JSON stands beside it) or .json; NULL: only
 * the terminal. `command` is what was typed. */
enum status report_open(const char *path, const char *command,
                        const struct device *device, struct report *report,
                        struct problem *why);

/* The same for rows of others, which they write to report->table: its columns
 * are those of `header`, the JSON has the context and no rows. */
enum status report_begin(const char *path, const char *header,
                         const char *command, const struct device *device,
                         struct report *report, struct problem *why);

/* Says, and keeps in the JSON, what it costs to fork a pool. */
void report_pool(struct report *report, struct pool *pool);

/* The same for op of a monoid that has no SIMD form. */
enum status report_op(struct report *report, const struct monoid *monoid,
                      struct problem *why);

/* The columns of a bench, and what stands in one row of them. */
extern const char report_columns[];

struct report_row {
    const struct field *field;
    const struct contestant *c;
    struct summary times, ratio;
    double bytes; /* that must move */
    bool untried; /* it never ran: neither right nor wrong */
    bool untimed; /* right, but without times in ns: on the SIMT machine */
};

/* Writes these columns; the caller may add others, and ends the row. */
void report_cells(struct table *table, const struct report_row *row);

/* Prints and writes one finished field. */
void report_field(struct report *report, const struct field *field);

enum status report_close(struct report *report, struct problem *why);
void report_drop(struct report *report);

#endif
