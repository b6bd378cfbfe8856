/* cub_radix_sort.cu - CUB's DeviceRadixSort::SortKeys. */
#include "cub_application.h"

#include <cub/device/device_radix_sort.cuh>

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    return cub::DeviceRadixSort::SortKeys(
        temporary, bytes, (const T *)call->port[0], (T *)call->port[1], n, 0,
        (int)call->setting, stream);
}
