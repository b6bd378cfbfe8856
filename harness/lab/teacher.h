/* teacher.h - the files that a lab's teacher/ holds, and the points that each is
 * meant to get.
 *
 *     solution.cu       all points
 *     also_right/X      all points: other right ways
 *     wrong/X           fewer; `# says:` is in its first finding, and the
 *                       property of that is `# breaks:` where this is given
 *     partial/X         the points of `# gets:`
 *
 * X is a sed script on the solution (X.sed), or what a student fills in
 * (X.fill): lines `FILL [A]`, each with the student's below it; a FILL that is
 * not named stays as it is in the skeleton. Lines at its top that begin with
 * `# ` say what it is.
 */
#ifndef TEACHER_H
#define TEACHER_H

#include "lab.h"

struct teacher_file {
    char name[192];  /* "wrong/swapped"; "skeleton" */
    char *text;      /* of the whole file, as a student hands it in */
    int least, most; /* points; at least and at most */
    char says[400], breaks[64]; /* of its first finding; "" */
};

struct teacher_files {
    struct teacher_file *list;
    int count;
};

/* The skeleton and the solution first. WRONG_USE: a file cannot be read, or is
 * not as it is said here. The caller frees with teacher_files_free. */
enum status teacher_files_read(const struct lab *lab, struct teacher_files *out,
                               struct problem *why);
void teacher_files_free(struct teacher_files *files);

#endif
