/* cub_histogram.cu - CUB's DeviceHistogram::HistogramEven of the key's low
 * bits, which an iterator extracts. For up to 256 bins the extracted bits are
 * passed as bytes: CUB counts bytes without searching for their bins. Its
 * counters are 32-bit, as for most users, and are converted to the type of
 * `counts` at the end.
 */
#include "cub_application.h"

#include <cub/device/device_histogram.cuh>
#include <thrust/iterator/transform_iterator.h>

enum { THREADS = 256 };

template <typename Bits> struct low_bits {
    uint32_t mask;
    __host__ __device__ Bits operator()(const T &x) const
    {
        return (Bits)(key(x) & mask);
    }
};

template <typename Bits>
static cudaError_t count(void *temporary, size_t &bytes, uint32_t *counts,
                         const struct row_call *call, int32_t n,
                         cudaStream_t stream)
{
    const int bins = (int)call->setting;
    const low_bits<Bits> of = {(uint32_t)bins - 1}; /* bins are 2^k */

    return cub::DeviceHistogram::HistogramEven(
        temporary, bytes,
        thrust::make_transform_iterator((const T *)call->port[0], of), counts,
        bins + 1, 0, bins, n, stream);
}

__global__ void widen(const uint32_t *counts, uint64_t *out, uint64_t *out_bins,
                      uint32_t bins)
{
    const uint32_t bin = blockIdx.x * blockDim.x + threadIdx.x;

    if (bin < bins)
        out[bin] = counts[bin];
    if (bin == 0)
        *out_bins = bins;
}

/* The temporary memory begins with the counters. */
static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    const uint32_t bins = (uint32_t)call->setting;
    const size_t counters = (bins * sizeof(uint32_t) + 255) / 256 * 256;
    uint32_t *const counts = (uint32_t *)temporary;
    void *const others = temporary ? (char *)temporary + counters : NULL;
    size_t own = temporary ? bytes - counters : 0;

    const cudaError_t error =
        bins <= 256 ? count<uint8_t>(others, own, counts, call, n, stream)
                    : count<uint32_t>(others, own, counts, call, n, stream);
    if (error != cudaSuccess)
        return error;
    if (!temporary)
        bytes = counters + own;
    else
        widen<<<(bins + THREADS - 1) / THREADS, THREADS, 0, stream>>>(
            counts, (uint64_t *)call->port[1], (uint64_t *)call->port[2],
            bins);
    return cudaSuccess;
}
