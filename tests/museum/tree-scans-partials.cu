/* tree-scans-partials.cu - the down-sweep scans the wrong array.
 *
 * A step of the tree reduces pairs to partials and scans these to rest.
 * On the way down it scans each pair of the input, starting from the pair's
 * rest. The listing has `partials |> split(BF)` instead of the input; there
 * are only half as many partials, so the shapes do not fit either.
 *
 *     input      a  b  c  d         partials   ab  cd
 *     rest       -  ab              exclusive
 *     down       a  ab abc abcd     from rest and input
 *     printed    ab abcd ...        from rest and partials
 *
 * found in: Euro-Par 2022, listing 5, line 9
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: uninitialised: ...reads partials[16]
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T input[BLOCK], partials[BLOCK], rest[BLOCK / 2];
    const int t = (int)threadIdx.x;

    input[t] = t < n ? in[t] : identity();
    __syncthreads();
    if (t < BLOCK / 2)
        partials[t] = op(input[2 * t], input[2 * t + 1]);
    __syncthreads();
    if (t == 0) { /* the recursion */
        rest[0] = identity();
        for (int k = 1; k < BLOCK / 2; k++)
            rest[k] = op(rest[k - 1], partials[k - 1]);
    }
    __syncthreads();
    if (t < BLOCK / 2) {
#ifdef MENDED
        const T *const leaves = input;
#else
        const T *const leaves = partials;
#endif
        const T left = op(rest[t], leaves[2 * t]);
        const T right = op(left, leaves[2 * t + 1]);
        if (2 * t < n)
            out[2 * t] = EXCLUSIVE ? rest[t] : left;
        if (2 * t + 1 < n)
            out[2 * t + 1] = EXCLUSIVE ? left : right;
    }
}
