/* table.h - writes a CSV to a temporary file, which is renamed when complete.
 * */
#ifndef TABLE_H
#define TABLE_H

#include "output_file.h"
#include "status.h"

#include <stdbool.h>
#include <stdio.h>

struct table {
    struct output output;
    bool wanted; /* false: cells are discarded */
    bool first;  /* the next cell is the first of its row */
};

/* Starts the file with a header line of comma-separated names. A NULL path
 * makes a table that discards everything. `path` must outlive the table. */
enum status table_open(const char *path, const char *header,
                       struct table *table, struct problem *why);

/* Cells of a row, from left to right; NAN leaves a cell empty. */
void table_text(struct table *table, const char *text);
void table_number(struct table *table, double value);
void table_end_row(struct table *table);

/* Moves the file into place. On any failure the temporary file is removed. */
enum status table_close(struct table *table, struct problem *why);
void table_drop(struct table *table);

/* An identifier of this run, random enough to distinguish runs:
 * "20261121-073512-4711". Static storage. */
const char *table_run_id(void);

#endif
