/* line_of_sight.c - which points of a mountain profile can be seen?
 *
 *     altitude     5    6    3   13   17    the observer is on the first
 *     slope             1   -1    2.7  3
 *     steepest before        1    1    2.7  exclusive max scan
 *     seen              yes  no   yes  yes  steeper than all before it
 *
 * A point is seen if the slope to it is steeper than the slope to each point
 * before it. "The steepest so far" is a scan with max.
 * Slopes are rounded down to 1/65536.
 * Try it: --by naive --costs. Or make the scan below INCLUSIVE: which points
 * are seen then?
 * Source: Blelloch, Prefix sums and their applications, 1990.
 */
#include "checks.h"
#include "example.h"

/* Altitude gained per step from the observer, in units of 1/65536. */
static int32_t slope(const void *env, int32_t i)
{
    const struct ints *const altitude = env;
    const int64_t up = (int64_t)altitude->at[i] - altitude->at[0];
    const int64_t units = up * 65536;

    if (i == 0)
        return INT32_MIN; /* hides nothing */
    return (int32_t)(units / i - (units % i < 0));
}

struct ways {
    struct ints slope, steepest;
};

static int32_t is_seen(const void *env, int32_t i)
{
    const struct ways *const ways = env;

    return i == 0 || ways->slope.at[i] > ways->steepest.at[i];
}

static void run(struct basis *b, const struct example_input *in)
{
    struct ways ways;

    check_range(b, in->numbers, -10000, 10000);
    ways.slope = basis_tabulate(b, in->n, 1, slope, &in->numbers);
    ways.steepest = basis_scan_ints(b, &basis_max, EXCLUSIVE, ways.slope);
    const struct ints seen = basis_tabulate(b, in->n, 2, is_seen, &ways);

    fprintf(b->out, "  point  altitude  seen\n");
    for (size_t i = 0; i < in->n; i++)
        fprintf(b->out, "  %5zu  %8d  %s\n", i, in->numbers.at[i],
                seen.at[i] ? "yes" : "-");
    fprintf(b->out, "%d of %zu points are visible\n",
            basis_reduce_ints(b, &basis_add, seen), in->n);
}

const struct example line_of_sight_example = {
    .name = "line_of_sight",
    .idea = "which points of a mountain profile are visible: a scan with max",
    .source = "Blelloch 1990, \"Line-of-Sight\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "altitudes in metres, the observer's first",
    .usual = "data/profile.txt",
    .run = run,
};
