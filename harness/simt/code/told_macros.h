/* told_macros.h - which macros tell where a kernel is compiled? The compiler
 * says it: no list of ours could be complete. */
#ifndef SIMT_TOLD_MACROS_H
#define SIMT_TOLD_MACROS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Whose a file and its macros are. PLANS: parameters, and gpu.h with what is
 * beside it, which are the same everywhere. */
enum macro_owner {
    OF_COMPILER, /* and of the system's headers */
    OF_MONOID,
    OF_DEVICE, /* CUDA's words */
    OF_KERNEL,
    OF_PLAN
};

struct told_file {
    char *name; /* as the markers have it */
    enum macro_owner owner;
};

struct told_macro {
    const char *word; /* in the text */
    size_t length;
    enum macro_owner owner;
};

enum { TOLD_FILES = 1024, TOLD_DEPTH = 256 };

struct told_macros {
    struct told_file file[TOLD_FILES]; /* all that was read */
    int files;
    int open[TOLD_DEPTH], depth; /* which file includes which */
    struct told_macro *macro;    /* neither a kernel's nor the plan's */
    size_t macros, room;
    struct problem *why;
};

/* `text` is preprocessed, with its markers and all definitions as they come
 * (-dD), and outlives *told, which is empty. told_close() in either case. */
enum status told_open(struct told_macros *told, const char *text,
                      struct problem *why);
void told_close(struct told_macros *told);

/* NULL: it is none of these. */
const struct told_macro *told_find(const struct told_macros *told,
                                   const char *word, size_t length);
/* One of them begins so. */
bool told_begins(const struct told_macros *told, const char *word,
                 size_t length);

/* Leaves empty lines where the definitions of such a text are. */
void told_take_out(char *text);

#endif
