/* compiler_macros.h - which macros reveal where a kernel is compiled? The
 * compiler lists them, since no list of ours could be complete. */
#ifndef SIMT_COMPILER_MACROS_H
#define SIMT_COMPILER_MACROS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* The owner of a file and its macros. OF_PLAN: parameters, and gpu.h with the
 * headers beside it, which are the same everywhere. */
enum macro_owner {
    OF_COMPILER, /* also the system's headers */
    OF_MONOID,
    OF_DEVICE, /* CUDA's words */
    OF_KERNEL,
    OF_PLAN
};

struct macro_file {
    char *name; /* as in the markers */
    enum macro_owner owner;
};

struct compiler_macro {
    const char *word; /* in the text */
    size_t length;
    enum macro_owner owner;
};

enum { MACRO_FILES = 1024, TOLD_DEPTH = 256 };

struct compiler_macros {
    struct macro_file file[MACRO_FILES]; /* all that was read */
    int files;
    int open[TOLD_DEPTH], depth;  /* which file includes which */
    struct compiler_macro *macro; /* all except the kernel's and the plan's */
    size_t macros, room;
    struct problem *why;
};

/* `text` is preprocessed, with its markers and all definitions in place (-dD);
 * it must outlive *told, which must be empty. Call macros_close() in either
 * case. */
enum status macros_open(struct compiler_macros *told, const char *text,
                        struct problem *why);
void macros_close(struct compiler_macros *told);

/* The listed macro of this name, or NULL. */
const struct compiler_macro *macros_find(const struct compiler_macros *told,
                                         const char *word, size_t length);
/* True when the name of a listed macro begins with this word. */
bool macros_begin(const struct compiler_macros *told, const char *word,
                  size_t length);

/* Replaces the definitions in a preprocessed text with empty lines. */
void macros_take_out(char *text);

#endif
