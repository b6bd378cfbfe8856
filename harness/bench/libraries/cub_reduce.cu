/* cub_reduce.cu - CUB's DeviceReduce, which requires op to commute. */
#include "cub_application.h"

#include <cub/device/device_reduce.cuh>

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    return cub::DeviceReduce::Reduce(
        temporary, bytes, (const T *)call->port[0], (T *)call->port[1], n,
        fold(), identity(), stream);
}
