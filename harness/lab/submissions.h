/* submissions.h - a folder of submissions, as a list of files to judge.
 *
 *     hand-ins/alice/kogge-stone.cu     one student, one lab
 *             /alice/partition.cu       and another
 *             /bob/work/partition.cu    one folder further in
 *             /carol.cu                 with a lab named: --lab partition
 *             /dave/                    nothing found: a row all the same
 */
#ifndef SUBMISSIONS_H
#define SUBMISSIONS_H

#include "lab.h"

struct submission {
    char student[256];
    const struct lab *lab; /* NULL: it is not known, as nothing was found */
    char path[PATH_MAX];   /* "": nothing was found */
    char nothing[256];     /* why not */
    char name[200];        /* of its report: plain, and of no other */
};

struct submissions {
    struct submission *list;
    int count;
};

/* In the order of names. `lab`: of all, or NULL: files called after their labs.
 * WRONG_USE: the folder cannot be read. The caller frees with
 * submissions_free. */
enum status submissions_read(const char *folder, const struct lab *lab,
                             const struct lab *labs, int lab_count,
                             struct submissions *out, struct problem *why);
void submissions_free(struct submissions *submissions);

#endif
