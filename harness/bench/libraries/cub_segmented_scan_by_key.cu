/* cub_segmented_scan_by_key.cu - CUB's DeviceScan by key.
 *
 *     flags   1 0 0 1 0 0 0 0 1 0
 *     keys    1 1 1 2 2 2 2 2 3 3     int32: made once, not timed
 *
 * A user has such keys. Computing the keys from flags would require a separate
 * scan.
 */
#define FORM ",by_key"
#include "cub_application.h"

#include <cub/device/device_scan.cuh>

/* The keys, then what CUB takes. */
static size_t key_bytes(int32_t n)
{
    return ((size_t)n * sizeof(int32_t) + 255) / 256 * 256;
}

static cudaError_t scan(void *temporary, size_t &bytes, const int32_t *keys,
                        const struct row_call *call, int32_t n,
                        cudaStream_t stream)
{
    const T *const in = (const T *)call->port[0];
    T *const out = (T *)call->port[2];
    const ::cuda::std::equal_to<> same{};

#if EXCLUSIVE
    return cub::DeviceScan::ExclusiveScanByKey(temporary, bytes, keys, in, out,
                                               fold(), identity(), n, same,
                                               stream);
#else
    return cub::DeviceScan::InclusiveScanByKey(temporary, bytes, keys, in, out,
                                               fold(), n, same, stream);
#endif
}

static cudaError_t make_keys(void *temporary, size_t &bytes, int32_t *keys,
                             const struct row_call *call, int32_t n,
                             cudaStream_t stream)
{
    return cub::DeviceScan::InclusiveScan(
        temporary, bytes, (const uint8_t *)call->port[1], keys,
        ::cuda::std::plus<int32_t>(), n, stream);
}

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    size_t own = 0, others = 0;

    if (temporary) {
        own = bytes - key_bytes(n);
        return scan((char *)temporary + key_bytes(n), own,
                    (const int32_t *)temporary, call, n, stream);
    }
    const cudaError_t error = make_keys(NULL, others, NULL, call, n, stream);
    if (error != cudaSuccess)
        return error;
    const cudaError_t same = scan(NULL, own, NULL, call, n, stream);
    bytes = key_bytes(n) + (own > others ? own : others);
    return same;
}

LIBRARY_EXPORT const char *library_prepare_cuda(struct row_call *call)
{
    const int32_t n = (int32_t)call->size[0];
    size_t bytes = call->bytes - key_bytes(n);
    const cudaError_t error = make_keys(
        (char *)call->temporary + key_bytes(n), bytes,
        (int32_t *)call->temporary, call, n, (cudaStream_t)call->stream);

    return error == cudaSuccess ? NULL : cudaGetErrorName(error);
}
