/* explore_again.h - `explore`: is the best still the best in another process?
 */
#ifndef EXPLORE_AGAIN_H
#define EXPLORE_AGAIN_H

#include "search.h"

/* Times both beside memcpy in a process of their own, and prints how much
 * faster the best is in either, and whether that can be told from noise.
 * `seconds` 0: by the search alone. */
enum status explore_again(const struct search_job *job,
                          const struct point *incumbent,
                          const struct point *best, double seconds,
                          struct problem *why);

#endif
