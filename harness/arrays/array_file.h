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
#include "npy.h"
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

/* ---- a file that several processes read and write in slices ---- */

struct array_slices {
    const char *name;
    const struct monoid_table *monoid;
    size_t n;
    size_t data_at;       /* where element 0 begins */
    size_t element_bytes; /* in the file: they may be converted */
    bool is_raw;
    struct npy_numbers npy;
};

/* Finds the elements of a .npy or raw file without reading them. WRONG_USE: as
 * for array_read, or the file is text, in which element i is anywhere. */
enum status array_slices_open(const char *path, enum array_format format,
                              const struct monoid_table *monoid,
                              struct array_slices *out, struct problem *why);

/* Starts a builder for n elements of the file, from element `first` on. The
 * caller drops or finishes it. */
enum status array_slices_begin(const struct array_slices *slices, size_t first,
                               size_t n, struct array_builder *builder,
                               struct problem *why);
/* Appends n elements; `from` has their bytes as they are in the file. */
enum status array_slices_push(const struct array_slices *slices,
                              const void *from, size_t n,
                              struct array_builder *builder,
                              struct problem *why);

struct output;
/* Writes what comes before element 0 of n, makes the file as long as they need,
 * and returns in *data_at where element 0 is to be written. MACHINE_LACKS: the
 * disk has no room. WRONG_USE: the file would be text, or cannot be renamed into
 * place (output_file.h). */
enum status array_write_slices(struct output *out, enum array_format format,
                               const struct monoid_table *monoid, size_t n,
                               size_t *data_at, struct problem *why);

/* Writes to an open file, which the caller commits or discards. */
enum status array_write_to(struct output *out, enum array_format format,
                           const struct monoid_table *monoid,
                           const struct array *array, struct problem *why);

#endif
