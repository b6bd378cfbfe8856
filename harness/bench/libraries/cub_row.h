/* cub_row.h - common beginning of the files for CUB's rows: the monoid in CUDA
 * C++, and the row's name.
 *
 * Sums use CUB's own operator, for which CUB is tuned; every other monoid uses
 * its op.
 */
#ifndef CUB_ROW_H
#define CUB_ROW_H

#include "row_call.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cub/version.cuh>
#include <cuda/std/functional>

#define DEVICE static __host__ __device__ __forceinline__
#include MONOID

#if SUM
typedef ::cuda::std::plus<> fold;
#else
struct fold {
    __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return op(a, b);
    }
};
#endif

#ifndef FORM
#define FORM ""
#endif

/* The row's name after "cub:": the version of the headers that it was built
 * with, and the form. */
LIBRARY_EXPORT const char *library_variant(void)
{
    static char text[96];

    snprintf(text, sizeof text, "%d.%d.%d%s", CUB_MAJOR_VERSION,
             CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, FORM);
    return text;
}

#endif
