/* test_entries.c - reduce and apply carry join two scans into one.
 *
 *     in      a b c | d e        two chunks, scanned apart
 *     scan    a ab abc | d de
 *     reduce  abc                of the first
 *     apply   . .  .   | abcd abcde
 *
 * Unless TEST_ALL=1, this is tested only in two of the four cases, the first of
 * which test_scans has compiled; blelloch, brent_kung and hierarchical, which
 * take the compiler seconds, are tested only in that first case, with small
 * parameters.
 */
#include "devices/execution.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000, SEED = 7, ELEMENT = 32 };

static const size_t cuts[] = {0, 1, 2, 5, 64, 1000, 2999, N};

static _Alignas(64) char in[N * ELEMENT], out[N * ELEMENT], want[N * ELEMENT];

static void joins(struct execution *e, const struct monoid_table *m,
                  const char *what, size_t cut)
{
    _Alignas(16) char fold[ELEMENT], identity[ELEMENT];
    const size_t at = cut * m->bytes;
    struct problem why;

    if (execution_scan(e, in, out, cut, NULL, &why) != OK ||
        execution_scan(e, in + at, out + at, N - cut, NULL, &why) != OK ||
        execution_reduce(e, in, fold, cut, &why) != OK)
        fail_msg("%s cut at %zu: %s", what, cut, why.line);
    m->identity(identity);
    if (cut == 0 && memcmp(fold, identity, m->bytes) != 0)
        fail_msg("%s: reduce of nothing is not the identity", what);
    if (execution_apply_carry(e, out + at, N - cut, fold, &why) != OK)
        fail_msg("%s cut at %zu: %s", what, cut, why.line);
    for (size_t i = 0; i < N; i++) {
        char got[256], right[256];
        const char *a = out + i * m->bytes, *b = want + i * m->bytes;
        if (memcmp(a, b, m->bytes) == 0)
            continue;
        monoid_print(m, a, got, sizeof got);
        monoid_print(m, b, right, sizeof right);
        fail_msg("%s cut at %zu: out[%zu] = %s, want %s (seed %d)", what, cut,
                 i, got, right, SEED);
    }
}

static bool compiles_slowly(const char *algorithm)
{
    return !strcmp(algorithm, "blelloch") || !strcmp(algorithm, "brent_kung") ||
           !strcmp(algorithm, "hierarchical");
}

static void join_two_chunks(void **state)
{
    static const struct {
        const char *monoid;
        bool exclusive;
    } cases[] = {{"affine_u32", true},
                 {"affine_u32", false},
                 {"seg_add_i32", true},
                 {"mat2_u32", false}};
    const bool all = getenv("TEST_ALL") != NULL;
    const bool small = compiles_slowly(*state) && !all;
    const size_t taken = all ? 4 : small ? 1 : 2;
    struct problem why;
    struct pool *pool;

    assert_int_equal(pool_open(2, &pool, NULL), OK);
    for (size_t k = 0; k < taken; k++) {
        const bool exclusive = cases[k].exclusive;
        const struct device *device;
        struct choice choice;
        struct monoid monoid;
        struct execution *e;
        char what[128];
        assert_int_equal(device_find("cpu", &device, &why), OK);
        assert_int_equal(choice_parse(*state, &device_cpu, &choice, &why), OK);
        if (small)
            choice = choice_small(&choice);
        if (monoid_open(cases[k].monoid, &monoid, &why) != OK)
            fail_msg("%s", why.line);
        const struct setup setup = {.device = device,
                                    .choice = &choice,
                                    .monoid = &monoid,
                                    .pool = pool,
                                    .exclusive = exclusive,
                                    .largest_n = N};
        if (execution_open(&setup, &e, &why) != OK)
            fail_msg("%s", why.line);
        snprintf(what, sizeof what, "%s %s%s", (char *)*state, monoid.name,
                 exclusive ? " exclusive" : "");
        monoid.table.draw(in, N, SEED);
        monoid.table.fold(in, want, N, exclusive, NULL);
        for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++)
            joins(e, &monoid.table, what, cuts[c]);
        execution_close(e);
        monoid_close(&monoid);
    }
    pool_close(pool);
}

/* One test for each algorithm there is. */
int main(void)
{
    struct CMUnitTest tests[64];
    size_t count = 0;

    for (int i = 0; algorithms[i] && count < 64; i++)
        if (algorithms[i]->task == &scan_task &&
            choice_implementation(algorithms[i], &device_cpu))
            tests[count++] = (struct CMUnitTest){
                .name = algorithms[i]->name,
                .test_func = join_two_chunks,
                .initial_state = (void *)algorithms[i]->name};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("entries", tests, count, NULL, NULL);
}
