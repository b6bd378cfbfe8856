/* own-array.cu - a thread reads past its own array, into its next variable.
 *
 * The sum is stored where the array of two would have its element 3, so the result
 * happens to be right.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: out of bounds: own-array.cu:...takes index 3 of an array 'T...2]'
 */
#include "gpu.h"

struct Mine {
    T last[2];
    T first, sum;
};

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    const int i = (int)threadIdx.x;
    const int count = i + !EXCLUSIVE < (int)n ? i + !EXCLUSIVE : (int)n;
    Mine mine;

    mine.sum = mine.first = mine.last[0] = mine.last[1] = identity();
    for (int k = 0; k < count; k++) {
        mine.sum = op(mine.sum, in[k]);
        mine.last[k % 2] = in[k];
    }
#ifdef MENDED
    const T sum = mine.sum;
#else
    int k = 0;
    while (k < 3)
        k++;
    const T sum = mine.last[k];
#endif
    __syncthreads();
    if (i < (int)n)
        out[i] = sum;
}
