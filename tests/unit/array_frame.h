/* array_frame.h - monoids and a folder for the tests of arrays in and out. */
#ifndef ARRAY_FRAME_H
#define ARRAY_FRAME_H

#include "arrays/array_file.h"
#include "arrays/npy.h"
#include "arrays/text.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Four numbers from one, to be distinguishable: x -> (x, 10x, 100x, 1000x). */
static inline void lift_four(const void *component, void *out, size_t n)
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
static inline const char *in_folder(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static inline void put_file(const char *path, const void *bytes, size_t size)
{
    FILE *const file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* The number of entries in the test's folder: no temporary file may remain. */
static inline int entries(void)
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
static inline char *show(const struct monoid_table *monoid,
                         const struct array *array)
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
static inline void expect(const struct monoid_table *monoid, enum status status,
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

static inline void expect_refusal(enum status status, enum status want,
                                  const struct array *array,
                                  const struct problem *why, const char *reason)
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

static inline void add(struct bytes *to, const void *bytes, size_t size)
{
    assert_true(to->size + size <= sizeof to->at);
    memcpy(to->at + to->size, bytes, size);
    to->size += size;
}

static inline void add_integer(struct bytes *to, uint64_t bits, int bytes,
                               bool big)
{
    for (int i = 0; i < bytes; i++) {
        const int shift = 8 * (big ? bytes - 1 - i : i);
        add(to, (const unsigned char[]){(unsigned char)(bits >> shift)}, 1);
    }
}

static inline void start_npy(struct bytes *to, int version,
                             const char *dictionary)
{
    const size_t length = strlen(dictionary);

    to->size = 0;
    add(to, "\x93NUMPY", 6);
    add(to, (const unsigned char[]){(unsigned char)version, 0}, 2);
    add_integer(to, length, version == 1 ? 2 : 4, false);
    add(to, dictionary, length);
}

#define HEADER(DESCR, ORDER, SHAPE)                                            \
    "{'descr': " DESCR ", 'fortran_order': " ORDER ", 'shape': " SHAPE ", }\n"
#define SHAPE(TEXT) HEADER("'<i4'", "False", TEXT)

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

#endif
