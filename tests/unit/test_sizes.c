/* test_sizes.c - what people may type after -n, and what they may not. */
#include "base/sizes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* sizes as decimal text "1 2 3", so that a table row is readable. */
static char *join(const size_t *sizes, size_t count)
{
    char *const text = calloc(count + 1, 21);
    size_t used = 0;

    assert_non_null(text);
    for (size_t i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, i ? " %zu" : "%zu", sizes[i]);
    return text;
}

static void reads_sizes(void **state)
{
    static const struct {
        const char *text;
        size_t elem_bytes;
        const char *want;
    } cases[] = {
        {"0", 4, "0"},
        {"1000", 4, "1000"},
        {"007", 4, "7"},
        {"1K", 4, "1000"},
        {"64K", 4, "64000"},
        {"3M", 4, "3000000"},
        {"2G", 4, "2000000000"},
        {"1Ki", 4, "1024"},
        {"5Mi", 4, "5242880"},
        {"1Gi", 4, "1073741824"},
        {"2^0", 4, "1"},
        {"2^20", 4, "1048576"},
        {"2^60", 4, "1152921504606846976"},
        {"10^0", 4, "1"},
        {"10^6", 4, "1000000"},
        {"10^18", 1, "1000000000000000000"},
        {"4KiB", 4, "1024"},
        {"64MiB", 8, "8388608"},
        {"1GiB", 16, "67108864"},
        {"1KB", 4, "250"},
        {"96B", 12, "8"},
        {"1KiB", 1, "1024"},
        {"0B", 4, "0"},
        {"1,2,3", 4, "1 2 3"},
        {" 1 ,\t2 ", 4, "1 2"},
        {"3,1,3", 4, "3 1 3"},
        {"0..5", 4, "0 1 2 3 4 5"},
        {"7..7", 4, "7"},
        {"255..257,1023..1025", 4, "255 256 257 1023 1024 1025"},
        {"2^4..2^8", 4, "16 32 64 128 256"},
        {"2^3..2^3", 4, "8"},
        {"10^2..10^5", 4, "100 1000 10000 100000"},
        {"2^1..4", 4, "2 3 4"},
        {"8..2^3", 4, "8"},
        {"2^3..10^1", 4, "8 9 10"},
        {"8B..16B", 4, "2 3 4"},
        {"9223372036854775805..9223372036854775807", 1,
         "9223372036854775805 9223372036854775806 9223372036854775807"},
        {"2^61..2^62", 1, "2305843009213693952 4611686018427387904"},
        {"10^17..10^18", 0, "100000000000000000 1000000000000000000"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct problem why = {.line = "no problem"};
        size_t *sizes, count;
        print_message("# %s\n", cases[i].text);
        const enum status status = sizes_parse(
            cases[i].text, cases[i].elem_bytes, &sizes, &count, &why);
        assert_string_equal(why.line, "no problem");
        assert_int_equal(status, OK);
        char *const got = join(sizes, count);
        assert_string_equal(got, cases[i].want);
        free(got);
        free(sizes);
    }
}

/* Every refusal quotes the item at fault and says what is wrong with it. */
static void refuses_with_the_item_at_fault(void **state)
{
    static const struct {
        const char *text;
        size_t elem_bytes;
        const char *quoted, *reason;
    } cases[] = {
        {"", 4, "''", "no size"},
        {",", 4, "','", "empty"},
        {"1,,2", 4, "'1,,2'", "empty"},
        {"1,", 4, "'1,'", "empty"},
        {",1", 4, "',1'", "empty"},
        {"1, ,2", 4, "'1, ,2'", "empty"},
        {"abc", 4, "'abc'", "not a size"},
        {"5,x7,8", 4, "'x7'", "not a size"},
        {"-5", 4, "'-5'", "not a size"},
        {"+5", 4, "'+5'", "not a size"},
        {"1.5K", 4, "'1.5K'", "not a size"},
        {"1e6", 4, "'1e6'", "not a size"},
        {"1T", 4, "'1T'", "not a size"},
        {"5i", 4, "'5i'", "not a size"},
        {"1KK", 4, "'1KK'", "not a size"},
        {"1KiBB", 4, "'1KiBB'", "not a size"},
        {"1 000", 4, "'1 000'", "not a size"},
        {"2^", 4, "'2^'", "not a size"},
        {"2^x", 4, "'2^x'", "not a size"},
        {"2^3K", 4, "'2^3K'", "not a size"},
        {"3^4", 4, "'3^4'", "2^k or 10^k"},
        {"1..", 4, "'1..'", "no last size"},
        {"..5", 4, "'..5'", "no first size"},
        {"..", 4, "'..'", "no first size"},
        {"1...5", 4, "'.5'", "not a size"},
        {"1..2..3", 4, "'2..3'", "not a size"},
        {"5..3", 4, "'5..3'", "backwards"},
        {"1,2^9..2^8", 4, "'2^9..2^8'", "backwards"},
        {"18446744073709551616", 1, "'18446744073709551616'", "too large"},
        {"9223372036854775808", 1, "'9223372036854775808'", "too large"},
        {"2^63", 1, "'2^63'", "too large"},
        {"2^61", 4, "'2^61'", "too large"},
        {"2^64", 1, "'2^64'", "too large"},
        {"2^99999999999999999999", 1, "'2^99999999999999999999'", "too large"},
        {"10^20", 1, "'10^20'", "too large"},
        {"99999999999G", 1, "'99999999999G'", "too large"},
        {"12222222222222MB", 4, "'12222222222222MB'", "too large"},
        {"6B", 4, "'6B'", "4 bytes would be"},
        {"1KiB", 12, "'1KiB'", "1020 bytes would be"},
        {"1GiB", 0, "'1GiB'", "element size"},
        {"0..1000000", 4, "'0..1000000'", "1000000 sizes"},
        {"0..999999,7", 4, "'7'", "1000000 sizes"},
        {"0..9223372036854775807", 1, "'0..9223372036854775807'",
         "1000000 sizes"},
        {"a\x1b[31m", 4, "'a?[31m'", "not a size"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct problem why = {.line = ""};
        size_t *sizes = (size_t[]){1}, count = 1;
        const enum status status = sizes_parse(
            cases[i].text, cases[i].elem_bytes, &sizes, &count, &why);
        print_message("# %s\n", why.line);
        assert_int_equal(status, WRONG_USE);
        assert_null(sizes);
        assert_int_equal(count, 0);
        assert_non_null(strstr(why.line, cases[i].quoted));
        assert_non_null(strstr(why.line, cases[i].reason));
    }
}

static void takes_the_longest_list(void **state)
{
    struct problem why;
    size_t *sizes, count;

    (void)state;
    assert_int_equal(sizes_parse("1..1000000", 4, &sizes, &count, &why), OK);
    assert_int_equal(count, MAX_LISTED_SIZES);
    assert_int_equal(sizes[0], 1);
    assert_int_equal(sizes[MAX_LISTED_SIZES - 1], MAX_LISTED_SIZES);
    free(sizes);
}

static void prints_sizes(void **state)
{
    static const struct {
        size_t n;
        const char *want;
    } cases[] = {
        {0, "0"},       {1, "1"},
        {2, "2"},       {512, "512"},
        {1023, "1023"}, {1024, "2^10"},
        {1025, "1025"}, {1048576, "2^20"},
        {3072, "3072"}, {(size_t)1 << 63, "2^63"},
        {1000, "1000"}, {SIZE_MAX, "18446744073709551615"},
    };
    char text[SIZE_TEXT_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(size_print(cases[i].n, text, sizeof text),
                            cases[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_sizes),
        cmocka_unit_test(refuses_with_the_item_at_fault),
        cmocka_unit_test(takes_the_longest_list),
        cmocka_unit_test(prints_sizes),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
