/* sparse_matrix.h - turns matrix entries in any order into rows.
 *
 *     entries    (2, 3) (0, 1) (0, 0) (1, 2)      row, column
 *     offsets    0 2 3 4
 *     columns    0 1 2 3
 */
#ifndef SPARSE_MATRIX_H
#define SPARSE_MATRIX_H

#include "array.h"
#include "base/status.h"

#include <stdint.h>

/* A matrix stored by rows (CSR): row r has the nonzeros offsets[r] to offsets[r
 * + 1] - 1, in the order of their columns. */
struct sparse_matrix {
    size_t rows, columns;
    struct array values;
    struct array column;  /* column of each value: uint32_t, from 0 */
    struct array offsets; /* rows + 1 of uint32_t */
};

/* Frees the arrays; the matrix may be all zeros on entry, and is on return. */
void sparse_matrix_free(struct sparse_matrix *matrix);

struct matrix_entry {
    uint32_t row, column;
};

/* If all zeros, a matrix without rows, columns or entries. */
struct entries {
    uint64_t rows, columns; /* rows < 2^32 - 1 */
    struct matrix_entry *entry;
    size_t count, capacity;
};

/* Appends an entry. MACHINE_LACKS: no memory. */
enum status entries_push(struct entries *entries, uint32_t row, uint32_t column,
                         struct problem *why);
void entries_free(struct entries *entries);

/* Makes the rows. Value i, of `bytes` bytes, belongs to entry i; in a symmetric
 * matrix also to the entry with row and column exchanged. On OK the caller
 * frees `out`, otherwise it is empty. WRONG_USE: a duplicate entry, 2^32
 * entries, or far fewer entries than rows; `name` is the file's name, for
 * messages. */
enum status sparse_matrix_make(const struct entries *entries, bool is_symmetric,
                               const struct array *values, size_t bytes,
                               const char *name, struct sparse_matrix *out,
                               struct problem *why);

#endif
