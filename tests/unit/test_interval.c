/* test_interval.c - the interval table, and the sentences that it makes. */
#include "monoids/interval_table.h"
#include "monoids/monoid.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

enum { N = 10, SEED = 12345 };

static int begin(void **state)
{
    (void)state;
    return interval_begin(N, SEED, NULL) == OK ? 0 : -1;
}

static uint32_t leaf(size_t i)
{
    uint32_t handle;

    interval_leaf(i, &handle, sizeof handle);
    return handle;
}

/* The fold of leaves low to high, from the left. */
static uint32_t range(size_t low, size_t high)
{
    uint32_t sum = leaf(low);

    for (size_t i = low + 1; i <= high; i++)
        sum = interval_op(sum, leaf(i));
    return sum;
}

static void is_said(uint32_t handle, size_t at, long last, const char *want)
{
    struct problem why = {.line = ""};
    const bool fine = interval_check(&handle, sizeof handle, at, last, &why);

    assert_int_equal(fine, want == NULL);
    assert_string_equal(why.line, want ? want : "");
}

static void accepts_any_grouping(void **state)
{
    (void)state;
    is_said(range(0, 7), 7, 7, NULL);
    is_said(interval_op(range(0, 3), range(4, 7)), 7, 7, NULL);
    is_said(interval_op(leaf(0), interval_op(leaf(1), leaf(2))), 2, 2, NULL);
    is_said(leaf(0), 0, 0, NULL);
}

static void has_an_identity(void **state)
{
    const uint32_t one = interval_identity();

    (void)state;
    is_said(one, 0, -1, NULL);
    is_said(interval_op(one, one), 0, -1, NULL);
    is_said(interval_op(one, range(0, 4)), 4, 4, NULL);
    is_said(interval_op(range(0, 4), one), 4, 4, NULL);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    is_said(interval_op(leaf(0), leaf(2)), 2, 2,
            "out[2]: [0,0] then [2,2]: element 1 is missing");
    is_said(interval_op(range(0, 2), range(6, 7)), 7, 7,
            "out[7]: [0,2] then [6,7]: elements 3..5 are missing");
    is_said(interval_op(leaf(1), leaf(0)), 1, 1,
            "out[1]: [1,1] then [0,0]: the operands are swapped");
    is_said(interval_op(range(5, 6), range(0, 2)), 6, 6,
            "out[6]: [5,6] then [0,2]: the operands are swapped and not "
            "adjacent");
    is_said(interval_op(range(0, 3), range(2, 6)), 6, 6,
            "out[6]: [0,3] then [2,6]: elements 2..3 are counted twice");
    is_said(interval_op(leaf(3), leaf(3)), 3, 3,
            "out[3]: [3,3] then [3,3]: element 3 is counted twice");
}

static void names_the_first_break(void **state)
{
    const uint32_t broken = interval_op(leaf(0), leaf(2));

    (void)state;
    is_said(interval_op(broken, range(3, 9)), 9, 9,
            "out[9]: [0,0] then [2,2]: element 1 is missing");
    is_said(interval_op(interval_identity(), broken), 2, 2,
            "out[2]: [0,0] then [2,2]: element 1 is missing");
}

static void says_which_range_was_wanted(void **state)
{
    (void)state;
    is_said(range(0, 4), 7, 7,
            "out[7] is [0,4], want [0,7]: elements 5..7 are missing ([0,4]: "
            "elements 0 to 4, combined)");
    is_said(range(2, 7), 7, 7,
            "out[7] is [2,7], want [0,7]: elements 0..1 are missing ([2,7]: "
            "elements 2 to 7, combined)");
    is_said(range(0, 5), 5, 4,
            "out[5] is [0,5], want [0,4]: element 5 is too many ([0,5]: "
            "elements 0 to 5, combined)");
    is_said(interval_identity(), 1, 1,
            "out[1] is identity(), want [0,1]: elements 0..1 are missing "
            "([0,1]: elements 0 to 1, combined)");
    is_said(leaf(0), 0, -1,
            "out[0] is [0,0], want nothing: element 0 is too many");
}

static void knows_what_was_never_written(void **state)
{
    (void)state;
    is_said(0xa5a5a5a5u, 3, 3, "out[3] was never written");
    assert_false(interval_met_garbage());
    is_said(
        interval_op(0xa5a5a5a5u, leaf(4)), 4, 4,
        "out[4] was computed from memory that holds no element of this run");
    is_said(0x12345678u, 2, 2, "out[2] holds no element");
    assert_true(interval_met_garbage());
}

static void knows_zeros(void **state)
{
    (void)state;
    assert_int_equal(interval_number(0), INTERVAL_NONE);
    is_said(0, 2, 2,
            "out[2] holds no element: all its bits are 0 (the "
            "neutral element is identity(), not 0)");
    is_said(
        interval_op(interval_op(0, leaf(0)), leaf(1)), 1, 1,
        "out[1] was computed from memory that holds no element of this run: "
        "all its bits are 0 (the neutral element is identity(), not 0)");
    is_said(
        interval_op(0x12345678u, leaf(4)), 4, 4,
        "out[4] was computed from memory that holds no element of this run");
}

static void counts(void **state)
{
    (void)state;
    assert_int_equal(interval_work(), 0);
    const uint32_t chain = range(0, 4); /* 4 ops, in a chain */
    const uint32_t pair = interval_op(leaf(5), leaf(6));
    assert_int_equal(interval_work(), 5);
    const uint32_t all = interval_op(chain, pair);
    assert_int_equal(interval_look(&all, 4)->depth, 5);
    assert_int_equal(interval_look(&pair, 4)->depth, 1);
    assert_int_equal(interval_nodes(), INTERVAL_FIRST_LEAF + N + 6);
    assert_int_equal(interval_begin(N, SEED, NULL), OK);
    assert_int_equal(interval_work(), 0);
}

/* The same run under another seed has other handles. */
static void a_seed_changes_the_handles(void **state)
{
    const uint32_t before = leaf(3);

    (void)state;
    assert_int_equal(interval_begin(N, SEED + 1, NULL), OK);
    assert_int_not_equal(leaf(3), before);
    assert_true(interval_is_identity(interval_node(INTERVAL_IDENTITY)));
}

/* A seed for each node and each handle; all zeros and all ones fill every word
 * of the element, and are an element like any other. */
static void a_seed_makes_any_handle(void **state)
{
    static const uint32_t handles[] = {0, UINT32_MAX, 1, 0x80000000u};

    (void)state;
    for (uint32_t at = 0; at < N; at++)
        for (int h = 0; h < 4; h++) {
            uint32_t word[8];
            struct problem why = {.line = ""};
            const uint32_t seed =
                interval_seed(INTERVAL_FIRST_LEAF + at, handles[h]);
            assert_int_equal(interval_begin(N, seed, NULL), OK);
            interval_leaf(at, word, sizeof word);
            assert_int_equal(word[0], handles[h]);
            for (int k = 0; h < 2 && k < 8; k++)
                assert_int_equal(word[k], handles[h]);
            assert_ptr_equal(interval_look(word, sizeof word),
                             interval_node(INTERVAL_FIRST_LEAF + at));
            const uint32_t whole = range(0, N - 1);
            assert_true(interval_check(&whole, 4, N - 1, N - 1, &why));
        }
    const uint32_t seed = interval_seed(INTERVAL_IDENTITY, 0);
    assert_int_equal(interval_begin(N, seed, NULL), OK);
    assert_int_equal(interval_identity(), 0);
}

/* Half a copy: the words of an element must fit. Compiled, as in a module. */
static void notices_torn_elements(void **state)
{
    static const char *const names[] = {"interval8", "interval16",
                                        "interval32"};
    (void)state;
    for (int k = 0; k < 3; k++) {
        struct monoid monoid;
        struct problem why = {.line = ""};
        uint32_t a[8], b[8], r[8];
        if (monoid_open(names[k], &monoid, &why) != OK)
            fail_msg("%s", why.line);
        const size_t bytes = monoid.table.bytes;
        assert_int_equal(bytes, 8 << k);
        interval_leaf(0, a, bytes);
        interval_leaf(1, b, bytes);
        monoid.table.op(a, b, r);
        assert_true(interval_check(r, bytes, 1, 1, &why));
        assert_false(interval_met_garbage());
        memcpy(r + bytes / 8, a + bytes / 8, bytes / 2);
        assert_false(interval_check(r, bytes, 1, 1, &why));
        assert_string_equal(
            why.line, "out[1] is torn: its words belong to [0,1] and to [0,0]");
        monoid.table.op(r, b, a); /* what is made of it is torn too */
        assert_null(interval_look(a, bytes));
        assert_true(interval_met_torn());
        assert_false(interval_check(a, bytes, 1, 1, &why));
        assert_non_null(strstr(why.line, "was computed from a torn element"));
        interval_begin(N, SEED, NULL);
        monoid_close(&monoid);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(accepts_any_grouping),
        TEST(has_an_identity),
        TEST(says_what_is_wrong),
        TEST(names_the_first_break),
        TEST(says_which_range_was_wanted),
        TEST(knows_what_was_never_written),
        TEST(knows_zeros),
        TEST(counts),
        TEST(a_seed_changes_the_handles),
        TEST(a_seed_makes_any_handle),
        TEST(notices_torn_elements),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
