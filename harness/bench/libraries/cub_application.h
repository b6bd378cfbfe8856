/* cub_application.h - common beginning of the files for CUB's application rows.
 *
 * Each file defines run(): CUB's algorithm, called as its manual shows. With
 * temporary == NULL it only sets `bytes`, the size that it needs.
 */
#ifndef CUB_APPLICATION_H
#define CUB_APPLICATION_H

#include "cub_row.h"

/* The element function, for applications that have one. */
#ifdef PREDICATE
#include PREDICATE
struct kept {
    __host__ __device__ bool operator()(const T &x) const
    {
        return keeps(x);
    }
};
#endif
#ifdef KEY_HEADER
#include KEY_HEADER
#endif
#ifdef PRODUCT_HEADER
#include PRODUCT_HEADER
#endif

/* Narrower counts make faster code; some CUB functions accept only these. */
static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream);

LIBRARY_EXPORT const char *library_call_cuda(struct row_call *call)
{
    if (call->size[0] > INT32_MAX)
        return "this row takes fewer than 2^31 elements";
    const cudaError_t error =
        run(call->temporary, call->bytes, call, (int32_t)call->size[0],
            (cudaStream_t)call->stream);
    return error == cudaSuccess ? NULL : cudaGetErrorName(error);
}

#endif
