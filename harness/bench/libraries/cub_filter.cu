/* cub_filter.cu - CUB's DeviceSelect::If. */
#include "cub_application.h"

#include <cub/device/device_select.cuh>

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    return cub::DeviceSelect::If(
        temporary, bytes, (const T *)call->port[0], (T *)call->port[1],
        (uint64_t *)call->port[2], n, kept(), stream);
}
