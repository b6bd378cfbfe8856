/* input_file.h - bytes from a file, a pipe or memory.
 *
 * A file has a known length, a pipe does not: `size` is an upper bound for the
 * sizes that a header claims, and is INPUT_UNKNOWN if the length is not known.
 */
#ifndef INPUT_FILE_H
#define INPUT_FILE_H

#include "base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define INPUT_UNKNOWN SIZE_MAX

struct input {
    FILE *file;
    const char *name; /* for problems */
    size_t size;      /* bytes from here to the end, or INPUT_UNKNOWN */
};

/* Opens a path, or standard input for "-". WRONG_USE: the file is missing, is a
 * directory, or may not be read. The caller closes it with input_close; `path`
 * must outlive it. */
enum status input_open(const char *path, struct input *out,
                       struct problem *why);

/* Reads from memory, which must outlive the input. */
enum status input_from_memory(const void *bytes, size_t size, struct input *out,
                              struct problem *why);

/* Reads up to `want` bytes; *got is smaller only at the end of the input.
 * WRONG_USE: a read error. */
enum status input_read(struct input *in, void *to, size_t want, size_t *got,
                       struct problem *why);

/* Reports "words.csv line 3: ..." as WRONG_USE; control characters in the
 * reason, which may quote the input, become question marks. */
enum status input_wrong_line(const struct input *in, size_t line,
                             struct problem *why, const char *format,
                             va_list values)
    __attribute__((format(printf, 4, 0)));

/* Describes the error of a stream whose ferror() is set. */
enum status input_failed(const struct input *in, struct problem *why);

/* Skips the three bytes that some editors put before UTF-8 text. False: the
 * input begins with only some of these bytes, so it is not text. */
bool input_skip_byte_order_mark(struct input *in);

void input_close(struct input *in);

#endif
