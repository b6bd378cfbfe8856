/* test_items.c - look-back: M by the report's rule, and by the compiler's. */
#include "../../algorithms/lookback/items.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

/* The report's search, as a loop: the largest M that costs no block of those
 * that run together at M = 1. */
static long phases(long block, long words, long items)
{
    const long transposed = 4 * items * block, totals = 4 * words * block;
    const long window = 32 + 32 * 4 * words;
    const long more = transposed > totals ? transposed : totals;

    return more > window ? more : window;
}

static long blocks_together(long block, long words, long items)
{
    const long by_shared = 48 * 1024 / phases(block, words, items);
    const long by_threads = 1024 / block;

    return by_shared < by_threads ? by_shared : by_threads;
}

static long searched(long block, long words)
{
    const long most = blocks_together(block, words, 1);
    long items = 1;

    while (blocks_together(block, words, items + 1) == most &&
           (items + 1 + 2) * words <= 64)
        items++;
    return items;
}

static void rules_have_their_numbers(void **state)
{
    static const long bytes[] = {4, 8, 16, 32};
    static const long report[] = {12, 12, 12, 6}, compiler[] = {11, 11, 7, 3};

    (void)state;
    for (int k = 0; k < 4; k++) {
        assert_int_equal(REPORT_ITEMS(256, bytes[k] / 4), report[k]);
        assert_int_equal(COMPILER_ITEMS(bytes[k] / 4), compiler[k]);
    }
}

static void report_rule_is_its_search(void **state)
{
    (void)state;
    for (long words = 1; words <= 8; words *= 2)
        for (long block = 4; block <= 1024; block *= 2)
            assert_int_equal(REPORT_ITEMS(block, words),
                             searched(block, words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_have_their_numbers),
        cmocka_unit_test(report_rule_is_its_search),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
