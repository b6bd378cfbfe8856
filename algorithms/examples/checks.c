/* checks.c - see checks.h. */
#include "checks.h"

void check_range(struct basis *b, struct ints xs, int32_t least, int32_t most)
{
    for (size_t i = 0; i < xs.n; i++)
        if (xs.at[i] < least || xs.at[i] > most)
            basis_fail(b, "number %zu is %d: want %d to %d", i + 1, xs.at[i],
                       least, most);
}

void check_amounts(struct basis *b, struct ints xs, const char *what)
{
    int64_t total = 0;

    for (size_t i = 0; i < xs.n; i++) {
        if (xs.at[i] < 0)
            basis_fail(b, "%d is negative: want %s", xs.at[i], what);
        total += xs.at[i];
    }
    if (total > INT32_MAX)
        basis_fail(b, "the %s add up to %lld: want at most %d", what,
                   (long long)total, INT32_MAX);
}
