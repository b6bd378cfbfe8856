/* derivation_report.h - one derived scan: its counts beside its closed forms,
 * and a drawing of its levels beside its network. */
#ifndef DERIVATION_REPORT_H
#define DERIVATION_REPORT_H

#include "search.h"

#include <stdio.h>

/* Prints the point's counts beside the closed forms. False: they differ. */
bool derivation_print_counts(const struct search_job *job,
                             const struct point *point);

enum { DRAWN_SECTION = 1024 }; /* the widest */

/* Writes the drawing of job->space->base to `path`, as svg: on the left what
 * each rule leaves, on the right the operations of one full section, counted
 * by a run. Precondition: it has at most DRAWN_SECTION elements. WRONG_USE: the
 * path cannot be written. */
enum status derivation_draw(const struct search_job *job, const char *path,
                            struct problem *why);

#endif
