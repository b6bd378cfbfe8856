/* cuda_names.h - words of CUDA's documents that device/ does not have. */
#ifndef SIMT_CUDA_NAMES_H
#define SIMT_CUDA_NAMES_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct cuda_name {
    const char *name;
    const char *instead; /* "; write sync()", or "" */
};

/* The word of CUDA's that the compiler does not find; NULL: it complains of
 * something else. */
const struct cuda_name *cuda_name_in(const char *error);

/* The line of `source` that includes a header of CUDA's of which the compiler
 * says these words, and that header's name. False: there is none. */
bool cuda_header_of(const char *source, const char *words, char *name,
                    size_t size, long *line);

/* Refuses a preprocessed text in which a kernel's file includes such a header:
 * one that is installed is for CUDA's own compiler. */
enum status cuda_headers_check(const char *text, struct problem *why);

#endif
