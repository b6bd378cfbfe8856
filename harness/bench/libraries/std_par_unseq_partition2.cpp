/* std_par_unseq_partition2.cpp - the C++17 standard library's parallel
 * stable_partition, which is in place: so of a copy. */
#include "library_application.h"
#include "tbb_threads.h"

#include <algorithm>
#include <execution>

void library_call(const struct row_call *call)
{
    const T *const in = (const T *)call->port[0];
    T *const out = (T *)call->port[1];
    const size_t n = call->size[0];

    tbb_threads(call->threads);
    std::copy(std::execution::par_unseq, in, in + n, out);
    const T *const end =
        std::stable_partition(std::execution::par_unseq, out, out + n,
                              [](const T &x) { return keeps(x); });
    *(uint64_t *)call->port[2] = (uint64_t)(end - out);
}
