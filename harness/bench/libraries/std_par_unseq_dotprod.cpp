/* std_par_unseq_dotprod.cpp - the C++17 standard library's transform_reduce of
 * two arrays: it joins products in any order. */
#include "library_application.h"
#include "tbb_threads.h"

#include <execution>
#include <numeric>

void library_call(const struct row_call *call)
{
    const T *const a = (const T *)call->port[0];
    const T *const b = (const T *)call->port[1];
    const auto add = [](const T &x, const T &y) { return op(x, y); };
    const auto multiply = [](const T &x, const T &y) { return times(x, y); };

    tbb_threads(call->threads);
    *(T *)call->port[2] =
        std::transform_reduce(std::execution::par_unseq, a, a + call->size[0],
                              b, identity(), add, multiply);
}
