/* whole_file.h - a file that appears under its name when it is whole.
 *
 * It is written beside its name, in a file that did not exist before, then
 * renamed. A link stays one: what it points to is replaced. What is no regular
 * file (/dev/stdout, a FIFO) is written as it is.
 */
#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct whole_file {
    char target[PATH_MAX];         /* the path, or what it is a link to */
    char temporary[PATH_MAX + 40]; /* what is written; "" when it is target */
    FILE *file;
};

/* False: errno says why. On true the caller commits or discards. */
bool whole_open(const char *path, struct whole_file *out);

/* What is written: `temporary`, or `target` itself. */
const char *whole_path(const struct whole_file *whole);

/* Closes `file`, early. False: errno says what could not be written. */
bool whole_close(struct whole_file *whole);

/* Closes and renames; on false nothing is left. */
bool whole_commit(struct whole_file *whole);
void whole_discard(struct whole_file *whole);

#endif
