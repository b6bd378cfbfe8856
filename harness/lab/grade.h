/* grade.h - a folder of submissions: each judged in its own process, several at
 * a time, and recorded as soon as it is done.
 *
 *     grades.csv            a row for each submission
 *     grades.json           all reports
 *     grades/index.html     the table, for a browser
 *     grades/NAME.html      a report for the student
 *     grades/NAME.json      the same, with hashes of its inputs: unchanged
 *                           submissions are not judged again
 */
#ifndef GRADE_H
#define GRADE_H

#include "enclosure.h"
#include "submissions.h"

struct grading {
    enum isolation level;
    int jobs;          /* submissions at a time */
    bool hides;        /* reports do not show what was expected */
    const char *table; /* "grades.csv" */
    /* Called in between; or NULL. */
    void (*progress)(void *context, int done, int count);
    void *context;
};

struct grades {
    int count, right, partly, none; /* points: all, some, none */
    int not_judged;                 /* because of this machine */
    int kept;                       /* already judged earlier */
};

/* MACHINE_LACKS: no process, no disk. `folder` holds the submissions. */
enum status grade_all(const struct submissions *submissions, const char *folder,
                      const struct grading *how, struct grades *out,
                      struct problem *why);

/* The folder for the reports, derived from the table's name; WRONG_USE: the
 * name does not end in .csv. */
enum status grade_folder(const char *table, char *out, size_t size,
                         struct problem *why);

/* ---- the table, from the recorded results (grade_table.c) ---- */

enum status grade_write(const struct submissions *submissions,
                        const struct grading *how, const char *reports,
                        struct grades *out, struct problem *why);

#endif
