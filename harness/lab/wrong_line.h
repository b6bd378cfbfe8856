/* wrong_line.h - the line at which a single change makes a wrong file right:
 * tries small changes to the student's lines (edits.h), each judged as a
 * separate file. A finding names the lines that the wrong value passed through;
 * if, for example, a loop ends too early, none of those lines needs the change.
 * The line found here does. */
#ifndef WRONG_LINE_H
#define WRONG_LINE_H

#include "edits.h"
#include "lab_judge.h"

#include <stdbool.h>

enum { WRONG_LINE_TRIES = 400 };

struct wrong_line {
    int line; /* from 1; 0: no change tried helps */
    enum edit_kind kind;
    int points; /* points of the file with this change */
    int tried;  /* changes */
    bool late;  /* the minute ran out before all changes had been tried */
};

/* `report` is the file's report, which states that something is wrong. Tries
 * the edits, `jobs` at a time, starting with those near a line named in the
 * finding, until one gets all points or a minute has passed. If no edit gets
 * all points, returns the first of those with the most points, if these are
 * more than the file's own. `progress` is called with the number of edits tried
 * and the total; it may be NULL. CHECK_FAILED: there is no line to look for;
 * `why` has the reason. MACHINE_LACKS: there is too little memory or disk
 * space, or no process could be started. */
enum status wrong_line_find(const struct report *report, enum isolation level,
                            int jobs, void (*progress)(int done, int all),
                            struct wrong_line *out, struct problem *why);

#endif
