/* cub.cu - CUB's DeviceScan, from the CUDA Toolkit: the scan of most CUDA
 * programs. Built by nvcc. Sums go by the operator that CUB knows and is tuned
 * for, all else by op. */
#include <cstddef>
#include <cstdint>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#define DEVICE static __host__ __device__ __forceinline__
#include MONOID

#if SUM
typedef ::cuda::std::plus<> fold;
#else
struct fold {
    __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return op(a, b);
    }
};
#endif

template <typename Count>
static cudaError_t scan(void *temporary, size_t *bytes, const T *in, T *out,
                        Count n, cudaStream_t stream)
{
#if EXCLUSIVE
    return cub::DeviceScan::ExclusiveScan(temporary, *bytes, in, out, fold(),
                                          identity(), n, stream);
#else
    return cub::DeviceScan::InclusiveScan(temporary, *bytes, in, out, fold(), n,
                                          stream);
#endif
}

/* With temporary == NULL only says how many bytes it must have. NULL, or what
 * went wrong. Shorter counts make faster code. */
extern "C" __attribute__((visibility("default"))) const char *
library_scan_cuda(void *temporary, size_t *bytes, const T *in, T *out, size_t n,
                  void *stream)
{
    const cudaStream_t in_order = (cudaStream_t)stream;
    const cudaError_t error =
        n <= INT32_MAX
            ? scan(temporary, bytes, in, out, (int32_t)n, in_order)
            : scan(temporary, bytes, in, out, n, in_order);

    return error == cudaSuccess ? NULL : cudaGetErrorName(error);
}
