/* vqsort_radix_sort.cpp - Highway's VQSort, a quicksort of vectors, which is in
 * place and on one thread: so of a copy.
 *
 * Its AVX-512 stores the elements that a comparison keeps by vpcompressd, which
 * Zen 4 takes many times as long for when it goes to memory. Newer versions of
 * Highway have code of their own for Zen 4; before these AVX2 is faster there.
 */
#include "library_application.h"

/* On processors that have all of this baseline Highway 1.0 does not compile
 * unless its target is asked for. */
#define HWY_WANT_AVX3_DL
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>

static void choose_vectors(void)
{
#if defined(__x86_64__) && !defined(HWY_AVX3_ZEN4)
    if (__builtin_cpu_is("amd"))
        hwy::DisableTargets(HWY_AVX3 | HWY_AVX3_DL);
#endif
}

void library_call(const struct row_call *call)
{
    static const hwy::Sorter sorter = (choose_vectors(), hwy::Sorter());
    T *const out = (T *)call->port[1];
    const size_t n = call->size[0];

    memcpy(out, call->port[0], n * sizeof(T));
    sorter(out, n, hwy::SortAscending());
}
