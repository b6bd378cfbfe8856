/* matrix_market.h - sparse matrices in the text format of the Matrix Market.
 *
 *     %%MatrixMarket matrix coordinate real general
 *     % comments
 *     3 4 6              rows, columns, entries
 *     1 1 2              row, column, value: counted from 1, in any order
 *     1 2 -1
 *     ...
 *
 * Values are real or integer numbers; a pattern has no values, and 1 is used
 * for each. For a symmetric matrix, the file has only the lower half; the upper
 * half is filled in. Complex and dense matrices are not supported.
 * Source: Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR
 * 5935, 1996.
 */
#ifndef MATRIX_MARKET_H
#define MATRIX_MARKET_H

#include "input_file.h"
#include "sparse_matrix.h"

/* True: the name is FILE.mtx. */
bool matrix_market_is(const char *path);

/* Reads to the end of the input. A value is a number that the monoid accepts,
 * as in text.h; it is lifted if T has several components. Expects the "C"
 * locale. On OK the caller frees `out`, otherwise it is empty. WRONG_USE names
 * the line: the header is not valid, an entry is outside the matrix or a
 * duplicate, or there are more or fewer entries than stated. MACHINE_LACKS:
 * memory. */
enum status matrix_market_read(struct input *in,
                               const struct monoid_table *monoid,
                               struct sparse_matrix *out, struct problem *why);

/* The same for a file, or for standard input with "-". */
enum status matrix_market_read_file(const char *path,
                                    const struct monoid_table *monoid,
                                    struct sparse_matrix *out,
                                    struct problem *why);

#endif
