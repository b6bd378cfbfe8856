/* cub_histogram.cu - CUB's DeviceHistogram::HistogramEven of the key's low
 * bits, which an iterator takes. Up to 256 bins they are bytes: CUB counts
 * these without looking for their bin.
 */
#include "cub_application.h"

#include <cub/device/device_histogram.cuh>
#include <thrust/iterator/transform_iterator.h>

template <typename Bits> struct low_bits {
    uint32_t mask;
    __host__ __device__ Bits operator()(const T &x) const
    {
        return (Bits)(key(x) & mask);
    }
};

template <typename Bits>
static cudaError_t count(void *temporary, size_t &bytes,
                         const struct row_call *call, int32_t n,
                         cudaStream_t stream)
{
    const int bins = (int)call->setting;
    const low_bits<Bits> of = {(uint32_t)bins - 1}; /* bins are 2^k */

    return cub::DeviceHistogram::HistogramEven(
        temporary, bytes,
        thrust::make_transform_iterator((const T *)call->port[0], of),
        (unsigned long long *)call->port[1], bins + 1, 0, bins, n, stream);
}

__global__ void tell_bins(uint64_t *out, uint64_t bins)
{
    *out = bins;
}

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    if (temporary)
        tell_bins<<<1, 1, 0, stream>>>((uint64_t *)call->port[2],
                                       call->setting);
    return call->setting <= 256
               ? count<uint8_t>(temporary, bytes, call, n, stream)
               : count<uint32_t>(temporary, bytes, call, n, stream);
}
