/* sums-of-scanned-chunks.cu - the rule reduces chunks that are already scanned.
 *
 * The rule scans the chunks in line 3 and calls the result chunks; line
 * 5 reduces these to sums. The sum of a scanned chunk counts its first
 * element BS times. Take each chunk's last element, or reduce the input.
 *
 * found in: Euro-Par 2022, listing 4, line 5
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: [0,0] then [0,1]: element 0 is counted twice
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    enum { BS = 8 };
    __shared__ T chunks[BLOCK], sums[BLOCK / BS];
    const int t = (int)threadIdx.x;

    if (t < BLOCK / BS)
        for (int k = 0; k < BS; k++) {
            const int i = t * BS + k;
            const T x = i < n ? in[i] : identity();
            chunks[i] = k > 0 ? op(chunks[i - 1], x) : x;
        }
    if (t < BLOCK / BS) {
#ifdef MENDED
        sums[t] = chunks[t * BS + BS - 1];
#else
        sums[t] = chunks[t * BS];
        for (int k = 1; k < BS; k++)
            sums[t] = op(sums[t], chunks[t * BS + k]);
#endif
    }
    __syncthreads();
    if (t < n) {
        T scan = identity();
        for (int c = 0; c < t / BS; c++)
            scan = op(scan, sums[c]);
        out[t] = !EXCLUSIVE    ? op(scan, chunks[t])
                 : t % BS == 0 ? scan
                               : op(scan, chunks[t - 1]);
    }
}
