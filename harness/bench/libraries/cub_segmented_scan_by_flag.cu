/* cub_segmented_scan_by_flag.cu - CUB's DeviceScan by key, with the flags as
 * keys: two neighbours belong to one segment if the second is not a head.
 *
 * CUB's manual requires an equality operator, which this comparison is not; but
 * CUB compares each key only with the key before it, in that order. So the
 * flags can serve as keys, and none need be computed.
 */
#define FORM ",by_flag"
#include "cub_application.h"

#include <cub/device/device_scan.cuh>

struct same_segment {
    __host__ __device__ bool operator()(uint8_t, uint8_t flag) const
    {
        return flag == 0;
    }
};

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    const T *const in = (const T *)call->port[0];
    const uint8_t *const flags = (const uint8_t *)call->port[1];
    T *const out = (T *)call->port[2];

#if EXCLUSIVE
    return cub::DeviceScan::ExclusiveScanByKey(temporary, bytes, flags, in, out,
                                               fold(), identity(), n,
                                               same_segment(), stream);
#else
    return cub::DeviceScan::InclusiveScanByKey(temporary, bytes, flags, in, out,
                                               fold(), n, same_segment(),
                                               stream);
#endif
}
