/* csv.h - reads a CSV with a header row into named columns.
 *
 *     algorithm,n,median_ns          column 0 1 2
 *     lookback,1024,310              row 0, line 2 of the file
 *     "my, scan",1024,               row 1: a quoted cell and an empty one
 *
 * Cells may be quoted ("" inside quotes is one quote), and lines may end in LF
 * or CRLF; a UTF-8 byte order mark and blank lines are skipped. Every row must
 * have as many cells as the header.
 */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

#include "base/status.h"

struct csv {
    char *path;    /* as given, for messages */
    char *text;    /* owns the bytes of every cell */
    char **cells;  /* header, then rows, `columns` to a row */
    size_t *lines; /* line in the file on which each row starts */
    size_t columns;
    size_t rows; /* without the header */
};

/* Reads the file at `path` ("-" is standard input). On OK the caller frees with
 * csv_free; otherwise *out is empty and `why` names file and line. */
enum status csv_read(const char *path, struct csv *out, struct problem *why);

/* As csv_read, from `length` bytes at `text`; `path` is for messages. */
enum status csv_parse(const char *path, const char *text, size_t length,
                      struct csv *out, struct problem *why);

/* Frees the memory of *csv, which may be all zeros. */
void csv_free(struct csv *csv);

/* Index of the column called `name`, or -1. */
int csv_column(const struct csv *csv, const char *name);

/* The cell's text; "" when `column` is negative (no such column). */
const char *csv_cell(const struct csv *csv, size_t row, int column);

/* The cell as a finite number; NAN when it is empty or `column` is negative.
 * Anything else is WRONG_USE, naming file, line and column. */
enum status csv_number(const struct csv *csv, size_t row, int column,
                       double *out, struct problem *why);

/* OK when all of `names` (NULL-terminated) are columns; otherwise WRONG_USE
 * with one line that lists those missing. */
enum status csv_require(const struct csv *csv, const char *const *names,
                        struct problem *why);

#endif
