/* test_check.c - what passes for a scan: rounding does, an error does not. */
#include "monoids/check.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20000, SEED = 7 };

static struct monoid add_i32, add_f32, add_f64, affine_u32;
static float singles[N], single_sums[N];
static double doubles[N], double_sums[N];

static int open_all(void **state)
{
    static struct monoid *const monoids[] = {&add_i32, &add_f32, &add_f64,
                                             &affine_u32};
    static const char *const names[] = {"add_i32", "add_f32", "add_f64",
                                        "affine_u32"};
    (void)state;
    for (int i = 0; i < 4; i++)
        if (monoid_open(names[i], monoids[i], NULL) != OK)
            return -1;
    /* Of many sizes and both signs, so that sums round and cancel. */
    srand(SEED);
    for (int i = 0; i < N; i++) {
        doubles[i] = ldexp(rand() / (double)RAND_MAX - 0.4, rand() % 12);
        singles[i] = (float)doubles[i];
    }
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    monoid_close(&add_i32);
    monoid_close(&add_f32);
    monoid_close(&add_f64);
    monoid_close(&affine_u32);
    return 0;
}

/* Blocks of `block` are summed alone, then joined: another order of +. */
static void scan_in_blocks(size_t block)
{
    float single = 0, single_before = 0;
    double real = 0, real_before = 0;

    for (size_t i = 0; i < N; i++) {
        if (i % block == 0) {
            single_before += single;
            real_before += real;
            single = 0;
            real = 0;
        }
        single += singles[i];
        real += doubles[i];
        single_sums[i] = single_before + single;
        double_sums[i] = real_before + real;
    }
}

static struct scan_result of_singles(void)
{
    return (struct scan_result){&add_f32.table, singles, single_sums, N,
                                false,          NULL};
}

static struct scan_result of_doubles(void)
{
    return (struct scan_result){&add_f64.table, doubles, double_sums, N,
                                false,          NULL};
}

static enum status passes(const struct scan_result *result, struct problem *why)
{
    struct check_verdict verdict;

    return check_scan(result, &verdict, why);
}

static void accepts_sums_in_any_order(void **state)
{
    static const size_t blocks[] = {1, 2, 7, 64, 1000, N};
    struct problem why = {""};

    (void)state;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        scan_in_blocks(blocks[i]);
        const struct scan_result single = of_singles(), real = of_doubles();
        if (passes(&single, &why) != OK || passes(&real, &why) != OK)
            fail_msg("blocks of %zu: %s", blocks[i], why.line);
    }
}

static void finds_one_element_that_is_off(void **state)
{
    static const size_t places[] = {0, 1, 10, 100, 1000};
    struct problem why = {""};
    char want[64];

    (void)state;
    scan_in_blocks(64);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t at = places[i];
        const float single = single_sums[at];
        const double real = double_sums[at];
        const struct scan_result s = of_singles(), d = of_doubles();
        snprintf(want, sizeof want, "out[%zu] = ", at);

        single_sums[at] += 1 + (float)at;
        assert_int_equal(passes(&s, &why), CHECK_FAILED);
        assert_ptr_equal(strstr(why.line, want), why.line);
        single_sums[at] = NAN;
        assert_int_equal(passes(&s, &why), CHECK_FAILED);
        single_sums[at] = single;
        assert_int_equal(passes(&s, &why), OK);

        double_sums[at] += 1e-6;
        assert_int_equal(passes(&d, &why), CHECK_FAILED);
        assert_ptr_equal(strstr(why.line, want), why.line);
        double_sums[at] = real;
        assert_int_equal(passes(&d, &why), OK);
    }
}

/* A dropped element is seen as long as it is more than rounding. */
static void finds_a_dropped_element(void **state)
{
    struct problem why = {""};
    double sum = 0;

    (void)state;
    for (size_t i = 0; i < N; i++)
        double_sums[i] = sum += i == 777 ? 0 : doubles[i];
    const struct scan_result d = of_doubles();
    assert_int_equal(passes(&d, &why), CHECK_FAILED);
    assert_ptr_equal(strstr(why.line, "out[777] = "), why.line);
}

static void checks_exclusive_and_carry(void **state)
{
    static double out[N];
    const double carry = 1000;
    struct problem why = {""};
    struct scan_result r = of_doubles();

    (void)state;
    add_f64.table.fold(doubles, out, N, true, &carry);
    r.out = out;
    r.exclusive = true;
    r.carry = &carry;
    assert_int_equal(passes(&r, &why), OK);
    r.exclusive = false;
    assert_int_equal(passes(&r, &why), CHECK_FAILED);
    r.exclusive = true;
    r.carry = NULL;
    assert_int_equal(passes(&r, &why), CHECK_FAILED);
}

/* What is equal to the plain loop is right; another order is right within
 * rounding; and where the bound is as large as the sums, nothing was checked.
 */
static void says_how_sure_it_is(void **state)
{
    struct check_verdict verdict;
    struct problem why;
    struct scan_result r = of_singles();
    char text[256];

    (void)state;
    add_f32.table.fold(singles, single_sums, N, false, NULL);
    assert_int_equal(check_scan(&r, &verdict, &why), OK);
    assert_true(verdict.exact);
    assert_string_equal(check_words(&verdict, text, sizeof text), "right");
    scan_in_blocks(64);
    assert_int_equal(check_scan(&r, &verdict, &why), OK);
    assert_false(verdict.exact);
    assert_true(verdict.largest_error <= verdict.bound);
    check_words(&verdict, text, sizeof text);
    assert_ptr_equal(strstr(text, "right within rounding"), text);
    verdict.bound = verdict.magnitude;
    check_words(&verdict, text, sizeof text);
    assert_ptr_equal(strstr(text, "NOT CHECKED"), text);
}

static void names_the_integer_that_differs(void **state)
{
    static int32_t in[N], out[N];
    struct problem why = {""};
    struct scan_result r = {&add_i32.table, in, out, N, false, NULL};

    (void)state;
    add_i32.table.draw(in, N, SEED);
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        r.exclusive = exclusive;
        add_i32.table.fold(in, out, N, exclusive, NULL);
        assert_int_equal(passes(&r, &why), OK);
        for (size_t at = 0; at < N; at += 1 + at / 2) {
            char want[128];
            out[at] ^= 64;
            snprintf(want, sizeof want, "out[%zu] = %d, want %d", at, out[at],
                     out[at] ^ 64);
            assert_int_equal(passes(&r, &why), CHECK_FAILED);
            assert_string_equal(why.line, want);
            out[at] ^= 64;
        }
    }
    r.n = 0;
    assert_int_equal(passes(&r, &why), OK);
}

static void prints_whole_elements(void **state)
{
    const uint32_t in[] = {1, 2, 3, 4}, right[] = {1, 2, 3, 10};
    const uint32_t out[] = {1, 2, 4, 9};
    struct problem why = {""};
    const struct scan_result r = {&affine_u32.table, in, right, 2, false, NULL};
    const struct scan_result w = {&affine_u32.table, in, out, 2, false, NULL};

    (void)state;
    assert_int_equal(passes(&r, &why), OK);
    assert_int_equal(passes(&w, &why), CHECK_FAILED);
    assert_string_equal(why.line, "out[1] = (4, 9), want (3, 10)");
}

/* Large arrays are compared in parts, one for each thread. */
static void compares_on_all_threads(void **state)
{
    enum { LARGE = 200003 };
    int32_t *a = calloc(LARGE, sizeof *a), *b = calloc(LARGE, sizeof *b);
    struct problem why = {""};

    (void)state;
    assert_true(a && b);
    for (int threads = 1; threads <= 3; threads++) {
        struct pool *pool;
        assert_int_equal(pool_open(threads, &pool, NULL), OK);
        assert_int_equal(check_equal(&add_i32.table, a, b, LARGE, pool, &why),
                         OK);
        for (size_t at = 0; at < LARGE; at += 33333) {
            char want[64];
            b[at] = 5;
            b[LARGE - 1] = 6; /* the first is told, not the last */
            assert_int_equal(
                check_equal(&add_i32.table, a, b, LARGE, pool, &why),
                CHECK_FAILED);
            snprintf(want, sizeof want, "out[%zu] = %d, want 0", at, b[at]);
            assert_string_equal(why.line, want);
            b[at] = b[LARGE - 1] = 0;
        }
        pool_close(pool);
    }
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_sums_in_any_order),
        cmocka_unit_test(finds_one_element_that_is_off),
        cmocka_unit_test(finds_a_dropped_element),
        cmocka_unit_test(checks_exclusive_and_carry),
        cmocka_unit_test(says_how_sure_it_is),
        cmocka_unit_test(names_the_integer_that_differs),
        cmocka_unit_test(prints_whole_elements),
        cmocka_unit_test(compares_on_all_threads),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, close_all);
}
