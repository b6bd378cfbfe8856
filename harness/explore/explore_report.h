/* explore_report.h - the output of a search: a table on the terminal, CSV,
 * JSON. */
#ifndef EXPLORE_REPORT_H
#define EXPLORE_REPORT_H

#include "bench/bench_report.h"
#include "search.h"

/* Prints the best points, including the default, and a summary of the
 * others. */
void explore_print(const struct search_job *job, const struct search *found);

/* "block=64,items=8", or "the default". */
const char *explore_setting(const struct point *point);

/* The columns of a bench, then stage and state, speedup over the default, the
 * counts at count_n, and why a point has no time. Static storage. */
const char *explore_columns(void);

/* Writes a row for memcpy and for every point to report->table, and the samples
 * to report->document, if there is one. False: out of memory. */
bool explore_write(const struct search_job *job, const struct search *found,
                   struct report *report);

/* True: the point is the scan as the user named it, with settings. */
bool explore_is_named(const struct search_job *job, const struct point *point);

#endif
