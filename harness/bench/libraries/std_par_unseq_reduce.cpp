/* std_par_unseq_reduce.cpp - the C++17 standard library's parallel reduce: it
 * joins elements in any order. */
#include "library_application.h"
#include "tbb_threads.h"

#include <execution>
#include <numeric>

void library_call(const struct row_call *call)
{
    const T *const in = (const T *)call->port[0];
    const auto add = [](const T &a, const T &b) { return op(a, b); };

    tbb_threads(call->threads); /* libstdc++ runs its algorithms on oneTBB */
    *(T *)call->port[1] = std::reduce(std::execution::par_unseq, in,
                                      in + call->size[0], identity(), add);
}
