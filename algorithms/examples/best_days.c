/* best_days.c - when was the best time to buy and to sell?
 *
 *     change     3  -5   4   2  -1   6  -9   1
 *                          '-----------'        11: the best run of days
 *     so far     3   3   4   6   6  11  11  11    scan with mss_i32
 *
 * A part of the days has four sums: the whole part, the best run that begins at
 * its left end, the best run that ends at its right end, and the best run
 * anywhere in it. When two neighbouring parts are joined, the best run can
 * cross the cut. An empty run counts as 0.
 * Try it: --by naive --costs.
 * Source: Oancea and Henriksen, OpenCL Day 3, maximum segment sum.
 */
#include "checks.h"
#include "example.h"

enum { MOST = 1000 };

struct segment {
    int32_t total, from_left, to_right, best;
};

static const struct basis_monoid best_sums = {"mss_i32",
                                              sizeof(struct segment)};

struct days {
    struct ints change;
    struct segment *day, *days;
};

static void one_day(void *env, size_t i)
{
    const struct days *const d = env;
    const int32_t x = d->change.at[i], gain = x > 0 ? x : 0;

    d->day[i] = (struct segment){x, gain, gain, gain};
}

static void run(struct basis *b, const struct example_input *in)
{
    const size_t bytes = in->n * sizeof(struct segment);
    struct days d = {in->numbers, b->memory(b, bytes), b->memory(b, bytes)};

    check_range(b, in->numbers, -MOST, MOST);
    if (in->n > INT32_MAX / MOST)
        basis_fail(b, "%zu days: their sums might not fit", in->n);
    basis_each(b, in->n, 1, sizeof(int32_t) + sizeof(struct segment), one_day,
               &d);
    basis_scan(b, &best_sums, INCLUSIVE, d.day, d.days, in->n);

    fprintf(b->out, "  day  change  best so far\n");
    for (size_t i = 0; i < in->n; i++)
        fprintf(b->out, "%5zu  %6d  %11d\n", i + 1, in->numbers.at[i],
                d.days[i].best);
}

const struct example best_days_example = {
    .name = "best_days",
    .idea = "the best run of days: maximum segment sum",
    .source = "OpenCL course day 3, \"Maximum Segment Sum\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "daily changes in a price, -1000 to 1000",
    .usual = "data/changes.txt",
    .run = run,
};
