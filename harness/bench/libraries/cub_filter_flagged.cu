/* cub_filter_flagged.cu - CUB's DeviceSelect::Flagged.
 *
 * Its flags are not an array: an iterator applies the predicate to the element,
 * so that only `in` is read.
 */
#define FORM ",flagged"
#include "cub_application.h"

#include <cub/device/device_select.cuh>
#include <thrust/iterator/transform_iterator.h>

static cudaError_t run(void *temporary, size_t &bytes,
                       const struct row_call *call, int32_t n,
                       cudaStream_t stream)
{
    const T *const in = (const T *)call->port[0];

    return cub::DeviceSelect::Flagged(
        temporary, bytes, in, thrust::make_transform_iterator(in, kept()),
        (T *)call->port[1], (uint64_t *)call->port[2], n, stream);
}
