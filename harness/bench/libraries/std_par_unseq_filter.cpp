/* std_par_unseq_filter.cpp - the C++17 standard library's parallel copy_if. */
#include "library_application.h"
#include "tbb_threads.h"

#include <algorithm>
#include <execution>

void library_call(const struct row_call *call)
{
    const T *const in = (const T *)call->port[0];
    T *const out = (T *)call->port[1];

    tbb_threads(call->threads);
    const T *const end =
        std::copy_if(std::execution::par_unseq, in, in + call->size[0], out,
                     [](const T &x) { return keeps(x); });
    *(uint64_t *)call->port[2] = (uint64_t)(end - out);
}
