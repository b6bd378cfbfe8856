/* test_array_file.c - arrays in and out: .npy, text, raw, pipes, full disks.
 *
 * The .npy inputs are made here byte by byte, so that no numpy is needed and
 * the wrong ones can be wrong in exactly one place.
 */
#include "arrays/array_file.h"
#include "arrays/npy.h"
#include "arrays/text.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <dirent.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Four numbers of one: x -> (x, 10x, 100x, 1000x), to be told apart. */
static void lift_four(const void *component, void *out, size_t n)
{
    const int32_t *const x = component;
    int32_t *const four = out;

    for (size_t i = 0; i < n; i++)
        for (int j = 0, power = 1; j < 4; j++, power *= 10)
            four[4 * i + (size_t)j] = x[i] * power;
}

#define PLAIN(KIND, BYTES)                                                     \
    {                                                                          \
        .bytes = BYTES, .alignment = BYTES, .kind = KIND,                      \
        .component_bytes = BYTES, .components = 1                              \
    }

static const struct monoid_table i8 = PLAIN(SIGNED_INTEGER, 1),
                                 i16 = PLAIN(SIGNED_INTEGER, 2),
                                 i32 = PLAIN(SIGNED_INTEGER, 4),
                                 i64 = PLAIN(SIGNED_INTEGER, 8),
                                 u8 = PLAIN(UNSIGNED_INTEGER, 1),
                                 u16 = PLAIN(UNSIGNED_INTEGER, 2),
                                 u32 = PLAIN(UNSIGNED_INTEGER, 4),
                                 u64 = PLAIN(UNSIGNED_INTEGER, 8),
                                 f32 = PLAIN(FLOATING, 4),
                                 f64 = PLAIN(FLOATING, 8),
                                 affine = {.bytes = 8,
                                           .alignment = 4,
                                           .kind = UNSIGNED_INTEGER,
                                           .component_bytes = 4,
                                           .components = 2},
                                 pair = {.bytes = 16,
                                         .alignment = 8,
                                         .kind = FLOATING,
                                         .component_bytes = 8,
                                         .components = 2},
                                 four = {.bytes = 16,
                                         .alignment = 4,
                                         .kind = SIGNED_INTEGER,
                                         .component_bytes = 4,
                                         .components = 4,
                                         .lift = lift_four};

static const struct monoid_table *const plain[] = {
    &i8, &i16, &i32, &i64, &u8, &u16, &u32, &u64, &f32, &f64};

static char folder[] = "/tmp/test_array_file.XXXXXX";

/* A path in the test's own folder; static storage. */
static const char *in_folder(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put_file(const char *path, const void *bytes, size_t size)
{
    FILE *const file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* How many entries the test's folder has: no temporary file may stay. */
static int entries(void)
{
    DIR *const open = opendir(folder);
    int count = -2; /* . and .. */

    assert_non_null(open);
    while (readdir(open))
        count++;
    closedir(open);
    return count;
}

/* The array as one line, "(4, 9) (1, 2)"; the caller frees it. */
static char *show(const struct monoid_table *monoid, const struct array *array)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&text, &size);

    assert_non_null(stream);
    assert_int_equal(text_write(stream, monoid, array, NULL), OK);
    fclose(stream);
    for (size_t i = 0; i < size; i++)
        if (text[i] == '\n')
            text[i] = i + 1 < size ? ' ' : '\0';
    return text;
}

/* Checks a result against `want`, and frees the array. */
static void expect(const struct monoid_table *monoid, enum status status,
                   struct array *array, const struct problem *why,
                   const char *want)
{
    if (status != OK)
        fail_msg("refused: %s", why->line);
    assert_non_null(array->data);
    assert_int_equal((uintptr_t)array->data % 64, 0);
    char *const got = show(monoid, array);
    assert_string_equal(got, want);
    free(got);
    array_free(array);
    assert_null(array->data);
}

static void expect_refusal(enum status status, enum status want,
                           const struct array *array, const struct problem *why,
                           const char *reason)
{
    if (status != want)
        fail_msg("status %d, want %d and '%s': %s", status, want, reason,
                 status == OK ? "read" : why->line);
    assert_null(array->data);
    assert_int_equal(array->n, 0);
    if (!strstr(why->line, reason))
        fail_msg("'%s' does not say '%s'", why->line, reason);
    assert_null(strchr(why->line, '\n'));
}

/* ------------------------------------------------------------ making .npy */

struct bytes {
    unsigned char at[4096];
    size_t size;
};

/* The elements as text, or what is refused of it. */
static void expect_npy(const struct bytes *file,
                       const struct monoid_table *monoid, const char *want,
                       const char *refusal)
{
    struct problem why = {""};
    struct array array;
    const enum status status =
        npy_parse(file->at, file->size, monoid, &array, &why);

    if (want)
        expect(monoid, status, &array, &why, want);
    else
        expect_refusal(status, WRONG_USE, &array, &why, refusal);
}
static void add(struct bytes *to, const void *bytes, size_t size)
{
    assert_true(to->size + size <= sizeof to->at);
    memcpy(to->at + to->size, bytes, size);
    to->size += size;
}

static void add_integer(struct bytes *to, uint64_t bits, int bytes, bool big)
{
    for (int i = 0; i < bytes; i++) {
        const int shift = 8 * (big ? bytes - 1 - i : i);
        add(to, (const unsigned char[]){(unsigned char)(bits >> shift)}, 1);
    }
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

static void start_npy(struct bytes *to, int version, const char *dictionary)
{
    const size_t length = strlen(dictionary);

    to->size = 0;
    add(to, "\x93NUMPY", 6);
    add(to, (const unsigned char[]){(unsigned char)version, 0}, 2);
    add_integer(to, length, version == 1 ? 2 : 4, false);
    add(to, dictionary, length);
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
            struct problem why = {""};
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
#define HEADER(DESCR, ORDER, SHAPE)                                            \
    "{'descr': " DESCR ", 'fortran_order': " ORDER ", 'shape': " SHAPE ", }\n"
#define SHAPE(TEXT) HEADER("'<i4'", "False", TEXT)
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
        {SHAPE("(6,)"), &affine, 0, "shape (6,); this monoid takes (n, 2)"},
        {SHAPE("(2, 3)"), &affine, 0, "takes (n, 2)"},
        {SHAPE("(2, 3)"), &four, 0, "takes (n, 4) or (n,)"},
        {SHAPE("(2, 3)"), &i32, 0, "takes (n,)"},
        {SHAPE("(6, 1, 1)"), &i32, 0, "takes (n,)"},
        {SHAPE("()"), &i32, 0, "shape ()"},
        {SHAPE("(5,)"), &i32, 0, "something follows"},
        {SHAPE("(7,)"), &i32, 0, "needs 28 bytes, the file has 24"},
        {SHAPE("(1000000000000,)"), &i32, 0, "truncated"},
        {SHAPE("(9223372036854775807,)"), &i32, 0, "more than any file"},
        {SHAPE("(9223372036854775807, 2)"), &affine, 0, "more than any"},
        {SHAPE("(99999999999999999999,)"), &i32, 0, "header is wrong"},
        {SHAPE("(-6,)"), &i32, 0, "header is wrong"},
        {SHAPE("(6)"), &i32, 0, "header is wrong"},
        {SHAPE("(3 2)"), &i32, 0, "header is wrong"},
        {SHAPE("(,)"), &i32, 0, "header is wrong"},
        {SHAPE("6"), &i32, 0, "header is wrong"},
        {SHAPE("(6,"), &i32, 0, "header is wrong"},
        {HEADER("'<i4'", "Maybe", "(6,)"), &i32, 0, "header is wrong"},
        {HEADER("'<i4", "False", "(6,)"), &i32, 0, "header is wrong"},
        {HEADER("<i4", "False", "(6,)"), &i32, 0, "header is wrong"},
        {HEADER("'<i4\\x'", "False", "(6,)"), &i32, 0, "header is wrong"},
        {HEADER("'<i4\n'", "False", "(6,)"), &i32, 0, "header is wrong"},
        {"", &i32, 0, "header is wrong"},
        {"{}", &i32, 0, "header is wrong"},
        {"{'descr': '<i4', 'shape': (6,)}", &i32, 0, "header is wrong"},
        {"{'descr': '<i4', 'fortran_order': False}", &i32, 0, "wrong"},
        {"{'fortran_order': False, 'shape': (6,)}", &i32, 0, "wrong"},
        {"{'descr': '<i4', 'fortran_order': False 'shape': (6,)}", &i32, 0,
         "header is wrong at its byte 40"},
        {SHAPE("(6,)") "x", &i32, 0, "header is wrong"},
        {SHAPE("(6,), 'more': 1"), &i32, 0, "header is wrong"},
        {SHAPE("(6,), 'shape': (6,)"), &i32, 0, "header is wrong"},
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
         "holds float32 ('<f4'), this monoid takes int32"},
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
    struct problem why = {""};
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
        struct problem why = {""};
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
    struct problem why = {""};
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

/* ------------------------------------------------------------------- text */

static void reads_text(void **state)
{
    static const struct {
        const struct monoid_table *monoid;
        const char *text, *want;
    } cases[] = {
        {&i32, "", ""},
        {&i32, " \n\t# nothing\n", ""},
        {&i32, "[]", ""},
        {&i32, "3 1 7 0 4 1 6 3", "3 1 7 0 4 1 6 3"},
        {&i32, "[3 1 7 0 4 1 6 3]\n", "3 1 7 0 4 1 6 3"},
        {&i32, "[3, 1, 7, 0]", "3 1 7 0"},
        {&i32, "3,1\r\n7,0\r\n", "3 1 7 0"},
        {&i32, "1,2,\n3,\n", "1 2 3"},
        {&i32,
         "\xEF\xBB\xBF"
         "1 2",
         "1 2"},
        {&i32, "1 # 2 3\n4#5", "1 4"},
        {&i32, "+5 -6 007 -0", "5 -6 7 0"},
        {&i32, "(3) (4)", "3 4"},
        {&i32, "-2147483648 2147483647", "-2147483648 2147483647"},
        {&i64, "-9223372036854775808", "-9223372036854775808"},
        {&u64, "18446744073709551615 -0", "18446744073709551615 0"},
        {&u8, "255 0", "255 0"},
        {&affine, "(4, 9) (1, 2)", "(4, 9) (1, 2)"},
        {&affine, "(4 9),(1,2)", "(4, 9) (1, 2)"},
        {&affine, "[(4, 9),\n (1, 2)]", "(4, 9) (1, 2)"},
        {&affine, "(4,9)(1,2)", "(4, 9) (1, 2)"},
        {&affine, "(4,\n9) # comment (\n(1, 2)", "(4, 9) (1, 2)"},
        {&four, "2 -3", "(2, 20, 200, 2000) (-3, -30, -300, -3000)"},
        {&four, "(1, 2, 3, 4)", "(1, 2, 3, 4)"},
        {&f32, "0.1 1e3 -2.5E-1 .5 5. 16777216",
         "0.100000001 1000 -0.25 "
         "0.5 5 16777216"},
        /* A little above 1 + 2^-24: not to be rounded twice. */
        {&f32, "1.000000059604644775390626", "1.00000012"},
        {&f32, "16777217.0 1.6777217e7", "16777216 16777216"},
        {&f32, "inf -Infinity -0", "inf -inf -0"},
        {&f32, "16777218 340282346638528859811704183484516925440",
         "16777218 3.40282347e+38"},
        {&f64, "0.1 9007199254740992 100000000000000000000",
         "0.10000000000000001 9007199254740992 1e+20"},
        {&pair, "(0.5, 1e300)", "(0.5, 1.0000000000000001e+300)"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct problem why = {""};
        struct array array;
        const enum status status =
            text_parse(cases[i].text, strlen(cases[i].text), cases[i].monoid,
                       &array, &why);
        expect(cases[i].monoid, status, &array, &why, cases[i].want);
    }
}

static void refuses_text_by_line_and_element(void **state)
{
    static const struct {
        const struct monoid_table *monoid;
        const char *text, *refusal;
    } cases[] = {
        {&i32, "1 2\n3 x 4", "line 2: element 3 is 'x', not an integer"},
        {&i32, "1.0",
         "'1.0', not an integer; the monoids add_f32 and add_f64 take it: "
         "-m add_f64"},
        {&i32, "x", "'x', not an integer; int32 holds -2147483648 to"},
        {&i32, "3000000000",
         "; int32 holds -2147483648 to 2147483647; the monoid add_i64 takes "
         "it: -m add_i64"},
        {&i32, "1e3", "not an integer"},
        {&i32, "0x10", "not an integer"},
        {&i32, "nan", "not an integer"},
        {&i32, "--1", "not an integer"},
        {&i32, "+", "not an integer"},
        {&i32, "1-2", "not an integer"},
        {&i32, "1;2", "not an integer"},
        {&i8, "1\n\n128", "line 3: element 1 is '128', which does not fit"},
        {&i8, "-129", "int8 holds -128 to 127"},
        {&u8, "-1", "uint8 holds 0 to 255"},
        {&u64, "18446744073709551616", "does not fit"},
        {&i64, "9223372036854775808", "does not fit"},
        {&i64, "-9223372036854775809", "does not fit"},
        {&u64, "-18446744073709551615", "does not fit"},
        {&f32, "1 abc", "element 1 is 'abc', not a number"},
        {&f32, "1e39", "which does not fit; float32 holds at most 3.4"},
        {&f32, "1e", "not a number"},
        {&f32, "0x1p3", "not a number"},
        {&f32, "1 2\n-nan", "line 2: element 2 is '-nan'"},
        {&f32, "16777217", "cannot hold exactly"},
        {&f32, "-016777217", "cannot hold exactly"},
        {&f64, "1e309", "which does not fit"},
        {&f64, "9007199254740993", "cannot hold exactly"},
        {&i32, "1,,2", "line 1: a comma with no number before it"},
        {&i32, ",1", "a comma with no number"},
        {&i32, "1\n,\n,", "line 3: a comma"},
        {&i32, "[1 2", "without the ']'"},
        {&i32, "1 2]", "a ']' without"},
        {&i32, "[1 2]]", "a ']' without"},
        {&i32, "[1 2] 3", "after the ']'"},
        {&i32, "[1] [2]", "within the list"},
        {&i32, "[[1 2]]", "within the list"},
        {&i32, "1 [2]", "within the list"},
        {&i32, "(1", "ends within ( )"},
        {&i32, "1)", "a ')' without"},
        {&i32, "()", "an element of 0 numbers; this monoid's have 1"},
        {&i32, "(1 2)", "more than 1 numbers; this monoid's have 1"},
        {&i32, "(1]", "a bracket between"},
        {&affine, "(1, 2) (3)", "an element of 1 numbers; this monoid's"},
        {&affine, "(1, 2)\n(3, 4, 5)",
         "line 2: an element of more than 2 numbers"},
        {&affine, "((1, 2)", "a '(' within"},
        {&affine, "(, 2)", "a comma"},
        {&affine, "(1, 2),,(1, 2)", "a comma"},
        {&affine, "1 2 3 4", "(4, 9), and no plain numbers"},
        {&affine, "(1, 2) 3", "mixed"},
        {&affine, "(1, -2)", "element 0, component 1 is '-2'"},
        {&affine, "(1, 2)\n(3,\n4294967296)", "line 3: element 1, comp"},
        {&four, "1 (1, 2, 3, 4)", "mixed"},
        {&four, "(1, 2, 3, 4) 1", "mixed"},
        {&four, "1 2 9999999999", "element 2 is '9999999999'"},
        {&i32, "1 \x01", "line 1: '?' is not a number"},
        {&i32, "1 2\xff", "not a number"},
        {&i32, "\xEF\xBB 1", "not a text file"},
        {&i32, "\xff\xfe", "not a number; is this a text file?"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct problem why = {""};
        struct array array;
        const enum status status =
            text_parse(cases[i].text, strlen(cases[i].text), cases[i].monoid,
                       &array, &why);
        expect_refusal(status, WRONG_USE, &array, &why, cases[i].refusal);
    }
}

static void refuses_zero_bytes_and_long_words_in_text(void **state)
{
    struct problem why = {""};
    struct array array;
    char text[2000];

    (void)state;
    expect_refusal(text_parse("1\0002", 3, &i32, &array, &why), WRONG_USE,
                   &array, &why, "'?' is not a number");
    memset(text, '0', sizeof text);
    expect_refusal(text_parse(text, 1024, &i32, &array, &why), WRONG_USE,
                   &array, &why, "0000");
    expect(&i32, text_parse(text, 1023, &i32, &array, &why), &array, &why, "0");
}

/* More than the reader gathers at a time, so that its portions join. */
static void reads_long_text(void **state)
{
    enum { N = 20000 };
    char *const text = malloc(8 * N);
    struct problem why = {""};
    struct array array;
    size_t size = 0;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < N; i++)
        size += (size_t)sprintf(text + size, "%d\n", i);
    assert_int_equal(text_parse(text, size, &four, &array, &why), OK);
    assert_int_equal(array.n, N);
    for (int32_t i = 0; i < N; i++) {
        assert_int_equal(((int32_t *)array.data)[4 * i], i);
        assert_int_equal(((int32_t *)array.data)[4 * i + 3], 1000 * i);
    }
    array_free(&array);
    assert_int_equal(text_parse(text, size, &i64, &array, &why), OK);
    assert_int_equal(((int64_t *)array.data)[N - 1], N - 1);
    array_free(&array);
    memcpy(text + size - 3, "a", 1); /* the last number, on line N */
    expect_refusal(text_parse(text, size, &i32, &array, &why), WRONG_USE,
                   &array, &why, "line 20000: element 19999");
    free(text);
}

/* ------------------------------------------------------------------ files */

/* What is written in each format reads back bit for bit. */
static void writes_and_reads_back(void **state)
{
    static const char *const names[] = {"a.npy", "a.txt", "a.csv", "a.bin",
                                        "a",     "A.NPY", "A.TXT"};
    static const struct monoid_table *const monoids[] = {
        &i8,  &i16, &i32, &i64,    &u8,   &u16, &u32,
        &u64, &f32, &f64, &affine, &pair, &four};
    uint64_t random[32] = {0}, seed = 7;
    struct array back;
    struct problem why = {""};

    (void)state;
    for (size_t i = 0; i < COUNT(random); i++)
        random[i] = seed = seed * 6364136223846793005u + 1442695040888963407u;
    for (size_t name = 0; name < COUNT(names); name++)
        for (size_t m = 0; m < COUNT(monoids); m++)
            for (size_t n = 0; n <= 16; n += 16) {
                const struct array array = {random, n};
                const char *const path = in_folder(names[name]);
                enum status status =
                    array_write(path, FORMAT_BY_NAME, monoids[m], &array, &why);
                assert_int_equal(status, OK);
                status = array_read(path, FORMAT_BY_NAME, NULL, monoids[m],
                                    &back, &why);
                if (status != OK)
                    fail_msg("%s", why.line);
                assert_int_equal(back.n, n);
                assert_memory_equal(back.data, random, n * monoids[m]->bytes);
                array_free(&back);
                assert_int_equal(entries(), 1);
                unlink(path);
            }
}

static void reads_raw(void **state)
{
    static const uint32_t numbers[] = {4, 9, 1, 2};
    static const float floats[] = {0, 1, NAN};
    const char *const path = in_folder("raw.bin");
    struct problem why = {""};
    struct array array;

    (void)state;
    put_file(path, numbers, sizeof numbers);
    expect(&affine,
           array_read(path, FORMAT_BY_NAME, NULL, &affine, &array, &why),
           &array, &why, "(4, 9) (1, 2)");
    put_file(path, numbers, sizeof numbers - 1);
    expect_refusal(
        array_read(path, FORMAT_BY_NAME, NULL, &affine, &array, &why),
        WRONG_USE, &array, &why, "15 bytes are no whole number");
    put_file(path, floats, sizeof floats);
    expect_refusal(array_read(path, FORMAT_BY_NAME, NULL, &f32, &array, &why),
                   WRONG_USE, &array, &why, "element 2 is NaN");
    put_file(path, "", 0);
    expect(&affine,
           array_read(path, FORMAT_BY_NAME, NULL, &affine, &array, &why),
           &array, &why, "");
    put_file(path, "7 8", 3);
    expect(&i32, array_read(path, FORMAT_TEXT, NULL, &i32, &array, &why),
           &array, &why, "7 8");
    unlink(path);
}

static void refuses_files_that_cannot_be_read(void **state)
{
    struct problem why = {""};
    struct array array;

    (void)state;
    expect_refusal(array_read(in_folder("none.npy"), FORMAT_BY_NAME, NULL, &i32,
                              &array, &why),
                   WRONG_USE, &array, &why, "No such file");
    expect_refusal(array_read(folder, FORMAT_BY_NAME, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "is a directory");
    expect_refusal(
        array_read("/proc/self/mem", FORMAT_BY_NAME, NULL, &i32, &array, &why),
        WRONG_USE, &array, &why, "cannot read /proc/self/mem");
    if (geteuid() != 0) { /* root may read everything */
        put_file(in_folder("shut.txt"), "1", 1);
        chmod(in_folder("shut.txt"), 0);
        expect_refusal(array_read(in_folder("shut.txt"), FORMAT_BY_NAME, NULL,
                                  &i32, &array, &why),
                       WRONG_USE, &array, &why, "Permission denied");
        unlink(in_folder("shut.txt"));
    }
    assert_int_equal(
        array_read("/proc/self/stat", FORMAT_RAW, NULL, &u8, &array, &why),
        OK); /* says it has 0 bytes, and has more */
    assert_true(array.n > 10);
    array_free(&array);
}

/* A file that is really as large as its header says, but mostly a hole. */
static void asks_for_memory_before_taking_it(void **state)
{
    const char *const path = in_folder("huge.npy");
    struct problem why = {""};
    struct array array;
    struct array_builder builder;
    struct bytes file;

    (void)state;
    builder_begin(&builder, &i64, "builder", false);
    assert_int_equal(builder_reserve(&builder, (size_t)1 << 47, &why),
                     MACHINE_LACKS);
    assert_non_null(strstr(why.line, "are available"));
    assert_int_equal(builder_reserve(&builder, SIZE_MAX / 2, &why),
                     MACHINE_LACKS);
    builder_drop(&builder);
    start_npy(&file, 1, SHAPE("(2000000000000,)"));
    put_file(path, file.at, file.size);
    if (truncate(path, (off_t)file.size + 8000000000000) == 0)
        expect_refusal(
            array_read(path, FORMAT_BY_NAME, NULL, &i32, &array, &why),
            MACHINE_LACKS, &array, &why, "are available");
    unlink(path);
}

/* Makes `bytes` standard input, through a pipe that a child fills. */
static void pipe_to_stdin(const void *bytes, size_t size)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *at = bytes;
        close(ends[0]);
        while (size) {
            const ssize_t some = write(ends[1], at, size);
            if (some <= 0)
                break;
            at += some;
            size -= (size_t)some;
        }
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    __fpurge(stdin);
    clearerr(stdin);
}

static void reads_pipes_of_unknown_length(void **state)
{
    enum { N = 300000 };
    const int saved = dup(STDIN_FILENO);
    uint32_t *const numbers = malloc(N * sizeof *numbers);
    struct problem why = {""};
    struct array array;
    struct bytes file;

    (void)state;
    signal(SIGPIPE, SIG_IGN);
    assert_non_null(numbers);
    for (uint32_t i = 0; i < N; i++)
        numbers[i] = i * 7919;
    pipe_to_stdin(numbers, N * sizeof *numbers);
    assert_int_equal(array_read("-", FORMAT_RAW, NULL, &i32, &array, &why), OK);
    assert_int_equal(array.n, N);
    assert_memory_equal(array.data, numbers, N * sizeof *numbers);
    array_free(&array);
    free(numbers);

    pipe_to_stdin("1 2 [", 5);
    expect_refusal(array_read("-", FORMAT_BY_NAME, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "standard input line 1");
    pipe_to_stdin("3 1 7", 5);
    expect(&i32, array_read("-", FORMAT_BY_NAME, NULL, &i32, &array, &why),
           &array, &why, "3 1 7");
    start_npy(&file, 1, SHAPE("(2,)"));
    add(&file, (const int32_t[]){5, 6}, 8);
    pipe_to_stdin(file.at, file.size);
    expect(&i64, array_read("-", FORMAT_BY_NAME, NULL, &i64, &array, &why),
           &array, &why, "5 6");
    start_npy(&file, 1, SHAPE("(1000000000000,)"));
    pipe_to_stdin(file.at, file.size);
    expect_refusal(array_read("-", FORMAT_NPY, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "truncated");
    pipe_to_stdin("12345", 5);
    expect_refusal(array_read("-", FORMAT_RAW, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "5 bytes");
    while (wait(NULL) > 0)
        ;
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void writes_to_standard_output(void **state)
{
    const int32_t numbers[] = {3, 1};
    const struct array array = {(void *)numbers, 2};
    struct problem why = {""};
    char got[16] = {0};
    int ends[2];

    (void)state;
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDOUT_FILENO);
    enum status status = array_write("-", FORMAT_BY_NAME, &i32, &array, &why);
    assert_int_equal(status, OK);
    status = array_write("-", FORMAT_RAW, &i8, &array, &why);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(ends[1]);
    assert_int_equal(status, OK);
    assert_int_equal(read(ends[0], got, sizeof got), 6);
    assert_memory_equal(got, "3\n1\n\3\0", 6);
    close(ends[0]);
}

static void expect_no_output(const char *path, enum status want,
                             const char *reason)
{
    static char numbers[1 << 16];
    const struct array array = {numbers, sizeof numbers};
    struct problem why = {""};
    const enum status status =
        array_write(path, FORMAT_BY_NAME, &u8, &array, &why);

    expect_refusal(status, want, &(struct array){0}, &why, reason);
}

static void leaves_nothing_behind_when_writing_fails(void **state)
{
    const struct rlimit small = {4096, RLIM_INFINITY};
    struct rlimit before;
    struct stat info;

    (void)state;
    expect_no_output(folder, WRONG_USE, "directory");
    expect_no_output(in_folder("no/such/a.npy"), WRONG_USE,
                     "the folder must exist");
    expect_no_output("", WRONG_USE, "No such file");
    put_file(in_folder("old.npy"), "old", 3);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    setrlimit(RLIMIT_FSIZE, &small);
    expect_no_output(in_folder("new.npy"), MACHINE_LACKS, "too large");
    expect_no_output(in_folder("new.txt"), MACHINE_LACKS, "too large");
    expect_no_output(in_folder("new.bin"), MACHINE_LACKS, "too large");
    expect_no_output(in_folder("old.npy"), MACHINE_LACKS, "too large");
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(entries(), 1);
    assert_int_equal(stat(in_folder("old.npy"), &info), 0);
    assert_int_equal(info.st_size, 3);
    unlink(in_folder("old.npy"));
}

/* A full disk, by way of standard output. No test gives a path in /dev to the
 * subject: run by root, a broken one would replace the device. */
static void says_that_the_disk_is_full(void **state)
{
    const struct array array = {"ab", 2};
    struct problem why = {""};

    (void)state;
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    const int full = open("/dev/full", O_WRONLY);
    if (full < 0)
        skip();
    dup2(full, STDOUT_FILENO);
    const enum status status =
        array_write("-", FORMAT_BY_NAME, &u8, &array, &why);
    __fpurge(stdout);
    clearerr(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(full);
    expect_refusal(status, MACHINE_LACKS, &(struct array){0}, &why,
                   "cannot write standard output: No space left");
}

/* Neither a device (here a pipe with a name) nor a link becomes a file. */
static void keeps_devices_links_and_modes(void **state)
{
    const struct array array = {"ab", 2};
    struct problem why = {""};
    struct stat info;
    char got[4];

    (void)state;
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    const int reader = open(in_folder("pipe"), O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(
        array_write(in_folder("pipe"), FORMAT_BY_NAME, &u8, &array, &why), OK);
    assert_int_equal(lstat(in_folder("pipe"), &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(read(reader, got, sizeof got), 2);
    close(reader);
    unlink(in_folder("pipe"));

    put_file(in_folder("real"), "old", 3);
    assert_int_equal(chmod(in_folder("real"), 0600), 0);
    assert_int_equal(symlink("real", in_folder("link")), 0);
    assert_int_equal(
        array_write(in_folder("link"), FORMAT_BY_NAME, &u8, &array, &why), OK);
    assert_int_equal(lstat(in_folder("link"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(in_folder("real"), &info), 0);
    assert_int_equal(info.st_size, 2);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(entries(), 2);
    unlink(in_folder("link"));
    unlink(in_folder("real"));
}

static void parses_formats(void **state)
{
    enum array_format format = FORMAT_BY_NAME;
    struct problem why = {""};

    (void)state;
    assert_int_equal(array_format_parse("npy", &format, &why), OK);
    assert_int_equal(format, FORMAT_NPY);
    assert_int_equal(array_format_parse("text", &format, &why), OK);
    assert_int_equal(format, FORMAT_TEXT);
    assert_int_equal(array_format_parse("raw", &format, &why), OK);
    assert_int_equal(format, FORMAT_RAW);
    assert_int_equal(array_format_parse("xml", &format, &why), WRONG_USE);
    assert_non_null(strstr(why.line, "'xml'"));
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
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
        cmocka_unit_test(reads_text),
        cmocka_unit_test(refuses_text_by_line_and_element),
        cmocka_unit_test(refuses_zero_bytes_and_long_words_in_text),
        cmocka_unit_test(reads_long_text),
        cmocka_unit_test(writes_and_reads_back),
        cmocka_unit_test(reads_raw),
        cmocka_unit_test(refuses_files_that_cannot_be_read),
        cmocka_unit_test(asks_for_memory_before_taking_it),
        cmocka_unit_test(reads_pipes_of_unknown_length),
        cmocka_unit_test(writes_to_standard_output),
        cmocka_unit_test(leaves_nothing_behind_when_writing_fails),
        cmocka_unit_test(says_that_the_disk_is_full),
        cmocka_unit_test(keeps_devices_links_and_modes),
        cmocka_unit_test(parses_formats),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
