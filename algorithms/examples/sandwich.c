/* sandwich.c - ten people share a sandwich of 100 inches.
 *
 *     wants      3  5   2   7  28   4   3   0   8   1
 *     cut at     3  8  10  17  45  49  52  52  60  61     inclusive scan
 *
 * The scan gives all cuts in parallel; none waits for the piece before it.
 * The bread after the last cut is left over.
 * Try it: more hungry people than bread.
 * Source: ECE408 lecture 16, "Sharing a Big Sandwich".
 */
#include "checks.h"
#include "example.h"

static void run(struct basis *b, const struct example_input *in)
{
    const int32_t length = in->numbers.at[0];
    const struct ints wants = {in->n - 1, in->numbers.at + 1};

    check_amounts(b, in->numbers, "inches");
    if (wants.n == 0)
        basis_fail(b, "the sandwich's length is given, but no person's share");
    const struct ints cuts = basis_scan_ints(b, &basis_add, INCLUSIVE, wants);
    const int32_t eaten = cuts.at[cuts.n - 1];

    for (size_t i = 0; i < wants.n; i++)
        fprintf(b->out, "  person %zu wants %d: cut at %d%s\n", i + 1,
                wants.at[i], cuts.at[i],
                cuts.at[i] > length ? ", past the end of the bread" : "");
    fprintf(b->out, "%d of %d inches are wanted, %d are %s\n", eaten, length,
            eaten > length ? eaten - length : length - eaten,
            eaten > length ? "missing" : "left");
}

const struct example sandwich_example = {
    .name = "sandwich",
    .idea = "where to cut a sandwich for ten people, all cuts in one scan",
    .source = "ECE408 lecture 16, \"Sharing a Big Sandwich\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "its length, then the length that each person wants",
    .usual = "data/sandwich.txt",
    .run = run,
};
