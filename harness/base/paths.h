/* paths.h - where the sources that are compiled at run time are, and where the
 * compiled modules are kept. */
#ifndef PATHS_H
#define PATHS_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

/* The folder that holds algorithms/ and harness/: $SCANLAB_HOME, or found from
 * the program's own location (the checkout, or PREFIX/share/scanlab). */
enum status paths_home(char *out, size_t size, struct problem *why);

/* The cache folder, created if missing: $XDG_CACHE_HOME/scanlab, else
 * ~/.cache/scanlab, else a private folder under /tmp. */
enum status paths_cache(char *out, size_t size, struct problem *why);

/* Makes a folder and those above it that are missing, for this user only; `path`
 * is unchanged afterwards. False: errno says why. */
bool paths_make_folders(char *path);

/* Like snprintf, but returns false if the text does not fit. */
bool path_format(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes a path or other word as a shell needs it, in single quotes if
 * necessary. Returns its length. */
size_t path_quote(const char *word, char *out, size_t size);

/* How a user types this program's name: "./scanlab" if it was started so, else
 * "scanlab". Commands to be printed begin with `scanlab`; path_typed() returns
 * such a command with that word replaced, in a static buffer. */
void path_started_as(const char *program);
const char *path_scanlab(void);
const char *path_typed(const char *command);

/* Reads a whole file; the caller frees. NULL: it cannot be read. */
char *path_read(const char *path, size_t *length);

#endif
