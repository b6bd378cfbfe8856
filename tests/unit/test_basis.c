/* test_basis.c - the operations of algorithms/examples/, on a basis that scans
 * by plain loops: each result is compared with a separate loop, at many sizes;
 * and the costs that they add up to. */
#include "algorithms/examples/basis_arrays.h"
#include "algorithms/examples/basis_fusion.h"
#include "algorithms/examples/basis_select.h"
#include "algorithms/examples/basis_sort.h"
#include "algorithms/examples/basis_streams.h"
#include "algorithms/examples/basis_trees.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, LARGEST = 1025 };

static const size_t sizes[] = {0,  1,  2,  3,   5,   31,  32,  33,   63,  64,
                               65, 96, 97, 255, 256, 257, 768, 1023, 1024};

/* ------------------------------------------------------------ a plain basis */

static void *taken[MOST];
static int blocks;

static void *take(struct basis *b, size_t bytes)
{
    (void)b;
    assert_true(blocks < MOST);
    taken[blocks] = calloc(1, bytes + 1);
    assert_non_null(taken[blocks]);
    return taken[blocks++];
}

/* Backwards: no call may need another one's result. */
static void each(struct basis *b, size_t n, void (*f)(void *env, size_t i),
                 void *env)
{
    (void)b;
    while (n > 0)
        f(env, --n);
}

/* All monoids that the operations use are made of numbers. */
static void join(const struct basis_monoid *monoid, const int32_t *left,
                 const int32_t *right, int32_t *out)
{
    if (!strcmp(monoid->name, "max_i32"))
        *out = *left > *right ? *left : *right;
    else if (!strcmp(monoid->name, "seg_add_i32")) {
        const uint32_t sum =
            (uint32_t)right[1] + (right[0] ? 0 : (uint32_t)left[1]);
        out[0] = left[0] | right[0];
        out[1] = (int32_t)sum;
    } else
        for (size_t k = 0; k < monoid->bytes / sizeof *out; k++)
            out[k] = (int32_t)((uint32_t)left[k] + (uint32_t)right[k]);
}

static void fold(const struct basis_monoid *monoid, enum scan_kind kind,
                 const void *in, void *out, int32_t sum[4], size_t n)
{
    memset(sum, 0, 4 * sizeof *sum);
    if (!strcmp(monoid->name, "max_i32"))
        sum[0] = INT32_MIN;
    for (size_t i = 0; i < n; i++) {
        const char *const from = (const char *)in + i * monoid->bytes;
        int32_t next[4];
        join(monoid, sum, (const int32_t *)(const void *)from, next);
        if (out)
            memcpy((char *)out + i * monoid->bytes,
                   kind == EXCLUSIVE ? sum : next, monoid->bytes);
        memcpy(sum, next, monoid->bytes);
    }
}

static struct basis_costs scan(struct basis *b,
                               const struct basis_monoid *monoid,
                               enum scan_kind kind, const void *in, void *out,
                               size_t n)
{
    int32_t sum[4];

    (void)b;
    fold(monoid, kind, in, out, sum, n);
    return (struct basis_costs){100, 10, 1}; /* told from the model's */
}

static struct basis_costs reduce_one(struct basis *b,
                                     const struct basis_monoid *monoid,
                                     const void *in, void *out, size_t n)
{
    int32_t sum[4];

    (void)b;
    fold(monoid, INCLUSIVE, in, NULL, sum, n);
    memcpy(out, sum, monoid->bytes);
    return (struct basis_costs){100, 10, 1};
}

static struct basis plain(void)
{
    return (struct basis){
        .scan = scan, .reduce = reduce_one, .each = each, .memory = take};
}

static int give_back(void **state)
{
    (void)state;
    while (blocks > 0)
        free(taken[--blocks]);
    return 0;
}

/* ------------------------------------------------------------------- inputs */

static int32_t drawn[LARGEST], other[LARGEST];

static int draw(void **state)
{
    (void)state;
    srand(7);
    for (size_t i = 0; i < LARGEST; i++) {
        drawn[i] = rand() % 201 - 100;
        other[i] = rand() - RAND_MAX / 2;
    }
    return 0;
}

static struct ints first(size_t n)
{
    return (struct ints){n, drawn};
}

static struct ints second(size_t n)
{
    return (struct ints){n, other};
}

/* -------------------------------------------------------------------- tests */

static void makes_arrays_of_arrays(struct basis *b, size_t n)
{
    struct ints xs, ys;
    const struct pairs pairs = basis_zip(b, first(n), second(n));
    basis_unzip(b, pairs, &xs, &ys);
    const struct ints both = basis_concat(b, first(n), second(n / 2));
    const struct ints same = basis_replicate(b, n, -3);
    const struct ints iota = basis_iota_by_scan(b, n);
    assert_int_equal(both.n, n + n / 2);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(pairs.at[i].first, drawn[i]);
        assert_int_equal(pairs.at[i].second, other[i]);
        assert_int_equal(xs.at[i], drawn[i]);
        assert_int_equal(ys.at[i], other[i]);
        assert_int_equal(both.at[i], drawn[i]);
        assert_int_equal(same.at[i], -3);
        assert_int_equal(iota.at[i], i);
    }
    for (size_t i = 0; i < n / 2; i++)
        assert_int_equal(both.at[n + i], other[i]);
}

static void rotates(struct basis *b, size_t n)
{
    for (size_t by = 0; by < 2 * n + 2; by += n / 3 + 1) {
        const struct rotated view = basis_rotate_view(b, by, first(n));
        const struct ints stored = basis_rotate(b, by, first(n));
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(rotated_at(&view, i), drawn[(i + by) % n]);
            assert_int_equal(stored.at[i], drawn[(i + by) % n]);
        }
    }
}

static void transposes(struct basis *b, size_t n)
{
    for (size_t rows = 1; rows <= n; rows = rows * 2 + 1) {
        const size_t columns = n / rows;
        const struct matrix m =
            basis_unflatten(b, rows, columns, first(rows * columns));
        const struct matrix t = basis_transpose(b, m);
        const struct ints flat = basis_flatten(b, t);
        assert_int_equal(t.rows, columns);
        assert_int_equal(t.columns, rows);
        assert_int_equal(flat.n, rows * columns);
        for (size_t r = 0; r < rows; r++)
            for (size_t c = 0; c < columns; c++)
                assert_int_equal(flat.at[c * rows + r], drawn[r * columns + c]);
    }
}

static void reduces_and_scans_by_maps(struct basis *b, size_t n)
{
    const struct ints sums = basis_scan_maps(b, &basis_plus, second(n));
    const struct ints most = basis_scan_maps(b, &basis_larger, second(n));
    uint32_t sum = 0;
    int32_t larger = INT32_MIN;
    for (size_t i = 0; i < n; i++) {
        sum += (uint32_t)other[i];
        larger = other[i] > larger ? other[i] : larger;
        assert_int_equal((uint32_t)sums.at[i], sum);
        assert_int_equal(most.at[i], larger);
    }
    assert_int_equal((uint32_t)basis_reduce_tree(b, &basis_plus, second(n)),
                     sum);
    assert_int_equal(basis_reduce_tree(b, &basis_larger, second(n)), larger);
    for (size_t threads = 1; threads < 100; threads *= 3)
        assert_int_equal(
            (uint32_t)basis_reduce_strided(b, &basis_plus, threads, second(n)),
            sum);
}

static int32_t is_above(const void *env, int32_t x)
{
    return x > *(const int32_t *)env;
}

static void filters_and_partitions(struct basis *b, size_t n)
{
    static const int32_t limits[] = {0, -200, 200};
    for (int k = 0; k < 3; k++) {
        size_t kept, at = 0;
        const struct ints few = basis_filter(b, is_above, &limits[k], first(n));
        const struct ints all =
            basis_partition(b, is_above, &limits[k], first(n), &kept);
        for (size_t i = 0; i < n; i++)
            if (drawn[i] > limits[k]) {
                assert_int_equal(few.at[at], drawn[i]);
                assert_int_equal(all.at[at++], drawn[i]);
            }
        assert_int_equal(few.n, at);
        assert_int_equal(kept, at);
        for (size_t i = 0; i < n; i++)
            if (drawn[i] <= limits[k])
                assert_int_equal(all.at[at++], drawn[i]);
        assert_int_equal(all.n, n);
    }
}

static void double_chunk(const int32_t *in, size_t n, int32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = 2 * in[i];
}

static int32_t sum_chunk(const int32_t *in, size_t n)
{
    int32_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

static void streams_in_any_chunks(struct basis *b, size_t n)
{
    for (size_t chunks = 1; chunks < n + 3; chunks += n / 4 + 1) {
        const struct ints twice =
            basis_stream_map(b, double_chunk, chunks, first(n));
        assert_int_equal(
            basis_stream_red(b, &basis_add, sum_chunk, chunks, first(n)),
            sum_chunk(drawn, n));
        for (size_t i = 0; i < n; i++)
            assert_int_equal(twice.at[i], 2 * drawn[i]);
    }
}

/* Stable: of equal keys the one that comes first stays first. */
static void check_order(struct basis *b, struct ints keys)
{
    const struct ints order = basis_sort_order(b, keys);

    assert_int_equal(order.n, keys.n);
    for (size_t i = 1; i < keys.n; i++) {
        const int32_t place = order.at[i - 1], next = order.at[i];
        const int32_t key = keys.at[place], larger = keys.at[next];
        assert_true(key < larger || (key == larger && place < next));
    }
}

static void sorts(struct basis *b, size_t n)
{
    check_order(b, first(n));
    check_order(b, second(n));
}

static void reduces_by_index(struct basis *b, size_t n)
{
    enum { BUCKETS = 50 }; /* indices are -100..100: most lie outside */
    uint32_t want[BUCKETS] = {0};
    const struct ints got =
        basis_reduce_by_index(b, BUCKETS, first(n), second(n));
    for (size_t i = 0; i < n; i++)
        if (drawn[i] >= 0 && drawn[i] < BUCKETS)
            want[drawn[i]] += (uint32_t)other[i];
    assert_int_equal(got.n, BUCKETS);
    for (size_t k = 0; k < BUCKETS; k++)
        assert_int_equal((uint32_t)got.at[k], want[k]);
}

static int32_t plus_one(const void *env, int32_t x)
{
    (void)env;
    return x + 1;
}

static int32_t doubled(const void *env, int32_t x)
{
    (void)env;
    return 2 * x;
}

static void fuses(struct basis *b, size_t n)
{
    uint32_t sum = 0;
    const struct ints two = basis_map_map(b, plus_one, doubled, NULL, first(n));
    const struct ints one =
        basis_map_composed(b, plus_one, doubled, NULL, first(n));
    for (size_t i = 0; i < n; i++) {
        sum += (uint32_t)drawn[i] * (uint32_t)other[i];
        assert_int_equal(two.at[i], 2 * drawn[i] + 1);
        assert_int_equal(one.at[i], 2 * drawn[i] + 1);
    }
    assert_int_equal((uint32_t)basis_dotprod(b, first(n), second(n)), sum);
    for (size_t chunks = 1; chunks < 40; chunks *= 3)
        assert_int_equal(
            (uint32_t)basis_dotprod_fused(b, chunks, first(n), second(n)), sum);
}

static void sorts_extremes(void **state)
{
    int32_t extremes[] = {0, INT32_MAX, INT32_MIN, -1, INT32_MIN, 1, INT32_MAX};
    struct basis basis = plain();

    (void)state;
    check_order(&basis, (struct ints){7, extremes});
}

static void adds_up_costs(void **state)
{
    struct basis basis = plain(), *const b = &basis;

    (void)state;
    basis_scan_ints(b, &basis_add, INCLUSIVE, first(1000));
    assert_true(b->model.work == 1000 && b->model.span == 10);
    assert_true(b->ran.work == 100 && b->ran.span == 10);
    basis_map(b, 1, doubled, NULL, first(1000));
    assert_true(b->model.work == 2000 && b->model.span == 11);
    assert_true(b->ran.work == 1100 && b->ran.bytes == 1 + 12 * 1000);
    basis_iota(b, 0);
    assert_true(b->model.work == 2000 && b->model.span == 11);
    basis_reduce_ints(b, &basis_add, first(1));
    assert_true(b->model.work == 2001 && b->model.span == 11);
}

/* A test of every size. */
struct check {
    void (*of)(struct basis *b, size_t n);
};

static void at_every_size(void **state)
{
    const struct check *const check = *state;
    struct basis basis = plain();

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check->of(&basis, sizes[i]);
        give_back(NULL);
    }
}

int main(void)
{
    static struct check checks[] = {
        {makes_arrays_of_arrays},
        {rotates},
        {transposes},
        {reduces_and_scans_by_maps},
        {filters_and_partitions},
        {streams_in_any_chunks},
        {sorts},
        {reduces_by_index},
        {fuses},
    };
    const struct CMUnitTest tests[] = {
        {"makes arrays of arrays", at_every_size, NULL, give_back, &checks[0]},
        {"rotates", at_every_size, NULL, give_back, &checks[1]},
        {"transposes", at_every_size, NULL, give_back, &checks[2]},
        {"reduces and scans by maps", at_every_size, NULL, give_back,
         &checks[3]},
        {"filters and partitions", at_every_size, NULL, give_back, &checks[4]},
        {"streams in any chunks", at_every_size, NULL, give_back, &checks[5]},
        {"sorts", at_every_size, NULL, give_back, &checks[6]},
        {"reduces by index", at_every_size, NULL, give_back, &checks[7]},
        {"fuses", at_every_size, NULL, give_back, &checks[8]},
        cmocka_unit_test_teardown(sorts_extremes, give_back),
        cmocka_unit_test_teardown(adds_up_costs, give_back),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("basis", tests, draw, NULL);
}
