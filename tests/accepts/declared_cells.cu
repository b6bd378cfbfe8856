/* declared_cells.cu - shared memory as C++ declares it.
 *
 * shape: a class with a constructor by default; alignas after __shared__;
 *     _Pragma before a loop; a fence of cuda::std
 * algorithm: kogge_stone:block=32
 * options: -n 1,17,31,32
 * broken: s/__syncthreads(); .. before later/; \/\/ later/
 */
#include "gpu.h"
#include <cuda/atomic>
#include <new>

struct cell {
    T sum;
    cell() = default;
};

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ alignas(16) cell cells[32];
    const int i = (int)threadIdx.x;
    const uint64_t at = (uint64_t)blockIdx.x * 32 + i;
    T sum = at < n ? in[at] : identity();

    new (&cells[i]) cell{sum};
    _Pragma("unroll") for (int stride = 1; stride < 32; stride *= 2)
    {
        __syncthreads();
        if (i >= stride)
            sum = op(cells[i - stride].sum, sum);
        __syncthreads(); /* before later rounds */
        cells[i].sum = sum;
        cuda::std::atomic_thread_fence(cuda::std::memory_order_seq_cst);
    }
    __syncthreads();
    if (at < n)
        out[at] = !EXCLUSIVE ? sum : i > 0 ? cells[i - 1].sum : identity();
}
