/* matrix_market.h - sparse matrices in the text format of the Matrix Market.
 *
 *     %%MatrixMarket matrix coordinate real general
 *     % comments
 *     3 4 6              rows, columns, entries
 *     1 1 2              row, column, value: counted from 1, in any order
 *     1 2 -1
 *     ...
 *
 * Values are real or integer numbers; a pattern has none, and each is 1. Of a
 * symmetric matrix the lower half is there, and the upper one is added. Complex
 * and dense ones are refused.
 * Source: Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR
 * 5935, 1996.
 */
#ifndef MATRIX_MARKET_H
#define MATRIX_MARKET_H

#include "input_file.h"
#include "sparse_matrix.h"

/* Whether a file of this name is one: FILE.mtx. */
bool matrix_market_is(const char *path);

/* Reads to the end of the input. A value is a number that the monoid takes, as
 * in text.h; several components are lifted. Expects the "C" locale. On OK the
 * caller frees `out`, otherwise it is empty. WRONG_USE names the line: no such
 * header, an entry outside of the matrix or there twice, more or fewer entries
 * than are said. MACHINE_LACKS: memory. */
enum status matrix_market_read(struct input *in,
                               const struct monoid_table *monoid,
                               struct sparse_matrix *out, struct problem *why);

/* The same of a file, or of standard input for "-". */
enum status matrix_market_read_file(const char *path,
                                    const struct monoid_table *monoid,
                                    struct sparse_matrix *out,
                                    struct problem *why);

#endif
