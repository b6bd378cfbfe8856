/* by_value.cu - functions, functors and lambdas that take and return elements.
 *
 * shape: a block scan templated on its operator
 * algorithm: kogge_stone:block=32
 * options: -n 1,5,32
 * broken: s/__syncthreads(); .*1].*$//
 */
#include "gpu.h"

struct Combine {
    __device__ T operator()(T a, T b) const { return op(a, b); }
};

struct Flagged {
    T value;
    bool first;
};

template <class U> __device__ U or_identity(bool is, U x)
{
    return is ? x : identity();
}

__device__ Flagged join(Flagged a, Flagged b)
{
    return {op(a.value, b.value), a.first};
}

template <class F> __device__ T scan_block(T *cell, int i, F f)
{
    for (int d = 1; d < BLOCK; d *= 2) {
        const T left = or_identity(i >= d, cell[i >= d ? i - d : 0]);
        __syncthreads(); /* [1] */
        if (i >= d)
            cell[i] = f(left, cell[i]);
        __syncthreads();
    }
    return cell[i];
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const int i = (int)threadIdx.x;
    const auto load = [in, n](int k) -> T {
        return k < (int)n ? in[k] : identity();
    };
    const auto left_of = [&](int k) { return k > 0 ? cell[k - 1] : identity(); };
    const auto join_again = [&](T a, T b) {
        return [=] { return Combine()(a, b); }();
    };

    cell[i] = load(i);
    __syncthreads();
    T sum = scan_block(cell, i, [=](T a, T b) { return join_again(a, b); });
    if (EXCLUSIVE)
        sum = left_of(i);
    const Flagged none = {identity(), true}, own = {sum, false};
    if (i < (int)n)
        out[i] = join(none, own).value;
}
