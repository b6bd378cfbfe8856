/* std_par_unseq.cpp - the C++17 standard library's parallel scans. */
#include "library_monoid.h"
#include "tbb_threads.h"

#include <execution>
#include <numeric>

void library_scan(const T *in, T *out, size_t n, int threads)
{
    const auto add = [](const T &a, const T &b) { return op(a, b); };

    tbb_threads(threads); /* libstdc++ runs its algorithms on oneTBB */
#if EXCLUSIVE
    std::exclusive_scan(std::execution::par_unseq, in, in + n, out, identity(),
                        add);
#else
    std::inclusive_scan(std::execution::par_unseq, in, in + n, out, add);
#endif
}
