/* sentence.h - the text of a finding: places in the source, names of memory,
 * and a sentence with both. */
#ifndef SIMT_SENTENCE_H
#define SIMT_SENTENCE_H

#include "simt/code/kernel_code.h"
#include "simt/judge/shadow.h"

#include <stdarg.h>

/* Where names come from. */
struct names {
    const struct kernel_code *code;
    const struct global_memory *global;
    uint32_t gpu_blocks; /* blocks of each GPU; 0: there is one GPU */
};

/* Writes "block 3", or "GPU 1, block 3" in a launch over several GPUs, into
 * text, and returns text. */
enum { BLOCK_NAME = 40 };
const char *name_block(const struct names *names, uint32_t block,
                       char text[BLOCK_NAME]);

/* Writes "value_of() is called at kernel.cu:40", for a place in a function that
 * another function in the same file calls. False: there is no such call. */
bool name_call(const struct names *names, uint32_t site, char *text,
               size_t size);

/* Writes "kernel.cu:23" into text, and returns text. */
const char *name_place(const struct names *names, uint32_t site, char *text,
                       size_t size);
/* Writes "cell[5]" into text, and returns text. */
const char *name_memory(const struct names *names, const struct code_copy *copy,
                        uintptr_t address, size_t bytes, char *text,
                        size_t size);

/* As vsnprintf(), with %s %u %d %x (8 digits) and %zu, and in addition
 *     %P  uint32_t site                        "kernel.cu:23"
 *     %B  uint32_t block                       "block 3"
 *     %T  uint32_t block, uint32_t thread      "block 3, thread 17"
 *     %M  const struct code_copy *, uintptr_t address, size_t bytes  "cell[5]"
 * Returns the first block that the sentence names, or UINT32_MAX. */
uint32_t sentence_write(const struct names *names, char *text, size_t size,
                        const char *format, va_list *values);

#endif
