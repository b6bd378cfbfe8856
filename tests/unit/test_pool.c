/* test_pool.c - the pool runs every share once; shares see what the caller
 * wrote, and the caller sees what they wrote.
 */
#include "base/pool.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

enum { MOST = 5, FORKS = 3000 };

/* Nothing here is atomic: the pool must order it. */
struct shares {
    int runs[MOST];
    long sum;
    const long *round; /* written by the caller just before the fork */
    long seen[MOST];
};

static void take_share(void *arg, int thread)
{
    struct shares *const shares = arg;

    shares->runs[thread]++;
    shares->seen[thread] = *shares->round;
}

static void runs_every_share_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= MOST; threads++) {
        struct pool *pool;
        struct shares shares = {.sum = 0};
        struct problem why;
        assert_int_equal(pool_open(threads, &pool, &why), OK);
        assert_int_equal(pool_threads(pool), threads);
        for (long round = 1; round <= FORKS; round++) {
            shares.round = &round;
            pool_parallel(pool, take_share, &shares);
            for (int t = 0; t < MOST; t++) {
                const bool takes_part = t < threads;
                if (shares.runs[t] != (takes_part ? round : 0) ||
                    shares.seen[t] != (takes_part ? round : 0))
                    fail_msg("%d threads, fork %ld: share %d ran %d times",
                             threads, round, t, shares.runs[t]);
            }
        }
        pool_close(pool);
    }
}

static void wakes_after_sleep(void **state)
{
    (void)state;
    for (int threads = 1; threads <= MOST; threads++) {
        struct pool *pool;
        struct shares shares = {.sum = 0};
        assert_int_equal(pool_open(threads, &pool, NULL), OK);
        for (long round = 1; round <= 20; round++) {
            shares.round = &round;
            pool_sleep(pool);
            if (round % 2)
                pool_sleep(pool); /* asleep already */
            pool_parallel(pool, take_share, &shares);
            for (int t = 0; t < threads; t++)
                assert_int_equal(shares.runs[t], round);
        }
        pool_close(pool);
    }
}

static void works_when_pinned(void **state)
{
    struct pool *pool;
    struct shares shares = {.sum = 0};
    const long round = 1;
    const int processors = pool_processors();

    (void)state;
    shares.round = &round;
    assert_int_equal(pool_open(3, &pool, NULL), OK);
    pool_pin(pool);
    pool_parallel(pool, take_share, &shares);
    pool_let_go(pool);
    pool_parallel(pool, take_share, &shares);
    for (int t = 0; t < 3; t++)
        assert_int_equal(shares.runs[t], 2);
    assert_int_equal(pool_processors(), processors); /* the caller's again */
    pool_close(pool);
}

static void closes_unused(void **state)
{
    struct pool *pool;

    (void)state;
    for (int i = 0; i < 50; i++) {
        assert_int_equal(pool_open(1 + i % MOST, &pool, NULL), OK);
        pool_close(pool);
    }
    pool_close(NULL);
    assert_true(pool_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_every_share_once),
        cmocka_unit_test(wakes_after_sleep),
        cmocka_unit_test(works_when_pinned),
        cmocka_unit_test(closes_unused),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
