/* cub.cu - CUB's DeviceScan: the scan of most CUDA programs. Built by nvcc.
 *
 * With -DLOOKAHEAD=1 the row is CUB's look-ahead scan, which CUB uses by
 * default only on Blackwell and later GPUs; its tuning API can select it on any
 * GPU from Hopper on. With -DRUN_TO_RUN=1 the row is the scan that CUB promises
 * to be reproducible: the same bits in every run.
 */
#ifndef LOOKAHEAD
#define LOOKAHEAD 0
#endif
#ifndef RUN_TO_RUN
#define RUN_TO_RUN 0
#endif

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#ifdef LOOKAHEAD_WARPS
#define FORM                                                                   \
    ",lookahead,warps=" TEXT(LOOKAHEAD_WARPS) ",items=" TEXT(                  \
        LOOKAHEAD_ITEMS) ",looks=" TEXT(LOOKAHEAD_LOOKS)
#elif LOOKAHEAD
#define FORM ",lookahead"
#elif RUN_TO_RUN
#define FORM ",run_to_run"
#endif
#include "cub_row.h"

#include <cub/device/device_scan.cuh>

#if (LOOKAHEAD || RUN_TO_RUN) && CUB_VERSION < 300500
#error this CUB has no scan that a program can choose: take 3.5
#endif

#if LOOKAHEAD || RUN_TO_RUN

#if LOOKAHEAD

/* Warps that reduce, and as many that scan; elements of a thread; aggregates
 * that a thread looks at. For 8, 16 and 32 bytes what CUB itself takes on
 * Blackwell; for 4 bytes that of 8, which was faster on an H200 than its own. */
#ifdef LOOKAHEAD_WARPS
#define POLICY cub::ScanLookaheadPolicy{LOOKAHEAD_WARPS, LOOKAHEAD_ITEMS, LOOKAHEAD_LOOKS}
#else
#define POLICY                                                                 \
    sizeof(T) <= 8    ? cub::ScanLookaheadPolicy{2, 87, 5}                     \
    : sizeof(T) <= 16 ? cub::ScanLookaheadPolicy{5, 15, 8}                     \
                      : cub::ScanLookaheadPolicy{4, 7, 4}
#endif

namespace
{
struct look_ahead {
    __host__ __device__ constexpr cub::ScanPolicy
    operator()(::cuda::compute_capability) const
    {
        return {cub::ScanAlgorithm::lookahead, cub::ScanLookbackPolicy{},
                POLICY};
    }
};
} // namespace

template <typename Count>
using selector = look_ahead;
#else
/* What CUB itself chooses for require(determinism::run_to_run). */
template <typename Count>
using selector = cub::detail::scan::policy_selector_from_types<
    const T *, T *, T, cub::detail::choose_offset_t<Count>, fold, true>;
#endif

/* What DeviceScan does with tune(look_ahead()), or with require(run_to_run).
 * Its public form would allocate the temporary memory in every call, which is
 * not to be in the time. */
template <typename Init, typename Count>
static cudaError_t scan_from(void *temporary, size_t *bytes, const T *in,
                             T *out, Init init, Count n, cudaStream_t stream)
{
    return cub::DeviceScan::scan_impl_determinism<cub::ForceInclusive::No,
                                                  RUN_TO_RUN>(
        temporary, *bytes, in, out, fold(), init, n, stream, selector<Count>());
}

template <typename Count>
static cudaError_t scan(void *temporary, size_t *bytes, const T *in, T *out,
                        Count n, cudaStream_t stream)
{
#if EXCLUSIVE
    const cub::detail::InputValue<T> init(identity());
#else
    const cub::NullType init;
#endif
    return scan_from(temporary, bytes, in, out, init, n, stream);
}

#else

template <typename Count>
static cudaError_t scan(void *temporary, size_t *bytes, const T *in, T *out,
                        Count n, cudaStream_t stream)
{
#if EXCLUSIVE
    return cub::DeviceScan::ExclusiveScan(temporary, *bytes, in, out, fold(),
                                          identity(), n, stream);
#else
    return cub::DeviceScan::InclusiveScan(temporary, *bytes, in, out, fold(), n,
                                          stream);
#endif
}

#endif

/* With temporary == NULL only says how many bytes it must have. NULL, or what
 * went wrong. Shorter counts make faster code. */
LIBRARY_EXPORT const char *library_scan_cuda(void *temporary, size_t *bytes,
                                             const T *in, T *out, size_t n,
                                             void *stream)
{
    const cudaStream_t in_order = (cudaStream_t)stream;
    const cudaError_t error =
        n <= INT32_MAX
            ? scan(temporary, bytes, in, out, (int32_t)n, in_order)
            : scan(temporary, bytes, in, out, n, in_order);

    return error == cudaSuccess ? NULL : cudaGetErrorName(error);
}
