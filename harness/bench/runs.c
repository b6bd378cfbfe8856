/* runs.c - the nested bootstrap. */
#include "runs.h"

#include <stdint.h>
#include <stdlib.h>

enum { RESAMPLES = 999, MAX_RUNS = 64, MAX_SAMPLES = 4096 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *values, size_t n)
{
    qsort(values, n, sizeof *values, ascending);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* xorshift64. */
static size_t below(uint64_t *state, size_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (size_t)((*state >> 11) % limit);
}

static double resampled_median(const struct run_samples *run, uint64_t *state)
{
    double values[MAX_SAMPLES] = {0};
    const size_t n = run->count < MAX_SAMPLES ? run->count : MAX_SAMPLES;

    for (size_t i = 0; i < n; i++)
        values[i] = run->value[below(state, run->count)];
    return median_of(values, n);
}

static double resample(const struct run_samples *runs, int count, bool nested,
                       uint64_t *state)
{
    double medians[MAX_RUNS] = {0};

    for (int k = 0; k < count; k++) {
        const size_t which = nested ? below(state, (size_t)count) : (size_t)k;
        medians[k] = resampled_median(&runs[which], state);
    }
    return median_of(medians, (size_t)count);
}

static void interval(const struct run_samples *runs, int count, bool nested,
                     double *low, double *high)
{
    double found[RESAMPLES];
    uint64_t state = 0x9e3779b97f4a7c15u;

    for (int i = 0; i < RESAMPLES; i++)
        found[i] = resample(runs, count, nested, &state);
    qsort(found, RESAMPLES, sizeof *found, ascending);
    *low = found[RESAMPLES / 40];
    *high = found[RESAMPLES - 1 - RESAMPLES / 40];
}

struct runs_spread runs_spread(const struct run_samples *runs, int count)
{
    struct runs_spread out;
    double medians[MAX_RUNS] = {0}, values[MAX_SAMPLES] = {0};

    count = count < MAX_RUNS ? count : MAX_RUNS;
    for (int k = 0; k < count; k++) {
        const size_t n =
            runs[k].count < MAX_SAMPLES ? runs[k].count : MAX_SAMPLES;
        for (size_t i = 0; i < n; i++)
            values[i] = runs[k].value[i];
        medians[k] = median_of(values, n);
    }
    out.median = median_of(medians, (size_t)count);
    interval(runs, count, false, &out.within_low, &out.within_high);
    interval(runs, count, true, &out.between_low, &out.between_high);
    return out;
}
