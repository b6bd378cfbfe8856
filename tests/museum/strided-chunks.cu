/* strided-chunks.cu - each of P threads reduces every P-th element.
 *
 *     thread 0   a . . . e . . . i     combines a, e and i, without b
 *     thread 1   . b . . . f . . .
 *
 * Neighbouring threads read neighbouring elements, so each access is fast.
 * But the order is lost: that is right for sums, and wrong for products of
 * matrices or the maximum segment sum. Consecutive elements for each
 * thread (MENDED) keep the order, but their accesses are slow. A window that
 * slides over them keeps the order and is fast (algorithms/applications/reduce).
 *
 * found in: Futhark blog, "A minimal basis", its reduce, which names the limit
 * algorithm: reduce:form=chunked,block=32,items=1,blocks=2
 * options: -n 65
 * passes: -n 64
 * says: out[0]: [0,0] then [64,64]: elements 1..63 are missing
 */
#include "gpu.h"

__global__ void reduce_chunks(const T *in, T *out, uint64_t n, uint64_t chunk)
{
    __shared__ T total[BLOCK];
    const int t = (int)threadIdx.x;
    const uint64_t thread = (uint64_t)blockIdx.x * BLOCK + t;
#ifdef MENDED
    const uint64_t each = chunk / WARP; /* elements of a thread */
    const uint64_t first = thread * each, stride = 1;
    const uint64_t end = n - first < each ? n : first + each;
    const uint64_t next = each; /* from a thread's first to its neighbour's */
#else
    const uint64_t first = thread, stride = gridDim.x * BLOCK;
    const uint64_t end = n;
    const uint64_t next = 1;
#endif

    wait_for_launch_before();
    if (first < n) {
        T sum = in[first];
        for (uint64_t i = first + stride; i < end; i += stride)
            sum = op(sum, in[i]);
        total[t] = sum;
    }
    for (int s = 1; s < BLOCK; s *= 2) {
        __syncthreads(); /* totals of this step are all there */
        if (t % (2 * s) == 0 && t + s < BLOCK && first + s * next < n)
            total[t] = op(total[t], total[t + s]);
    }
    if (t == 0)
        out[blockIdx.x] = first < n ? total[0] : identity();
}
