/* basis_arrays.c - see basis_arrays.h; each function is a line of the blog. */
#include "basis_arrays.h"

#include <assert.h>

/* One step of one processor: a length or an index is computed. */
static void no_op(void *env, size_t i)
{
    (void)env, (void)i;
}

static void one_step(struct basis *b)
{
    basis_each(b, 1, 1, 0, no_op, NULL);
}

/* --------------------------------------------------------------- zip, unzip */

struct zip {
    struct ints xs, ys;
    struct pairs ps;
};

static void zip_one(void *env, size_t i)
{
    const struct zip *const z = env;

    z->ps.at[i] = (struct pair){z->xs.at[i], z->ys.at[i]};
}

struct pairs basis_zip(struct basis *b, struct ints xs, struct ints ys)
{
    struct zip zip = {xs, ys, {xs.n, b->memory(b, xs.n * sizeof(struct pair))}};

    assert(xs.n == ys.n);
    basis_each(b, xs.n, 1, 2 * sizeof(struct pair), zip_one, &zip);
    return zip.ps;
}

static void unzip_one(void *env, size_t i)
{
    const struct zip *const z = env;

    z->xs.at[i] = z->ps.at[i].first;
    z->ys.at[i] = z->ps.at[i].second;
}

void basis_unzip(struct basis *b, struct pairs ps, struct ints *xs,
                 struct ints *ys)
{
    struct zip zip = {basis_ints(b, ps.n), basis_ints(b, ps.n), ps};

    basis_each(b, ps.n, 1, 2 * sizeof(struct pair), unzip_one, &zip);
    *xs = zip.xs;
    *ys = zip.ys;
}

/* -------------------------------------------------------- concat, replicate */

struct two {
    struct ints xs, ys;
};

static int32_t of_two(const void *env, int32_t i)
{
    const struct two *const two = env;
    const size_t at = (size_t)i;

    return at < two->xs.n ? two->xs.at[at] : two->ys.at[at - two->xs.n];
}

struct ints basis_concat(struct basis *b, struct ints xs, struct ints ys)
{
    const struct two two = {xs, ys};

    return basis_map(b, 1, of_two, &two, basis_iota(b, xs.n + ys.n));
}

struct ints basis_replicate(struct basis *b, size_t n, int32_t x)
{
    return basis_map(b, 0, basis_constant, &x, basis_iota(b, n));
}

/* The ones must not need an iota: that is what this function makes. */
struct ints basis_iota_by_scan(struct basis *b, size_t n)
{
    const int32_t one = 1;

    return basis_scan_ints(b, &basis_add, EXCLUSIVE,
                           basis_tabulate(b, n, 0, basis_constant, &one));
}

/* ------------------------------------------------------------------- rotate */

struct rotated basis_rotate_view(struct basis *b, size_t by, struct ints xs)
{
    one_step(b);
    return (struct rotated){xs, xs.n ? by % xs.n : 0};
}

int32_t rotated_at(const struct rotated *view, size_t i)
{
    return view->xs.at[(i + view->by) % view->xs.n];
}

static int32_t of_view(const void *env, int32_t i)
{
    return rotated_at(env, (size_t)i);
}

struct ints basis_rotate(struct basis *b, size_t by, struct ints xs)
{
    const struct rotated view = {xs, xs.n ? by % xs.n : 0};

    return basis_map(b, 1, of_view, &view, basis_iota(b, xs.n));
}

/* ----------------------------------------------------------------- matrices */

struct matrix basis_unflatten(struct basis *b, size_t rows, size_t columns,
                              struct ints xs)
{
    assert(rows * columns == xs.n);
    one_step(b);
    return (struct matrix){rows, columns, xs.at};
}

struct ints basis_flatten(struct basis *b, struct matrix m)
{
    one_step(b);
    return (struct ints){m.rows * m.columns, m.at};
}

static int32_t mirrored(const void *env, int32_t i)
{
    const struct matrix *const m = env;
    const size_t row = (size_t)i % m->rows, column = (size_t)i / m->rows;

    return m->at[row * m->columns + column];
}

struct matrix basis_transpose(struct basis *b, struct matrix m)
{
    const struct ints all =
        basis_map(b, 1, mirrored, &m, basis_iota(b, m.rows * m.columns));

    return (struct matrix){m.columns, m.rows, all.at};
}
