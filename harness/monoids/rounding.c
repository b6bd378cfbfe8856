/* rounding.c - the exact sums, the magnitudes, and the spread between different
 * orders. */
#include "rounding.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* For the spread: the number of loops on operands changed by a rounding, and
 * the factor allowed over the differences that they show. */
enum { SHAKEN = 4, TIMES = 4 };
enum { ELEMENT = 64, LEVELS = 64, PROBES = 64 };

enum way { SUMS, MAGNITUDES, SPREAD };

/* A sum kept as high + low, |low| <= ulp(high) / 2: Knuth's two-sum. */
struct exact_sum {
    double high, low, magnitude, largest;
};

/* An aligned element of any monoid. */
struct element {
    _Alignas(16) char bytes[ELEMENT];
};

/* The reductions of full subtrees of 2^k leaves, the largest first. */
struct tree {
    struct element node[LEVELS];
    size_t leaves[LEVELS];
    int count;
};

struct rounding {
    const struct monoid_table *monoid;
    const char *in;
    size_t n, at;
    bool exclusive, had_infinite; /* an operand was infinite */
    enum way way;
    double eps, largest, least;
    size_t joined; /* elements, a carry among them */
    struct exact_sum sum[MAX_COMPONENTS];
    struct element plain, magnitude, shaken[SHAKEN];
    struct tree tree;
    uint64_t random;
};

static double number(const struct rounding *r, const struct element *e, int k)
{
    return monoid_component(r->monoid, e->bytes, k);
}

static void set_number(const struct rounding *r, struct element *e, int k,
                       double x)
{
    const float single = (float)x;

    if (r->monoid->component_bytes == 8)
        memcpy(e->bytes + 8 * k, &x, sizeof x);
    else
        memcpy(e->bytes + 4 * k, &single, sizeof single);
}

/* ----------------------------------------------------------- which of three */

bool rounding_applies(const struct monoid_table *monoid)
{
    return monoid->kind == FLOATING && !monoid->exact && !monoid->same;
}

/* True when op is + on all neighbours of the array. */
static bool adds(const struct rounding *r, const char *array, size_t n)
{
    const struct monoid_table *m = r->monoid;
    struct element a, b, joined, sum;

    for (size_t i = 0; i + 1 < n; i++) {
        memcpy(a.bytes, array + i * m->bytes, m->bytes);
        memcpy(b.bytes, array + (i + 1) * m->bytes, m->bytes);
        m->op(a.bytes, b.bytes, joined.bytes);
        for (int k = 0; k < m->components; k++)
            set_number(r, &sum, k, number(r, &a, k) + number(r, &b, k));
        if (!monoid_equal(m, joined.bytes, sum.bytes))
            return false;
    }
    return true;
}

/* Elements that are drawn are asked too: an input of zeros tells nothing. */
static bool is_sum(const struct rounding *r)
{
    const struct monoid_table *m = r->monoid;
    struct element one;
    _Alignas(64) char drawn[PROBES * ELEMENT];

    m->identity(one.bytes);
    for (int k = 0; k < m->components; k++)
        if (number(r, &one, k) != 0)
            return false;
    m->draw(drawn, PROBES, 1);
    return adds(r, drawn, PROBES) &&
           adds(r, r->in, r->n < PROBES ? r->n : PROBES);
}

/* ------------------------------------------------------------------ joining */

static void exact_add(struct exact_sum *sum, double x)
{
    const double high = sum->high + x;
    const double of_x = high - sum->high;
    const double lost = (sum->high - (high - of_x)) + (x - of_x);

    sum->low += lost;
    sum->high = high + sum->low;
    sum->low -= sum->high - high;
    sum->magnitude += fabs(x);
    sum->largest = fmax(sum->largest, fabs(sum->high));
}

static void join_magnitude(struct rounding *r, const struct element *x)
{
    struct element m, before = r->magnitude;

    r->monoid->magnitude(x->bytes, m.bytes);
    if (r->joined == 0)
        r->magnitude = m;
    else
        r->monoid->magnitude_op(before.bytes, m.bytes, r->magnitude.bytes);
}

/* Subtrees of one size become one. */
static void join_tree(struct rounding *r, const struct element *x)
{
    struct tree *t = &r->tree;

    t->node[t->count] = *x;
    t->leaves[t->count++] = 1;
    while (t->count > 1 && t->leaves[t->count - 2] == t->leaves[t->count - 1]) {
        struct element *left = &t->node[t->count - 2];
        const struct element a = *left, b = t->node[t->count - 1];
        r->monoid->op(a.bytes, b.bytes, left->bytes);
        t->leaves[t->count - 2] *= 2;
        t->count--;
    }
}

/* xorshift64. */
static uint64_t next_random(struct rounding *r)
{
    r->random ^= r->random << 13;
    r->random ^= r->random >> 7;
    r->random ^= r->random << 17;
    return r->random;
}

/* Small whole numbers are left as they are: flags, counts and indices come out
 * exactly in any order, and another number there is another branch. */
static struct element shake(struct rounding *r, const struct element *x)
{
    struct element out = *x;
    uint64_t bits = next_random(r);

    for (int k = 0; k < r->monoid->components; k++, bits >>= 1) {
        const double v = number(r, x, k);
        if (isfinite(v) && (v != rint(v) || fabs(v) > 1 / (4 * r->eps)))
            set_number(r, &out, k,
                       v + (bits & 1 ? 1.5 : -1.5) * r->eps * fabs(v));
    }
    return out;
}

static void see_infinite(struct rounding *r, const struct element *x)
{
    for (int k = 0; k < r->monoid->components; k++)
        r->had_infinite |= isinf(number(r, x, k)) != 0;
}

static void join(struct rounding *r, const void *element)
{
    const struct monoid_table *m = r->monoid;
    struct element x, before = r->plain;

    memcpy(x.bytes, element, m->bytes);
    see_infinite(r, &x);
    for (int k = 0; r->way == SUMS && k < m->components; k++)
        exact_add(&r->sum[k], number(r, &x, k));
    if (r->way != SUMS)
        m->op(before.bytes, x.bytes, r->plain.bytes);
    if (r->way == MAGNITUDES)
        join_magnitude(r, &x);
    for (int s = 0; r->way == SPREAD && s < SHAKEN; s++) {
        const struct element a = shake(r, &r->shaken[s]), b = shake(r, &x);
        m->op(a.bytes, b.bytes, r->shaken[s].bytes);
    }
    if (r->way == SPREAD)
        join_tree(r, &x);
    r->joined++;
}

/* --------------------------------------------------------------- the bounds */

static void allow_sums(const struct rounding *r, struct allowance *out)
{
    for (int k = 0; k < r->monoid->components; k++) {
        const struct exact_sum *s = &r->sum[k];
        out->want[k] = s->high;
        out->low[k] = s->low;
        const double ops = (double)(r->at + 2);
        out->magnitude[k] = s->largest;
        out->allowed[k] = ops * r->eps * s->magnitude;
        out->probable[k] =
            fmin(out->allowed[k], 16 * sqrt(ops) * r->eps * s->largest);
    }
}

static void allow_plain(const struct rounding *r, struct allowance *out)
{
    const double depth = (double)(r->joined + 1);

    for (int k = 0; k < r->monoid->components; k++) {
        const double want = number(r, &r->plain, k);
        const double m = r->joined > 0 && r->way == MAGNITUDES
                             ? fabs(number(r, &r->magnitude, k))
                             : 0;
        out->want[k] = want;
        out->low[k] = 0;
        out->magnitude[k] = r->way == MAGNITUDES ? m : fabs(want);
        out->probable[k] = 0;
        out->allowed[k] = 4 * depth * (r->eps * m + r->least);
    }
}

static void see(const struct rounding *r, const struct element *other,
                struct allowance *out, double spread[MAX_COMPONENTS])
{
    for (int k = 0; k < r->monoid->components; k++) {
        const double v = number(r, other, k);
        const double apart = v == out->want[k] ? 0 : fabs(v - out->want[k]);
        if (!(apart <= spread[k])) /* NAN, too: then it stays */
            spread[k] = apart;
    }
}

static void allow_spread(const struct rounding *r, struct allowance *out)
{
    const struct monoid_table *m = r->monoid;
    const struct tree *t = &r->tree;
    double spread[MAX_COMPONENTS] = {0};
    struct element left, right, next;

    for (int s = 0; s < SHAKEN; s++)
        see(r, &r->shaken[s], out, spread);
    if (t->count > 0) {
        left = t->node[0];
        right = t->node[t->count - 1];
        for (int i = 1; i < t->count; i++) {
            m->op(left.bytes, t->node[i].bytes, next.bytes);
            left = next;
            m->op(t->node[t->count - 1 - i].bytes, right.bytes, next.bytes);
            right = next;
        }
        see(r, &left, out, spread);
        see(r, &right, out, spread);
    }
    for (int k = 0; k < m->components; k++) {
        const double want = out->want[k];
        out->allowed[k] += TIMES * spread[k];
        if (want != rint(want)) /* its last digit is never sure */
            out->allowed[k] += TIMES * r->eps * fabs(want);
    }
}

static enum status left_range(const struct rounding *r, struct problem *why)
{
    return problem_set(
        why, WRONG_USE, "the %s leaves the range of %s at element %zu",
        r->way == SUMS ? "sum" : "scan",
        r->monoid->component_bytes == 4 ? "float32" : "float64", r->at);
}

/* Infinite results are right where op keeps infinite operands (the largest of
 * none is minus infinity), and all orders agree. */
static enum status check_range(const struct rounding *r, struct allowance *out,
                               struct problem *why)
{
    const double nothing = 4 * (double)(r->joined + 1) * r->least;

    for (int k = 0; k < r->monoid->components; k++) {
        const double want = out->want[k];
        const bool kept = isinf(want) && r->had_infinite && r->way != SUMS &&
                          (r->way == MAGNITUDES || out->allowed[k] <= nothing);
        if (kept)
            out->allowed[k] = 0;
        else if (!(fabs(want) <= r->largest) || !isfinite(out->allowed[k]))
            return left_range(r, why);
    }
    return OK;
}

enum status rounding_next(struct rounding *r, struct allowance *out,
                          struct problem *why)
{
    const char *const element = r->in + r->at * r->monoid->bytes;

    if (!r->exclusive)
        join(r, element);
    if (r->way == SUMS)
        allow_sums(r, out);
    else
        allow_plain(r, out);
    if (r->way == SPREAD)
        allow_spread(r, out);
    const enum status status = check_range(r, out, why);
    if (r->exclusive)
        join(r, element);
    r->at++;
    return status;
}

/* ------------------------------------------------------------------ open */

/* Nothing is joined yet. */
static void begin(struct rounding *r)
{
    r->at = r->joined = 0;
    r->had_infinite = false;
    memset(r->sum, 0, sizeof r->sum);
    r->tree.count = 0;
    r->random = 0x9e3779b97f4a7c15u;
    r->monoid->identity(r->plain.bytes);
    see_infinite(r, &r->plain);
    for (int s = 0; s < SHAKEN; s++)
        r->shaken[s] = r->plain;
}

enum status rounding_open(const struct monoid_table *monoid, const void *in,
                          size_t n, bool exclusive, const void *carry,
                          struct rounding **out, struct problem *why)
{
    const bool single = monoid->component_bytes == 4;
    struct rounding *r = *out = calloc(1, sizeof *r);

    if (!r)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    r->monoid = monoid;
    r->in = in;
    r->n = n;
    r->exclusive = exclusive;
    r->eps = single ? FLT_EPSILON : DBL_EPSILON;
    r->largest = single ? FLT_MAX : DBL_MAX;
    r->least = single ? 0x1p-149 : 0x1p-1074;
    r->way = monoid->magnitude ? MAGNITUDES : is_sum(r) ? SUMS : SPREAD;
    begin(r);
    if (carry)
        join(r, carry);
    return OK;
}

void rounding_again(struct rounding *r, const void *in, size_t n)
{
    r->in = in;
    r->n = n;
    begin(r);
}

void rounding_close(struct rounding *rounding)
{
    free(rounding);
}
