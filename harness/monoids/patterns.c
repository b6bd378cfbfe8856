/* patterns.c - see patterns.h. */
#include "patterns.h"

#include <string.h>

static const char *const names[PATTERNS + 1] = {
    [PATTERN_HALF] = "half",
    [PATTERN_NONE] = "none",
    [PATTERN_ALL] = "all",
    [PATTERN_RUNS] = "runs",
    [PATTERN_TENTH] = "tenth",
    [PATTERN_RARE] = "rare",
    [PATTERN_POWER_LAW] = "power_law",
    [PATTERN_EMPTY] = "empty",
    [PATTERN_STENCIL] = "stencil",
};

/* The n-th number after `seed` of the generator SplitMix64, as DRAW has it. */
static uint64_t number(const struct drawing *drawing, size_t i)
{
    uint64_t x = drawing->seed + ((uint64_t)i + 1) * 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Dust: half of the ranges of 2^20, at random, have no flag; of the others'
 * parts of 2^16 again half; and so on. A range without a flag that is 16 times
 * as long is half as frequent. */
static bool is_dust(const struct drawing *drawing, size_t i)
{
    for (int bits = 20; bits >= 0; bits -= 4)
        if (number(drawing, ((i >> bits) << 5) + (size_t)bits) % 2)
            return false;
    return true;
}

/* Where the run at the k-th edge begins, plus 1: there, or one element off, the
 * same at all edges in half of the inputs; one edge in four has none: 0. */
static size_t begin_at_edge(const struct drawing *drawing, size_t k)
{
    const size_t all = number(drawing, SIZE_MAX) % 6;
    const size_t where = number(drawing, k) % 4;

    return where == 3 ? 0 : k * drawing->edge + (all < 3 ? all : where);
}

/* True: a run begins there because of an edge. */
static bool is_edge(const struct drawing *drawing, size_t i)
{
    return begin_at_edge(drawing, (i + 1) / drawing->edge) == i + 1;
}

static bool flag(const struct drawing *drawing, size_t i)
{
    switch (drawing->pattern) {
    case PATTERN_NONE: return false;
    case PATTERN_ALL: return true;
    case PATTERN_RUNS:
        return drawing->edge ? is_edge(drawing, i) != drawing->inverse
                             : number(drawing, i / 8) % 2;
    case PATTERN_TENTH: return number(drawing, i) % 10 == 0;
    case PATTERN_RARE: return number(drawing, i) % 1000 == 0;
    case PATTERN_POWER_LAW: return is_dust(drawing, i);
    case PATTERN_EMPTY: return number(drawing, i) % 16 == 0;
    default:
        return drawing->all_but
                   ? (i + 1 != drawing->all_but) != drawing->inverse
                   : number(drawing, i) % 2;
    }
}

/* The group of eight elements, or the edge, where the run of keys with element
 * i begins. Half of the ranges of 512 have no beginning, so a run can be longer
 * than some tiles, and be followed by others. */
static size_t run_of(const struct drawing *drawing, size_t i)
{
    size_t eight = i / 8;

    if (drawing->edge) {
        size_t at = (i + 1) / drawing->edge;
        while (at > 0 && (begin_at_edge(drawing, at) == 0 ||
                          begin_at_edge(drawing, at) > i + 1))
            at--;
        return at;
    }
    while (eight > 0 && (number(drawing, eight) % 4 != 0 ||
                         number(drawing, ~(eight / 64)) % 2))
        eight--;
    return eight;
}

/* A key of any number of bits; ALL: ascending. */
static uint64_t key(const struct drawing *drawing, size_t i)
{
    switch (drawing->pattern) {
    case PATTERN_NONE: return 0;
    case PATTERN_ALL: return i;
    case PATTERN_RUNS: return number(drawing, run_of(drawing, i));
    default: return number(drawing, i);
    }
}

/* In a proof a bijection of 32 bits (interval_map() of interval_table.c). */
static int32_t small(const struct drawing *drawing, size_t i)
{
    return drawing->proves ? (int32_t)((uint32_t)i * 0x9e3779b1u +
                                       (uint32_t)number(drawing, 0))
                           : (int32_t)(number(drawing, i) % 201) - 100;
}

const char *pattern_name(enum pattern pattern)
{
    return names[pattern];
}

enum status pattern_find(const char *name, enum pattern *out,
                         struct problem *why)
{
    const char *const near = nearest_name(name, names);

    for (int i = 0; i < PATTERNS; i++)
        if (!strcmp(names[i], name)) {
            *out = (enum pattern)i;
            return OK;
        }
    return problem_set(why, WRONG_USE,
                       "no pattern '%s'%s%s%s; they are half, none, all, "
                       "runs, tenth, rare, power_law, empty and, for a "
                       "matrix, stencil",
                       name, near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
}

struct drawing pattern_draw(enum pattern pattern, uint64_t seed)
{
    return (struct drawing){.pattern = pattern,
                            .seed = seed,
                            .flag = flag,
                            .key = key,
                            .number = number,
                            .small = small};
}
