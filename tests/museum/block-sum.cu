/* block-sum.cu - the middle loop takes the wrong partial sum.
 *
 * dn2[i] is the exclusive prefix of up2[i]: dn2[i-1] + up2[i-1]. The listing has
 * up2[i], so up2[0] is missing everywhere.
 *
 * found in: Euro-Par 2022, listing 8, line 12
 * algorithm: kogge_stone:block=32
 * options: -n 16
 * says: out[4]: [4,7] then [4,4]: element 4 is counted twice
 */
#include "gpu.h"

__global__ void scan_sections(const T *input, T *output, T *totals,
                              uint64_t n)
{
    __shared__ T in[16], out[16];
    __shared__ T up1[8], up2[4], dn2[4], dn1[8];
    const int t = (int)threadIdx.x;

    if (t < 16)
        in[t] = t < n ? input[t] : identity();
    __syncthreads();
    if (t < 8)
        up1[t] = op(in[2 * t], in[2 * t + 1]);
    __syncthreads();
    if (t < 4)
        up2[t] = op(up1[2 * t], up1[2 * t + 1]);
    __syncthreads();
    if (t == 0) {
        dn2[0] = identity();
        for (int i = 1; i < 4; i++)
#ifdef MENDED
            dn2[i] = op(dn2[i - 1], up2[i - 1]);
#else
            dn2[i] = op(dn2[i - 1], up2[i]);
#endif
    }
    __syncthreads();
    if (t < 4) {
        dn1[2 * t] = dn2[t];
        dn1[2 * t + 1] = op(dn2[t], up1[2 * t]);
    }
    __syncthreads();
    if (t < 8) {
        out[2 * t] = dn1[t];
        out[2 * t + 1] = op(dn1[t], in[2 * t]);
    }
    __syncthreads();
    if (t < n) /* the listing's scan is exclusive */
        output[t] = EXCLUSIVE ? out[t] : op(out[t], in[t]);
}
