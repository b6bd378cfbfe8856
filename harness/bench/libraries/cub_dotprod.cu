/* cub_dotprod.cu - CUB's DeviceReduce of products that an iterator computes. */
#include "cub_application.h"

#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

struct product {
    const T *a, *b;
    __host__ __device__ T operator()(int32_t i) const
    {
        return times(a[i], b[i]);
    }
};

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    const product of = {(const T *)call->port[0], (const T *)call->port[1]};

    return cub::DeviceReduce::Reduce(
        temporary, bytes,
        thrust::make_transform_iterator(thrust::counting_iterator<int32_t>(0),
                                        of),
        (T *)call->port[2], n, fold(), identity(), stream);
}
