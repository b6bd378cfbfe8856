/* segmented-left-child.cu - the down-sweep does not set the left child.
 *
 * This is the segmented scan, run here on a single segment. The listing keeps
 * the left child's value in tmp and gives the right child its new value. The
 * line that gives the left child its parent's value is missing:
 *
 *     12  tmp <- B[i+2^d-1]
 *         B[i+2^d-1] <- B[i+2^(d+1)-1]
 *
 * found in: OpenCL course day 3, "Segmented Exclusive Scan", line 12
 * algorithm: blelloch:block=32
 * options: -n 64
 * says: out[2]: [2,2] then [2,2]: element 2 is counted twice
 */
#include "gpu.h"

__global__ void scan_sections(const T *A, T *out, T *totals, uint64_t n)
{
    enum { SECTION = 2 * BLOCK };
    __shared__ T B[SECTION], first;
    __shared__ int F[SECTION], F_original[SECTION];
    const int t = (int)threadIdx.x;

    for (int i = t; i < SECTION; i += BLOCK) {
        B[i] = i < n ? A[i] : identity();
        F[i] = F_original[i] = i == 0;
    }
    if (t == 0) /* all to the right of 0 in its segment: kept apart */
        first = A[0];
    __syncthreads();
    for (int size = 1; size < SECTION; size *= 2) { /* up-sweep */
        const int i = 2 * size * t;
        const int left = i + size - 1, right = i + 2 * size - 1;
        if (right < SECTION) {
            if (F[right] == 0)
                B[right] = op(B[left], B[right]);
            F[right] |= F[left];
        }
        __syncthreads();
    }
    if (t == 0)
        B[SECTION - 1] = identity();
    for (int size = SECTION / 2; size > 0; size /= 2) { /* down */
        const int i = 2 * size * t;
        const int left = i + size - 1, right = i + 2 * size - 1;
        __syncthreads();
        if (right < SECTION) {
            const T tmp = B[left];
#ifdef MENDED
            B[left] = B[right];
#endif
            if (F_original[i + size] != 0)
                B[right] = identity();
            else if (F[left] != 0)
                B[right] = tmp;
            else
                B[right] = op(B[right], tmp); /* printed: tmp + B */
            F[left] = 0;
        }
    }
    __syncthreads();
    for (int i = t; i < n; i += BLOCK)
        out[i] = EXCLUSIVE ? B[i] : i == 0 ? first : op(B[i], A[i]);
}
