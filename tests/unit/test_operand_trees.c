/* test_operand_trees.c - two runs of a case, and whether their outputs come from
 * the same trees of operands. */
#include "monoids/interval_table.h"
#include "prove/operand_trees.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

enum { N = 4 };

/* A run's only output. */
typedef uint32_t grouping(void);

static uint32_t leaf(size_t i)
{
    uint32_t handle;

    interval_leaf(i, &handle, sizeof handle);
    return handle;
}

static uint32_t op(uint32_t a, uint32_t b)
{
    return interval_op(a, b);
}

static uint32_t from_the_left(void)
{
    return op(op(op(leaf(0), leaf(1)), leaf(2)), leaf(3));
}

static uint32_t in_pairs(void)
{
    return op(op(leaf(0), leaf(1)), op(leaf(2), leaf(3)));
}

/* The same tree, but its nodes are made in another order. */
static uint32_t last_pair_first(void)
{
    const uint32_t last = op(leaf(2), leaf(3));

    return op(op(leaf(0), leaf(1)), last);
}

/* The same tree, after an op that no output needs. */
static uint32_t after_another_op(void)
{
    op(leaf(1), leaf(2));
    return in_pairs();
}

static uint32_t with_identities(void)
{
    const uint32_t one = interval_identity();
    const uint32_t last = op(op(op(one, leaf(2)), one), leaf(3));

    return op(op(one, op(leaf(0), leaf(1))), op(last, op(one, one)));
}

static uint32_t from_the_right(void)
{
    return op(leaf(0), op(leaf(1), op(leaf(2), leaf(3))));
}

static enum status run(struct operand_trees *trees, size_t n, int schedule,
                       grouping *of, struct trees_differ *differ)
{
    static uint32_t seed;
    const struct verify_case c = {.n = n};
    struct problem why;

    assert_int_equal(interval_begin(N, ++seed * 77, &why), OK);
    const uint32_t output = interval_number(of());
    const struct tree_run one = {
        .of = &c, .schedule = schedule, .output = &output, .outputs = 1};
    return operand_trees_compare(trees, &one, differ, &why);
}

static void equal_trees_are_equal(void **state)
{
    static grouping *const same[] = {in_pairs, last_pair_first,
                                     after_another_op, with_identities};
    struct operand_trees *const trees = operand_trees_open();
    struct trees_differ differ;

    (void)state;
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        assert_int_equal(run(trees, N, (int)k, same[k], &differ), OK);
    operand_trees_close(trees);
}

static void is_parted(grouping *a, grouping *b, const char *parted,
                      const char *first, const char *second)
{
    struct operand_trees *const trees = operand_trees_open();
    struct trees_differ differ;

    assert_int_equal(run(trees, N, 0, a, &differ), OK);
    assert_int_equal(run(trees, N, 3, b, &differ), CHECK_FAILED);
    assert_string_equal(differ.parted, parted);
    assert_string_equal(differ.split[0], first);
    assert_string_equal(differ.split[1], second);
    assert_int_equal(differ.schedule[0], 0);
    assert_int_equal(differ.schedule[1], 3);
    operand_trees_close(trees);
}

static void says_where_two_trees_part(void **state)
{
    (void)state;
    is_parted(from_the_left, in_pairs, "[0,3]", "[0,2] then [3]",
              "[0,1] then [2,3]");
    is_parted(in_pairs, from_the_right, "[0,3]", "[0,1] then [2,3]",
              "[0] then [1,3]");
}

static uint32_t left_inside(void)
{
    return op(op(op(leaf(0), leaf(1)), leaf(2)), leaf(3));
}

static uint32_t right_inside(void)
{
    return op(op(leaf(0), op(leaf(1), leaf(2))), leaf(3));
}

static void goes_down_to_the_parting(void **state)
{
    struct operand_trees *const trees = operand_trees_open();
    struct trees_differ differ;

    (void)state;
    is_parted(left_inside, right_inside, "[0,2]", "[0,1] then [2]",
              "[0] then [1,2]");
    assert_int_equal(run(trees, N, 0, left_inside, &differ), OK);
    assert_int_equal(run(trees, N, 1, right_inside, &differ), CHECK_FAILED);
    assert_string_equal(differ.tree[0], "((([0] [1]) [2]) [3])");
    assert_string_equal(differ.tree[1], "(([0] ([1] [2])) [3])");
    operand_trees_close(trees);
}

/* Common parts of the two trees are not written out. */
static void writes_equal_parts_as_ranges(void **state)
{
    struct operand_trees *const trees = operand_trees_open();
    struct trees_differ differ;

    (void)state;
    assert_int_equal(run(trees, N, 0, from_the_left, &differ), OK);
    assert_int_equal(run(trees, N, 1, in_pairs, &differ), CHECK_FAILED);
    assert_string_equal(differ.tree[0], "(([0,1] [2]) [3])");
    assert_string_equal(differ.tree[1], "([0,1] ([2] [3]))");
    operand_trees_close(trees);
}

static void compares_within_a_case(void **state)
{
    struct operand_trees *const trees = operand_trees_open();
    struct trees_differ differ;

    (void)state;
    assert_int_equal(run(trees, N, 0, from_the_left, &differ), OK);
    assert_int_equal(run(trees, N + 1, 0, in_pairs, &differ), OK);
    assert_int_equal(run(trees, N, 1, from_the_left, &differ), OK);
    assert_int_equal(run(trees, N + 1, 1, from_the_left, &differ),
                     CHECK_FAILED);
    operand_trees_close(trees);
}

/* More trees than the forest has room for at first. */
static void many_trees(void **state)
{
    enum { MANY = 20000 };
    struct operand_trees *const trees = operand_trees_open();
    const struct verify_case c = {.n = MANY};
    struct trees_differ differ;
    struct problem why;
    uint32_t output;
    const struct tree_run one = {.of = &c, .output = &output, .outputs = 1};

    (void)state;
    for (int turn = 0; turn < 3; turn++) {
        assert_int_equal(interval_begin(MANY, (uint32_t)turn, &why), OK);
        uint32_t sum = leaf(0);
        for (size_t i = 1; i < MANY; i++)
            sum = op(sum, turn == 2 && i == 1 ? op(leaf(1), leaf(2)) : leaf(i)),
            i += turn == 2 && i == 1;
        output = interval_number(sum);
        assert_int_equal(operand_trees_compare(trees, &one, &differ, &why),
                         turn == 2 ? CHECK_FAILED : OK);
    }
    assert_string_equal(differ.parted, "[0,2]");
    assert_true(strlen(differ.tree[0]) < TREE_TEXT);
    operand_trees_close(trees);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_trees_are_equal),
        cmocka_unit_test(says_where_two_trees_part),
        cmocka_unit_test(goes_down_to_the_parting),
        cmocka_unit_test(writes_equal_parts_as_ranges),
        cmocka_unit_test(compares_within_a_case),
        cmocka_unit_test(many_trees),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
