/* source_lines.h - from an address in a compiled kernel back to its source.
 *
 *     struct source_lines *const lines = source_lines_open("kernel.so");
 *     struct source_line where;
 *     if (source_line(lines, return_address - load_base, &where))
 *         printf("%s:%d", where.place[0].file, where.place[0].line);
 *
 * Device functions are inlined into the kernel, so that one address can
 * represent a chain of places, from the inside out:
 *
 *     place[0]   scan.h:12      in "op"
 *     place[1]   kernel.cu:40   in "scan_sections", which called op there
 *
 * The object is only read, and need not be loaded.
 */
#ifndef SIMT_SOURCE_LINES_H
#define SIMT_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source_place {
    const char *file; /* its path as given to the compiler, or absolute */
    int line;
    const char *function; /* its plain name */
};

enum { SOURCE_PLACES = 8 };

/* Innermost first; the last place is in the function that was not inlined: the
 * kernel. If a chain is longer, the places just before the last one are left
 * out. */
struct source_line {
    int places;
    struct source_place place[SOURCE_PLACES];
};

/* The name without its folders. */
const char *source_file_name(const char *path);

/* NULL when the file is not an ELF object, or when out of memory. A file
 * without debug information can be opened, but has no lines. */
struct source_lines *source_lines_open(const char *object_path);
void source_lines_close(struct source_lines *lines); /* NULL is fine */

/* `offset` is a return address minus the object's load base; the place is that
 * of the call, which ends just before this address. (For a plain instruction
 * pass its address plus 1.) False, and no places, when no line is known. The
 * strings live until source_lines_close(). */
bool source_line(struct source_lines *lines, uintptr_t offset,
                 struct source_line *out);

/* A pointer's promise to a GPU's compiler, whose code may then read through the
 * read-only cache: `const X *__restrict__` always, `X *__restrict__` if the
 * kernel never writes through it. */
enum source_promise { PROMISES_NOTHING, PROMISES_ALONE, PROMISES_CONSTANT };

struct source_parameter {
    int bytes; /* 0: unknown */
    enum source_promise promise;
};

/* Writes a function's parameters, in order, to out[0..most). Returns their
 * number, or -1 when the object has no such function or no debug information.
 */
int source_parameters(struct source_lines *lines, const char *function,
                      struct source_parameter out[], int most);

/* True when a function of the object has a parameter with a promise. */
bool source_has_promises(struct source_lines *lines);

#endif
