/* check.c - comparing scans with a reference. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status check_differs(const struct monoid_table *monoid, size_t at,
                          const void *got, const void *want,
                          struct problem *why)
{
    char got_text[256], want_text[256];

    return problem_set(why, CHECK_FAILED, "out[%zu] = %s, want %s", at,
                       monoid_print(monoid, got, got_text, sizeof got_text),
                       monoid_print(monoid, want, want_text, sizeof want_text));
}

/* ------------------------------------------------------------------ equal */

struct comparison {
    const char *expected, *out;
    size_t bytes, elem_bytes;
    int threads;
    size_t first[256]; /* byte of the first difference each thread found */
};

static void compare(void *arg, int thread)
{
    struct comparison *c = arg;
    const size_t elements = c->bytes / c->elem_bytes;
    const size_t parts = (size_t)c->threads, me = (size_t)thread;
    const size_t begin = elements / parts * me * c->elem_bytes;
    const size_t end = me + 1 == parts
                           ? c->bytes
                           : elements / parts * (me + 1) * c->elem_bytes;
    enum { STEP = 1 << 16 };

    c->first[thread] = SIZE_MAX;
    for (size_t at = begin; at < end; at += STEP) {
        const size_t length = end - at < STEP ? end - at : STEP;
        if (memcmp(c->expected + at, c->out + at, length) == 0)
            continue;
        while (c->expected[at] == c->out[at])
            at++;
        c->first[thread] = at;
        return;
    }
}

enum status check_equal(const struct monoid_table *monoid, const void *expected,
                        const void *out, size_t n, struct pool *pool,
                        struct problem *why)
{
    struct comparison c = {expected,      out, n * monoid->bytes,
                           monoid->bytes, 1,   {SIZE_MAX}};

    if (n >= 1 << 16 && pool_threads(pool) <= 256) {
        c.threads = pool_threads(pool);
        pool_parallel(pool, compare, &c);
    } else if (n > 0) {
        compare(&c, 0);
    }
    for (int t = 0; t < c.threads; t++)
        if (c.first[t] != SIZE_MAX) {
            const size_t at = c.first[t] / monoid->bytes;
            return check_differs(monoid, at, c.out + at * monoid->bytes,
                                 c.expected + at * monoid->bytes, why);
        }
    return OK;
}

/* ----------------------------------------------------------------- floats */

/* A sum kept as high + low, |low| <= ulp(high) / 2: Knuth's two-sum. */
struct exact_sum {
    double high, low, magnitude;
};

static void exact_add(struct exact_sum *sum, double x)
{
    const double high = sum->high + x;
    const double of_x = high - sum->high;
    const double lost = (sum->high - (high - of_x)) + (x - of_x);

    sum->low += lost;
    sum->high = high + sum->low;
    sum->low -= sum->high - high;
    sum->magnitude += fabs(x);
}

static double number_at(const struct monoid_table *monoid, const void *array,
                        size_t i)
{
    return monoid->bytes == 4 ? (double)((const float *)array)[i]
                              : ((const double *)array)[i];
}

static enum status float_is_off(size_t i, double out, double want, double error,
                                double bound, struct problem *why)
{
    return problem_set(why, CHECK_FAILED,
                       "out[%zu] = %.17g, want %.17g: off by %.3g, rounding "
                       "explains at most %.3g",
                       i, out, want, error, bound);
}

static enum status check_floats(const struct scan_result *r,
                                struct check_verdict *verdict,
                                struct problem *why)
{
    const bool single = r->monoid->bytes == 4;
    const double eps = single ? FLT_EPSILON : DBL_EPSILON;
    const double largest = single ? FLT_MAX : DBL_MAX;
    struct exact_sum sum = {0, 0, 0};

    if (r->carry)
        exact_add(&sum, number_at(r->monoid, r->carry, 0));
    for (size_t i = 0; i < r->n; i++) {
        if (!r->exclusive)
            exact_add(&sum, number_at(r->monoid, r->in, i));
        if (!(fabs(sum.high) <= largest))
            return problem_set(why, WRONG_USE,
                               "the sum leaves the range of %s at element %zu",
                               single ? "float32" : "float64", i);
        const double out = number_at(r->monoid, r->out, i);
        const double error = fabs((out - sum.high) - sum.low);
        const double bound = (double)(i + 2) * eps * sum.magnitude;
        if (!(error <= bound))
            return float_is_off(i, out, sum.high, error, bound, why);
        if (error > verdict->largest_error)
            verdict->largest_error = error;
        if (r->exclusive)
            exact_add(&sum, number_at(r->monoid, r->in, i));
    }
    verdict->bound = (double)(r->n + 1) * eps * sum.magnitude;
    verdict->magnitude = sum.magnitude;
    return OK;
}

/* ---------------------------------------------------------------- exactly */

/* In pieces, so that the reference needs no memory of size n. */
static enum status check_exactly(const struct scan_result *r,
                                 struct problem *why)
{
    enum { PIECE = 4096 };
    const struct monoid_table *m = r->monoid;
    const size_t bytes = m->bytes;
    char *want = malloc(PIECE * bytes), carry[64], next[64];
    enum status status = OK;
    bool has_carry = r->carry != NULL;

    if (!want)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    if (has_carry)
        memcpy(carry, r->carry, bytes);
    for (size_t at = 0; at < r->n && status == OK; at += PIECE) {
        const size_t length = r->n - at < PIECE ? r->n - at : PIECE;
        const char *in = (const char *)r->in + at * bytes;
        const char *out = (const char *)r->out + at * bytes;
        m->fold(in, want, length, r->exclusive, has_carry ? carry : NULL);
        for (size_t i = 0; i < length && status == OK; i++)
            if (memcmp(want + i * bytes, out + i * bytes, bytes) != 0)
                status = check_differs(m, at + i, out + i * bytes,
                                       want + i * bytes, why);
        memcpy(next, want + (length - 1) * bytes, bytes);
        if (r->exclusive)
            m->op(next, in + (length - 1) * bytes, carry);
        else
            memcpy(carry, next, bytes);
        has_carry = true;
    }
    free(want);
    return status;
}

enum status check_scan(const struct scan_result *result,
                       struct check_verdict *verdict, struct problem *why)
{
    *verdict = (struct check_verdict){.exact = true};
    const enum status status = check_exactly(result, why);

    if (result->monoid->kind != FLOATING || status == MACHINE_LACKS)
        return status;
    /* Sums that left the range are equal as well: ask the exact ones too. */
    verdict->exact = status == OK;
    return check_floats(result, verdict, why);
}

const char *check_words(const struct check_verdict *verdict, char *text,
                        size_t size)
{
    /* From here on "within rounding" would let a lost half pass. */
    const double too_weak = 0.1;

    if (verdict->exact)
        snprintf(text, size, "right");
    else if (verdict->bound <= too_weak * verdict->magnitude)
        snprintf(text, size,
                 "right within rounding (off by %.2g at most, the bound is "
                 "%.2g)",
                 verdict->largest_error, verdict->bound);
    else
        snprintf(text, size,
                 "NOT CHECKED: with so many elements rounding alone may be "
                 "off by %.2g (it is off by %.2g)",
                 verdict->bound, verdict->largest_error);
    return text;
}
