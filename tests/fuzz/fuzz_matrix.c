/* fuzz_matrix.c - any bytes are either a sparse matrix whose rows are in order,
 * or refused with a line. The first byte picks the monoid. */
#include "arrays/matrix_market.h"
#include "tables.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A billion rows are right, and take gigabytes of memory: not here. */
static bool has_long_number(const uint8_t *data, size_t size)
{
    enum { LONG = 8 };
    size_t digits = 0;
    bool is_long = false;

    for (size_t i = 0; i < size; i++) {
        digits = isdigit(data[i]) ? digits + 1 : 0;
        is_long |= digits >= LONG;
    }
    return is_long;
}

static void check_rows(const struct sparse_matrix *m)
{
    const uint32_t *const offsets = m->offsets.data, *const column =
                                                         m->column.data;

    assert(m->values.data && m->offsets.n == m->rows + 1);
    assert(m->column.n == m->values.n);
    assert(offsets[0] == 0 && offsets[m->rows] == m->values.n);
    for (size_t r = 0; r < m->rows; r++) {
        assert(offsets[r] <= offsets[r + 1]);
        for (size_t k = offsets[r]; k < offsets[r + 1]; k++)
            assert(column[k] < m->columns &&
                   (k == offsets[r] || column[k - 1] < column[k]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct problem why = {.line = ""};
    struct sparse_matrix matrix;
    struct input in;

    if (size < 2 || has_long_number(data + 1, size - 1))
        return 0;
    assert(input_from_memory(data + 1, size - 1, &in, &why) == OK);
    const enum status status =
        matrix_market_read(&in, &tables[data[0] % TABLES], &matrix, &why);
    input_close(&in);
    if (status == OK) {
        check_rows(&matrix);
    } else {
        assert(status == WRONG_USE && !matrix.values.data);
        assert(strstr(why.line, " line ") || strstr(why.line, "two entries") ||
               strstr(why.line, "element "));
        assert(!strchr(why.line, '\n'));
    }
    sparse_matrix_free(&matrix);
    return 0;
}
