/* output_file.h - a file that appears complete or not at all.
 *
 *     output_open("sums.npy")    writes sums.npy.4711.tmp
 *     output_commit              closes it and renames it to sums.npy
 *     output_discard             removes it; an old sums.npy is untouched
 *
 * No file can be renamed to standard output ("-") or a device (/dev/null, a
 * pipe); these are written directly.
 */
#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H

#include "status.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;       /* write here; output_commit also detects errors */
    const char *name; /* for problems */
    char *target;     /* its destination, links followed; NULL: written
                         directly */
    char *temporary;  /* beside it */
};

/* Marks an input file: no output replaces it, under any name. This protects
 * kernels, headers and submissions, which are often the only copy. */
void output_keep(const char *path);

/* Opens the temporary file. WRONG_USE: the folder does not exist or is not
 * writable, or output_keep protects the file. Afterwards call exactly one of
 * commit and discard. `path` must outlive the output. */
enum status output_open(const char *path, struct output *out,
                        struct problem *why);

/* Finishes the file. MACHINE_LACKS: the disk is full; in that case, as after
 * any problem, the temporary file is removed and the target is unchanged. */
enum status output_commit(struct output *out, struct problem *why);
/* Finishes files that belong together: all are closed before the first one is
 * renamed, and after a problem all are discarded. */
enum status output_commit_all(struct output *const *out, int count,
                              struct problem *why);

void output_discard(struct output *out);

/* True: both paths lead to the same regular file. */
bool output_same_file(const char *a, const char *b);

/* Removes the temporary files of all open outputs: for the handler of a signal
 * that ends the program. Async-signal-safe. */
void output_remove_temporaries(void);

/* The same for a file written by other code: it is removed too, if the signal
 * arrives between output_note and output_unnote. `path` must live that long.
 * False: there is no room to note the file. */
bool output_note(char *path);
void output_unnote(char *path);

/* For a child process: the open outputs belong to its parent, so the child must
 * not remove their temporary files. */
void output_forget_all(void);

#endif
