/* op_cost_module.c - compiled at run time around a monoid: folds an array as
 * one chain, or as several in parallel. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEVICE static inline
#include MONOID

#if defined __GNUC__ && !defined __clang__
/* One element at a time, as a scan meets them: not eight folds in a register.
 */
#pragma GCC optimize("no-tree-loop-vectorize", "no-tree-slp-vectorize")
#endif

__attribute__((visibility("default"))) void op_cost_fold(const T *in, size_t n,
                                                         int chains, T *out);

static inline __attribute__((always_inline)) void fold(const T *in, size_t n,
                                                       int chains, T *out)
{
    const size_t each = n / (size_t)chains;
    T sum[8];

    for (int k = 0; k < chains; k++)
        sum[k] = in[(size_t)k * each];
    for (size_t i = 1; i < each; i++)
        for (int k = 0; k < chains; k++)
            sum[k] = op(sum[k], in[(size_t)k * each + i]);
    for (int k = 0; k < chains; k++)
        out[k] = sum[k];
}

void op_cost_fold(const T *in, size_t n, int chains, T *out)
{
    switch (chains) {
    case 1: fold(in, n, 1, out); break;
    case 2: fold(in, n, 2, out); break;
    case 4: fold(in, n, 4, out); break;
    default: fold(in, n, 8, out); break;
    }
}
