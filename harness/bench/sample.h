/* sample.h - what a list of times says. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stddef.h>

struct summary {
    double min, q1, median, q3, max;
    double ci_low, ci_high; /* of the median, at least 95 % where n allows */
};

/* Of n >= 1 values, in any order; they are sorted in place. The interval is
 * made of order statistics (a sign test turned round), so it assumes nothing
 * of the distribution. It is NAN with fewer than 6
 * values, which hold no such interval. */
struct summary sample_summarise(double *values, size_t n);

#endif
