/* grade.h - a folder of submissions: each judged in a process of its own,
 * several at a time, and written down as soon as it is.
 *
 *     grades.csv            a row for each submission
 *     grades.json           all reports
 *     grades/index.html     the table, for a browser
 *     grades/NAME.html      a report for the student
 *     grades/NAME.json      the same, and what it was made from: what has not
 *                           changed since then is not judged again
 */
#ifndef GRADE_H
#define GRADE_H

#include "enclosure.h"
#include "submissions.h"

struct grading {
    enum isolation level;
    int jobs;          /* submissions at a time */
    bool hides;        /* reports do not tell what was expected */
    const char *table; /* "grades.csv" */
    /* In between; or NULL. */
    void (*progress)(void *context, int done, int count);
    void *context;
};

struct grades {
    int count, right, partly, none; /* points: all, some, none */
    int not_judged;                 /* by this machine's fault */
    int kept;                       /* judged before */
};

/* MACHINE_LACKS: no process, no disk. `folder`: where the submissions lie. */
enum status grade_all(const struct submissions *submissions, const char *folder,
                      const struct grading *how, struct grades *out,
                      struct problem *why);

/* Folder of the reports, from the table's name; WRONG_USE: it does not end in
 * .csv. */
enum status grade_folder(const char *table, char *out, size_t size,
                         struct problem *why);

/* ---- the table, from what has been written down (grade_table.c) ---- */

enum status grade_write(const struct submissions *submissions,
                        const struct grading *how, const char *reports,
                        struct grades *out, struct problem *why);

#endif
