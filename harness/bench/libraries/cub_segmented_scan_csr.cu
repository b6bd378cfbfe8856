/* cub_segmented_scan_csr.cu - CUB's DeviceSegmentedScan: a block for each
 * segment. */
#include <cub/version.cuh>

#if CUB_VERSION < 300300
#error this CUB has no segmented scan: take a newer one
#endif

#include "cub_application.h"

#include <cub/device/device_segmented_scan.cuh>

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    const T *const in = (const T *)call->port[0];
    const uint32_t *const begins = (const uint32_t *)call->port[1];
    T *const out = (T *)call->port[2];
    const int64_t segments = (int64_t)call->size[1];

    (void)n;
#if EXCLUSIVE
    return cub::DeviceSegmentedScan::ExclusiveSegmentedScan(
        temporary, bytes, in, out, begins, begins + 1, segments, fold(),
        identity(), stream);
#else
    return cub::DeviceSegmentedScan::InclusiveSegmentedScan(
        temporary, bytes, in, out, begins, begins + 1, segments, fold(),
        stream);
#endif
}
