/* test_sample.c - what is called for a sample; quantiles, and the interval of
 * the median. */
#include "base/pool.h"
#include "bench/contestant.h"
#include "bench/runs.h"
#include "bench/sample.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

enum { MOST = 3000 };

/* The summary of n, n-1, ..., 1: so that a value tells its rank. */
static struct summary of_ranks(size_t n)
{
    static double values[MOST];

    for (size_t i = 0; i < n; i++)
        values[i] = (double)(n - i);
    return sample_summarise(values, n);
}

static void finds_quantiles(void **state)
{
    double four[] = {4, 1, 3, 2}, one[] = {7}, even[] = {5, 5, 5, 5, 5, 9};

    (void)state;
    const struct summary five = of_ranks(5);
    assert_true(isnan(five.ci_low) && isnan(five.ci_high));
    assert_true(five.min == 1 && five.max == 5);
    assert_true(five.q1 == 2 && five.median == 3 && five.q3 == 4);
    const struct summary s = sample_summarise(four, 4);
    assert_true(s.q1 == 1.75 && s.median == 2.5 && s.q3 == 3.25);
    const struct summary t = sample_summarise(one, 1);
    assert_true(t.min == 7 && t.median == 7 && t.max == 7);
    assert_true(isnan(t.ci_low) && isnan(t.ci_high)); /* too few */
    const struct summary u = sample_summarise(even, 6);
    assert_true(u.median == 5 && u.q3 == 5 && u.ci_high == 9);
}

/* Ranks from tables of the sign test, two sides, 5 %. */
static void finds_the_known_ranks(void **state)
{
    static const struct {
        size_t n, rank;
    } cases[] = {{6, 1},  {8, 1},  {9, 2},   {10, 2},  {12, 3},  {15, 4},
                 {20, 6}, {25, 8}, {30, 10}, {40, 14}, {50, 18}, {100, 40}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t n = cases[i].n;
        const struct summary s = of_ranks(n);
        if (s.ci_low != (double)cases[i].rank ||
            s.ci_high != (double)(n + 1 - cases[i].rank))
            fail_msg("n = %zu: ranks %g to %g, want %zu to %zu", n, s.ci_low,
                     s.ci_high, cases[i].rank, n + 1 - cases[i].rank);
    }
}

/* P(Binomial(n, 1/2) < r), term by term. */
static double below(size_t n, size_t r)
{
    double sum = 0;

    for (size_t k = 0; k < r; k++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)k + 1) -
                   lgamma((double)(n - k) + 1) - (double)n * log(2));
    return sum;
}

/* At least 95 %, and one rank further in would be less than 94.5 %: beyond a
 * thousand values the rank is rounded from the normal distribution. */
static void holds_what_it_promises(void **state)
{
    (void)state;
    for (size_t n = 6; n <= MOST; n += n < 100 ? 1 : 97) {
        const struct summary s = of_ranks(n);
        const size_t r = (size_t)s.ci_low;
        if (2 * below(n, r) > 0.0505 || 2 * below(n, r + 2) < 0.05)
            fail_msg("n = %zu: rank %zu leaves out %.4f", n, r,
                     2 * below(n, r));
    }
}

/* Three runs, far apart and each precise: within, an interval of samples, as
 * narrow as they are; between, from the lowest run to the highest. Runs alike:
 * both are narrow. */
static void tells_runs_from_samples(void **state)
{
    enum { RUNS = 3, SAMPLES = 101 };
    double values[RUNS][SAMPLES];
    struct run_samples runs[RUNS];

    (void)state;
    for (int apart = 0; apart <= 100; apart += 100) {
        for (int k = 0; k < RUNS; k++) {
            for (int i = 0; i < SAMPLES; i++)
                values[k][i] = 1000 + apart * k + (i * 37 % SAMPLES) * 0.01;
            runs[k] = (struct run_samples){values[k], SAMPLES};
        }
        const struct runs_spread s = runs_spread(runs, RUNS);
        assert_true(fabs(s.median - (1000 + apart + 0.5)) < 0.01);
        assert_true(s.within_low >= 1000 + apart);
        assert_true(s.within_high <= 1001 + apart);
        assert_true(s.between_low <= s.within_low + 0.2);
        if (apart) {
            assert_true(s.between_low < 1001);
            assert_true(s.between_high >= 1200);
        } else {
            assert_true(s.between_high <= 1001);
        }
    }
}

/* ------------------------------------------------------------------ calls */

enum { LENGTH = 100, POISON_BYTE = 0xa5 };

static int scans;                /* calls of count_scan */
static size_t spoilt_at[LENGTH]; /* elements found spoilt in each call */

/* Counts its calls, and the spoilt elements that each of them finds. */
static void count_scan(const void *in, void *out, size_t n, int threads)
{
    (void)threads;
    for (size_t i = 0; i < n; i++)
        spoilt_at[scans] += ((const unsigned char *)out)[i] == POISON_BYTE;
    memcpy(out, in, n);
    scans++;
}

/* A sample of `calls` calls. */
static void take_sample(size_t calls, bool warm)
{
    static const struct library library = {.name = "counted"};
    const struct library_row row = {.library = &library, .scan = count_scan};
    static unsigned char in[LENGTH], out[LENGTH];
    struct problem why;
    struct pool *pool;

    assert_int_equal(pool_open(1, &pool, &why), OK);
    const struct call call = {.port = {in, out}, .sizes.of = {LENGTH}};
    struct contestant c = {.kind = CONTEST_LIBRARY,
                           .name = "counted",
                           .started = true,
                           .library = &row,
                           .pool = pool,
                           .call = &call,
                           .calls = calls};

    scans = 0;
    memset(spoilt_at, 0, sizeof spoilt_at);
    memset(out, POISON_BYTE, sizeof out);
    contestant_time(&c, in, out, LENGTH, warm, 1);
    pool_close(pool);
}

static void a_warm_sample_follows_calls(void **state)
{
    (void)state;
    for (int calls = 1; calls <= 4; calls++) {
        take_sample((size_t)calls, true);
        assert_in_range(scans, calls + 1, calls + 10);
        assert_int_equal(spoilt_at[0], LENGTH);
        for (int i = 1; i < scans; i++) /* the timed calls come last */
            assert_int_equal(spoilt_at[i], i >= scans - calls);
    }
    take_sample(1, false);
    assert_int_equal(scans, 1);
    assert_int_equal(spoilt_at[0], LENGTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_quantiles),
        cmocka_unit_test(finds_the_known_ranks),
        cmocka_unit_test(holds_what_it_promises),
        cmocka_unit_test(tells_runs_from_samples),
        cmocka_unit_test(a_warm_sample_follows_calls),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
