/* text.h - arrays as users type them.
 *
 *     3 1 7 0            numbers between spaces, new lines or commas
 *     [3, 1, 7, 0]       one pair of brackets around all
 *     (4, 9) (1, 2)      elements of several components
 *     3 1  # 7 0         from # on: a comment
 *
 * Plain numbers for a monoid of several components are lifted (mss_i32 makes
 * its four sums from a number). A file cannot mix plain numbers with elements
 * of several components.
 *
 * Valid numbers: number_text.h.
 */
#ifndef TEXT_H
#define TEXT_H

#include "array.h"
#include "input_file.h"

#include <stdio.h>

/* Reads to the end of the input. Expects the "C" locale. WRONG_USE names line
 * and element. On OK the caller frees `out`. */
enum status text_read(struct input *in, const struct monoid_table *monoid,
                      struct array *out, struct problem *why);

/* The same from memory. */
enum status text_parse(const char *text, size_t size,
                       const struct monoid_table *monoid, struct array *out,
                       struct problem *why);

/* Writes one element per line, so that text_read reads it back bit for bit
 * (except NaN). Other errors are recorded in the stream: see output_commit.
 * MACHINE_LACKS: there is no memory for a line. */
enum status text_write(FILE *file, const struct monoid_table *monoid,
                       const struct array *array, struct problem *why);

#endif
