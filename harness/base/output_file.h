/* output_file.h - a file that appears whole or not at all.
 *
 *     output_open("sums.npy")    writes sums.npy.4711.tmp
 *     output_commit              closes it and renames it to sums.npy
 *     output_discard             removes it; an old sums.npy is untouched
 *
 * Standard output ("-") and devices (/dev/null, a pipe) cannot be renamed
 * over; they are written in place.
 */
#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H

#include "status.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;       /* write here; errors may be left to output_commit */
    const char *name; /* for problems */
    char *target;     /* where it goes, links followed; NULL: in place */
    char *temporary;  /* beside it */
};

/* This file is read: no output replaces it, by whatever name it is given. For
 * kernels, headers and submissions, which are often the only copy. */
void output_keep(const char *path);

/* Opens the temporary file. WRONG_USE: the place does not exist, is not
 * writable, or is a file of output_keep. Afterwards call exactly one of commit
 * and discard. `path` must outlive the output. */
enum status output_open(const char *path, struct output *out,
                        struct problem *why);

/* Finishes the file. MACHINE_LACKS: the disk is full; then, as after any
 * problem, the temporary file is gone and the target is as it was. */
enum status output_commit(struct output *out, struct problem *why);
/* Finishes files that belong together: all are closed before the first one is
 * renamed, and after a problem all are discarded. */
enum status output_commit_all(struct output *const *out, int count,
                              struct problem *why);

void output_discard(struct output *out);

/* True if both paths lead to the same regular file. */
bool output_same_file(const char *a, const char *b);

/* Removes the temporary files of all outputs that are open: for a handler of
 * a signal that ends the program. Async-signal-safe. */
void output_remove_temporaries(void);

/* The same for a file that something else writes: from output_note on it is
 * removed, until output_unnote. `path` must live so long. False when there is
 * no room to note it. */
bool output_note(char *path);
void output_unnote(char *path);

/* In a child process: the outputs that are open belong to its parent, and their
 * temporary files are not the child's to remove. */
void output_forget_all(void);

#endif
