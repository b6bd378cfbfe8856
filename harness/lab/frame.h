/* frame.h - before compiling: is the given part unchanged, and do the filled-in
 * lines contain only what is allowed?
 *
 * Everything outside FILL must equal the skeleton, token by token. So nothing
 * redefines T, op() or __syncthreads() before it is used, no constructor and no
 * #include is added, and a fill stays in its scope: its brackets are balanced.
 */
#ifndef FRAME_H
#define FRAME_H

#include "base/status.h"

#include <stddef.h>

enum { SUBMISSION_MOST_BYTES = 1 << 18 };

/* A submission's text. The caller frees. CHECK_FAILED: empty, not text, a link,
 * not a file, or too large. WRONG_USE: it cannot be read. */
enum status submission_read(const char *path, char **out, size_t *bytes,
                            struct problem *why);

enum { FILLS_NOTED = 8 };

/* A submission's FILLs, from comment to comment, and their total number of
 * lines. */
struct fill {
    char letter;
    int first, last;
};

struct fills {
    struct fill of[FILLS_NOTED];
    int count, lines;
};

/* The letter of the FILL that contains the line; '\0': the given part. */
char fills_at(const struct fills *fills, int line);

/* CHECK_FAILED, with the line in the file `name`: the submission must not be
 * compiled. `*fills` must be zeroed. */
enum status frame_check(const char *skeleton, const char *submission,
                        const char *name, struct fills *fills,
                        struct problem *why);

#endif
