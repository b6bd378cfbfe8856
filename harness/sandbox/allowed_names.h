/* allowed_names.h - what a compiled object may call, besides the program. */
#ifndef ALLOWED_NAMES_H
#define ALLOWED_NAMES_H

#include <stdbool.h>

/* Of the compiler's own library, or the linker's. */
bool name_is_compilers(const char *name);
/* A function of libm that takes and returns numbers alone: those with pointers
 * touch memory without a hook. */
bool name_is_mathematics(const char *name);
/* Of these, what simt/device/math_words.h declares: a kernel could declare all
 * else with a struct, which is copied to a call without a hook. */
bool name_is_mathematics_of_kernels(const char *name);
/* With blanks between them, and without the f of sinf. */
const char *names_of_mathematics(void);
/* Of the C library: memory, text, and the synchronization of threads. */
bool name_is_for_hosts(const char *name);

#endif
