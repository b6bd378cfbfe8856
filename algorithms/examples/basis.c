/* basis.c - map, iota, scatter; scan and reduce with their costs. */
#include "basis.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

/* Bytes of a number, in costs. */
static const double WORD = sizeof(int32_t);

const struct basis_monoid basis_add = {"add_i32", sizeof(int32_t)};
const struct basis_monoid basis_max = {"max_i32", sizeof(int32_t)};
const struct basis_monoid basis_affine = {"affine_u32", sizeof(struct affine)};
const struct basis_monoid basis_segments = {"seg_add_i32", sizeof(struct pair)};
const struct basis_monoid basis_dfa = {"dfa8", sizeof(struct dfa)};

static void add_costs(struct basis_costs *to, struct basis_costs more)
{
    to->work += more.work;
    to->span += more.span;
    to->bytes += more.bytes;
}

void basis_each(struct basis *b, size_t n, double steps, double bytes,
                void (*f)(void *env, size_t i), void *env)
{
    const struct basis_costs costs = {(double)n * steps, n > 0 ? steps : 0,
                                      (double)n * bytes};

    add_costs(&b->model, costs);
    add_costs(&b->ran, costs);
    if (n > 0)
        b->each(b, n, f, env);
}

struct ints basis_ints(struct basis *b, size_t n)
{
    return (struct ints){n, b->memory(b, n * sizeof(int32_t))};
}

_Noreturn void basis_fail(struct basis *b, const char *format, ...)
{
    char line[256];
    va_list values;

    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    b->fail(b, line);
    abort(); /* it does not return */
}

/* ------------------------------------------------------------------- maps */

struct map {
    basis_function *f;
    const void *env;
    struct ints in, out;
};

static void map_one(void *env, size_t i)
{
    const struct map *const m = env;

    m->out.at[i] = m->f(m->env, m->in.at[i]);
}

struct ints basis_map(struct basis *b, int reads, basis_function *f,
                      const void *env, struct ints xs)
{
    struct map map = {f, env, xs, basis_ints(b, xs.n)};

    basis_each(b, xs.n, 1, (2 + reads) * WORD, map_one, &map);
    return map.out;
}

static void tabulate_one(void *env, size_t i)
{
    const struct map *const m = env;

    m->out.at[i] = m->f(m->env, (int32_t)i);
}

struct ints basis_tabulate(struct basis *b, size_t n, int reads,
                           basis_function *f, const void *env)
{
    struct map map = {.f = f, .env = env, .out = basis_ints(b, n)};

    basis_each(b, n, 1, (1 + reads) * WORD, tabulate_one, &map);
    return map.out;
}

int32_t basis_constant(const void *env, int32_t x)
{
    (void)x;
    return *(const int32_t *)env;
}

static int32_t itself(const void *env, int32_t i)
{
    (void)env;
    return i;
}

struct ints basis_iota(struct basis *b, size_t n)
{
    return basis_tabulate(b, n, 0, itself, NULL);
}

static int32_t byte_of(const void *env, int32_t i)
{
    return ((const unsigned char *)env)[i];
}

struct ints basis_bytes(struct basis *b, const char *text, size_t n)
{
    return basis_tabulate(b, n, 1, byte_of, text);
}

/* --------------------------------------------------------- scatter, gather */

struct move {
    struct ints into, at, values;
};

static void scatter_one(void *env, size_t i)
{
    const struct move *const m = env;
    const int32_t at = m->at.at[i];

    assert(at >= -1 && (at < 0 || (size_t)at < m->into.n));
    if (at >= 0)
        m->into.at[at] = m->values.at[i];
}

struct ints basis_scatter(struct basis *b, struct ints into, struct ints at,
                          struct ints values)
{
    struct move move = {into, at, values};

    assert(at.n == values.n);
    basis_each(b, at.n, 1, 3 * WORD, scatter_one, &move);
    return into;
}

static int32_t pick(const void *env, int32_t at)
{
    const struct ints *const xs = env;

    assert(at >= 0 && (size_t)at < xs->n);
    return xs->at[at];
}

struct ints basis_gather(struct basis *b, struct ints xs, struct ints at)
{
    return basis_map(b, 1, pick, &xs, at);
}

/* ---------------------------------------------------------- scan and reduce */

/* The levels of a binary tree over n leaves. */
static double levels(size_t n)
{
    double count = 0;

    for (size_t reach = 1; reach < n; reach *= 2)
        count++;
    return count;
}

void basis_scan(struct basis *b, const struct basis_monoid *monoid,
                enum scan_kind kind, const void *in, void *out, size_t n)
{
    const double bytes = 2 * (double)n * (double)monoid->bytes;

    add_costs(&b->model, (struct basis_costs){(double)n, levels(n), bytes});
    add_costs(&b->ran, b->scan(b, monoid, kind, in, out, n));
}

void basis_reduce(struct basis *b, const struct basis_monoid *monoid,
                  const void *in, void *out, size_t n)
{
    const double bytes = (double)(n + 1) * (double)monoid->bytes;

    add_costs(&b->model, (struct basis_costs){(double)n, levels(n), bytes});
    add_costs(&b->ran, b->reduce(b, monoid, in, out, n));
}

struct ints basis_scan_ints(struct basis *b, const struct basis_monoid *monoid,
                            enum scan_kind kind, struct ints xs)
{
    const struct ints out = basis_ints(b, xs.n);

    assert(monoid->bytes == sizeof(int32_t));
    basis_scan(b, monoid, kind, xs.at, out.at, xs.n);
    return out;
}

int32_t basis_reduce_ints(struct basis *b, const struct basis_monoid *monoid,
                          struct ints xs)
{
    int32_t sum;

    assert(monoid->bytes == sizeof(int32_t));
    basis_reduce(b, monoid, xs.at, &sum, xs.n);
    return sum;
}
