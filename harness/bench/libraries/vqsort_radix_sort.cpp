/* vqsort_radix_sort.cpp - Highway's VQSort, a quicksort of vectors, which is in
 * place and on one thread: so of a copy. */
#include "library_application.h"

#include <hwy/contrib/sort/vqsort.h>

void library_call(const struct row_call *call)
{
    static const hwy::Sorter sorter;
    T *const out = (T *)call->port[1];
    const size_t n = call->size[0];

    memcpy(out, call->port[0], n * sizeof(T));
    sorter(out, n, hwy::SortAscending());
}
