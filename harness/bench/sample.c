/* sample.c - medians, quartiles and order-statistic intervals. */
#include "sample.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The q-quantile of sorted values, between neighbours. */
static double quantile(const double *sorted, size_t n, double q)
{
    const double at = q * (double)(n - 1);
    const size_t below = (size_t)at;
    const double part = at - (double)below;

    return below + 1 < n ? sorted[below] * (1 - part) + sorted[below + 1] * part
                         : sorted[n - 1];
}

/* The largest r with P(Binomial(n, 1/2) < r) <= 2.5 %: the interval from the
 * r-th lowest to the r-th highest value then holds the median in 95 %. */
static size_t interval_rank(size_t n)
{
    double probability = pow(0.5, (double)n), below = 0;
    size_t r = 0;

    if (n > 1000) /* the binomial is normal by then */
        return (size_t)((double)n / 2 - 0.98 * sqrt((double)n));
    while (below + probability <= 0.025) {
        below += probability;
        probability *= (double)(n - r) / (double)(r + 1);
        r++;
    }
    return r; /* 0: too few values */
}

struct summary sample_summarise(double *values, size_t n)
{
    qsort(values, n, sizeof *values, ascending);
    const size_t rank = interval_rank(n), edge = rank - 1;
    return (struct summary){
        .min = values[0],
        .q1 = quantile(values, n, 0.25),
        .median = quantile(values, n, 0.5),
        .q3 = quantile(values, n, 0.75),
        .max = values[n - 1],
        .ci_low = rank > 0 ? values[edge] : NAN,
        .ci_high = rank > 0 ? values[n - 1 - edge] : NAN,
    };
}
