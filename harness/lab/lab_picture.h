/* lab_picture.h - the trace of a finding, drawn by scanviz if installed. */
#ifndef LAB_PICTURE_H
#define LAB_PICTURE_H

#include "check_run.h"

/* Draws, once for each report, the first finding that has a trace.
 * report->picture then names the file. */
void picture_draw(struct check_run *a, const char *file);

#endif
