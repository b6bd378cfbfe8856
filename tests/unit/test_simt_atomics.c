/* test_simt_atomics.c - atomics: what they leave, and what they return.
 */
#include "simt_frame.h"

/* clang-format off */
/* Each: a[0..1] is the word, a[2] .. the operands; b gets what is returned. */
#define ATOMIC_32(name, call) \
    {"at_" name, 1, 1, "{ b[0] = " call "; }", NULL, 0, 0}
static const struct kernel atomics[] = {
    ATOMIC_32("add", "atomicAdd(a, a[2])"),
    ATOMIC_32("add_int", "atomicAdd((int *)a, (int)a[2])"),
    ATOMIC_32("sub", "atomicSub(a, a[2])"),
    ATOMIC_32("exchange", "atomicExch(a, a[2])"),
    ATOMIC_32("compare", "atomicCAS(a, a[3], a[2])"),
    ATOMIC_32("compare_int", "atomicCAS((int *)a, (int)a[3], (int)a[2])"),
    ATOMIC_32("and", "atomicAnd(a, a[2])"),
    ATOMIC_32("or", "atomicOr(a, a[2])"),
    ATOMIC_32("xor", "atomicXor(a, a[2])"),
    ATOMIC_32("min", "atomicMin(a, a[2])"),
    ATOMIC_32("max", "atomicMax(a, a[2])"),
    ATOMIC_32("min_int", "atomicMin((int *)a, (int)a[2])"),
    ATOMIC_32("max_int", "atomicMax((int *)a, (int)a[2])"),
    ATOMIC_32("inc", "atomicInc(a, a[2])"),
    ATOMIC_32("dec", "atomicDec(a, a[2])"),
    ATOMIC_32("add_block", "atomicAdd_block(a, a[2])"),
    ATOMIC_32("add_system", "atomicAdd_system(a, a[2])"),
    ATOMIC_32("float", "__builtin_bit_cast(unsigned, "
        "atomicAdd((float *)a, __builtin_bit_cast(float, a[2])))"),
};
#define WIDE "typedef unsigned long long u64; u64 *p = (u64 *)a; " \
    "u64 x = p[1], y = p[2]; "
#define ATOMIC_64(name, call) \
    {"wide_" name, 1, 1, "{ " WIDE "*(u64 *)b = " call "; }", NULL, 0, 0}
static const struct kernel wide_atomics[] = {
    ATOMIC_64("add", "atomicAdd(p, x)"),
    ATOMIC_64("exchange", "atomicExch(p, x)"),
    ATOMIC_64("compare", "atomicCAS(p, y, x)"),
    ATOMIC_64("and", "atomicAnd(p, x)"),
    ATOMIC_64("or", "atomicOr(p, x)"),
    ATOMIC_64("xor", "atomicXor(p, x)"),
    ATOMIC_64("min", "atomicMin(p, x)"),
    ATOMIC_64("max", "atomicMax(p, x)"),
    ATOMIC_64("min_signed", "atomicMin((long long *)p, (long long)x)"),
    ATOMIC_64("max_signed", "atomicMax((long long *)p, (long long)x)"),
    ATOMIC_64("double", "__builtin_bit_cast(u64, "
        "atomicAdd((double *)p, __builtin_bit_cast(double, x)))"),
};
/* clang-format on */

static uint32_t bits_of(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static void atomics_compute_as_documented(void **state)
{
    const uint32_t most = UINT32_MAX, low = (uint32_t)INT32_MIN;
    const struct {
        const char *name;
        uint32_t old, value, compare, want;
    } cases[] = {
        {"add", 5, 7, 0, 12},
        {"add", most, 2, 0, 1},
        {"add_int", low, most, 0, INT32_MAX},
        {"sub", 3, 5, 0, most - 1},
        {"exchange", 5, 7, 0, 7},
        {"compare", 5, 7, 5, 7},
        {"compare", 5, 7, 6, 5},
        {"compare_int", most, 7, most, 7},
        {"and", 0xff00, 0x0ff0, 0, 0x0f00},
        {"or", 0xff00, 0x0ff0, 0, 0xfff0},
        {"xor", 0xff00, 0x0ff0, 0, 0xf0f0},
        {"min", most, 5, 0, 5},
        {"min", 4, 5, 0, 4},
        {"max", most, 5, 0, most},
        {"max", 4, 5, 0, 5},
        {"min_int", most, 5, 0, most},
        {"min_int", 7, low, 0, low},
        {"max_int", most, 5, 0, 5},
        {"max_int", low, most, 0, most},
        {"inc", 5, 7, 0, 6},
        {"inc", 7, 7, 0, 0},
        {"inc", 9, 7, 0, 0},
        {"inc", most, most, 0, 0},
        {"dec", 5, 7, 0, 4},
        {"dec", 0, 7, 0, 7},
        {"dec", 9, 7, 0, 7},
        {"dec", 7, 7, 0, 6},
        {"add_block", 1, 2, 0, 3},
        {"add_system", 1, 2, 0, 3},
        {"float", bits_of(1.5f), bits_of(-4), 0, bits_of(-2.5f)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char kernel[32];
        clear();
        a[0] = cases[i].old;
        a[2] = cases[i].value;
        a[3] = cases[i].compare;
        snprintf(kernel, sizeof kernel, "at_%s", cases[i].name);
        pass(kernel, "inorder");
        equal(kernel, 0, b[0], cases[i].old);
        if (a[0] != cases[i].want || a[1])
            fail_msg("%s of %#x and %#x: %#x, want %#x", kernel, cases[i].old,
                     cases[i].value, a[0], cases[i].want);
    }
}

static void wide_atomics_compute_as_documented(void **state)
{
    const uint64_t most = UINT64_MAX, low = (uint64_t)1 << 63;
    const uint64_t big = (uint64_t)1 << 40;
    const double one = 1.5, other = -4, sum = -2.5;
    uint64_t x, y, z;
    memcpy(&x, &one, 8);
    memcpy(&y, &other, 8);
    memcpy(&z, &sum, 8);
    const struct {
        const char *name;
        uint64_t old, value, compare, want;
    } cases[] = {
        {"add", UINT32_MAX, 1, 0, (uint64_t)1 << 32},
        {"add", most, 2, 0, 1},
        {"exchange", big, most, 0, most},
        {"compare", big + 1, 7, big + 1, 7},
        {"compare", big + 1, 7, 1, big + 1},
        {"and", most, big, 0, big},
        {"or", big, 1, 0, big + 1},
        {"xor", big + 1, big, 0, 1},
        {"min", most, big, 0, big},
        {"max", big, most, 0, most},
        {"min_signed", most, big, 0, most},
        {"max_signed", low, most, 0, most},
        {"double", x, y, 0, z},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char kernel[32];
        uint64_t got[2];
        clear();
        memcpy(a, &cases[i].old, 8);
        memcpy(a + 2, &cases[i].value, 8);
        memcpy(a + 4, &cases[i].compare, 8);
        snprintf(kernel, sizeof kernel, "wide_%s", cases[i].name);
        pass(kernel, "inorder");
        memcpy(&got[0], a, 8);
        memcpy(&got[1], b, 8);
        if (got[0] != cases[i].want || got[1] != cases[i].old)
            fail_msg("%s of %#jx and %#jx: %#jx (was %#jx), want %#jx", kernel,
                     (uintmax_t)cases[i].old, (uintmax_t)cases[i].value,
                     (uintmax_t)got[0], (uintmax_t)got[1],
                     (uintmax_t)cases[i].want);
    }
}

static int open_all(void **state)
{
    static const struct table tables[] = {
        {atomics, sizeof atomics / sizeof *atomics},
        {wide_atomics, sizeof wide_atomics / sizeof *wide_atomics},
    };

    (void)state;
    return frame_open(tables, sizeof tables / sizeof *tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atomics_compute_as_documented),
        cmocka_unit_test(wide_atomics_compute_as_documented),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_all, frame_close);
}
