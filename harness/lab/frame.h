/* frame.h - before anything is compiled: is the given part as it was, and do
 * the filled lines hold what such lines may hold?
 *
 * What is outside of FILL must be, token for token, the skeleton's. So nothing
 * redefines T, op() or __syncthreads() before it is used, no constructor and no
 * #include is added, and a fill ends where it began: its brackets are balanced.
 */
#ifndef FRAME_H
#define FRAME_H

#include "base/status.h"

#include <stddef.h>

enum { SUBMISSION_MOST_BYTES = 1 << 18 };

/* A submission's text. The caller frees. CHECK_FAILED: it is empty, no text, a
 * link, no file or too large. WRONG_USE: it cannot be read. */
enum status submission_read(const char *path, char **out, size_t *bytes,
                            struct problem *why);

enum { FILLS_NOTED = 8 };

/* Where a submission's FILLs are, from comment to comment, and how many lines
 * they take together. */
struct fill {
    char letter;
    int first, last;
};

struct fills {
    struct fill of[FILLS_NOTED];
    int count, lines;
};

/* The letter of the FILL that the line is in; '\0': it is given. */
char fills_at(const struct fills *fills, int line);

/* CHECK_FAILED with the line, called `name`: it may not be compiled. `*fills`
 * begins as zeros. */
enum status frame_check(const char *skeleton, const char *submission,
                        const char *name, struct fills *fills,
                        struct problem *why);

#endif
