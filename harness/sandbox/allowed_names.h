/* allowed_names.h - the functions that a compiled object may call, besides the
 * program's own. */
#ifndef ALLOWED_NAMES_H
#define ALLOWED_NAMES_H

#include <stdbool.h>

/* True: the name is from the compiler's own library, or from the linker. */
bool name_is_compilers(const char *name);
/* True: a function of libm that takes and returns only numbers; functions with
 * pointers access memory without a hook. */
bool name_is_mathematics(const char *name);
/* True: one of the functions above that simt/device/math_words.h also declares.
 * A kernel could declare any other function with a struct parameter, and
 * passing a struct copies it without a hook. */
bool name_is_mathematics_of_kernels(const char *name);
/* The names of libm's functions above, separated by spaces, without the f of
 * sinf. */
const char *names_of_mathematics(void);
/* True: a function of the C library for memory, text, sorting, clocks or
 * locks. */
bool name_is_for_hosts(const char *name);

#endif
