/* std_par_unseq.cpp - the C++17 standard library's parallel scans. */
#include "library.h"

#include <execution>
#include <memory>
#include <numeric>
#include <oneapi/tbb/global_control.h>

void library_scan(const T *in, T *out, size_t n, int threads)
{
    /* libstdc++ runs its parallel algorithms on oneTBB. */
    static std::unique_ptr<oneapi::tbb::global_control> limit;
    static int limited;
    const auto add = [](const T &a, const T &b) { return op(a, b); };

    if (limited != threads) {
        limit.reset();
        limit.reset(new oneapi::tbb::global_control(
            oneapi::tbb::global_control::max_allowed_parallelism,
            (size_t)threads));
        limited = threads;
    }
#if EXCLUSIVE
    std::exclusive_scan(std::execution::par_unseq, in, in + n, out, identity(),
                        add);
#else
    std::inclusive_scan(std::execution::par_unseq, in, in + n, out, add);
#endif
}
