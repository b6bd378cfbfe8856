/* std_par_unseq_all_of.cpp - the C++17 standard library's parallel all_of. */
#include "library_application.h"
#include "tbb_threads.h"

#include <algorithm>
#include <execution>

void library_call(const struct row_call *call)
{
    const T *const in = (const T *)call->port[0];

    tbb_threads(call->threads);
    *(uint32_t *)call->port[1] =
        std::all_of(std::execution::par_unseq, in, in + call->size[0],
                    [](const T &x) { return keeps(x); });
}
