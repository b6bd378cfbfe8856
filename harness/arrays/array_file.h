/* array_file.h - the files of `-i FILE` and `-o FILE`.
 *
 *     x.npy          NumPy's format (npy.h)
 *     x.txt, x.csv   text (text.h); also x.tsv
 *     x.mtx          rejected: a matrix is several arrays (matrix_market.h)
 *     anything else  the bytes of the elements, one after the other; a file of
 *                    printable text is rejected
 *     -              standard input and output: text, or .npy if the data
 *                    begins as .npy
 */
#ifndef ARRAY_FILE_H
#define ARRAY_FILE_H

#include "array.h"
#include "monoids/monoid.h"
#include "base/status.h"

enum array_format {
    FORMAT_BY_NAME, /* as in the table above */
    FORMAT_NPY,
    FORMAT_TEXT,
    FORMAT_RAW,
};

/* Parses the name of a format: npy, text or raw. WRONG_USE quotes the word. */
enum status array_format_parse(const char *word, enum array_format *out,
                               struct problem *why);

/* Reads all elements of a file. Numbers are converted to the monoid's type if
 * that loses nothing (number.h); plain numbers are lifted if the monoid has
 * several components. In a text file, `column` is the column to read
 * (column.h), or NULL to read all numbers. On OK the caller frees `out` with
 * array_free; otherwise it is empty. WRONG_USE: the file is missing or wrong,
 * and `why` names the file and the line or element. MACHINE_LACKS: memory. */
enum status array_read(const char *path, enum array_format format,
                       const char *column, const struct monoid_table *monoid,
                       struct array *out, struct problem *why);

/* Prints a line for a file that was read as raw binary because of its name:
 * "numbers is read as raw int32: 12 elements". */
void array_note_raw(const char *path, enum array_format format,
                    const char *column, const struct monoid_table *monoid,
                    const struct array *array);

struct output;
/* Writes to an open file, which the caller commits or discards. */
enum status array_write_to(struct output *out, enum array_format format,
                           const struct monoid_table *monoid,
                           const struct array *array, struct problem *why);

#endif
