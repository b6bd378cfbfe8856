/* test_check.c - which outputs pass: those that differ only by rounding do,
 * those with an error do not. */
#include "calls/check_numbers.h"
#include "monoids/rounding.h"

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
#include <unistd.h>

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
    struct problem why = {.line = ""};

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
    struct problem why = {.line = ""};
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
    struct problem why = {.line = ""};
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
    struct problem why = {.line = ""};
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
    verdict.is_improbable = true;
    check_words(&verdict, text, sizeof text);
    assert_ptr_equal(strstr(text, "NOT CHECKED"), text);
}

/* Of many numbers of both signs rounding could explain every loss; but it
 * hardly ever does. */
static void is_not_sure_of_an_improbable_error(void **state)
{
    enum { MANY = 300000, BLOCK = 512 };
    static float in[MANY], out[MANY], plain[MANY], allowed[MANY];
    struct scan_result r = {&add_f32.table, in, out, MANY, false, NULL};
    const struct scan_result loop = {&add_f32.table, in,    plain,
                                     MANY,           false, NULL};
    struct check_verdict verdict;
    struct problem why;
    uint32_t random = SEED;
    float sum = 0, before = 0;
    char text[256];

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        random = random * 1664525 + 1013904223;
        in[i] = (float)(int32_t)random / 3e9f;
    }
    for (size_t i = 0; i < MANY; i++) {
        if (i % BLOCK == 0)
            before += sum, sum = 0;
        sum += in[i];
        out[i] = before + sum;
    }
    assert_int_equal(check_scan(&r, &verdict, &why), OK);
    check_words(&verdict, text, sizeof text);
    assert_ptr_equal(strstr(text, "right within rounding"), text);
    add_f32.table.fold(in, plain, MANY, false, NULL);
    assert_int_equal(check_allowed(&loop, allowed, &why), OK);
    assert_int_equal(
        check_within(&add_f32.table, plain, allowed, out, MANY, NULL, &why),
        OK);
    for (size_t i = MANY - 1000; i < MANY; i++)
        out[i] = 0; /* lost */
    assert_int_equal(
        check_within(&add_f32.table, plain, allowed, out, MANY, NULL, &why),
        CHECK_FAILED);
    assert_int_equal(check_scan(&r, &verdict, &why), OK);
    check_words(&verdict, text, sizeof text);
    assert_ptr_equal(strstr(text, "NOT CHECKED"), text);
}

static void names_the_integer_that_differs(void **state)
{
    static int32_t in[N], out[N];
    struct problem why = {.line = ""};
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
    struct problem why = {.line = ""};
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
    struct problem why = {.line = ""};

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

/* ------------------------------------------------- floats that are no sums */

#define COMPLEX                                                                \
    "r.re = a.re * b.re - a.im * b.im; r.im = a.re * b.im + a.im * b.re;"
#define TURN                                                                   \
    "static inline T turn(uint64_t bits)\n{\n    T r;\n"                       \
    "    r.im = ((double)(bits >> 40 & 1023) - 511) / 4096;\n"                 \
    "    r.re = 1 - r.im * r.im / 2;\n    return r;\n}\n"                      \
    "#define DRAW(bits) turn(bits)\n"
#define NEAR                                                                   \
    "#define DRAW(bits) (1 + ((int)((bits) >> 40 & 1023) - 511) / 16384.f)\n"

/* `type`, `numbers` of it, what identity() and op() make of r, and macros. */
static const struct own_monoid {
    const char *name, *type, *number, *identity, *op, *macros;
} own[] = {
    {"max_f32", "float", "float", "r = -1.f / 0.f;", "r = a > b ? a : b;", ""},
    {"max_exact", "float", "float", "r = -1.f / 0.f;", "r = a > b ? a : b;",
     "#define EXACT\n"},
    {"mul_f32", "float", "float", "r = 1;", "r = a * b;", NEAR},
    {"mul_f64", "double", "double", "r = 1;", "r = a * b;", NEAR},
    {"mul_default", "float", "float", "r = 1;", "r = a * b;", ""},
    {"mul_sized", "float", "float", "r = 1;", "r = a * b;",
     NEAR "#define MAGNITUDE(x) ((x) < 0 ? -(x) : (x))\n"},
    {"complex", "struct { float re, im; }", "float", "r.re = 1; r.im = 0;",
     COMPLEX, TURN},
    {"complex_sized", "struct { double re, im; }", "double",
     "r.re = 1; r.im = 0;", COMPLEX,
     TURN "static inline T size(T x)\n{\n"
          "    x.re = x.im = __builtin_sqrt(x.re * x.re + x.im * x.im);\n"
          "    return x;\n}\n"
          "static inline T product(T a, T b)\n{\n"
          "    a.re = a.im = a.re * b.re;\n    return a;\n}\n"
          "#define MAGNITUDE(x) size(x)\n"
          "#define MAGNITUDE_OP(a, b) product(a, b)\n"},
    {"sum_and_most", "struct { float sum, most; }", "float",
     "r.sum = 0; r.most = -1.f / 0.f;",
     "r.sum = a.sum + b.sum; r.most = a.most > b.most ? a.most : b.most;", ""},
    {"sums", "struct { double a, b; }", "double", "r.a = r.b = 0;",
     "r.a = a.a + b.a; r.b = a.b + b.b;", ""},
    {"affine", "struct { float a, b; }", "float", "r.a = 1; r.b = 0;",
     "r.a = b.a * a.a; r.b = b.a * a.b + b.b;", ""},
    {"mean", "struct { float mean, count; }", "float",
     "r.mean = 0; r.count = 0;",
     "r.count = a.count + b.count; r.mean = r.count == 0 ? 0 : "
     "(a.mean * a.count + b.mean * b.count) / r.count;",
     "static inline T one(uint64_t bits)\n{\n    T r;\n"
     "    r.mean = (float)((bits >> 40) % 1000) / 7;\n    r.count = 1;\n"
     "    return r;\n}\n#define DRAW(bits) one(bits)\n"},
    {"mixed", "struct { float least; double sum; }", "double",
     "r.sum = 0; r.least = 1.f / 0.f;",
     "r.sum = a.sum + b.sum; r.least = a.least < b.least ? a.least : b.least;",
     "static inline T of(uint64_t bits)\n{\n    T r;\n"
     "    r.sum = (double)(bits >> 40) / 1000;\n"
     "    r.least = (float)(bits & 0xffff);\n    return r;\n}\n"
     "static inline bool near(T a, T b)\n{\n"
     "    return a.least == b.least &&\n"
     "           __builtin_fabs(a.sum - b.sum) <= 1e-12 * b.sum;\n}\n"
     "#define DRAW(bits) of(bits)\n#define SAME(got, want) near(got, want)\n"},
};
enum { OWN = sizeof own / sizeof *own };

static void open_own(const struct own_monoid *o, struct monoid *out)
{
    char folder[] = "/tmp/scanlab-check-XXXXXX", path[sizeof folder + 40];
    struct problem why;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s.h", folder, o->name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "typedef %s T;\n#define COMPONENT %s\n"
            "DEVICE T identity(void) { T r; %s return r; }\n"
            "DEVICE T op(T a, T b) { T r; %s return r; }\n%s",
            o->type, o->number, o->identity, o->op, o->macros);
    fclose(file);
    if (monoid_open(path, out, &why) != OK)
        fail_msg("%s: %s", o->name, why.line);
    remove(path);
    remove(folder);
}

/* As scan_in_blocks; element `dropped` is left out. */
static void join_in_blocks(const struct monoid_table *m, const char *in,
                           char *out, size_t n, size_t block, size_t dropped)
{
    _Alignas(16) char before[64], sum[64], joined[64];

    m->identity(before);
    m->identity(sum);
    for (size_t i = 0; i < n; i++) {
        if (i % block == 0) {
            m->op(before, sum, joined);
            memcpy(before, joined, m->bytes);
            m->identity(sum);
        }
        if (i != dropped) {
            m->op(sum, in + i * m->bytes, joined);
            memcpy(sum, joined, m->bytes);
        }
        m->op(before, sum, out + i * m->bytes);
    }
}

/* A dropped element shows in the result of all elements, or not at all. */
static bool shows(const struct own_monoid *o, size_t at)
{
    return strncmp(o->name, "max", 3) != 0 &&
           (strcmp(o->name, "mul_default") != 0 || at < 20);
}

static void other_monoids_of_floats(void **state)
{
    static const size_t blocks[] = {1, 2, 7, 64, 1000, N};
    static const size_t places[] = {0, 1, 2, 31, 500, 5000};
    static _Alignas(16) char in[N * 16], out[N * 16];
    struct problem why;

    (void)state;
    for (int k = 0; k < OWN; k++) {
        struct monoid monoid;
        open_own(&own[k], &monoid);
        const struct monoid_table *m = &monoid.table;
        const struct scan_result r = {m, in, out, N / 2, false, NULL};
        for (uint64_t seed = 1; seed <= 3; seed++) {
            m->draw(in, r.n, seed);
            for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
                join_in_blocks(m, in, out, r.n, blocks[b], N);
                if (passes(&r, &why) != OK)
                    fail_msg("%s, blocks of %zu, seed %d: %s", own[k].name,
                             blocks[b], (int)seed, why.line);
            }
        }
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            join_in_blocks(m, in, out, r.n, 64, places[p]);
            if (shows(&own[k], places[p]) && passes(&r, &why) != CHECK_FAILED)
                fail_msg("%s: element %zu left out was not seen", own[k].name,
                         places[p]);
        }
        monoid_close(&monoid);
    }
}

/* check_within has the room that check_scan gives, for a bench. */
static void allows_as_much_to_a_bench(void **state)
{
    static _Alignas(16) char in[N * 16], loop[N * 16], out[N * 16];
    static _Alignas(16) char allowed[N * 16];
    struct problem why;

    (void)state;
    for (int k = 2; k < OWN - 1; k++) { /* those that round */
        struct monoid monoid;
        open_own(&own[k], &monoid);
        const struct monoid_table *m = &monoid.table;
        const struct scan_result plain = {m, in, loop, N / 4, false, NULL};
        m->draw(in, plain.n, SEED);
        m->fold(in, loop, plain.n, false, NULL);
        assert_int_equal(check_allowed(&plain, allowed, &why), OK);
        join_in_blocks(m, in, out, plain.n, 64, N);
        if (check_within(m, loop, allowed, out, plain.n, NULL, &why) != OK)
            fail_msg("%s: %s", own[k].name, why.line);
        join_in_blocks(m, in, out, plain.n, 64, 10);
        assert_int_equal(
            check_within(m, loop, allowed, out, plain.n, NULL, &why),
            CHECK_FAILED);
        monoid_close(&monoid);
    }
}

/* The allowance of the n-th position. */
static struct allowance nth(struct rounding *r, size_t n)
{
    struct allowance a = {.want = {0}};
    struct problem why;

    for (size_t i = 0; i < n; i++)
        assert_int_equal(rounding_next(r, &a, &why), OK);
    return a;
}

/* After an array that was left in the middle, another one is as allowed as if
 * it were the first. */
static void begins_again(void **state)
{
    static _Alignas(16) char in[N * 16];
    struct problem why;

    (void)state;
    for (int k = 2; k < OWN - 1; k++) { /* those that round */
        struct monoid monoid;
        struct rounding *used, *fresh;
        open_own(&own[k], &monoid);
        const struct monoid_table *const m = &monoid.table;
        const char *const second = in + 100 * m->bytes;
        m->draw(in, 300, SEED);
        assert_int_equal(rounding_open(m, in, 300, false, NULL, &used, &why),
                         OK);
        nth(used, 70);
        rounding_again(used, second, 200);
        assert_int_equal(
            rounding_open(m, second, 200, false, NULL, &fresh, &why), OK);
        const struct allowance a = nth(used, 50), b = nth(fresh, 50);
        for (int c = 0; c < m->components; c++)
            if (a.want[c] != b.want[c] || a.low[c] != b.low[c] ||
                a.allowed[c] != b.allowed[c] ||
                a.magnitude[c] != b.magnitude[c])
                fail_msg("%s, number %d: %.17g +- %.3g, want %.17g +- %.3g",
                         own[k].name, c, a.want[c], a.allowed[c], b.want[c],
                         b.allowed[c]);
        rounding_close(used);
        rounding_close(fresh);
        monoid_close(&monoid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_sums_in_any_order),
        cmocka_unit_test(finds_one_element_that_is_off),
        cmocka_unit_test(finds_a_dropped_element),
        cmocka_unit_test(checks_exclusive_and_carry),
        cmocka_unit_test(says_how_sure_it_is),
        cmocka_unit_test(is_not_sure_of_an_improbable_error),
        cmocka_unit_test(names_the_integer_that_differs),
        cmocka_unit_test(prints_whole_elements),
        cmocka_unit_test(compares_on_all_threads),
        cmocka_unit_test(other_monoids_of_floats),
        cmocka_unit_test(allows_as_much_to_a_bench),
        cmocka_unit_test(begins_again),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, close_all);
}
