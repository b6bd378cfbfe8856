/* source_lines.h - from an address in a compiled kernel back to its source.
 *
 *     struct source_lines *const lines = source_lines_open("kernel.so");
 *     struct source_line where;
 *     if (source_line(lines, return_address - load_base, &where))
 *         printf("%s:%d", where.place[0].file, where.place[0].line);
 *
 * Device functions are inlined into the kernel, so that one address may stand
 * for a chain of places, from the inside out:
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
    const char *file; /* as the compiler was told, or its absolute path */
    int line;
    const char *function; /* its plain name */
};

enum { SOURCE_PLACES = 8 };

/* Innermost first; the last is in the function that was not inlined: the
 * kernel. Of a longer chain the places next to the last are left out. */
struct source_line {
    int places;
    struct source_place place[SOURCE_PLACES];
};

/* NULL when the file is not an ELF object or memory is out. Without debug
 * information it opens, and knows no line. */
struct source_lines *source_lines_open(const char *object_path);
void source_lines_close(struct source_lines *lines); /* NULL is fine */

/* `offset`: a return address less the object's load base; the place is that of
 * the call, which ends before it. (Of a plain instruction give its address
 * plus 1.) False, and no places, when there is no line for it. The strings
 * live until source_lines_close. */
bool source_line(struct source_lines *lines, uintptr_t offset,
                 struct source_line *out);

/* A function's parameters, in order: their sizes in bytes go to bytes[0..most).
 * Returns how many there are, or -1 when the object has no such function or no
 * debug information. */
int source_parameters(struct source_lines *lines, const char *function,
                      int bytes[], int most);

#endif
