/* compaction.c - removes gaps from an array, in parallel.
 *
 *     reading    7  -1   4  -1  -1   9     -1: the sensor had no value
 *     valid      1   0   1   0   0   1
 *     goes to    0   1   1   2   2   2     exclusive scan
 *     result     7   4   9                 scatter the valid ones
 *
 * Every thread gets its place from the scan, so no two write to the same place,
 * and the order is kept. `filter` in basis_select.c does the same.
 * Try it: scatter with the inclusive scan. What is lost?
 * Source: ECE408 lecture 16, "Stream compaction".
 */
#include "example.h"

struct readings {
    struct ints in, goes_to;
};

static int32_t is_valid(const void *env, int32_t x)
{
    (void)env;
    return x >= 0;
}

static int32_t place(const void *env, int32_t i)
{
    const struct readings *const r = env;

    return r->in.at[i] >= 0 ? r->goes_to.at[i] : -1;
}

static void run(struct basis *b, const struct example_input *in)
{
    struct readings r = {.in = in->numbers};

    const struct ints valid = basis_map(b, 0, is_valid, NULL, in->numbers);
    r.goes_to = basis_scan_ints(b, &basis_add, EXCLUSIVE, valid);
    const int32_t count = basis_reduce_ints(b, &basis_add, valid);
    const struct ints places = basis_tabulate(b, in->n, 2, place, &r);
    const struct ints out =
        basis_scatter(b, basis_ints(b, (size_t)count), places, in->numbers);

    fprintf(b->out, "%d of %zu readings are valid\n", count, in->n);
    for (size_t i = 0; i < out.n; i++)
        fprintf(b->out, "%d%s", out.at[i],
                i % 16 == 15 || i + 1 == out.n ? "\n" : " ");
}

const struct example compaction_example = {
    .name = "compaction",
    .idea = "removes gaps from an array: a scan finds each element's place",
    .source = "ECE408 lecture 16, \"Stream compaction\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "readings; a negative one is a gap",
    .usual = "data/readings.txt",
    .run = run,
};
