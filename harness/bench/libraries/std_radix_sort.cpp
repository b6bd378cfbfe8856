/* std_radix_sort.cpp - the C++17 standard library's sort, which is in place: so
 * of a copy. With a POLICY it is parallel. */
#include "library_application.h"

#include <algorithm>
#ifdef POLICY
#include "tbb_threads.h"
#include <execution>
#endif

void library_call(const struct row_call *call)
{
    const T *const in = (const T *)call->port[0];
    T *const out = (T *)call->port[1];
    const size_t n = call->size[0];

#ifdef POLICY
    tbb_threads(call->threads);
    std::copy(POLICY, in, in + n, out);
    std::sort(POLICY, out, out + n);
#else
    std::copy(in, in + n, out);
    std::sort(out, out + n);
#endif
}
