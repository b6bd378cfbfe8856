/* teacher.h - the files in a lab's teacher/, and the points that each should
 * get.
 *
 *     solution.cu       all points
 *     also_right/X      all points: other correct solutions
 *     wrong/X           fewer; its first finding contains `# says:`, and the
 *                       finding's property is `# breaks:`, if given
 *     partial/X         the points of `# gets:`
 *
 * X is a sed script for the solution (X.sed), or a student's fills (X.fill):
 * `FILL [A]` lines, each followed by the student's lines; a FILL that is not
 * named stays as in the skeleton. Lines at its top that begin with `# `
 * describe it.
 */
#ifndef TEACHER_H
#define TEACHER_H

#include "lab.h"

struct teacher_file {
    char name[192];             /* "wrong/swapped"; "skeleton" */
    char *text;                 /* the whole file, as a student hands it in */
    int least, most;            /* least and most points */
    char says[400], breaks[64]; /* for its first finding; or "" */
};

struct teacher_files {
    struct teacher_file *list;
    int count;
};

/* Lists the skeleton and the solution first. WRONG_USE: a file cannot be read,
 * or is not as described here. The caller frees with teacher_files_free. */
enum status teacher_files_read(const struct lab *lab, struct teacher_files *out,
                               struct problem *why);
void teacher_files_free(struct teacher_files *files);

#endif
