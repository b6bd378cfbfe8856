/* cub_rle.cu - CUB's DeviceRunLengthEncode::Encode. */
#include "cub_application.h"

#include <cub/device/device_run_length_encode.cuh>

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    return cub::DeviceRunLengthEncode::Encode(
        temporary, bytes, (const T *)call->port[0], (T *)call->port[1],
        (uint32_t *)call->port[2], (uint64_t *)call->port[3], n, stream);
}
