/* test_array_matrix.c - sparse matrices from Matrix Market files. */
#include "array_frame.h"
#include "arrays/matrix_market.h"

#define BANNER(KIND) "%%MatrixMarket matrix coordinate " KIND "\n"

static enum status parse(const char *text, const struct monoid_table *monoid,
                         struct sparse_matrix *out, struct problem *why)
{
    struct input in;

    assert_int_equal(input_from_memory(text, strlen(text), &in, why), OK);
    const enum status status = matrix_market_read(&in, monoid, out, why);
    input_close(&in);
    return status;
}

/* "3x4: values; columns; offsets"; the caller frees it. */
static char *show_matrix(const struct monoid_table *monoid,
                         const struct sparse_matrix *m)
{
    char *const part[] = {show(monoid, &m->values), show(&u32, &m->column),
                          show(&u32, &m->offsets)};
    char *text = NULL;

    assert_true(asprintf(&text, "%zux%zu: %s; %s; %s", m->rows, m->columns,
                         part[0], part[1], part[2]) > 0);
    for (int i = 0; i < 3; i++)
        free(part[i]);
    return text;
}

static void reads_matrices(void **state)
{
    static const struct {
        const struct monoid_table *monoid;
        const char *text, *want;
    } cases[] = {
        {&i32,
         BANNER("integer general") "% the course's\n\n3 4 6\n3 4 3\n1 1 2\n"
                                   "1 2 -1\n2 2 -1\n2 3 2\n2 4 -1\n",
         "3x4: 2 -1 -1 2 -1 3; 0 1 1 2 3 3; 0 2 5 6"},
        {&f64,
         "%%matrixmarket MATRIX Coordinate Real Symmetric\r\n3 3 3\r\n"
         "1 1 2.5\r\n3 1 -1e3\r\n3 2 4\r\n",
         "3x3: 2.5 -1000 4 -1000 4; 0 2 2 0 1; 0 2 3 5"},
        {&i32, BANNER("pattern general") "2 3 2\n2 1\n1 3",
         "2x3: 1 1; 2 0; 0 1 2"},
        {&four, BANNER("pattern general") "1 2 1\n1 2\n",
         "1x2: (1, 10, 100, 1000); 1; 0 1"},
        {&i32, BANNER("real general") "4 1 1\n% in between\n3 1 7\n% after\n\n",
         "4x1: 7; 0; 0 0 0 1 1"},
        {&i32, BANNER("real general") "0 0 0\n", "0x0: ; ; 0"},
        {&i32, BANNER("real symmetric") "2 2 0\n", "2x2: ; ; 0 0 0"},
        {&i32, BANNER("pattern symmetric") "3 3 3\n2 1\n3 3\n3 2\n",
         "3x3: 1 1 1 1 1; 1 0 2 1 2; 0 1 3 5"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct sparse_matrix matrix;
        struct problem why = {.line = ""};
        assert_int_equal(parse(cases[i].text, cases[i].monoid, &matrix, &why),
                         OK);
        char *const text = show_matrix(cases[i].monoid, &matrix);
        assert_string_equal(text, cases[i].want);
        free(text);
        sparse_matrix_free(&matrix);
    }
}

static void refuses_what_is_wrong(void **state)
{
    static const struct {
        const struct monoid_table *monoid;
        const char *text, *want;
    } cases[] = {
        {&i32, "1 2 3\n", "line 1: the first line of a .mtx file must be like"},
        {&i32, "\n", "line 1: the first line"},
        {&i32, "%%MatrixMarket matrix coordinate real\n", "line 1: the first"},
        {&i32, "%%MatrixMarket matrix array real general\n2 2\n",
         "line 1: 'matrix array' is not supported"},
        {&i32, "%%MatrixMarket vector coordinate real general\n",
         "line 1: 'vector coordinate' is not supported"},
        {&i32, BANNER("complex general"), "values of type 'complex'"},
        {&i32, BANNER("real hermitian"), "a matrix of type 'hermitian'"},
        {&i32, BANNER("real general"), "want three numbers"},
        {&i32, BANNER("real general") "% only\n", "line 3: want three numbers"},
        {&i32, BANNER("real general") "2 2\n", "line 2: want three numbers"},
        {&i32, BANNER("real general") "2 2 -1\n", "line 2: want three numbers"},
        {&i32, BANNER("real general") "4294967295 2 1\n", "below 2^32"},
        {&i32, BANNER("real general") "2 2 99999999999999999999\n",
         "below 2^32"},
        {&i32, BANNER("real symmetric") "2 3 1\n2 1 1\n",
         "line 2: a symmetric matrix must have as many rows"},
        {&i32, BANNER("real general") "2 2 2\n1 1 1\n",
         "line 4: the file ends after 1 of 2 entries"},
        {&i32, BANNER("real general") "2 2 1\n1 1 1\n2 2 1\n",
         "line 4: more entries than the header declares (1)"},
        {&i32, BANNER("real general") "2 2 1\n3 1 1\n",
         "line 3: row '3': rows are 1 to 2"},
        {&i32, BANNER("real general") "2 2 1\n0 1 1\n",
         "line 3: row '0': rows are 1 to 2"},
        {&i32, BANNER("real general") "2 2 1\n1 -1 1\n",
         "line 3: column '-1': columns are 1 to 2"},
        {&i32, BANNER("real general") "2 2 1\n1 1\n",
         "line 3: want a row, a column and a value"},
        {&i32, BANNER("pattern general") "2 2 1\n1 1 1\n",
         "line 3: want a row and a column"},
        {&i32, BANNER("real general") "2 2 1\n1 1 1.5\n",
         "line 3: the value is '1.5', not an integer"},
        {&i32, BANNER("real general") "2 2 1\n1 1 x\n",
         "line 3: the value is 'x', not an integer"},
        {&i32, BANNER("real symmetric") "2 2 1\n1 2 1\n",
         "line 3: a symmetric matrix stores its lower half: swap"},
        {&i32, BANNER("real general") "2 2 2\n2 1 1\n2 1 5\n",
         "row 2, column 1 has two entries"},
        {&i32, BANNER("real general") "1000000000 5 2\n1 1 1\n",
         "line 4: the file ends after 1 of 2 entries"},
        {&i32, BANNER("real general") "1000000000 5 1\n7 1 1\n",
         "1000000000 rows and 1 entry: nearly all rows are empty"},
        {&i32, BANNER("pattern symmetric") "1000000000 1000000000 0\n",
         "1000000000 rows and 0 entries: nearly all rows are empty"},
        {&affine, BANNER("real general") "2 2 1\n1 1 1\n",
         "this monoid needs elements of 2 components"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct sparse_matrix matrix;
        struct problem why = {.line = ""};
        assert_int_equal(parse(cases[i].text, cases[i].monoid, &matrix, &why),
                         WRONG_USE);
        if (!strstr(why.line, cases[i].want))
            fail_msg("got '%s', want in it '%s'", why.line, cases[i].want);
        assert_null(matrix.values.data);
        assert_null(matrix.offsets.data);
    }
}

/* Rows of very different lengths, each entry written from the end: all are
 * there, in order, against a table of what was written. */
static void sorts_many_entries(void **state)
{
    enum { ROWS = 300, COLUMNS = 701, STEP = 97 };
    struct sparse_matrix matrix;
    struct problem why = {.line = ""};
    char *text = NULL;
    size_t size = 0, count = 0, k = 0;
    FILE *const stream = open_memstream(&text, &size);

    (void)state;
    for (int r = 0; r < ROWS; r++)
        count += (size_t)(r % 3 == 0 ? 0 : r == 100 ? COLUMNS : r % 7);
    fputs(BANNER("integer general"), stream);
    fprintf(stream, "%d %d %zu\n", ROWS, COLUMNS, count);
    for (int r = ROWS; r-- > 0;) {
        const int length = r % 3 == 0 ? 0 : r == 100 ? COLUMNS : r % 7;
        for (int j = 0; j < length; j++) /* 97 and 701 are prime */
            fprintf(stream, "%d %d %d\n", r + 1, j * STEP % COLUMNS + 1,
                    r * 1000 + j * STEP % COLUMNS);
    }
    fclose(stream);
    assert_int_equal(parse(text, &i32, &matrix, &why), OK);
    const uint32_t *const offsets = matrix.offsets.data, *const column =
                                                             matrix.column.data;
    const int32_t *const values = matrix.values.data;
    assert_int_equal(matrix.values.n, count);
    for (int r = 0; r < ROWS; r++) {
        assert_int_equal(offsets[r], k);
        k += (size_t)(r % 3 == 0 ? 0 : r == 100 ? COLUMNS : r % 7);
        for (size_t i = offsets[r]; i < k; i++) {
            assert_int_equal(values[i], r * 1000 + (int)column[i]);
            assert_true(i == offsets[r] || column[i - 1] < column[i]);
        }
    }
    assert_int_equal(offsets[ROWS], count);
    sparse_matrix_free(&matrix);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_matrices),
        cmocka_unit_test(refuses_what_is_wrong),
        cmocka_unit_test(sorts_many_entries),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
