/* submissions.h - a folder of submissions, as a list of files to judge.
 *
 *     hand-ins/alice/kogge-stone.cu     one student, one lab
 *             /alice/partition.cu       and another
 *             /bob/work/partition.cu    one folder further in
 *             /carol.cu                 with a lab named: --lab partition
 *             /dave/                    nothing found: still gets a row
 */
#ifndef SUBMISSIONS_H
#define SUBMISSIONS_H

#include "lab.h"

struct submission {
    char student[256];
    const struct lab *lab; /* NULL: not known, since nothing was found */
    char path[PATH_MAX];   /* "": nothing was found */
    char nothing[256];     /* the reason */
    char name[200];        /* name of its report: simple and unique */
};

struct submissions {
    struct submission *list;
    int count;
};

/* In the order of names. `lab` is the lab of all files; NULL: each file is
 * named after its lab. WRONG_USE: the folder cannot be read. The caller frees
 * with submissions_free. */
enum status submissions_read(const char *folder, const struct lab *lab,
                             const struct lab *labs, int lab_count,
                             struct submissions *out, struct problem *why);
void submissions_free(struct submissions *submissions);

#endif
