/* basis_trees.c - see basis_trees.h. */
#include "basis_trees.h"

#include <assert.h>

static int32_t plus(int32_t x, int32_t y)
{
    return (int32_t)((uint32_t)x + (uint32_t)y); /* wraps, as add_i32 does */
}

static int32_t larger(int32_t x, int32_t y)
{
    return x > y ? x : y;
}

const struct basis_op basis_plus = {plus, 0};
const struct basis_op basis_larger = {larger, INT32_MIN};

/* One level, or one round, over xs. */
struct level {
    const struct basis_op *op;
    struct ints xs;
    size_t stride;
};

/* Element 2i joined to the next one, if there is one. */
static int32_t join_two(const void *env, int32_t i)
{
    const struct level *const level = env;
    const size_t left = 2 * (size_t)i, right = left + 1;

    return level->op->op(level->xs.at[left], right < level->xs.n
                                                 ? level->xs.at[right]
                                                 : level->op->identity);
}

int32_t basis_reduce_tree(struct basis *b, const struct basis_op *op,
                          struct ints xs)
{
    while (xs.n > 1) {
        const struct level level = {.op = op, .xs = xs};
        xs = basis_tabulate(b, (xs.n + 1) / 2, 2, join_two, &level);
    }
    return xs.n == 0 ? op->identity : xs.at[0];
}

struct strided {
    struct level level;
    struct ints partial;
};

static void reduce_strided(void *env, size_t t)
{
    const struct strided *const s = env;
    int32_t sum = s->level.op->identity;

    for (size_t i = t; i < s->level.xs.n; i += s->level.stride)
        sum = s->level.op->op(sum, s->level.xs.at[i]);
    s->partial.at[t] = sum;
}

int32_t basis_reduce_strided(struct basis *b, const struct basis_op *op,
                             size_t threads, struct ints xs)
{
    const double chunk = (double)((xs.n + threads - 1) / threads);
    struct strided strided = {{op, xs, threads}, basis_ints(b, threads)};

    basis_each(b, threads, chunk, (chunk + 1) * sizeof(int32_t), reduce_strided,
               &strided);
    return basis_reduce_tree(b, op, strided.partial);
}

static int32_t join_left(const void *env, int32_t i)
{
    const struct level *const level = env;
    const size_t at = (size_t)i;

    return at < level->stride ? level->xs.at[at]
                              : level->op->op(level->xs.at[at - level->stride],
                                              level->xs.at[at]);
}

struct ints basis_scan_maps(struct basis *b, const struct basis_op *op,
                            struct ints xs)
{
    for (size_t stride = 1; stride < xs.n; stride *= 2) {
        const struct level level = {op, xs, stride};
        xs = basis_tabulate(b, xs.n, 2, join_left, &level);
    }
    return xs;
}
