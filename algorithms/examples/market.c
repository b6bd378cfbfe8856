/* market.c - farmers' stands side by side in the rows of a market.
 *
 *     row of 10, row of 6      -10  3  4  5   -6  2  4  1
 *     begins a row               *  .  .  .    *  .  .  .
 *     stand ends at              0  3  7 12    0  2  6  7     segmented scan
 *     has room                      *  *  -       *  *  -
 *
 * Each row starts again at 0, whatever the row before it holds: one scan of
 * pairs (flag, width) for all rows. A running maximum gives each stand its row.
 * Try it: all stands in one row, then each in its own.
 * Source: ECE408 lecture 16, "Assigning farmer market space".
 */
#include "basis_sort.h"
#include "checks.h"
#include "example.h"

static int32_t is_row(const void *env, int32_t x)
{
    (void)env;
    return x < 0;
}

static int32_t width(const void *env, int32_t x)
{
    (void)env;
    return x < 0 ? 0 : x;
}

static int32_t index_of_row(const void *env, int32_t i)
{
    return ((const struct ints *)env)->at[i] < 0 ? i : 0;
}

static void run(struct basis *b, const struct example_input *in)
{
    const struct ints rows = basis_map(b, 0, is_row, NULL, in->numbers);
    const struct ints widths = basis_map(b, 0, width, NULL, in->numbers);

    check_range(b, in->numbers, -1000000, 1000);
    check_amounts(b, widths, "metres");
    if (in->numbers.at[0] >= 0)
        basis_fail(b,
                   "the first number is %d: want a row's length, such as -10",
                   in->numbers.at[0]);
    const struct ints ends = basis_segmented_sums(b, rows, widths);
    const struct ints row_at = basis_scan_ints(
        b, &basis_max, INCLUSIVE,
        basis_tabulate(b, in->n, 1, index_of_row, &in->numbers));

    for (size_t i = 0; i < in->n; i++) {
        const int32_t length = -in->numbers.at[row_at.at[i]];
        if (rows.at[i])
            fprintf(b->out, "row of %d metres\n", length);
        else
            fprintf(b->out, "  stand of %d: from %d to %d%s\n", widths.at[i],
                    ends.at[i] - widths.at[i], ends.at[i],
                    ends.at[i] > length ? ", no room" : "");
    }
}

const struct example market_example = {
    .name = "market",
    .idea = "adjacent stands in the rows of a market: segmented sums",
    .source = "ECE408 lecture 16, \"Assigning farmer market space\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "-LENGTH of a row, then the widths of its stands, row by row",
    .usual = "data/market.txt",
    .run = run,
};
