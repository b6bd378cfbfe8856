/* sentence.h - words for what was found: places in the source, names of
 * memory, and one sentence with both. */
#ifndef SIMT_SENTENCE_H
#define SIMT_SENTENCE_H

#include "simt/code/kernel_code.h"
#include "simt/judge/shadow.h"

#include <stdarg.h>

/* What names are taken from. */
struct names {
    const struct kernel_code *code;
    const struct global_memory *global;
};

/* "kernel.cu:23"; returns text. */
const char *name_place(const struct names *names, uint32_t site, char *text,
                       size_t size);
/* "cell[5]"; returns text. */
const char *name_memory(const struct names *names, const struct code_copy *copy,
                        uintptr_t address, size_t bytes, char *text,
                        size_t size);

/* As vsnprintf, of which it knows %s %u %d %x (8 digits) and %zu, and besides
 *     %P  uint32_t site                        "kernel.cu:23"
 *     %T  uint32_t block, uint32_t thread      "block 3, thread 17"
 *     %M  const struct code_copy *, uintptr_t address, size_t bytes  "cell[5]"
 * Returns the first block that it names, or UINT32_MAX. */
uint32_t sentence_write(const struct names *names, char *text, size_t size,
                        const char *format, va_list *values);

#endif
