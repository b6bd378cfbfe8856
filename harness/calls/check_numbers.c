/* check_numbers.c - comparing scans with a reference. */
#include "check_numbers.h"
#include "monoids/rounding.h"

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
    const struct monoid_table *monoid;
    const char *expected, *allowed, *out; /* allowed: or NULL */
    size_t n;
    int threads;
    size_t first[256]; /* the first difference that each thread found */
};

static bool is_within(const struct comparison *c, size_t i)
{
    const struct monoid_table *m = c->monoid;
    const size_t at = i * m->bytes;

    if (monoid_equal(m, c->out + at, c->expected + at))
        return true;
    for (int k = 0; c->allowed && k < m->components; k++) {
        const double got = monoid_component(m, c->out + at, k);
        const double want = monoid_component(m, c->expected + at, k);
        if (got != want &&
            !(fabs(got - want) <= monoid_component(m, c->allowed + at, k)))
            return false;
    }
    return c->allowed != NULL;
}

static void compare(void *arg, int thread)
{
    struct comparison *c = arg;
    const size_t bytes = c->monoid->bytes, me = (size_t)thread;
    const size_t each = c->n / (size_t)c->threads;
    const size_t end = thread + 1 == c->threads ? c->n : each * (me + 1);
    enum { STEP = 1 << 12 };

    c->first[thread] = SIZE_MAX;
    for (size_t at = each * me; at < end; at += STEP) {
        const size_t length = end - at < STEP ? end - at : STEP;
        if (memcmp(c->expected + at * bytes, c->out + at * bytes,
                   length * bytes) == 0)
            continue;
        for (size_t i = at; i < at + length; i++)
            if (!is_within(c, i)) {
                c->first[thread] = i;
                return;
            }
    }
}

enum status check_within(const struct monoid_table *monoid,
                         const void *expected, const void *allowed,
                         const void *out, size_t n, struct pool *pool,
                         struct problem *why)
{
    struct comparison c = {monoid, expected, allowed, out, n, 1, {SIZE_MAX}};

    if (pool && n >= 1 << 16 && pool_threads(pool) <= 256) {
        c.threads = pool_threads(pool);
        pool_parallel(pool, compare, &c);
    } else if (n > 0) {
        compare(&c, 0);
    }
    for (int t = 0; t < c.threads; t++)
        if (c.first[t] != SIZE_MAX) {
            const size_t at = c.first[t] * monoid->bytes;
            return check_differs(monoid, c.first[t], c.out + at,
                                 c.expected + at, why);
        }
    return OK;
}

enum status check_equal(const struct monoid_table *monoid, const void *expected,
                        const void *out, size_t n, struct pool *pool,
                        struct problem *why)
{
    return check_within(monoid, expected, NULL, out, n, pool, why);
}

/* ----------------------------------------------------------------- floats */

/* |out - (want + low)|; equal infinite ones are equal. */
static double apart(const struct allowance *a, int k, double out)
{
    return out == a->want[k] && a->low[k] == 0
               ? 0
               : fabs((out - a->want[k]) - a->low[k]);
}

static enum status float_is_off(const struct monoid_table *m, size_t i,
                                const void *out, const struct allowance *a,
                                int k, struct problem *why)
{
    char got[256], want[64 * MAX_COMPONENTS], number[32] = "";
    size_t used = 0;

    for (int c = 0; c < m->components; c++)
        used += (size_t)snprintf(want + used, sizeof want - used, "%s%.17g",
                                 c                   ? ", "
                                 : m->components > 1 ? "("
                                                     : "",
                                 a->want[c]);
    if (m->components > 1) {
        snprintf(want + used, sizeof want - used, ")");
        snprintf(number, sizeof number, " in number %d", k + 1);
        monoid_print(m, out, got, sizeof got);
    } else {
        snprintf(got, sizeof got, "%.17g", monoid_component(m, out, 0));
    }
    return problem_set(why, CHECK_FAILED,
                       "out[%zu] = %s, want %s: off by %.3g%s, but rounding "
                       "explains at most %.3g",
                       i, got, want, apart(a, k, monoid_component(m, out, k)),
                       number, a->allowed[k]);
}

enum status check_float(const struct monoid_table *m, size_t i, const void *out,
                        const struct allowance *a,
                        struct check_verdict *verdict, struct problem *why)
{
    verdict->bound = verdict->magnitude = verdict->probable = 0;
    for (int k = 0; k < m->components; k++) {
        const double error = apart(a, k, monoid_component(m, out, k));
        if (!(error <= a->allowed[k]))
            return float_is_off(m, i, out, a, k, why);
        verdict->largest_error = fmax(verdict->largest_error, error);
        verdict->bound = fmax(verdict->bound, a->allowed[k]);
        verdict->magnitude = fmax(verdict->magnitude, a->magnitude[k]);
        verdict->probable = fmax(verdict->probable, a->probable[k]);
        verdict->is_improbable |= error > a->probable[k];
    }
    return OK;
}

/* The carry of a part may itself be off by what the part before it allowed. */
static void allow_carry(const struct monoid_table *m,
                        const struct check_verdict *before, struct allowance *a)
{
    for (int k = 0; k < m->components; k++) {
        a->allowed[k] += before->bound;
        a->magnitude[k] = fmax(a->magnitude[k], before->magnitude);
        if (a->probable[k] > 0)
            a->probable[k] += before->probable;
    }
}

static enum status check_floats(const struct scan_part *part,
                                struct check_verdict *verdict,
                                struct problem *why)
{
    const struct scan_result *const r = &part->scan;
    const struct monoid_table *m = r->monoid;
    struct rounding *rounding;
    struct allowance allowance;
    enum status status =
        rounding_open(m, r->in, r->n, r->exclusive, r->carry, &rounding, why);

    for (size_t i = 0; i < r->n && status == OK; i++) {
        status = rounding_next(rounding, &allowance, why);
        allow_carry(m, part->before, &allowance);
        if (status == OK)
            status = check_float(m, part->first + i,
                                 (const char *)r->out + i * m->bytes,
                                 &allowance, verdict, why);
    }
    rounding_close(rounding);
    return status;
}

/* Rounded up, so that what is allowed stays allowed. */
static void store_up(const struct monoid_table *m, double x, int k, char *to)
{
    const float single = nextafterf((float)x, INFINITY);

    if (m->component_bytes == 8)
        memcpy(to + 8 * k, &x, sizeof x);
    else
        memcpy(to + 4 * k, &single, sizeof single);
}

enum status check_allowed(const struct scan_result *plain, void *allowed,
                          struct problem *why)
{
    const struct monoid_table *m = plain->monoid;
    struct rounding *rounding;
    struct allowance a;
    enum status status = rounding_open(m, plain->in, plain->n, plain->exclusive,
                                       plain->carry, &rounding, why);

    for (size_t i = 0; i < plain->n && status == OK; i++) {
        const char *const loop = (const char *)plain->out + i * m->bytes;
        status = rounding_next(rounding, &a, why);
        for (int k = 0; k < m->components && status == OK; k++)
            store_up(m,
                     apart(&a, k, monoid_component(m, loop, k)) +
                         (a.probable[k] > 0 ? a.probable[k] : a.allowed[k]),
                     k, (char *)allowed + i * m->bytes);
    }
    rounding_close(rounding);
    return status;
}

/* ---------------------------------------------------------------- exactly */

/* In pieces, so that the reference needs no memory of size n. */
static enum status check_exactly(const struct scan_part *part,
                                 struct problem *why)
{
    enum { PIECE = 4096 };
    const struct scan_result *const r = &part->scan;
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
            if (!monoid_equal(m, out + i * bytes, want + i * bytes))
                status = check_differs(m, part->first + at + i, out + i * bytes,
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

enum status check_part(const struct scan_part *part,
                       struct check_verdict *verdict, struct problem *why)
{
    *verdict = *part->before;
    const enum status status = check_exactly(part, why);

    if (!rounding_applies(part->scan.monoid) || status == MACHINE_LACKS)
        return status;
    /* Sums that left the range are equal as well: ask the exact ones too. */
    verdict->exact &= status == OK;
    return check_floats(part, verdict, why);
}

enum status check_scan(const struct scan_result *result,
                       struct check_verdict *verdict, struct problem *why)
{
    const struct check_verdict before = {.exact = true};
    const struct scan_part part = {.scan = *result, .before = &before};

    return check_part(&part, verdict, why);
}

const char *check_words(const struct check_verdict *verdict, char *text,
                        size_t size)
{
    /* From here on "within rounding" would let a lost half pass; but an error as
     * small as is probable is none. */
    const double too_weak = 0.1;
    const bool is_weak = verdict->bound > too_weak * verdict->magnitude;
    const double bound = is_weak ? verdict->probable : verdict->bound;

    if (verdict->exact)
        snprintf(text, size, "right");
    else if (!is_weak || !verdict->is_improbable)
        snprintf(
            text, size,
            "right within rounding (off by at most %.2g, the bound is %.2g)",
            verdict->largest_error, bound);
    else
        snprintf(text, size,
                 "NOT CHECKED: with so many elements, rounding alone can cause "
                 "an error of %.2g (the error is %.2g)",
                 verdict->bound, verdict->largest_error);
    return text;
}
