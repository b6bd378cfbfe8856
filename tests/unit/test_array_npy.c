/* test_array_npy.c - arrays in and out as .npy.
 *
 * The inputs are made here byte by byte, so that no numpy is needed and the
 * wrong ones can be wrong in exactly one place.
 */
#include "array_frame.h"

#include <math.h>

/* The elements as text, or what is refused of it. */
static void expect_npy(const struct bytes *file,
                       const struct monoid_table *monoid, const char *want,
                       const char *refusal)
{
    struct problem why = {.line = ""};
    struct array array;
    const enum status status =
        npy_parse(file->at, file->size, monoid, &array, &why);

    if (want)
        expect(monoid, status, &array, &why, want);
    else
        expect_refusal(status, WRONG_USE, &array, &why, refusal);
}
/* Whole numbers 0 to 2047 as half, float or double. */
static void add_float(struct bytes *to, double value, int bytes, bool big)
{
    uint64_t bits = 0;

    if (bytes == 8) {
        memcpy(&bits, &value, 8);
    } else if (bytes == 4) {
        const float narrow = (float)value;
        memcpy(&bits, &narrow, 4);
    } else if (value != 0) {
        int exponent;
        const double fraction = frexp(value, &exponent); /* 0.5 to 1 */
        bits = ((uint64_t)(exponent + 14) << 10) +
               (uint64_t)ldexp(2 * fraction - 1, 10);
    }
    add_integer(to, bits, bytes, big);
}

static void npy_reads_every_type_into_every_type(void **state)
{
    static const char kinds[] = {'i', 'u', 'f'}, orders[] = "<>=|";
    static const int values[] = {0, 1, 2, 5, 100, 127};

    (void)state;
    for (int combination = 0; combination < 3 * 4 * 4 * 3; combination++) {
        const char kind = kinds[combination % 3];
        const int size = 1 << combination / 3 % 4;
        const char order = orders[combination / 12 % 4];
        const int version = 1 + combination / 48;
        struct bytes file;
        char text[128];
        if (kind == 'f' && size == 1)
            continue;
        snprintf(text, sizeof text,
                 "{'descr': '%c%c%d', 'fortran_order': False, "
                 "'shape': (%zu,), }   \n",
                 order, kind, size, COUNT(values));
        start_npy(&file, version, text);
        for (size_t i = 0; i < COUNT(values); i++)
            if (kind == 'f')
                add_float(&file, values[i], size, order == '>');
            else
                add_integer(&file, (uint64_t)values[i], size, order == '>');
        for (size_t i = 0; i < COUNT(plain); i++) {
            struct problem why = {.line = ""};
            struct array array;
            const enum status status =
                npy_parse(file.at, file.size, plain[i], &array, &why);
            if (kind == 'f' && plain[i]->kind != FLOATING)
                expect_refusal(status, WRONG_USE, &array, &why, "float");
            else
                expect(plain[i], status, &array, &why, "0 1 2 5 100 127");
        }
    }
}

/* One number of a type, as its bits, into a monoid: its text, or why not. */
static void npy_converts_exactly_or_refuses(void **state)
{
    static const struct {
        const char *descr;
        uint64_t bits;
        const struct monoid_table *monoid;
        const char *want, *refusal;
    } cases[] = {
        {"<i1", 0x80, &i64, "-128", 0},
        {"|i1", 0xff, &i32, "-1", 0},
        {">i2", 0x8000, &i16, "-32768", 0},
        {">i4", 0x80000000, &i32, "-2147483648", 0},
        {">i8", 0x8000000000000000, &i64, "-9223372036854775808", 0},
        {"<i8", 0x8000000000000000, &i64, "-9223372036854775808", 0},
        {"<u8", UINT64_MAX, &u64, "18446744073709551615", 0},
        {">u8", UINT64_MAX, &u64, "18446744073709551615", 0},
        {"<u8", 0x7fffffffffffffff, &i64, "9223372036854775807", 0},
        {"<i8", (uint64_t)-128, &i8, "-128", 0},
        {"<i8", (uint64_t)-129, &i8, 0, "element 0 is -129; int8 holds -128"},
        {"<i8", 127, &i8, "127", 0},
        {"<i8", 128, &i8, 0, "element 0 is 128; int8 holds -128 to 127"},
        {"<i8", 255, &u8, "255", 0},
        {"<i8", 256, &u8, 0, "uint8 holds 0 to 255"},
        {"<i1", 0xff, &u8, 0, "-1; uint8"},
        {"<i1", 0xff, &u64, 0, "-1; uint64 holds 0 to 18446744073709551615"},
        {"<u1", 0xff, &i8, 0, "255; int8"},
        {"<u2", 65535, &i16, 0, "65535; int16 holds -32768 to 32767"},
        {"<u4", 0xffffffff, &i32, 0, "4294967295; int32"},
        {">u8", 0x8000000000000000, &i64, 0, "9223372036854775808; int64"},
        {"<i8", 0x100000000, &u32, 0, "4294967296; uint32"},
        {"<i8", 0xffffffff, &u32, "4294967295", 0},
        {"<i4", 16777216, &f32, "16777216", 0},
        {"<i4", 16777217, &f32, 0, "element 0 is 16777217; float32"},
        {"<i4", 16777218, &f32, "16777218", 0},
        {"<i4", (uint32_t)-16777217, &f32, 0, "-16777217; float32"},
        {"<i8", (uint64_t)1 << 62, &f32, "4.61168602e+18", 0},
        {"<i8", 0x8000000000000000, &f32, "-9.22337204e+18", 0},
        {"<u8", 0x8000000000000000, &f64, "9.2233720368547758e+18", 0},
        {"<u8", UINT64_MAX, &f64, 0, "18446744073709551615; float64"},
        {"<u8", 0xfffffffffffff800, &f64, "1.844674407370955e+19", 0},
        {"<i8", 9007199254740993, &f64, 0, "9007199254740993; float64"},
        {"<i8", 9007199254740992, &f64, "9007199254740992", 0},
        {"<f2", 0x3555, &f32, "0.333251953", 0},
        {"<f2", 0x0001, &f64, "5.9604644775390625e-08", 0},
        {"<f2", 0x7bff, &f32, "65504", 0},
        {"<f2", 0xfc00, &f32, "-inf", 0},
        {"<f2", 0x8000, &f32, "-0", 0},
        {"<f2", 0x7e00, &f32, 0, "element 0 is NaN"},
        {"<f4", 0x3dcccccd, &f32, "0.100000001", 0},
        {">f4", 0x3dcccccd, &f64, "0.10000000149011612", 0},
        {"<f4", 0x7f800000, &f64, "inf", 0},
        {"<f4", 0x7fc00000, &f32, 0, "element 0 is NaN"},
        {"<f4", 0x7f800001, &f64, 0, "element 0 is NaN"},
        {"<f8", 0x3fb999999999999a, &f32, "0.100000001", 0},
        {"<f8", 0x3fb999999999999a, &f64, "0.10000000000000001", 0},
        {"<f8", 0x47efffffe0000000, &f32, "3.40282347e+38", 0},
        {"<f8", 0x47effffff0000000, &f32, 0, "element 0 is 3.402823"},
        {"<f8", 0x7fefffffffffffff, &f32, 0, "float32 holds at most 3.4"},
        {"<f8", 0xfff0000000000000, &f32, "-inf", 0},
        {"<f8", 0x7ff8000000000000, &f64, 0, "element 0 is NaN"},
        {">f8", 0x7ff8000000000000, &f32, 0, "element 0 is NaN"},
        {"<f8", 1, &f32, "0", 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bytes file;
        char text[128];
        const char *const descr = cases[i].descr;
        snprintf(text, sizeof text,
                 "{'descr': '%s', 'fortran_order': False, 'shape': (1,)}",
                 descr);
        start_npy(&file, 1, text);
        add_integer(&file, cases[i].bits, descr[2] - '0', *descr == '>');
        expect_npy(&file, cases[i].monoid, cases[i].want, cases[i].refusal);
    }
}

/* Shapes, orders, spellings: six int32 numbers 1 to 6 after each header. */
static void npy_headers(void **state)
{
    static const struct {
        const char *dictionary;
        const struct monoid_table *monoid;
        const char *want, *refusal;
    } cases[] = {
        {SHAPE("(6,)"), &i32, "1 2 3 4 5 6", 0},
        {SHAPE("(6L,)"), &i32, "1 2 3 4 5 6", 0},
        {SHAPE("(6, 1)"), &i32, "1 2 3 4 5 6", 0},
        {SHAPE("(3, 2)"), &affine, "(1, 2) (3, 4) (5, 6)", 0},
        {SHAPE("( 3 ,2, )"), &pair, "(1, 2) (3, 4) (5, 6)", 0},
        {SHAPE("(6,)"), &four,
         "(1, 10, 100, 1000) (2, 20, 200, 2000) (3, 30, 300, 3000) "
         "(4, 40, 400, 4000) (5, 50, 500, 5000) (6, 60, 600, 6000)",
         0},
        {HEADER("'<i4'", "True", "(6,)"), &i32, "1 2 3 4 5 6", 0},
        {HEADER("'<i4'", "True", "(6, 1)"), &i32, "1 2 3 4 5 6", 0},
        {HEADER("'i4'", "False", "(6,)"), &i32, "1 2 3 4 5 6", 0},
        {"{\"shape\":(6,),\"fortran_order\":False,\"descr\":\"<i4\"}", &i32,
         "1 2 3 4 5 6", 0},
        {"  { 'shape' : ( 6 , ) ,\n'descr':'<i4','fortran_order':False}  ",
         &i32, "1 2 3 4 5 6", 0},
        {HEADER("'<i4'", "True", "(3, 2)"), &affine, 0, "Fortran order"},
        {SHAPE("(6,)"), &affine, 0, "shape (6,); this monoid needs (n, 2)"},
        {SHAPE("(2, 3)"), &affine, 0, "needs (n, 2)"},
        {SHAPE("(2, 3)"), &four, 0, "needs (n, 4) or (n,)"},
        {SHAPE("(2, 3)"), &i32, 0, "needs (n,)"},
        {SHAPE("(6, 1, 1)"), &i32, 0, "needs (n,)"},
        {SHAPE("()"), &i32, 0, "shape ()"},
        {SHAPE("(5,)"), &i32, 0, "more data follows"},
        {SHAPE("(7,)"), &i32, 0, "needs 28 bytes, the file has 24"},
        {SHAPE("(1000000000000,)"), &i32, 0, "truncated"},
        {SHAPE("(9223372036854775807,)"), &i32, 0, "more than any file"},
        {SHAPE("(9223372036854775807, 2)"), &affine, 0, "more than any"},
        {SHAPE("(99999999999999999999,)"), &i32, 0, "header is invalid"},
        {SHAPE("(-6,)"), &i32, 0, "header is invalid"},
        {SHAPE("(6)"), &i32, 0, "header is invalid"},
        {SHAPE("(3 2)"), &i32, 0, "header is invalid"},
        {SHAPE("(,)"), &i32, 0, "header is invalid"},
        {SHAPE("6"), &i32, 0, "header is invalid"},
        {SHAPE("(6,"), &i32, 0, "header is invalid"},
        {HEADER("'<i4'", "Maybe", "(6,)"), &i32, 0, "header is invalid"},
        {HEADER("'<i4", "False", "(6,)"), &i32, 0, "header is invalid"},
        {HEADER("<i4", "False", "(6,)"), &i32, 0, "header is invalid"},
        {HEADER("'<i4\\x'", "False", "(6,)"), &i32, 0, "header is invalid"},
        {HEADER("'<i4\n'", "False", "(6,)"), &i32, 0, "header is invalid"},
        {"", &i32, 0, "header is invalid"},
        {"{}", &i32, 0, "header is invalid"},
        {"{'descr': '<i4', 'shape': (6,)}", &i32, 0, "header is invalid"},
        {"{'descr': '<i4', 'fortran_order': False}", &i32, 0, "invalid"},
        {"{'fortran_order': False, 'shape': (6,)}", &i32, 0, "invalid"},
        {"{'descr': '<i4', 'fortran_order': False 'shape': (6,)}", &i32, 0,
         "header is invalid at byte 40"},
        {SHAPE("(6,)") "x", &i32, 0, "header is invalid"},
        {SHAPE("(6,), 'more': 1"), &i32, 0, "header is invalid"},
        {SHAPE("(6,), 'shape': (6,)"), &i32, 0, "header is invalid"},
        {HEADER("[('a', '<i4')]", "False", "(6,)"), &i32, 0, "structured"},
        {HEADER("'|b1'", "False", "(24,)"), &u8, 0, "truth values"},
        {HEADER("'?'", "False", "(24,)"), &u8, 0, "truth values"},
        {HEADER("'<c8'", "False", "(3,)"), &f32, 0, "complex"},
        {HEADER("'<f16'", "False", "(1,)"), &f64, 0, "'<f16'"},
        {HEADER("'<M8[ns]'", "False", "(3,)"), &i64, 0, "'<M8[ns]'"},
        {HEADER("'|O'", "False", "(3,)"), &i64, 0, "objects"},
        {HEADER("'<U3'", "False", "(2,)"), &i64, 0, "strings"},
        {HEADER("'|S4'", "False", "(6,)"), &i64, 0, "strings"},
        {HEADER("'<i3'", "False", "(8,)"), &i64, 0, "'<i3'"},
        {HEADER("'<f1'", "False", "(24,)"), &f64, 0, "'<f1'"},
        {HEADER("'<i'", "False", "(6,)"), &i64, 0, "'<i'"},
        {HEADER("'<'", "False", "(6,)"), &i64, 0, "'<'"},
        {HEADER("''", "False", "(6,)"), &i64, 0, "''"},
        {HEADER("'<f4'", "False", "(6,)"), &i32, 0,
         "holds float32 ('<f4'), but this monoid needs int32"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bytes file;
        start_npy(&file, 1, cases[i].dictionary);
        for (uint64_t value = 1; value <= 6; value++)
            add_integer(&file, value, 4, false);
        expect_npy(&file, cases[i].monoid, cases[i].want, cases[i].refusal);
    }
}

static void npy_names_the_element_at_fault(void **state)
{
    struct bytes file;
    struct problem why = {.line = ""};
    struct array array;
    const float numbers[] = {1, 2, 3, 4, 5, NAN};

    (void)state;
    start_npy(&file, 1, HEADER("'<f4'", "False", "(6,)"));
    add(&file, numbers, sizeof numbers);
    expect_refusal(npy_parse(file.at, file.size, &f32, &array, &why), WRONG_USE,
                   &array, &why, "element 5 is NaN");
    expect_refusal(npy_parse(file.at, file.size, &f64, &array, &why), WRONG_USE,
                   &array, &why, "element 5 is NaN");
    start_npy(&file, 1, HEADER("'<f4'", "False", "(3, 2)"));
    add(&file, numbers, sizeof numbers);
    expect_refusal(npy_parse(file.at, file.size, &pair, &array, &why),
                   WRONG_USE, &array, &why, "element 2, component 1 is NaN");
    start_npy(&file, 1, HEADER("'<i8'", "False", "(2, 2)"));
    add(&file, (const int64_t[]){1, 2, 3, -4}, 32);
    expect_refusal(npy_parse(file.at, file.size, &affine, &array, &why),
                   WRONG_USE, &array, &why, "element 1, component 1 is -4");
}

static void npy_refuses_other_beginnings(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *refusal;
    } cases[] = {
        {"", 0, "not a .npy"},
        {"\x93", 1, "not a .npy"},
        {"\x93NUMPX\1\0\4\0{}  ", 14, "not a .npy"},
        {"PK\3\4 a zip, .npz, is no .npy", 28, "not a .npy"},
        {"\x93NUMPY\0\0\4\0{}  ", 14, "version 0.0"},
        {"\x93NUMPY\4\0\4\0{}  ", 14, "version 4.0"},
        {"\x93NUMPY\1\1\4\0{}  ", 14, "version 1.1"},
        {"\x93NUMPY\2\0\xff\xff\xff\xff{}", 14, "4294967295 bytes"},
        {"\x93NUMPY\2\0\0\0\1\0{}", 14, "65536 bytes"},
        {"\x93NUMPY\1\0\xff\xff{}", 12, "within its header"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct problem why = {.line = ""};
        struct array array;
        const enum status status =
            npy_parse((const unsigned char *)cases[i].bytes, cases[i].size,
                      &i32, &array, &why);
        expect_refusal(status, WRONG_USE, &array, &why, cases[i].refusal);
    }
}

/* Every prefix of a good file is refused, whether its size is known (memory,
 * a file) or not (a pipe); so is anything after it. */
static void npy_refuses_every_cut(void **state)
{
    struct bytes file;
    struct problem why = {.line = ""};
    struct array array;

    (void)state;
    for (int version = 1; version <= 3; version++) {
        start_npy(&file, version, SHAPE("(3, 2)"));
        for (uint64_t value = 1; value <= 7; value++)
            add_integer(&file, value, 4, false);
        for (size_t size = 0; size <= file.size; size++) {
            struct input in;
            const bool whole = size == file.size - 4;
            enum status status =
                npy_parse(file.at, size, &affine, &array, &why);
            assert_int_equal(status, whole ? OK : WRONG_USE);
            array_free(&array);
            assert_int_equal(input_from_memory(file.at, size, &in, &why), OK);
            in.size = INPUT_UNKNOWN;
            status = npy_read(&in, &affine, &array, &why);
            assert_int_equal(status, whole ? OK : WRONG_USE);
            array_free(&array);
            input_close(&in);
        }
    }
}

static void npy_writes_what_numpy_writes(void **state)
{
    static const char want[] =
        "\x93NUMPY\1\0\x76\0"
        "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }"
        "                                                          \n"
        "\4\0\0\0\x09\0\0\0\1\0\0\0\2\0\0\0";
    const uint32_t numbers[] = {4, 9, 1, 2};
    char got[256] = {0};
    FILE *const stream = fmemopen(got, sizeof got, "w");

    (void)state;
    npy_write(stream, &affine, &(struct array){(void *)numbers, 2});
    assert_int_equal(ftell(stream), 128 + 16);
    fclose(stream);
    assert_memory_equal(got, want, 128 + 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npy_reads_every_type_into_every_type),
        cmocka_unit_test(npy_converts_exactly_or_refuses),
        cmocka_unit_test(npy_headers),
        cmocka_unit_test(npy_names_the_element_at_fault),
        cmocka_unit_test(npy_refuses_other_beginnings),
        cmocka_unit_test(npy_refuses_every_cut),
        cmocka_unit_test(npy_writes_what_numpy_writes),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
