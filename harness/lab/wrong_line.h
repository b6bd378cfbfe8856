/* wrong_line.h - the line whose change alone makes a wrong file right: small
 * changes of the student's lines (edits.h), each judged as a file of its own.
 * A finding names the lines that the wrong value went through; where a loop ends
 * too early, for one, none of them is the line to change. This one is. */
#ifndef WRONG_LINE_H
#define WRONG_LINE_H

#include "edits.h"
#include "lab_judge.h"

#include <stdbool.h>

enum { WRONG_LINE_TRIES = 400 };

struct wrong_line {
    int line; /* from 1; 0: no change that was tried helps */
    enum edit_kind kind;
    int points; /* that the file has with it */
    int tried;  /* changes */
    bool late;  /* the minute was over before all had been tried */
};

/* `report`: of the file, something in it is wrong. Tries the edits, `jobs` at a
 * time, those near a line that the finding names first; as far as the first with
 * all points, or for a minute. Without one, the first with most points, if these
 * are more than the file's own. `progress`, or NULL, hears how many of how many
 * are done. CHECK_FAILED: there is no line to look for, with the reason.
 * MACHINE_LACKS: no memory, no process, no disk. */
enum status wrong_line_find(const struct report *report, enum isolation level,
                            int jobs, void (*progress)(int done, int all),
                            struct wrong_line *out, struct problem *why);

#endif
