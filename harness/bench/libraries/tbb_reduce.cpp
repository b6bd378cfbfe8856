/* tbb_reduce.cpp - oneTBB's parallel_reduce, which keeps the order. */
#include "library_application.h"
#include "tbb_arena.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

void library_call(const struct row_call *call)
{
    using range = oneapi::tbb::blocked_range<const T *>;
    const T *const in = (const T *)call->port[0], *const end =
                                                      in + call->size[0];
    T *const out = (T *)call->port[1];

    in_arena(call->threads, [=] {
        *out = oneapi::tbb::parallel_reduce(
            range(in, end), identity(),
            [](const range &part, T sum) {
                for (const T &element : part)
                    sum = op(sum, element);
                return sum;
            },
            [](const T &left, const T &right) { return op(left, right); });
    });
}
