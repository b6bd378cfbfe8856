/* recursion.cu - a __device__ function calls itself.
 *
 * Device functions must be inlined here (a call hides its structs from
 * the machine), but recursive functions cannot be inlined. GPUs run them,
 * with a stack in slow memory.
 *
 * found in: made up
 * algorithm: sequential
 * options: -n 5
 * verdict: not judged
 * says: recursion.cu:...error: inlining failed ...recursive
 * clang says: recursion.cu:...error: ...a recursive function cannot be inlined
 */
#include "gpu.h"

DEVICE T fold(const T *in, uint64_t n)
{
    return n == 1 ? in[0] : op(fold(in, n - 1), in[n - 1]);
}

__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        out[i] = fold(in, i + 1);
}
