/* openmp_inscan.cpp - OpenMP 5.0's scan directive. */
#include "library_monoid.h"

#ifdef __clang__
#error clang 14 runs inscan on one thread in n log n steps, on the stack
#endif

#pragma omp declare reduction(fold:T                                           \
                              : omp_out = op(omp_out, omp_in))                 \
    initializer(omp_priv = identity())

void library_scan(const T *in, T *out, size_t n, int threads)
{
    T sum = identity();

#if EXCLUSIVE
#pragma omp parallel for reduction(inscan, fold : sum) num_threads(threads)
    for (size_t i = 0; i < n; i++) {
        out[i] = sum;
#pragma omp scan exclusive(sum)
        sum = op(sum, in[i]);
    }
#else
#pragma omp parallel for reduction(inscan, fold : sum) num_threads(threads)
    for (size_t i = 0; i < n; i++) {
        sum = op(sum, in[i]);
#pragma omp scan inclusive(sum)
        out[i] = sum;
    }
#endif
}
