/* sparse_matrix.c - see sparse_matrix.h: counts the entries of each row, puts
 * each entry into its row, and sorts the rows by column. */
#include "sparse_matrix.h"
#include "base/host.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, FEWEST = 1024 };

/* Offsets take memory for each row that a header states. ROWS_ACCEPTED rows are
 * accepted; more need an entry for each MAX_ROWS_OF_ENTRY of them. */
enum { ROWS_ACCEPTED = 1 << 24, MAX_ROWS_OF_ENTRY = 1000 };

/* One nonzero of a row, and which entry its value is of. */
struct placed {
    uint32_t column, from;
};

enum status entries_push(struct entries *e, uint32_t row, uint32_t column,
                         struct problem *why)
{
    if (e->count == e->capacity) {
        const size_t capacity = e->count > 0 ? 2 * e->count : FEWEST;
        const enum status status = host_has_memory(
            capacity * sizeof *e->entry, "the entries of a matrix", why);
        struct matrix_entry *const entry =
            status == OK ? realloc(e->entry, capacity * sizeof *entry) : NULL;
        if (!entry)
            return status != OK
                       ? status
                       : problem_set(why, MACHINE_LACKS, "out of memory");
        e->entry = entry;
        e->capacity = capacity;
    }
    e->entry[e->count++] = (struct matrix_entry){row, column};
    return OK;
}

void entries_free(struct entries *entries)
{
    free(entries->entry);
    *entries = (struct entries){.rows = 0};
}

void sparse_matrix_free(struct sparse_matrix *matrix)
{
    array_free(&matrix->values);
    array_free(&matrix->column);
    array_free(&matrix->offsets);
    *matrix = (struct sparse_matrix){.rows = 0};
}

/* ------------------------------------------------------------------ memory */

static enum status take(struct array *array, size_t n, size_t unit,
                        struct problem *why)
{
    const size_t bytes = (n * unit / ALIGNMENT + 1) * ALIGNMENT;
    const enum status status = host_has_memory(bytes, "a matrix", why);

    if (status != OK)
        return status;
    array->n = n;
    array->data = aligned_alloc(ALIGNMENT, bytes);
    return array->data ? OK : problem_set(why, MACHINE_LACKS, "out of memory");
}

/* -------------------------------------------------------------------- rows */

static bool is_mirrored(const struct matrix_entry *entry, bool is_symmetric)
{
    return is_symmetric && entry->row != entry->column;
}

/* offsets[r + 1] becomes the number of nonzeros up to row r. */
static void count_rows(const struct entries *e, bool is_symmetric,
                       uint32_t *offsets)
{
    memset(offsets, 0, (e->rows + 1) * sizeof *offsets);
    for (size_t i = 0; i < e->count; i++) {
        offsets[e->entry[i].row + 1]++;
        if (is_mirrored(&e->entry[i], is_symmetric))
            offsets[e->entry[i].column + 1]++;
    }
    for (size_t r = 0; r < e->rows; r++)
        offsets[r + 1] += offsets[r];
}

/* Each goes to the next place of its row; then offsets[r] is where row r ends,
 * which is where the next one begins: so they are moved by one. */
static void place(const struct entries *e, bool is_symmetric, uint32_t *offsets,
                  struct placed *placed)
{
    for (size_t i = 0; i < e->count; i++) {
        const struct matrix_entry entry = e->entry[i];
        placed[offsets[entry.row]++] =
            (struct placed){entry.column, (uint32_t)i};
        if (is_mirrored(&entry, is_symmetric))
            placed[offsets[entry.column]++] =
                (struct placed){entry.row, (uint32_t)i};
    }
    memmove(offsets + 1, offsets, e->rows * sizeof *offsets);
    offsets[0] = 0;
}

static int by_column(const void *a, const void *b)
{
    const struct placed *const left = a, *const right = b;

    return (left->column > right->column) - (left->column < right->column);
}

static enum status sort_rows(const struct entries *e, const uint32_t *offsets,
                             struct placed *placed, const char *name,
                             struct problem *why)
{
    for (size_t r = 0; r < e->rows; r++) {
        const size_t length = offsets[r + 1] - offsets[r];
        struct placed *const row = placed + offsets[r];
        if (length > 1)
            qsort(row, length, sizeof *row, by_column);
        for (size_t k = 1; k < length; k++)
            if (row[k].column == row[k - 1].column)
                return problem_set(why, WRONG_USE,
                                   "%s: row %zu, column %zu has two entries",
                                   name, r + 1, (size_t)row[k].column + 1);
    }
    return OK;
}

static void gather(const struct placed *placed, size_t count,
                   const struct array *values, size_t bytes,
                   struct sparse_matrix *out)
{
    uint32_t *const column = out->column.data;

    for (size_t k = 0; k < count; k++) {
        column[k] = placed[k].column;
        memcpy((char *)out->values.data + k * bytes,
               (const char *)values->data + placed[k].from * bytes, bytes);
    }
}

static enum status fill(const struct entries *e, bool is_symmetric,
                        const struct array *values, size_t bytes,
                        const char *name, struct sparse_matrix *out,
                        struct problem *why)
{
    const size_t count = out->values.n;
    struct array placed = {NULL, 0};
    enum status status = take(&placed, count, sizeof(struct placed), why);

    if (status == OK) {
        count_rows(e, is_symmetric, out->offsets.data);
        place(e, is_symmetric, out->offsets.data, placed.data);
        status = sort_rows(e, out->offsets.data, placed.data, name, why);
    }
    if (status == OK)
        gather(placed.data, count, values, bytes, out);
    array_free(&placed);
    return status;
}

enum status sparse_matrix_make(const struct entries *e, bool is_symmetric,
                               const struct array *values, size_t bytes,
                               const char *name, struct sparse_matrix *out,
                               struct problem *why)
{
    size_t count = e->count;

    if (e->rows > ROWS_ACCEPTED && e->rows / MAX_ROWS_OF_ENTRY > e->count)
        return problem_set(
            why, WRONG_USE,
            "%s: %zu rows and %zu entr%s: nearly all rows are empty, but each "
            "needs memory; is the number of rows right?",
            name, (size_t)e->rows, e->count, e->count == 1 ? "y" : "ies");
    for (size_t i = 0; i < e->count; i++)
        count += is_mirrored(&e->entry[i], is_symmetric);
    if (count > UINT32_MAX)
        return problem_set(why, WRONG_USE,
                           "%s: 2^32 or more nonzeros, but offsets are 32-bit",
                           name);
    out->rows = e->rows;
    out->columns = e->columns;
    enum status status = take(&out->values, count, bytes, why);
    if (status == OK)
        status = take(&out->column, count, sizeof(uint32_t), why);
    if (status == OK)
        status = take(&out->offsets, e->rows + 1, sizeof(uint32_t), why);
    if (status == OK)
        status = fill(e, is_symmetric, values, bytes, name, out, why);
    if (status != OK)
        sparse_matrix_free(out);
    return status;
}
