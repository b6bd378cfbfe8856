/* basis_fusion.c - see basis_fusion.h. */
#include "basis_fusion.h"
#include "basis_arrays.h"

#include <assert.h>

struct composed {
    basis_function *f, *g;
    const void *env;
    struct ints in, out;
};

static void both(void *env, size_t i)
{
    const struct composed *const c = env;

    c->out.at[i] = c->f(c->env, c->g(c->env, c->in.at[i]));
}

struct ints basis_map_map(struct basis *b, basis_function *f, basis_function *g,
                          const void *env, struct ints xs)
{
    return basis_map(b, 0, f, env, basis_map(b, 0, g, env, xs));
}

struct ints basis_map_composed(struct basis *b, basis_function *f,
                               basis_function *g, const void *env,
                               struct ints xs)
{
    struct composed composed = {f, g, env, xs, basis_ints(b, xs.n)};

    basis_each(b, xs.n, 2, 2 * sizeof(int32_t), both, &composed);
    return composed.out;
}

/* ------------------------------------------------------------------ dotprod */

/* Modulo 2^32: a product of two int32_t need not fit. */
static int32_t times(int32_t x, int32_t y)
{
    return (int32_t)((uint32_t)x * (uint32_t)y);
}

struct product {
    const struct pair *in;
    int32_t *out;
};

static void multiply(void *env, size_t i)
{
    const struct product *const p = env;

    p->out[i] = times(p->in[i].first, p->in[i].second);
}

int32_t basis_dotprod(struct basis *b, struct ints xs, struct ints ys)
{
    const struct pairs pairs = basis_zip(b, xs, ys);
    const struct ints products = basis_ints(b, xs.n);
    struct product product = {pairs.at, products.at};

    basis_each(b, xs.n, 1, sizeof(struct pair) + sizeof(int32_t), multiply,
               &product);
    return basis_reduce_ints(b, &basis_add, products);
}

struct fused {
    struct ints xs, ys, sums;
    size_t chunk;
};

static void multiply_and_add(void *env, size_t k)
{
    const struct fused *const f = env;
    uint32_t sum = 0;

    for (size_t i = k * f->chunk; i < (k + 1) * f->chunk && i < f->xs.n; i++)
        sum += (uint32_t)times(f->xs.at[i], f->ys.at[i]);
    f->sums.at[k] = (int32_t)sum;
}

int32_t basis_dotprod_fused(struct basis *b, size_t chunks, struct ints xs,
                            struct ints ys)
{
    struct fused fused = {xs, ys, basis_ints(b, chunks),
                          (xs.n + chunks - 1) / chunks};
    const double length = (double)fused.chunk;

    assert(xs.n == ys.n);
    basis_each(b, chunks, 2 * length, (2 * length + 1) * sizeof(int32_t),
               multiply_and_add, &fused);
    return basis_reduce_ints(b, &basis_add, fused.sums);
}
