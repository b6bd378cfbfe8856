/* test_csv.c - the CSV reader: cells, quotes, line ends, and its complaints. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/csv.h"

static enum status parse(const char *text, struct csv *csv, struct problem *why)
{
    return csv_parse("x.csv", text, strlen(text), csv, why);
}

/* Texts and the cell that must stand in row 1 (of 0, 1), column "b". */
static void reads_cells(void **state)
{
    static const struct {
        const char *text, *want;
    } table[] = {
        {"a,b\n1,2\n3,4\n", "4"},
        {"a,b\n1,2\n3,4", "4"},
        {"a,b\r\n1,2\r\n3,4\r\n", "4"},
        {"\xef\xbb\xbf"
         "a,b\n1,2\n3,4\n",
         "4"},
        {"\na,b\n\n1,2\n\r\n3,4\n\n", "4"},
        {"b,a\n1,2\n3,4\n", "3"},
        {"a,b\n1,2\n3,\n", ""},
        {"a,b\n1,2\n3,\"4,5\"\n", "4,5"},
        {"a,b\n1,2\n3,\"say \"\"x\"\"\"\n", "say \"x\""},
        {"a,b\n1,2\n3,\"two\nlines\"", "two\nlines"},
        {"a,b\n1,2\n3,\"\"\n", ""},
        {"\"a\",\"b\"\n1,2\n3,4 5\n", "4 5"},
        {"a,b\n1,2\n3,x\ry\n", "x\ry"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct csv csv;
        struct problem why = {.line = ""};
        const enum status status = parse(table[i].text, &csv, &why);
        if (status != OK)
            fail_msg("case %zu: %s", i, why.line);
        assert_int_equal(csv.rows, 2);
        assert_int_equal(csv.columns, 2);
        assert_string_equal(csv_cell(&csv, 1, csv_column(&csv, "b")),
                            table[i].want);
        csv_free(&csv);
    }
}

static void complains_in_one_line(void **state)
{
    static const struct {
        const char *text, *want;
    } table[] = {
        {"", "x.csv: empty; want a CSV with a header row"},
        {"\n\n", "x.csv: empty; want a CSV with a header row"},
        {"a,b\n1\n", "x.csv:2: 1 cells, but the header names 2"},
        {"a,b\n1,2\n\n1,2,3\n", "x.csv:4: 3 cells, but the header names 2"},
        {"a,b\n\"1\n2\",3\n4\n", "x.csv:4: 1 cells, but the header names 2"},
        {"a,b\n1,2\n\"3,4\n", "x.csv:3: the quote is never closed"},
        {"a,b\n\"1\"x,2\n",
         "x.csv:2: text after a closing quote; want a comma"},
        {"a,b,a\n", "x.csv:1: two columns are called 'a'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct csv csv;
        struct problem why = {.line = ""};
        assert_int_equal(parse(table[i].text, &csv, &why), WRONG_USE);
        assert_string_equal(why.line, table[i].want);
        assert_null(csv.text);
    }
}

static void refuses_nul_bytes(void **state)
{
    struct csv csv;
    struct problem why;

    (void)state;
    assert_int_equal(csv_parse("x.csv", "a,b\n1,\0\n", 8, &csv, &why),
                     WRONG_USE);
    assert_string_equal(why.line, "x.csv: contains NUL bytes; want a CSV text "
                                  "file");
}

static void reads_numbers(void **state)
{
    struct csv csv;
    struct problem why;
    double value = 0;

    (void)state;
    assert_int_equal(parse("n,m\n16,\n1e9,2.5x\n", &csv, &why), OK);
    assert_int_equal(csv_number(&csv, 0, 0, &value, &why), OK);
    assert_true(value == 16);
    assert_int_equal(csv_number(&csv, 1, 0, &value, &why), OK);
    assert_true(value == 1e9);
    assert_int_equal(csv_number(&csv, 0, 1, &value, &why), OK);
    assert_true(isnan(value));
    assert_int_equal(csv_number(&csv, 0, -1, &value, &why), OK);
    assert_true(isnan(value));
    assert_int_equal(csv_number(&csv, 1, 1, &value, &why), WRONG_USE);
    assert_string_equal(why.line, "x.csv:3: m is '2.5x'; want a number");
    csv_free(&csv);
}

static void refuses_numbers_without_value(void **state)
{
    struct csv csv;
    struct problem why;
    double value;

    (void)state;
    assert_int_equal(parse("n\nnan\ninf\n1e999\n", &csv, &why), OK);
    for (size_t row = 0; row < 3; row++)
        assert_int_equal(csv_number(&csv, row, 0, &value, &why), WRONG_USE);
    csv_free(&csv);
}

static void names_missing_columns(void **state)
{
    static const char *const has[] = {"a", "b", NULL};
    static const char *const one[] = {"a", "c", NULL};
    static const char *const two[] = {"c", "b", "d", NULL};
    struct csv csv;
    struct problem why;

    (void)state;
    assert_int_equal(parse("a,b,extra\n", &csv, &why), OK);
    assert_int_equal(csv.rows, 0);
    assert_int_equal(csv_column(&csv, "nope"), -1);
    assert_int_equal(csv_require(&csv, has, &why), OK);
    assert_int_equal(csv_require(&csv, one, &why), WRONG_USE);
    assert_string_equal(why.line, "x.csv: the column c is missing");
    assert_int_equal(csv_require(&csv, two, &why), WRONG_USE);
    assert_string_equal(why.line, "x.csv: the columns c, d are missing");
    csv_free(&csv);
}

static void names_a_missing_file(void **state)
{
    struct csv csv;
    struct problem why;

    (void)state;
    assert_int_equal(csv_read("/no/such.csv", &csv, &why), WRONG_USE);
    assert_string_equal(why.line, "/no/such.csv: cannot open it: No such file "
                                  "or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_cells),
        cmocka_unit_test(complains_in_one_line),
        cmocka_unit_test(refuses_nul_bytes),
        cmocka_unit_test(reads_numbers),
        cmocka_unit_test(refuses_numbers_without_value),
        cmocka_unit_test(names_missing_columns),
        cmocka_unit_test(names_a_missing_file),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
