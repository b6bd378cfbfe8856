/* test_monoids.c - the built-in monoids obey the laws, and fold is the plain
 * loop. Everything goes through monoid_open, as in the program.
 */
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

#include "monoids/interval_table.h"
#include "monoids/monoid.h"
#include "base/paths.h"

/* Two headers taken in directly, each under names of its own. */
#define DEVICE   static inline
#define T        max_T
#define op       max_op
#define identity max_identity
#include "algorithms/elements/monoids/max_i32.h"
#undef COMPONENT
#undef T
#undef op
#undef identity

#define INTERVAL_BYTES 16
#define T              interval16_T
#define op             interval16_op
#define identity       interval16_identity
#include "algorithms/elements/monoids/interval.h"
#undef COMPONENT
#undef DRAW
#undef T
#undef op
#undef identity

enum { SEED = 7, DRAWN = 1000, MAX_BYTES = 32, BUILT_IN = 12, ALL = 15 };

static const struct {
    const char *name;
    size_t alignment;
    enum component_kind kind;
    int component_bytes, components;
    bool commutes, vectorized, lifts;
} known[ALL] = {
    {"add2_i32", 4, SIGNED_INTEGER, 4, 2, true, false, true},
    {"add_f32", 4, FLOATING, 4, 1, true, true, true},
    {"add_f64", 8, FLOATING, 8, 1, true, true, true},
    {"add_i32", 4, SIGNED_INTEGER, 4, 1, true, true, true},
    {"add_i64", 8, SIGNED_INTEGER, 8, 1, true, true, true},
    {"affine_u32", 4, UNSIGNED_INTEGER, 4, 2, false, false, true},
    {"count4_i32", 4, SIGNED_INTEGER, 4, 4, true, false, true},
    {"dfa8", 8, UNSIGNED_INTEGER, 1, 8, false, false, false},
    {"mat2_u32", 4, UNSIGNED_INTEGER, 4, 4, false, false, true},
    {"max_i32", 4, SIGNED_INTEGER, 4, 1, true, true, true},
    {"mss_i32", 4, SIGNED_INTEGER, 4, 4, false, false, true},
    {"seg_add_i32", 4, SIGNED_INTEGER, 4, 2, false, false, true},
    /* for proofs alone */
    {"harness/prove/monoids/maps_f32.h", 4, FLOATING, 4, 1, false, false, true},
    {"harness/prove/monoids/maps_f64.h", 8, FLOATING, 8, 1, false, false, true},
    {"harness/prove/monoids/maps_i32.h", 4, SIGNED_INTEGER, 4, 1, false, false,
     true},
};
static struct monoid opened[ALL];
static _Alignas(16) char drawn[ALL][DRAWN * MAX_BYTES];

/* ------------------------------------------------------------------ helpers */

static int open_all(void **state)
{
    struct problem why;

    (void)state;
    for (int i = 0; i < ALL; i++) {
        if (monoid_open(known[i].name, &opened[i], &why) != OK) {
            fprintf(stderr, "%s\n", why.line);
            return -1;
        }
        opened[i].table.draw(drawn[i], DRAWN, SEED);
    }
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    for (int i = 0; i < ALL; i++)
        monoid_close(&opened[i]);
    return 0;
}

static int number_of(const char *name)
{
    for (int i = 0; i < ALL; i++)
        if (!strcmp(known[i].name, name))
            return i;
    fail_msg("no monoid %s", name);
    return 0;
}

static const struct monoid_table *table_of(const char *name)
{
    return &opened[number_of(name)].table;
}

static const void *drawn_of(const char *name)
{
    return drawn[number_of(name)];
}

static const void *element(int i, size_t at)
{
    return drawn[i] + at * opened[i].table.bytes;
}

/* The largest difference of two floating elements; 0 or infinite for others,
 * which must agree in every bit. */
static double distance(const struct monoid_table *m, const void *a,
                       const void *b)
{
    if (m->kind != FLOATING)
        return memcmp(a, b, m->bytes) ? INFINITY : 0;
    if (m->component_bytes == 4)
        return fabs((double)*(const float *)a - (double)*(const float *)b);
    return fabs(*(const double *)a - *(const double *)b);
}

static void expect_near(int i, const char *law, size_t at, const void *got,
                        const void *want, double bound)
{
    const struct monoid_table *m = &opened[i].table;
    char text[2][256];

    if (!(distance(m, got, want) <= bound))
        fail_msg("%s: %s: %s, want %s (element %zu, seed %d)", known[i].name,
                 law, monoid_print(m, got, text[0], sizeof text[0]),
                 monoid_print(m, want, text[1], sizeof text[1]), at, SEED);
}

/* --------------------------------------------------------------------- laws */

static void every_built_in_is_known_here(void **state)
{
    (void)state;
    const char *const *names = monoid_names();
    int seen = 0;

    for (; *names; names++)
        if (strcmp(*names, "interval") != 0) {
            assert_true(seen < BUILT_IN);
            assert_string_equal(*names, known[seen].name);
            seen++;
        }
    assert_int_equal(seen, BUILT_IN);
}

static void elements_have_the_shape_that_is_told(void **state)
{
    (void)state;
    for (int i = 0; i < ALL; i++) {
        const struct monoid_table *m = &opened[i].table;
        assert_int_equal(m->kind, known[i].kind);
        assert_int_equal(m->alignment, known[i].alignment);
        assert_int_equal(m->component_bytes, known[i].component_bytes);
        assert_int_equal(m->components, known[i].components);
        assert_int_equal(m->bytes, m->components * m->component_bytes);
        assert_int_equal(m->vectorized, known[i].vectorized);
        assert_int_equal(m->lift != NULL, known[i].lifts);
    }
}

static void identity_changes_nothing(void **state)
{
    _Alignas(16) char one[MAX_BYTES], got[MAX_BYTES];

    (void)state;
    for (int i = 0; i < ALL; i++) {
        opened[i].table.identity(one);
        for (size_t at = 0; at < DRAWN; at++) {
            opened[i].table.op(one, element(i, at), got);
            expect_near(i, "op(identity, x)", at, got, element(i, at), 0);
            opened[i].table.op(element(i, at), one, got);
            expect_near(i, "op(x, identity)", at, got, element(i, at), 0);
        }
    }
}

/* Drawn numbers are below 1, so no sum of three is above 3; each of the four
 * additions errs by at most half an epsilon of that. */
static double rounding(const struct monoid_table *m)
{
    return 4 * 3 * 0.5 * (m->component_bytes == 4 ? FLT_EPSILON : DBL_EPSILON);
}

static void grouping_does_not_matter(void **state)
{
    _Alignas(16) char left[MAX_BYTES], right[MAX_BYTES];

    (void)state;
    for (int i = 0; i < ALL; i++) {
        const struct monoid_table *m = &opened[i].table;
        for (size_t at = 0; at + 2 < DRAWN; at++) {
            const void *a = element(i, at), *b = element(i, at + 1),
                       *c = element(i, at + 2);
            m->op(a, b, left);
            m->op(left, c, left);
            m->op(b, c, right);
            m->op(a, right, right);
            expect_near(i, "op(op(x, y), z)", at, left, right, rounding(m));
        }
    }
}

/* Where op commutes it does so always; elsewhere a witness must be found, or
 * the monoid could not tell swapped operands. */
static void order_matters_where_it_is_told(void **state)
{
    _Alignas(16) char ab[MAX_BYTES], ba[MAX_BYTES];

    (void)state;
    for (int i = 0; i < ALL; i++) {
        const struct monoid_table *m = &opened[i].table;
        int witnesses = 0;
        assert_true(known[i].commutes || !m->vectorized);
        for (size_t at = 0; at + 1 < DRAWN; at++) {
            m->op(element(i, at), element(i, at + 1), ab);
            m->op(element(i, at + 1), element(i, at), ba);
            witnesses += memcmp(ab, ba, m->bytes) != 0;
        }
        if (known[i].commutes ? witnesses > 0 : witnesses < DRAWN / 10)
            fail_msg("%s: op(x, y) differs from op(y, x) for %d of %d pairs",
                     known[i].name, witnesses, DRAWN - 1);
    }
}

static void max_of_vectors_is_max_of_lanes(void **state)
{
    typedef int32_t vector __attribute__((vector_size(16)));
    const vector a = {INT32_MIN, -1, 5, 7}, b = {INT32_MAX, -2, 5, 8};
    const vector c = VECTOR_OP(a, b);

    (void)state;
    for (int lane = 0; lane < 4; lane++)
        assert_int_equal(c[lane], max_op(a[lane], b[lane]));
}

/* -------------------------------------------------------------------- draws */

static void draws_depend_on_seed_and_position_alone(void **state)
{
    _Alignas(16) static char again[DRAWN * MAX_BYTES];

    (void)state;
    for (int i = 0; i < ALL; i++) {
        const struct monoid_table *m = &opened[i].table;
        int same = 0;
        m->draw(again, 10, SEED);
        assert_memory_equal(again, drawn[i], 10 * m->bytes);
        m->draw(again, DRAWN, SEED + 1);
        for (size_t at = 0; at < DRAWN; at++)
            same += !memcmp(again + at * m->bytes, element(i, at), m->bytes);
        assert_true(same < DRAWN / 10); /* floats take 31 values */
    }
}

static void draws_are_elements(void **state)
{
    const int32_t *mss = drawn_of("mss_i32"), *seg = drawn_of("seg_add_i32");
    const uint8_t *dfa = drawn_of("dfa8");
    int starts = 0;

    (void)state;
    for (size_t at = 0; at < 8 * DRAWN; at++)
        assert_in_range(dfa[at], 0, 7);
    for (size_t at = 0; at < DRAWN; at++, mss += 4, seg += 2) {
        assert_true(mss[1] >= 0 && mss[1] >= mss[0]);
        assert_true(mss[2] >= 0 && mss[2] >= mss[0]);
        assert_true(mss[3] >= mss[1] && mss[3] >= mss[2] && mss[3] <= 400);
        assert_in_range(seg[0], 0, 1);
        starts += seg[0];
    }
    assert_in_range(starts, DRAWN / 16, DRAWN / 4);
}

static void drawn_numbers_fill_their_range(void **state)
{
    const float *f32 = drawn_of("add_f32");
    const double *f64 = drawn_of("add_f64");
    double low = 1, high = -1, sum = 0;

    (void)state;
    for (size_t at = 0; at < DRAWN; at++) {
        assert_true(f32[at] >= -1 && f32[at] < 1);
        assert_true(f64[at] >= -1 && f64[at] < 1);
        low = fmin(low, fmin((double)f32[at], f64[at]));
        high = fmax(high, fmax((double)f32[at], f64[at]));
        sum += (double)f32[at] + f64[at];
    }
    assert_true(low < -0.9 && high > 0.9 && fabs(sum) < 200);
}

/* --------------------------------------------------------------------- fold */

static void fold_is_the_plain_loop(void **state)
{
    const struct monoid_table *m = table_of("add_i32");
    const int32_t in[8] = {3, 1, 7, 0, 4, 1, 6, 3}, ten = 10;
    const int32_t want[4][8] = {{3, 4, 11, 11, 15, 16, 22, 25},
                                {0, 3, 4, 11, 11, 15, 16, 22},
                                {13, 14, 21, 21, 25, 26, 32, 35},
                                {10, 13, 14, 21, 21, 25, 26, 32}};

    (void)state;
    for (int form = 0; form < 4; form++) {
        const void *carry = form / 2 ? &ten : NULL;
        int32_t out[8];
        m->fold(in, out, 8, form % 2, carry);
        assert_memory_equal(out, want[form], sizeof out);
        memcpy(out, in, sizeof out); /* in place */
        m->fold(out, out, 8, form % 2, carry);
        assert_memory_equal(out, want[form], sizeof out);
        out[0] = -1;
        m->fold(in, out, 0, form % 2, carry);
        assert_int_equal(out[0], -1);
    }
}

static void fold_keeps_the_order(void **state)
{
    const uint32_t in[4] = {2, 1, 3, 5}, carry[2] = {5, 7};
    const uint32_t plain[4] = {2, 1, 6, 8}, carried[4] = {10, 15, 30, 50};
    uint32_t out[4];

    (void)state;
    table_of("affine_u32")->fold(in, out, 2, false, NULL);
    assert_memory_equal(out, plain, sizeof out);
    table_of("affine_u32")->fold(in, out, 2, false, carry);
    assert_memory_equal(out, carried, sizeof out);
}

static void integers_wrap_around(void **state)
{
    const int32_t in[2] = {INT32_MAX, 1};
    const int64_t wide[2] = {INT64_MAX, 1};
    int32_t out[2];
    int64_t wide_out[2];

    (void)state;
    table_of("add_i32")->fold(in, out, 2, false, NULL);
    assert_true(out[1] == INT32_MIN);
    table_of("add_i64")->fold(wide, wide_out, 2, false, NULL);
    assert_true(wide_out[1] == INT64_MIN);
}

/* ---------------------------------------------------------- worked examples */

static void maximum_segment_sum_of_the_course(void **state)
{
    const struct monoid_table *m = table_of("mss_i32");
    const int32_t numbers[8] = {1, -2, 3, 4, -1, 5, -6, 1};
    const int32_t best[8] = {1, 1, 3, 7, 7, 11, 11, 11};
    int32_t list[8][4];

    (void)state;
    m->lift(numbers, list, 8);
    m->fold(list, list, 8, false, NULL);
    for (int i = 0; i < 8; i++)
        assert_int_equal(list[i][3], best[i]);
    assert_int_equal(list[7][0], 5);  /* total */
    assert_int_equal(list[7][1], 10); /* 1-2+3+4-1+5 */
    assert_int_equal(list[7][2], 6);  /* 3+4-1+5-6+1 */
}

static void segmented_scan_of_the_course(void **state)
{
    const int32_t in[10][2] = {{1, 1}, {0, 2}, {0, 3}, {1, 4}, {0, 5},
                               {0, 6}, {0, 7}, {0, 8}, {1, 9}, {0, 10}};
    const int32_t want[10] = {1, 3, 6, 4, 9, 15, 22, 30, 9, 19};
    int32_t out[10][2];

    (void)state;
    table_of("seg_add_i32")->fold(in, out, 10, false, NULL);
    for (int i = 0; i < 10; i++)
        assert_int_equal(out[i][1], want[i]);
}

static void matrices_give_fibonacci_numbers(void **state)
{
    const uint32_t want[8] = {1, 1, 2, 3, 5, 8, 13, 21};
    uint32_t list[8][4];

    (void)state;
    for (int i = 0; i < 8; i++)
        memcpy(list[i], (const uint32_t[]){1, 1, 1, 0}, sizeof list[i]);
    table_of("mat2_u32")->fold(list, list, 8, false, NULL);
    for (int i = 0; i < 8; i++)
        assert_int_equal(list[i][1], want[i]);
}

static void digit_counts_give_places(void **state)
{
    const struct monoid_table *m = table_of("count4_i32");
    const int32_t key[8] = {3, 0, 2, 3, 1, 3, 7, -1}; /* digits ... 3, 3 */
    const int32_t before[8] = {0, 0, 0, 1, 0, 2, 3, 4};
    int32_t list[8][4];

    (void)state;
    m->lift(key, list, 8);
    m->fold(list, list, 8, true, NULL);
    for (int i = 0; i < 8; i++)
        assert_int_equal(list[i][key[i] & 3], before[i]);
}

/* Comments in C: 0 code, 1 after a slash, 2 comment, 3 after a star in it. */
static void automaton_finds_comments(void **state)
{
    static const uint8_t slash[8] = {1, 1, 2, 0, 4, 5, 6, 7},
                         star[8] = {0, 2, 3, 3, 4, 5, 6, 7},
                         other[8] = {0, 0, 2, 2, 4, 5, 6, 7};
    const char text[] = "a/b/*c/**/d", want[] = "01012223300";
    _Alignas(8) uint8_t list[11][8];

    (void)state;
    for (int i = 0; i < 11; i++)
        memcpy(list[i],
               text[i] == '/'   ? slash
               : text[i] == '*' ? star
                                : other,
               8);
    table_of("dfa8")->fold(list, list, 11, false, NULL);
    for (int i = 0; i < 11; i++)
        assert_int_equal(list[i][0], want[i] - '0');
}

static void plain_numbers_are_lifted(void **state)
{
    const int32_t numbers[2] = {5, -7};
    int32_t plain[2], pair[2][2], four[2][4];

    (void)state;
    table_of("max_i32")->lift(numbers, plain, 2);
    assert_memory_equal(plain, numbers, sizeof plain);
    table_of("affine_u32")->lift(numbers, pair, 2);
    assert_memory_equal(pair, ((int32_t[]){1, 5, 1, -7}), sizeof pair);
    table_of("seg_add_i32")->lift(numbers, pair, 2);
    assert_memory_equal(pair, ((int32_t[]){0, 5, 0, -7}), sizeof pair);
    table_of("mat2_u32")->lift(numbers, four, 2);
    assert_memory_equal(four, ((int32_t[]){1, 5, 0, 1, 1, -7, 0, 1}),
                        sizeof four);
}

/* ----------------------------------------------------------------- interval */

static void torn_intervals_are_noticed(void **state)
{
    interval16_T a, b;

    (void)state;
    assert_int_equal(interval_begin(2, SEED, NULL), OK);
    interval_leaf(0, &a, sizeof a);
    interval_leaf(1, &b, sizeof b);
    const interval16_T both = interval16_op(a, b);
    const struct interval_node *node = interval_look(&both, sizeof both);
    assert_non_null(node);
    assert_int_equal(node->low, 0);
    assert_int_equal(node->high, 1);

    memcpy(&b, &a, 8); /* half of a over b */
    const interval16_T torn = interval16_op(interval16_identity(), b);
    assert_null(interval_look(&torn, sizeof torn));
    const interval16_T still = interval16_op(torn, a);
    assert_null(interval_look(&still, sizeof still));
}

/* ------------------------------------------------------------- own monoids */

/* Writes `text` as FOLDER/own.h and opens it. */
static enum status open_text(const char *text, struct monoid *out,
                             struct problem *why)
{
    char folder[] = "/tmp/test_monoids.XXXXXX", path[64];

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/own.h", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    const enum status status = monoid_open(path, out, why);
    unlink(path);
    rmdir(folder);
    return status;
}

static void the_example_of_the_readme_works(void **state)
{
    const int32_t text[8] = {'(', '(', ')', ')', ')', '(', 'x', '('};
    const int32_t want[2] = {1, 2};
    char home[2048], path[4096];
    struct problem why;
    struct monoid own;
    int32_t list[8][2];

    (void)state;
    assert_int_equal(paths_home(home, sizeof home, NULL), OK);
    snprintf(path, sizeof path, "%s/algorithms/elements/monoids/README.md",
             home);
    char *readme = path_read(path, NULL);
    assert_non_null(readme);
    char *code = strstr(readme, "```c\n"), *end = strstr(code + 5, "```");
    assert_non_null(end);
    *end = '\0';
    if (open_text(code + 5, &own, &why) != OK)
        fail_msg("%s", why.line);
    own.table.lift(text, list, 8);
    own.table.fold(list, list, 8, false, NULL);
    assert_memory_equal(list[7], want, sizeof want);
    monoid_close(&own);
    free(readme);
}

static void a_wrong_header_is_told_so(void **state)
{
#define FUNCTIONS                                                              \
    "DEVICE T identity(void) { T r = {0}; return r; }\n"                       \
    "DEVICE T op(T a, T b) { (void)b; return a; }\n"
    enum { WRONG = 6 };
    static const char *const wrong[WRONG][2] = {
        {"typedef struct { int32_t x; } T;\n" FUNCTIONS, "COMPONENT must be"},
        {"typedef struct { int32_t x[3]; } T;\n"
         "#define COMPONENT int64_t\n" FUNCTIONS,
         "a whole number of COMPONENTs"},
        {"typedef int16_t T;\n" FUNCTIONS, "sizeof(T) must be 4, 8"},
        {"typedef struct { int32_t x[9]; } T;\n"
         "#define COMPONENT int32_t\n" FUNCTIONS,
         "sizeof(T) must be 4, 8"},
        {"typedef struct { int32_t x; } __attribute__((packed)) T;\n"
         "#define COMPONENT int32_t\n" FUNCTIONS,
         "T must be aligned"},
        {"typedef int32_t T;\nDEVICE T op(T a, T b) { return a + b; }\n",
         "identity"},
    };
    const int screen = dup(STDERR_FILENO); /* kept free of compilers' words */

    (void)state;
    assert_non_null(freopen("/dev/null", "w", stderr));
    struct problem why[WRONG];
    enum status status[WRONG];
    struct monoid own;
    for (int i = 0; i < WRONG; i++)
        status[i] = open_text(wrong[i][0], &own, &why[i]);
    fflush(stderr);
    dup2(screen, STDERR_FILENO);
    close(screen);
    for (int i = 0; i < WRONG; i++) {
        assert_int_equal(status[i], NOT_JUDGED);
        if (!strstr(why[i].line, wrong[i][1]))
            fail_msg("want '%s' in: %s", wrong[i][1], why[i].line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_is_known_here),
        cmocka_unit_test(elements_have_the_shape_that_is_told),
        cmocka_unit_test(identity_changes_nothing),
        cmocka_unit_test(grouping_does_not_matter),
        cmocka_unit_test(order_matters_where_it_is_told),
        cmocka_unit_test(max_of_vectors_is_max_of_lanes),
        cmocka_unit_test(draws_depend_on_seed_and_position_alone),
        cmocka_unit_test(draws_are_elements),
        cmocka_unit_test(drawn_numbers_fill_their_range),
        cmocka_unit_test(fold_is_the_plain_loop),
        cmocka_unit_test(fold_keeps_the_order),
        cmocka_unit_test(integers_wrap_around),
        cmocka_unit_test(maximum_segment_sum_of_the_course),
        cmocka_unit_test(segmented_scan_of_the_course),
        cmocka_unit_test(matrices_give_fibonacci_numbers),
        cmocka_unit_test(digit_counts_give_places),
        cmocka_unit_test(automaton_finds_comments),
        cmocka_unit_test(plain_numbers_are_lifted),
        cmocka_unit_test(torn_intervals_are_noticed),
        cmocka_unit_test(the_example_of_the_readme_works),
        cmocka_unit_test(a_wrong_header_is_told_so),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("monoids", tests, open_all, close_all);
}
