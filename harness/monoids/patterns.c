/* patterns.c - see patterns.h. */
#include "patterns.h"

enum { HALF, NONE, ALL, RUNS };

/* The n-th number after `seed` of the generator SplitMix64, as DRAW has it. */
static uint64_t number(const struct drawing *drawing, size_t i)
{
    uint64_t x = drawing->seed + ((uint64_t)i + 1) * 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static bool flag(const struct drawing *drawing, size_t i)
{
    switch (drawing->pattern) {
    case NONE: return false;
    case ALL: return true;
    case RUNS: return number(drawing, i / 8) % 2;
    default:
        return drawing->all_but ? i + 1 != drawing->all_but
                                : number(drawing, i) % 2;
    }
}

/* Of as many bits as one likes; ALL: ascending. */
static uint64_t key(const struct drawing *drawing, size_t i)
{
    switch (drawing->pattern) {
    case NONE: return 0;
    case ALL: return i;
    case RUNS: return number(drawing, i / 8);
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

const char *pattern_name(int pattern)
{
    static const char *const names[PATTERNS] = {"half", "none", "all", "runs"};

    return names[pattern];
}

struct drawing pattern_draw(int pattern, uint64_t seed)
{
    return (struct drawing){.pattern = pattern,
                            .seed = seed,
                            .flag = flag,
                            .key = key,
                            .number = number,
                            .small = small};
}
