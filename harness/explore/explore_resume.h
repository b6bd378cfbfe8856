/* explore_resume.h - a search goes on from the JSON of an earlier one. */
#ifndef EXPLORE_RESUME_H
#define EXPLORE_RESUME_H

#include "search.h"

#include <jansson.h>

/* What two searches must have in common: machine, algorithm, elements, n, ... */
json_t *search_identity(const struct search_job *job);

/* A point as it is kept in the JSON. */
json_t *search_keep_point(const struct point *point);

/* Takes the states of the points in job->resume, except that of the incumbent,
 * which takes part again: what was wrong, failed or proved is not tried again,
 * and what was timed starts in the second stage. WRONG_USE: the file is none of
 * explore's, or is of another search. */
enum status search_resume(const struct search_job *job, struct search *found,
                          struct problem *why);

#endif
