/* names_of_functions.cu - parameters, variables, fields and functions named
 * like C's functions.
 *
 * shape: exp, log, y0 and index for an exponent, a logarithm, a first row and an index
 * algorithm: kogge_stone:block=32
 * options: -n 1,5,32,70
 * broken: s/i >= log/i > log/
 */
#include "gpu.h"

struct row {
    int y0, index;
};

DEVICE int log2(int exp, int gamma)
{
    return exp - gamma;
}

__global__ void scan_sections(const T *j0, T *__restrict__ exp, T *const log,
                              uint64_t pow);
__global__ void scan_sections(const T *j0, T *__restrict__ exp, T *const log,
                              const uint64_t pow)
{
    __shared__ T round[BLOCK];
    const struct row row = {(int)threadIdx.x, (int)(blockIdx.x * BLOCK)};
    const int i = row.y0;
    const uint64_t rest = pow - row.index;
    const int fmin = rest < BLOCK ? (int)rest : BLOCK;

    if (i < fmin)
        round[i] = j0[row.index + i];
    for (int log = 1; log < BLOCK; log *= 2) {
        T exp2 = identity();
        __syncthreads();
        if (i >= log && i < fmin)
            exp2 = op(round[log2(i, log)], round[i]);
        __syncthreads();
        if (i >= log && i < fmin)
            round[i] = exp2;
    }
    __syncthreads();
    if (i < fmin)
        exp[row.index + i] = !EXCLUSIVE ? round[i]
                             : i > 0    ? round[i - 1]
                                        : identity();
    if (i == fmin - 1 && gridDim.x > 1)
        log[blockIdx.x] = round[i];
}

__global__ void join_sections(T sqrt[], const T *floor, uint64_t memcpy)
{
    __shared__ T fma;
    const int abs = (int)threadIdx.x;
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t at = section * BLOCK + abs;

    if (abs == 0)
        fma = floor[EXCLUSIVE ? section : section - 1];
    __syncthreads();
    if (at < memcpy)
        sqrt[at] = EXCLUSIVE && abs == 0 ? fma : op(fma, sqrt[at]);
}
