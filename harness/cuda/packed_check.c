/* packed_check.c - see packed.h. */
#include "packed_check.h"
#include "monoids/interval_table.h"
#include "packed.h"

#include <stdint.h>
#include <stdio.h>

size_t packed_most(void)
{
    return MAX_PACKED;
}

static void write_range(uint32_t range, void *element, size_t bytes)
{
    interval_write(packed_scramble(range), element, bytes);
}

void packed_leaf(size_t position, void *element, size_t bytes)
{
    write_range((uint32_t)position << 16 | (uint32_t)position, element, bytes);
}

void packed_prefix(long last, void *element, size_t bytes)
{
    write_range(last < 0 ? PACKED_NOTHING : (uint32_t)last, element, bytes);
}

static bool tell_broken(uint32_t range, size_t at, struct problem *why)
{
    const unsigned low = packed_low(range), high = packed_high(range);

    if (low > high + 1)
        problem_set(
            why, CHECK_FAILED,
            "out[%zu]: elements %u..%u are missing between two operands", at,
            high + 1, low - 1);
    else
        problem_set(why, CHECK_FAILED,
                    "out[%zu]: two operands are swapped, or elements are "
                    "counted twice",
                    at);
    return false;
}

bool packed_check(const void *element, size_t bytes, size_t at, long last,
                  struct problem *why)
{
    char got[64] = "identity()", want[64] = "identity()";
    uint32_t handle;

    if (!interval_read(element, bytes, &handle)) {
        problem_set(why, CHECK_FAILED,
                    "out[%zu] was never written, or was computed from memory "
                    "that holds no element, or from a half-finished copy",
                    at);
        return false;
    }
    const uint32_t range = packed_range(handle);
    if (range == (last < 0 ? PACKED_NOTHING : (uint32_t)last))
        return true;
    if (packed_is_broken(range))
        return tell_broken(range, at, why);
    if (range != PACKED_NOTHING)
        snprintf(got, sizeof got, "[%u,%u]", packed_low(range),
                 packed_high(range));
    if (last >= 0)
        snprintf(want, sizeof want, "[0,%ld]", last);
    problem_set(why, CHECK_FAILED, "out[%zu] is %s, want %s", at, got, want);
    return false;
}
