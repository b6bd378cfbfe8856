/* fibonacci.c - a second-order recurrence: a scan of 2x2 matrices.
 *
 *     (F[j+1]  F[j]  )     (1 1)^j
 *     (F[j]    F[j-1])  =  (1 0)
 *
 * The j-th output of a scan of n equal matrices is the j-th power, so one scan
 * gives all n numbers. It works for every x[j] = p*x[j-1] + q*x[j-2].
 * Try it: only 46 numbers fit into an int32_t. What does the scan give after
 * these, if most_n below is larger?
 * Source: Blelloch, Prefix sums and their applications, 1990.
 */
#include "example.h"

struct matrix2 {
    uint32_t a, b, c, d; /* (a b; c d) */
};

static const struct basis_monoid products = {"mat2_u32",
                                             sizeof(struct matrix2)};

static void one_step(void *env, size_t i)
{
    ((struct matrix2 *)env)[i] = (struct matrix2){1, 1, 1, 0};
}

static int32_t upper_right(const void *env, int32_t i)
{
    return (int32_t)((const struct matrix2 *)env)[i].b;
}

static void run(struct basis *b, const struct example_input *in)
{
    struct matrix2 *const step = b->memory(b, in->n * sizeof *step);
    struct matrix2 *const power = b->memory(b, in->n * sizeof *power);

    basis_each(b, in->n, 1, sizeof *step, one_step, step);
    basis_scan(b, &products, INCLUSIVE, step, power, in->n);
    const struct ints f = basis_tabulate(b, in->n, 1, upper_right, power);

    for (size_t i = 0; i < in->n; i++)
        fprintf(b->out, "F[%zu] = %d\n", i + 1, f.at[i]);
}

const struct example fibonacci_example = {
    .name = "fibonacci",
    .idea = "x[j] = x[j-1] + x[j-2], with a scan of 2x2 matrices",
    .source = "Blelloch 1990, \"Recurrence Equations\"",
    .takes = EXAMPLE_SIZE,
    .reads = "how many numbers",
    .usual_n = 20,
    .most_n = 46,
    .run = run,
};
