/* tbb.cpp - oneTBB's parallel_scan, in its functional form. */
#include "library_monoid.h"
#include "tbb_arena.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_scan.h>

void library_scan(const T *in, T *out, size_t n, int threads)
{
    using range = oneapi::tbb::blocked_range<size_t>;

    in_arena(threads, [=] {
        oneapi::tbb::parallel_scan(
            range(0, n), identity(),
            [=](const range &part, T sum, bool is_final) {
                for (size_t i = part.begin(); i < part.end(); i++) {
                    const T next = op(sum, in[i]);
                    if (is_final)
                        out[i] = EXCLUSIVE ? sum : next;
                    sum = next;
                }
                return sum;
            },
            [](const T &left, const T &right) { return op(left, right); });
    });
}
