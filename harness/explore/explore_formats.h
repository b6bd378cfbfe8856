/* explore_formats.h - a search in the formats of other tuners, whose tools read
 * and draw them.
 *
 *     Kernel Tuner   its cache file, schema 1.1.0: also a start for its search
 *     T4             the results file of the autotuning community, 1.0.0
 *
 * Times are in milliseconds. A configuration is one number per parameter of the
 * space. Source: the schemas in Kernel Tuner's repository, kernel_tuner/schema.
 */
#ifndef EXPLORE_FORMATS_H
#define EXPLORE_FORMATS_H

#include "search.h"

/* Write the points that the search reached; the file appears complete or not at
 * all. */
enum status explore_write_cache(const struct search_job *job,
                                const struct search *found, const char *path,
                                struct problem *why);
enum status explore_write_t4(const struct search_job *job,
                             const struct search *found, const char *path,
                             struct problem *why);

#endif
