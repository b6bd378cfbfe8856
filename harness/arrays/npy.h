/* npy.h - NumPy's array files.
 *
 *     93 N U M P Y  1 0  76 00  {'descr': '<i4', ... }  data
 *     magic         ver  length  header                 n numbers
 *
 * Format:
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#ifndef NPY_H
#define NPY_H

#include "array.h"
#include "input_file.h"
#include "npy_header.h"

#include <stdio.h>

/* The first byte of the magic number; a text file never starts with it. */
enum { NPY_FIRST_BYTE = 0x93 };

/* Reads one array, which must end where the input ends. Its shape is (n,) for
 * plain numbers, else (n, components). On OK the caller frees `out`. */
enum status npy_read(struct input *in, const struct monoid_table *monoid,
                     struct array *out, struct problem *why);

/* The same from memory. */
enum status npy_parse(const unsigned char *bytes, size_t size,
                      const struct monoid_table *monoid, struct array *out,
                      struct problem *why);

/* The numbers of a file, which follow its header. */
struct npy_numbers {
    struct npy_header header;
    bool lifts; /* each of them becomes an element (array.h) */
    size_t count;
};

/* Reads the header, and checks that the file holds what it claims; the next byte
 * of `in` is that of the first number. */
enum status npy_open(struct input *in, const struct monoid_table *monoid,
                     struct npy_numbers *out, struct problem *why);
/* Converts `count` numbers of the file that follow those the builder has. */
enum status npy_convert(const struct npy_numbers *numbers, const void *from,
                        size_t count, struct array_builder *builder,
                        struct problem *why);

/* Bytes before the numbers in a file that npy_write writes. */
enum { NPY_DATA_AT = 128 };
/* These bytes, for n elements that are written separately. */
void npy_write_header(FILE *file, const struct monoid_table *monoid, size_t n);

/* Writes format version 1.0, little endian, with the data at a multiple of 64
 * bytes. Write errors are recorded in the stream: see output_commit. */
void npy_write(FILE *file, const struct monoid_table *monoid,
               const struct array *array);

#endif
