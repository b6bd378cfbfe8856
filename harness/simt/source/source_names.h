/* source_names.h - from a C++ symbol back to the plain names in it. */
#ifndef SIMT_SOURCE_NAMES_H
#define SIMT_SOURCE_NAMES_H

#include <stddef.h>

/* Writes the plain name in a C++ symbol, at most `size` - 1 bytes of it, into
 * text, and returns text: "cell" for _ZZ13scan_sectionsPKiE4cell_0, "f" for
 * _Z1fv, "g" for _ZN1a1gEv. A name of any other form is copied unchanged. */
char *source_name(const char *symbol, char *text, size_t size);

/* Likewise for the function in which a variable is declared: "scan_sections"
 * for _ZZ13scan_sectionsPKiE4cell. "" when there is none, or when the variable
 * is in a namespace. */
char *source_function(const char *symbol, char *text, size_t size);

#endif
