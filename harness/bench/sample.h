/* sample.h - statistics of a list of times. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stddef.h>

struct summary {
    double min, q1, median, q3, max;
    double ci_low, ci_high; /* median's interval, at least 95 % if n allows */
};

/* Summarises n >= 1 values in any order, and sorts them in place. The interval
 * consists of order statistics (an inverted sign test), so it assumes nothing
 * about the distribution. It is NAN with fewer than 6 values, which are too few
 * for an interval. */
struct summary sample_summarise(double *values, size_t n);

#endif
