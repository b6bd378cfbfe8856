/* source_names.h - from a C++ symbol back to the plain names in it. */
#ifndef SIMT_SOURCE_NAMES_H
#define SIMT_SOURCE_NAMES_H

#include <stddef.h>

/* The plain name in a C++ symbol, at most `size` - 1 bytes of it, into text,
 * which is returned: "cell" of _ZZ13scan_sectionsPKiE4cell_0, "f" of _Z1fv,
 * "g" of _ZN1a1gEv. A name of another form is copied as it is. */
char *source_name(const char *symbol, char *text, size_t size);

/* Likewise the function that it is a variable of: "scan_sections" of
 * _ZZ13scan_sectionsPKiE4cell. "" when there is none, or it is in a namespace.
 */
char *source_function(const char *symbol, char *text, size_t size);

#endif
