/* source_check.h - rejects words in a kernel's files that would hide an access,
 * or give a GPU different code. */
#ifndef SIMT_TEXT_CHECK_H
#define SIMT_TEXT_CHECK_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* After compiling: reads all files that the compiler's make rule names, except
 * scanlab's own headers and those of the system; and checks that the compiler
 * reads them as we do. NOT_JUDGED names the file, the line and the word. */
enum status source_check(const char *rule, const char *compiler,
                         struct problem *why);

/* The same for one text, which is changed; `with_gpu_h` when gpu.h is in it. */
enum status source_check_one(const char *path, char *text, int with_gpu_h,
                             struct problem *why);

/* Checks of single words, for expanded_check.c. */
bool source_allows_attribute(const char *word, size_t length);
bool source_hides_access(const char *word, size_t length);
bool source_tells_proof(const char *word, size_t length);
/* at is after #pragma. */
bool source_allows_pragma(const char *at);

#endif
