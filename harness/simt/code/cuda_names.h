/* cuda_names.h - names in CUDA's documents that device/ does not have. */
#ifndef SIMT_CUDA_NAMES_H
#define SIMT_CUDA_NAMES_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct cuda_name {
    const char *name;
    const char *instead; /* "; write sync()", or "" */
};

/* The CUDA name that the compiler does not find; NULL: the error is about
 * something else. */
const struct cuda_name *cuda_name_in(const char *error);

/* The line of `source` that includes the CUDA header named in the compiler's
 * message `words`, and that header's name. False: no CUDA header is named. */
bool cuda_header_of(const char *source, const char *words, char *name,
                    size_t size, long *line);

/* Rejects a preprocessed text in which a kernel's file includes a CUDA header:
 * an installed CUDA header is for CUDA's own compiler. */
enum status cuda_headers_check(const char *text, struct problem *why);

#endif
