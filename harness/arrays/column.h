/* column.h - one column of a table in a text file.
 *
 *     name,length            --column length, or --column 2:
 *     "Smith, J.",3          3
 *     Wu,1                   1
 *
 * Cells are separated by tabs, else by semicolons, else by commas, else by
 * spaces: the first of these that occurs in the first line. A cell may be in
 * double quotes, with "" for a quote in it. Empty lines and lines that begin
 * with # are skipped.
 *
 * Column numbers count from 1; names are in the first line. With a column
 * number, the first line is a header if its cell there is not a number.
 */
#ifndef COLUMN_H
#define COLUMN_H

#include "array.h"
#include "input_file.h"

/* Reads the numbers of one column to the end of the input; each is one element
 * (lifted, if the monoid has several components). WRONG_USE names the line, or
 * the existing columns. On OK the caller frees `out`. */
enum status column_read(struct input *in, const char *column,
                        const struct monoid_table *monoid, struct array *out,
                        struct problem *why);

#endif
