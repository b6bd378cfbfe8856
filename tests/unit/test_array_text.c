/* test_array_text.c - arrays in and out as text. */
#include "array_frame.h"

#include <math.h>

static void reads_text(void **state)
{
    static const struct {
        const struct monoid_table *monoid;
        const char *text, *want;
    } cases[] = {
        {&i32, "", ""},
        {&i32, " \n\t# nothing\n", ""},
        {&i32, "[]", ""},
        {&i32, "3 1 7 0 4 1 6 3", "3 1 7 0 4 1 6 3"},
        {&i32, "[3 1 7 0 4 1 6 3]\n", "3 1 7 0 4 1 6 3"},
        {&i32, "[3, 1, 7, 0]", "3 1 7 0"},
        {&i32, "3,1\r\n7,0\r\n", "3 1 7 0"},
        {&i32, "1,2,\n3,\n", "1 2 3"},
        {&i32,
         "\xEF\xBB\xBF"
         "1 2",
         "1 2"},
        {&i32, "1 # 2 3\n4#5", "1 4"},
        {&i32, "+5 -6 007 -0", "5 -6 7 0"},
        {&i32, "(3) (4)", "3 4"},
        {&i32, "-2147483648 2147483647", "-2147483648 2147483647"},
        {&i64, "-9223372036854775808", "-9223372036854775808"},
        {&u64, "18446744073709551615 -0", "18446744073709551615 0"},
        {&u8, "255 0", "255 0"},
        {&affine, "(4, 9) (1, 2)", "(4, 9) (1, 2)"},
        {&affine, "(4 9),(1,2)", "(4, 9) (1, 2)"},
        {&affine, "[(4, 9),\n (1, 2)]", "(4, 9) (1, 2)"},
        {&affine, "(4,9)(1,2)", "(4, 9) (1, 2)"},
        {&affine, "(4,\n9) # comment (\n(1, 2)", "(4, 9) (1, 2)"},
        {&four, "2 -3", "(2, 20, 200, 2000) (-3, -30, -300, -3000)"},
        {&four, "(1, 2, 3, 4)", "(1, 2, 3, 4)"},
        {&f32, "0.1 1e3 -2.5E-1 .5 5. 16777216",
         "0.100000001 1000 -0.25 "
         "0.5 5 16777216"},
        /* A little above 1 + 2^-24: not to be rounded twice. */
        {&f32, "1.000000059604644775390626", "1.00000012"},
        {&f32, "16777217.0 1.6777217e7", "16777216 16777216"},
        {&f32, "inf -Infinity -0", "inf -inf -0"},
        {&f32, "16777218 340282346638528859811704183484516925440",
         "16777218 3.40282347e+38"},
        {&f64, "0.1 9007199254740992 100000000000000000000",
         "0.10000000000000001 9007199254740992 1e+20"},
        {&pair, "(0.5, 1e300)", "(0.5, 1.0000000000000001e+300)"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct problem why = {.line = ""};
        struct array array;
        const enum status status =
            text_parse(cases[i].text, strlen(cases[i].text), cases[i].monoid,
                       &array, &why);
        expect(cases[i].monoid, status, &array, &why, cases[i].want);
    }
}

static void refuses_text_by_line_and_element(void **state)
{
    static const struct {
        const struct monoid_table *monoid;
        const char *text, *refusal;
    } cases[] = {
        {&i32, "1 2\n3 x 4", "line 2: element 3 is 'x', not an integer"},
        {&i32, "1.0",
         "'1.0', not an integer; for fractions use -m add_f32 or "
         "-m add_f64"},
        {&i32, "x", "'x', not an integer; int32 holds -2147483648 to"},
        {&i32, "3000000000",
         "; int32 holds -2147483648 to 2147483647; add_i64 has "
         "wider integers: use -m add_i64"},
        {&i32, "1e3", "not an integer"},
        {&i32, "0x10", "not an integer"},
        {&i32, "nan", "not an integer"},
        {&i32, "--1", "not an integer"},
        {&i32, "+", "not an integer"},
        {&i32, "1-2", "not an integer"},
        {&i32, "1;2", "not an integer"},
        {&i8, "1\n\n128", "line 3: element 1 is '128', which does not fit"},
        {&i8, "-129", "int8 holds -128 to 127"},
        {&u8, "-1", "uint8 holds 0 to 255"},
        {&u64, "18446744073709551616", "does not fit"},
        {&i64, "9223372036854775808", "does not fit"},
        {&i64, "-9223372036854775809", "does not fit"},
        {&u64, "-18446744073709551615", "does not fit"},
        {&f32, "1 abc", "element 1 is 'abc', not a number"},
        {&f32, "1e39", "which does not fit; float32 holds at most 3.4"},
        {&f32, "1e", "not a number"},
        {&f32, "0x1p3", "not a number"},
        {&f32, "1 2\n-nan", "line 2: element 2 is '-nan'"},
        {&f32, "16777217", "cannot hold exactly"},
        {&f32, "-016777217", "cannot hold exactly"},
        {&f64, "1e309", "which does not fit"},
        {&f64, "9007199254740993", "cannot hold exactly"},
        {&i32, "1,,2", "line 1: a comma with no number before it"},
        {&i32, ",1", "a comma with no number"},
        {&i32, "1\n,\n,", "line 3: a comma"},
        {&i32, "[1 2", "before the ']'"},
        {&i32, "1 2]", "a ']' without"},
        {&i32, "[1 2]]", "a ']' without"},
        {&i32, "[1 2] 3", "after the ']'"},
        {&i32, "[1] [2]", "within the list"},
        {&i32, "[[1 2]]", "within the list"},
        {&i32, "1 [2]", "within the list"},
        {&i32, "(1", "ends within ( )"},
        {&i32, "1)", "a ')' without"},
        {&i32, "()", "an element of 0 numbers; this monoid's elements have 1"},
        {&i32, "(1 2)", "more than 1 numbers; this monoid's elements have 1"},
        {&i32, "(1]", "a bracket between"},
        {&affine, "(1, 2) (3)", "an element of 1 numbers; this monoid's"},
        {&affine, "(1, 2)\n(3, 4, 5)",
         "line 2: an element of more than 2 numbers"},
        {&affine, "((1, 2)", "a '(' within"},
        {&affine, "(, 2)", "a comma"},
        {&affine, "(1, 2),,(1, 2)", "a comma"},
        {&affine, "1 2 3 4", "(4, 9), not single numbers"},
        {&affine, "(1, 2) 3", "mixed"},
        {&affine, "(1, -2)", "element 0, component 1 is '-2'"},
        {&affine, "(1, 2)\n(3,\n4294967296)", "line 3: element 1, comp"},
        {&four, "1 (1, 2, 3, 4)", "mixed"},
        {&four, "(1, 2, 3, 4) 1", "mixed"},
        {&four, "1 2 9999999999", "element 2 is '9999999999'"},
        {&i32, "1 \x01", "line 1: '?' is not a number"},
        {&i32, "1 2\xff", "not a number"},
        {&i32, "\xEF\xBB 1", "not a text file"},
        {&i32, "\xff\xfe", "not a number; is this a text file?"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct problem why = {.line = ""};
        struct array array;
        const enum status status =
            text_parse(cases[i].text, strlen(cases[i].text), cases[i].monoid,
                       &array, &why);
        expect_refusal(status, WRONG_USE, &array, &why, cases[i].refusal);
    }
}

static void refuses_zero_bytes_and_long_words_in_text(void **state)
{
    struct problem why = {.line = ""};
    struct array array;
    char text[2000];

    (void)state;
    expect_refusal(text_parse("1\0002", 3, &i32, &array, &why), WRONG_USE,
                   &array, &why, "'?' is not a number");
    memset(text, '0', sizeof text);
    expect_refusal(text_parse(text, 1024, &i32, &array, &why), WRONG_USE,
                   &array, &why, "0000");
    expect(&i32, text_parse(text, 1023, &i32, &array, &why), &array, &why, "0");
}

/* More than the reader gathers at a time, so that its portions join. */
static void reads_long_text(void **state)
{
    enum { N = 20000 };
    char *const text = malloc(8 * N);
    struct problem why = {.line = ""};
    struct array array;
    size_t size = 0;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < N; i++)
        size += (size_t)sprintf(text + size, "%d\n", i);
    assert_int_equal(text_parse(text, size, &four, &array, &why), OK);
    assert_int_equal(array.n, N);
    for (int32_t i = 0; i < N; i++) {
        assert_int_equal(((int32_t *)array.data)[4 * i], i);
        assert_int_equal(((int32_t *)array.data)[4 * i + 3], 1000 * i);
    }
    array_free(&array);
    assert_int_equal(text_parse(text, size, &i64, &array, &why), OK);
    assert_int_equal(((int64_t *)array.data)[N - 1], N - 1);
    array_free(&array);
    memcpy(text + size - 3, "a", 1); /* the last number, on line N */
    expect_refusal(text_parse(text, size, &i32, &array, &why), WRONG_USE,
                   &array, &why, "line 20000: element 19999");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_text),
        cmocka_unit_test(refuses_text_by_line_and_element),
        cmocka_unit_test(refuses_zero_bytes_and_long_words_in_text),
        cmocka_unit_test(reads_long_text),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
