/* polynomial.c - Horner's rule as a scan of maps.
 *
 *     2x^3 - 3x^2 + 0x + 5 at x = 4
 *     v -> 4v + 2,  v -> 4v - 3,  v -> 4v + 0,  v -> 4v + 5      from v = 0
 *          2             5            20            85
 *
 * The last value is the polynomial at x. The values before it are the
 * coefficients of the polynomial's quotient by (t - x): synthetic division. All
 * values are modulo 2^32.
 * Try it: `echo 2 1 1 1 1 1 1 1 1 | scanlab example polynomial -`.
 * Source: ECE408 lecture 16, "Typical Applications of Scan".
 */
#include "example.h"

struct horner {
    const int32_t *c;
    uint32_t x;
    struct affine *step, *steps;
};

static void make_step(void *env, size_t i)
{
    const struct horner *const h = env;

    h->step[i] = (struct affine){h->x, (uint32_t)h->c[i]};
}

static int32_t from_zero(const void *env, int32_t i)
{
    return (int32_t)((const struct horner *)env)->steps[i].b;
}

static void run(struct basis *b, const struct example_input *in)
{
    const size_t n = in->n - 1;
    struct horner h = {in->numbers.at + 1, (uint32_t)in->numbers.at[0],
                       b->memory(b, n * sizeof(struct affine)),
                       b->memory(b, n * sizeof(struct affine))};

    if (n == 0)
        basis_fail(b, "x is given, but no coefficients");
    basis_each(b, n, 1, sizeof(int32_t) + sizeof(struct affine), make_step, &h);
    basis_scan(b, &basis_affine, INCLUSIVE, h.step, h.steps, n);
    const struct ints v = basis_tabulate(b, n, 1, from_zero, &h);

    fprintf(b->out,
            "x = %d, degree %zu\nquotient by (t - x):", in->numbers.at[0],
            n - 1);
    for (size_t i = 0; i + 1 < n; i++)
        fprintf(b->out, " %d", v.at[i]);
    fprintf(b->out, "\nvalue at x: %d\n", v.at[n - 1]);
}

const struct example polynomial_example = {
    .name = "polynomial",
    .idea = "a polynomial at x, and its quotient by (t - x): Horner's rule",
    .source = "ECE408 lecture 16, \"Typical Applications of Scan\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "x, then the coefficients, highest power first",
    .usual = "data/polynomial.txt",
    .run = run,
};
