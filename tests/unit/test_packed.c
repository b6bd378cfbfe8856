/* test_packed.c - intervals without a table: op, handles, and what is said. */
#include "cuda/packed.h"
#include "cuda/packed_check.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

static unsigned range(unsigned low, unsigned high)
{
    return low << 16 | high;
}

static void joins_neighbours(void **state)
{
    (void)state;
    assert_int_equal(packed_join(range(0, 3), range(4, 7)), range(0, 7));
    assert_int_equal(packed_join(range(5, 5), range(6, 6)), range(5, 6));
    assert_int_equal(packed_join(PACKED_NOTHING, range(4, 7)), range(4, 7));
    assert_int_equal(packed_join(range(4, 7), PACKED_NOTHING), range(4, 7));
    assert_int_equal(packed_join(PACKED_NOTHING, PACKED_NOTHING),
                     PACKED_NOTHING);
    assert_int_equal(packed_join(range(0, 65533), range(65534, 65534)),
                     range(0, 65534));
}

/* All ranges of a few positions, and what is broken: op is a monoid. */
static void is_associative(void **state)
{
    enum { POSITIONS = 5 };
    unsigned all[64];
    int count = 0;

    (void)state;
    all[count++] = PACKED_NOTHING;
    all[count++] = PACKED_OVERLAP;
    for (unsigned low = 0; low < POSITIONS; low++)
        for (unsigned high = 0; high < POSITIONS; high++)
            if (low <= high || low > high + 1)
                all[count++] = range(low, high);
    for (int i = 0; i < count; i++) {
        assert_int_equal(packed_join(all[i], PACKED_NOTHING), all[i]);
        assert_int_equal(packed_join(PACKED_NOTHING, all[i]), all[i]);
        for (int j = 0; j < count; j++)
            for (int k = 0; k < count; k++) {
                const unsigned left =
                    packed_join(packed_join(all[i], all[j]), all[k]);
                const unsigned right =
                    packed_join(all[i], packed_join(all[j], all[k]));
                assert_int_equal(packed_is_broken(left),
                                 packed_is_broken(right));
                if (!packed_is_broken(left))
                    assert_int_equal(left, right);
            }
    }
}

static void breaks_and_stays_broken(void **state)
{
    const unsigned gap = packed_join(range(0, 3), range(6, 7));

    (void)state;
    assert_true(packed_is_broken(gap));
    assert_int_equal(packed_low(gap), 6);
    assert_int_equal(packed_high(gap), 3);
    assert_int_equal(packed_join(range(4, 7), range(0, 3)), PACKED_OVERLAP);
    assert_int_equal(packed_join(range(0, 3), range(3, 7)), PACKED_OVERLAP);
    assert_int_equal(packed_join(gap, range(8, 8)), gap);
    assert_int_equal(packed_join(range(0, 0), gap), gap);
    assert_int_equal(packed_join(PACKED_NOTHING, gap), gap);
    assert_int_equal(packed_join(gap, PACKED_NOTHING), gap);
}

static void handles_go_both_ways(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1u << 20; i++) {
        const unsigned any = i * 0x9e3779b9u;
        assert_int_equal(packed_range(packed_scramble(any)), any);
        assert_int_equal(packed_scramble(packed_range(any)), any);
    }
}

/* The sentence about an element at 7 that has to fold [0,7]. */
static void must_say(const void *element, size_t bytes, const char *says)
{
    struct problem why = {.line = ""};

    assert_int_equal(packed_check(element, bytes, 7, 7, &why), !says);
    assert_string_equal(why.line, says ? says : "");
}

static void write_range(unsigned of, unsigned char *element)
{
    const uint32_t handle = packed_scramble(of);
    memcpy(element, &handle, sizeof handle);
}

static void says_what_is_wrong(void **state)
{
    static const size_t sizes[] = {4, 8, 16, 32};
    unsigned char element[32];

    (void)state;
    for (int s = 0; s < 4; s++) {
        packed_prefix(7, element, sizes[s]);
        must_say(element, sizes[s], NULL);
        packed_prefix(6, element, sizes[s]);
        must_say(element, sizes[s], "out[7] is [0,6], want [0,7]");
        packed_leaf(7, element, sizes[s]);
        must_say(element, sizes[s], "out[7] is [7,7], want [0,7]");
        packed_prefix(-1, element, sizes[s]);
        must_say(element, sizes[s], "out[7] is identity(), want [0,7]");
        if (sizes[s] == 4)
            continue;
        packed_prefix(7, element, sizes[s]);
        element[sizes[s] - 1] ^= 1;
        must_say(element, sizes[s],
                 "out[7] was never written, or was computed from memory that "
                 "holds no "
                 "element, or from a half-finished copy");
    }
    write_range(packed_join(range(0, 3), range(6, 7)), element);
    must_say(element, 4,
             "out[7]: elements 4..5 are missing between two operands");
    write_range(PACKED_OVERLAP, element);
    must_say(element, 4,
             "out[7]: two operands are swapped, or elements are counted "
             "twice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joins_neighbours),
        cmocka_unit_test(is_associative),
        cmocka_unit_test(breaks_and_stays_broken),
        cmocka_unit_test(handles_go_both_ways),
        cmocka_unit_test(says_what_is_wrong),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
