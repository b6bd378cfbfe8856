/* run_matrix.h - `-i FILE.mtx` of an application: one file for several ports.
 */
#ifndef RUN_MATRIX_H
#define RUN_MATRIX_H

#include "arrays/array_file.h"
#include "devices/ports.h"

/* Whether `-i text` of it is a matrix: no port is named, and the file is one
 * by its name. */
bool run_takes_matrix(const struct algorithm *algorithm,
                      enum array_format format, const char *text);

/* Gives its three ports this file. WRONG_USE: one of them has another. */
enum status run_name_matrix(const struct algorithm *algorithm, const char *file,
                            const char **files, struct problem *why);

/* Where run_name_matrix() did so: reads the file into in[], by port, and sets
 * the number of columns. The caller frees in[]. As matrix_market_read(). */
enum status run_read_matrix(const struct algorithm *algorithm,
                            const char *const *files,
                            const struct monoid_table *T, struct array *in,
                            size_t size[], bool known[], struct problem *why);

#endif
