/* camp.c - parties arrive at a camp; each gets places side by side.
 *
 *     party        2  4  3   5  1      10 places
 *     first place  0  2  6   9  14     exclusive scan
 *     stays        *  *  *   -  -      if its last place is in the camp
 *
 * Threads that each need some memory can get it the same way: a party is a
 * thread, a place is a byte, and no lock is taken.
 * A party that does not fit still counts for those after it; to let these move
 * up, remove the party (compaction.c) and scan again.
 * Try it: INCLUSIVE below gives each party the places of the next one.
 * Source: ECE408 lecture 16, "Assigning camp slots".
 */
#include "checks.h"
#include "example.h"

struct camp {
    int32_t places;
    struct ints party, first;
};

static int32_t stays(const void *env, int32_t i)
{
    const struct camp *const camp = env;

    return camp->first.at[i] + camp->party.at[i] <= camp->places;
}

static int32_t people(const void *env, int32_t i)
{
    return stays(env, i) ? ((const struct camp *)env)->party.at[i] : 0;
}

static void run(struct basis *b, const struct example_input *in)
{
    struct camp camp = {.places = in->numbers.at[0],
                        .party = {in->n - 1, in->numbers.at + 1}};

    check_amounts(b, in->numbers, "places");
    if (in->n == 1)
        basis_fail(b, "the camp's size is given, but no party");
    camp.first = basis_scan_ints(b, &basis_add, EXCLUSIVE, camp.party);
    const struct ints stay = basis_tabulate(b, in->n - 1, 2, stays, &camp);
    const int32_t taken = basis_reduce_ints(
        b, &basis_add, basis_tabulate(b, in->n - 1, 3, people, &camp));

    for (size_t i = 0; i + 1 < in->n; i++)
        if (stay.at[i])
            fprintf(b->out, "  party %zu, size %d: places from %d\n", i + 1,
                    camp.party.at[i], camp.first.at[i]);
        else
            fprintf(b->out, "  party %zu, size %d: no room\n", i + 1,
                    camp.party.at[i]);
    fprintf(b->out, "%d of %d places are taken\n", taken, camp.places);
}

const struct example camp_example = {
    .name = "camp",
    .idea = "adjacent places for parties, or memory for threads",
    .source = "ECE408 lecture 16, \"Assigning camp slots\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "the number of places, then the size of each party",
    .usual = "data/camp.txt",
    .run = run,
};
