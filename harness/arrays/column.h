/* column.h - one column of a table in a text file.
 *
 *     name,length            --column length, or --column 2:
 *     "Smith, J.",3          3
 *     Wu,1                   1
 *
 * Cells are separated by tabs, else by semicolons, else by commas, else by
 * blanks: the first of these that the first line has. A cell may be in double
 * quotes, with "" for a quote in it. Empty lines and lines that begin with #
 * are left out.
 *
 * A column's number counts from 1; a name stands in the first line. By number,
 * the first line is a header when its cell there is not a number.
 */
#ifndef COLUMN_H
#define COLUMN_H

#include "array.h"
#include "input_file.h"

/* Reads the numbers of one column to the end of the input; each is one element
 * (lifted, where the monoid has several components). WRONG_USE names the line,
 * or the columns that there are. On OK the caller frees `out`. */
enum status column_read(struct input *in, const char *column,
                        const struct monoid_table *monoid, struct array *out,
                        struct problem *why);

#endif
