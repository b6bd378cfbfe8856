/* tbb_radix_sort.cpp - oneTBB's parallel_sort of a copy of the input. */
#include "library_application.h"
#include "tbb_arena.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_sort.h>

void library_call(const struct row_call *call)
{
    using range = oneapi::tbb::blocked_range<size_t>;
    const T *const in = (const T *)call->port[0];
    T *const out = (T *)call->port[1];
    const size_t n = call->size[0];

    in_arena(call->threads, [=] {
        oneapi::tbb::parallel_for(range(0, n), [=](const range &part) {
            memcpy(out + part.begin(), in + part.begin(),
                   part.size() * sizeof *in);
        });
        oneapi::tbb::parallel_sort(out, out + n);
    });
}
