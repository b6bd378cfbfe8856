/* cub_partition_reversed.cu - CUB's DevicePartition::If: the rejected elements
 * are written from the end, in reverse order. */
#include "cub_application.h"

#include <cub/device/device_partition.cuh>

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    return cub::DevicePartition::If(
        temporary, bytes, (const T *)call->port[0], (T *)call->port[1],
        (uint64_t *)call->port[2], n, kept(), stream);
}
