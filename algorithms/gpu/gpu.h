/* gpu.h - what every kernel.cu includes: the monoid and a few helpers for GPUs.
 *
 * Compiled with -DMONOID="\"add_i32.h\"", -DEXCLUSIVE=0 or 1 and the
 * algorithm's parameters, by nvcc, by NVRTC, or for the SIMT machine. In scope
 * then:
 *
 *     T, op(a, b), identity()      the monoid; op need not commute
 *     EXCLUSIVE                    0: out[i] folds in[0..i]; 1: in[0..i-1]
 *     WARP, ALL_LANES              32, and the mask of a whole warp
 *     lane_of_thread()             this thread's place in its warp
 *     shuffle_up(x, delta)         the x of the lane `delta` below
 *     shuffle_from(x, lane)        the x of that lane
 *     shuffle_..._in(mask, ...)    the same among the lanes of a mask
 *     WORDS_OF_T, word_of(&x, k)   an element, 4 bytes at a time
 *     fetch(p), put(p, x)          an element of shared memory, in accesses as
 *                                  wide as its size allows
 *     store_16_bytes(to, words)    in one access; `to` is in global memory
 *     observe_16_bytes(from, w)    two 8-byte words, as they are now
 *     next_launch_may_begin()      blocks of the next launch may start, ...
 *     wait_for_launch_before()     ... and wait here for this one's end
 *     TRACE_PHASE(...) and others  nothing, unless traced: trace.h
 *
 * Apart from that, a kernel is plain CUDA C: threadIdx, __shared__, ...
 * op() is applied exactly as often as in the algorithm. Never apply op() to an
 * identity to save an `if`: `scanlab measure` counts it.
 */
#ifndef GPU_H
#define GPU_H

#if defined __CUDACC_RTC__ /* NVRTC has no <stdint.h> */
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#else
#include <stdint.h>
#endif

#define DEVICE __device__ __forceinline__

/* The next loop is fully unrolled, so that loads of later iterations start
 * early. ROLLED: the loop is not unrolled, since few iterations are needed. */
#if defined __CUDA_ARCH__
#define UNROLLED _Pragma("unroll")
#define ROLLED   _Pragma("unroll 1")
#else
#define UNROLLED
#define ROLLED
#endif

#ifndef MONOID /* hidden_names.h */
#pragma pop_macro("MONOID")
#endif
#include MONOID
#undef MONOID

#ifndef WARP /* a kernel's file may have defined it, as 32 */
enum { WARP = 32 };
#endif
enum { WORDS_OF_T = sizeof(T) / 4 };
#define ALL_LANES 0xffffffffu

/* An element as words: shuffles and transpositions move 4 bytes at a time. */
union words_of_T {
    T whole;
    uint32_t word[WORDS_OF_T];
};

DEVICE uint32_t word_of(const T *x, int k)
{
    return ((const uint32_t *)x)[k];
}

DEVICE int lane_of_thread(void)
{
    return (int)(threadIdx.x % WARP);
}

/* Called by all lanes of `mask`. Lanes below `delta` keep their own x. */
DEVICE T shuffle_up_in(uint32_t mask, T x, int delta)
{
    T r = x;
    for (int k = 0; k < WORDS_OF_T; k++)
        ((uint32_t *)&r)[k] =
            __shfl_up_sync(mask, word_of(&x, k), (unsigned)delta);
    return r;
}

/* Called by all lanes of `mask`, `lane` being one of them. */
DEVICE T shuffle_from_in(uint32_t mask, T x, int lane)
{
    T r = x;
    for (int k = 0; k < WORDS_OF_T; k++)
        ((uint32_t *)&r)[k] = __shfl_sync(mask, word_of(&x, k), lane);
    return r;
}

/* Called by all lanes of a warp. */
DEVICE T shuffle_up(T x, int delta)
{
    return shuffle_up_in(ALL_LANES, x, delta);
}

DEVICE T shuffle_from(T x, int lane)
{
    return shuffle_from_in(ALL_LANES, x, lane);
}

/* The pointer is aligned to the access: to the largest power of two, up to 16
 * bytes, that divides sizeof(T). */
DEVICE T fetch(const T *from)
{
    T r;
    if (sizeof(T) % 16 == 0)
        for (int k = 0; k < (int)sizeof(T) / 16; k++)
            ((uint4 *)&r)[k] = ((const uint4 *)from)[k];
    else if (sizeof(T) % 8 == 0)
        for (int k = 0; k < (int)sizeof(T) / 8; k++)
            ((uint2 *)&r)[k] = ((const uint2 *)from)[k];
    else
        r = *from;
    return r;
}

DEVICE void put(T *to, T x)
{
    if (sizeof(T) % 16 == 0)
        for (int k = 0; k < (int)sizeof(T) / 16; k++)
            ((uint4 *)to)[k] = ((const uint4 *)&x)[k];
    else if (sizeof(T) % 8 == 0)
        for (int k = 0; k < (int)sizeof(T) / 8; k++)
            ((uint2 *)to)[k] = ((const uint2 *)&x)[k];
    else
        *to = x;
}

/* The compiler might split one store into four, which then touch every sector
 * four times. */
DEVICE void store_16_bytes(void *to, const uint32_t word[4])
{
#if defined __CUDA_ARCH__
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(__cvta_generic_to_global(to)), "r"(word[0]),
                   "r"(word[1]), "r"(word[2]), "r"(word[3])
                 : "memory");
#else
    *(uint4 *)to = make_uint4(word[0], word[1], word[2], word[3]);
#endif
}

/* Each of the two words is read in one access, like a volatile word. */
DEVICE void observe_16_bytes(const uint64_t *from, uint64_t word[2])
{
#if defined __CUDA_ARCH__
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(word[0]), "=l"(word[1])
                 : "l"(__cvta_generic_to_global(from)));
#else
    word[0] = ((const volatile uint64_t *)from)[0];
    word[1] = ((const volatile uint64_t *)from)[1];
#endif
}

/* Launches that the plan calls `overlapping` start while the one before them is
 * still ending. A kernel touches no memory before it waits. */
DEVICE void next_launch_may_begin(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

DEVICE void wait_for_launch_before(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" : : : "memory");
#elif !defined __CUDACC__ /* the SIMT machine */
    cudaGridDependencySynchronize();
#endif
}

#include "contract/trace.h"
#include "entries.h"

#endif
