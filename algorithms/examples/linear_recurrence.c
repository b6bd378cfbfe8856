/* linear_recurrence.c - loops in which every iteration needs the one before it.
 *
 *     x[j]   = a*x[j-1] + b        a map of the value before: maps compose,
 *                                  so scan the maps, then apply each to x[0]
 *     out[j] = out[j-1] + f(j)     all f(j) in parallel, then a scan with +
 *
 * The first is a generator of random numbers, modulo 2^32: so a thread can
 * start in the middle of the sequence. The second is run with f(j) = j*j.
 * Try it: -n 100 --by kogge_stone --costs.
 * Source: ECE408 lecture 16; the constants: Numerical Recipes, "ranqd1".
 */
#include "example.h"

enum { SEED = 1 };

static void one_round(void *env, size_t i)
{
    ((struct affine *)env)[i] = (struct affine){1664525, 1013904223};
}

static int32_t applied(const void *env, int32_t j)
{
    const struct affine map = ((const struct affine *)env)[j];

    return (int32_t)(map.a * SEED + map.b);
}

static int32_t square(const void *env, int32_t i)
{
    (void)env;
    return (i + 1) * (i + 1);
}

static void run(struct basis *b, const struct example_input *in)
{
    const size_t n = in->n;
    struct affine *const round = b->memory(b, n * sizeof *round);
    struct affine *const rounds = b->memory(b, n * sizeof *rounds);

    basis_each(b, n, 1, sizeof *round, one_round, round);
    basis_scan(b, &basis_affine, INCLUSIVE, round, rounds, n);
    const struct ints x = basis_tabulate(b, n, 2, applied, rounds);
    const struct ints out = basis_scan_ints(
        b, &basis_add, INCLUSIVE, basis_tabulate(b, n, 0, square, NULL));

    fprintf(b->out, "    j        x[j]      out[j]\n");
    for (size_t i = 0; i < n; i++)
        fprintf(b->out, "%5zu  %10u  %10d\n", i + 1, (uint32_t)x.at[i],
                out.at[i]);
}

const struct example linear_recurrence_example = {
    .name = "linear_recurrence",
    .idea = "x[j] = a*x[j-1] + b and out[j] = out[j-1] + f(j), in parallel",
    .source = "ECE408 lecture 16, \"Typical Applications of Scan\"",
    .takes = EXAMPLE_SIZE,
    .reads = "how many steps",
    .usual_n = 10,
    .most_n = 1000, /* the sum of squares fits */
    .run = run,
};
