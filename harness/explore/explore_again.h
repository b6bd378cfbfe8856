/* explore_again.h - `explore`: is the best point still the best in another
 * process? */
#ifndef EXPLORE_AGAIN_H
#define EXPLORE_AGAIN_H

#include "search.h"

/* Times the best point and the incumbent, with memcpy, in a separate process.
 * Prints how much faster the best is in each process, and whether that is more
 * than noise: *faster. If `seconds` is 0, uses only the results of the
 * search. */
enum status explore_again(const struct search_job *job,
                          const struct point *incumbent,
                          const struct point *best, double seconds,
                          bool *faster, struct problem *why);

#endif
