/* bench_report.h - the output of a bench: on the terminal, as CSV, as JSON. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench.h"
#include "base/table.h"

#include <jansson.h>

struct report {
    struct table table;
    json_t *document; /* context and rows with all samples; NULL: not wanted */
    char json_path[4096];
    struct output json; /* opened first, to check that it can be written */
    const struct device *device;
    size_t rows;
    double mhz_low,
        /* range of clock rates, read after each field; 0 if not read */
        mhz_high;
    int gpu_processes; /* the most at the beginning and the end; 0: not known */
    bool has_parent;   /* set by the caller: scanlab's own process that started
                          this one is on the GPU too */
};

/* `path` ends in .csv (then a JSON file is written next to it) or .json; NULL:
 * the output goes only to the terminal. `command` is the command as typed. */
enum status report_open(const char *path, const char *command,
                        const struct device *device, struct report *report,
                        struct problem *why);

/* The same for callers that write their own rows to report->table: its columns
 * are those of `header`, and the JSON has the context but no rows. */
enum status report_begin(const char *path, const char *header,
                         const char *command, const struct device *device,
                         struct report *report, struct problem *why);

/* Prints, and records in the JSON, the cost of forking a pool. */
void report_pool(struct report *report, struct pool *pool);

/* The same for the cost of op, for a monoid that has no SIMD form. */
enum status report_op(struct report *report, const struct monoid *monoid,
                      struct problem *why);

/* The columns of a bench, and the contents of one row. */
extern const char report_columns[];

struct report_row {
    const struct field *field;
    const struct contestant *c;
    struct summary times, ratio;
    double bytes; /* to be moved */
    bool untried; /* it never ran: neither right nor wrong */
    bool untimed; /* right, but has no times in ns, as on the SIMT machine */
};

/* Writes these columns; the caller may add others, and ends the row. */
void report_cells(struct table *table, const struct report_row *row);

/* Prints and writes one finished field. */
void report_field(struct report *report, const struct field *field);

enum status report_close(struct report *report, struct problem *why);
void report_drop(struct report *report);

#endif
