/* whole_file.h - a file that appears under its name only when it is complete.
 *
 * Its content is first written to a new file in the same folder, which is then
 * renamed. A symbolic link is kept, and its target replaced. A path that is not
 * a regular file (/dev/stdout, a FIFO) is written directly.
 */
#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct whole_file {
    char target[PATH_MAX];         /* the path, or the target of its link */
    char temporary[PATH_MAX + 40]; /* the file written; "": `target` itself */
    FILE *file;
};

/* False: errno has the reason. If it returns true, the caller commits or
 * discards. */
bool whole_open(const char *path, struct whole_file *out);

/* The path of the file that is written: `temporary`, or `target` itself. */
const char *whole_path(const struct whole_file *whole);

/* Closes `file` before the commit. False: a write failed; errno has the reason. */
bool whole_close(struct whole_file *whole);

/* Closes and renames; if it returns false, no file is left. */
bool whole_commit(struct whole_file *whole);
void whole_discard(struct whole_file *whole);

#endif
