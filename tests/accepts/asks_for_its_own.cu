/* asks_for_its_own.cu - directives that test the kernel's own macros, its
 * parameters, a macro that is defined nowhere, and CUDA's names.
 *
 * shape: a kernel that is compiled in other programs, too
 * algorithm: sequential
 * options: -n 1,5
 * broken: s/op(sum, next)/next/
 */
#include "gpu.h"
#include <stdio.h>

#ifndef LIMIT
#define LIMIT INT32_MAX
#endif
#define CHECK(x) ((x) ? 0 : printf("%s is not so\n", #x))
#ifndef UNIT
#define UNIT 1
#endif
#if UNIT > 1 && !defined(DOUBLE_UNIT)
#error "one element at a time"
#endif
#ifdef DEBUG
#define TELL(i) printf("%d\n", (int)(i))
#else
#define TELL(i) ((void)(i))
#endif
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 700
#error "too old"
#endif
#define MEMBER(name) sum_##name

__global__ void scan_all(const T *in, T *out, uint64_t n)
{
    T MEMBER(all) = in[0];

    CHECK(n < LIMIT);

    for (uint64_t i = 0; i < n; i += UNIT) {
        const T sum = MEMBER(all), next = in[i];
        const T whole = i > 0 ? op(sum, next) : next;
        out[i] = !EXCLUSIVE ? whole : i > 0 ? sum : identity();
        MEMBER(all) = whole;
        TELL(i);
    }
}
