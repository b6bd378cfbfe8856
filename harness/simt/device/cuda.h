/* cuda.h - CUDA C for the SIMT machine, included before a kernel's first line.
 *
 * CUDA's built-in functions call scanlab (sync.c, device_calls.c), and
 * threadIdx and its family are scanlab's variables. Both have the types that
 * CUDA gives them, and only CUDA's macros are macros here: a kernel may shadow
 * a name, or test its type, with the same result as on a GPU's compiler.
 * The keywords that mark functions and variables become attributes of the
 * host's C++ compiler. The rest of the kernel is compiled unchanged, with a
 * hook at each load and store (hooks.c).
 *
 *     __device__     must be inlined, since g++ passes structs to a real call
 *                    without a hook. So recursion does not compile.
 *     __shared__     thread_local: each resident block has its own copy of the
 *                    module, hence its own shared memory.
 *
 * include/ has the headers that kernels include under CUDA's names; inline PTX
 * is translated before this is compiled (ptx/ptx.c). Left out, so that the
 * compiler rejects them by name: dynamic parallelism, textures, managed memory.
 */
#pragma once

#include "include/assert.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CUDART_VERSION 13000

/* g++ compiles __builtin_memcpy() and the like to inline copies, without a
 * hook, if the size is not a register's; under their plain names these
 * functions are called, and hooks.c sees the call. kernel_rewrite.c replaces
 * them with these names, which no function of the kernel can hide. */
namespace simt_plain
{
using ::memcpy;
using ::memmove;
using ::memset;
} // namespace simt_plain

/* These two are left to code/kernel_rewrite.c: __global__ can come before or
 * after `void`, and the machine must know the bounds of a launch. */
#define __global__             simt_kernel
#define __launch_bounds__(...) simt_bounds(__VA_ARGS__)
#define __device__             __attribute__((always_inline, visibility("hidden")))
/* Empty: kernel_rewrite.c removes it. Its definition differs from that of
 * CUDA's macro. */
#define __host__ simt_nothing
/* clang++ calls a function that it cannot inline, unless such a call is an
 * error. That attribute is only for functions, so __device__ cannot include it.
 */
#ifdef __clang__
#define __forceinline__                                                        \
    simt_nothing inline                                                        \
        __attribute__((error("a recursive function cannot be inlined")))
#else
#define __forceinline__ simt_nothing inline
#endif
#define __noinline__      simt_nothing
#define __shared__        thread_local
#define __constant__      __attribute__((section("simt_constant"), used))
#define __align__(n)      __attribute__((aligned(n)))
#define __grid_constant__ simt_nothing
#define __maxnreg__(n)    simt_nothing

/* The smaller of two launch bounds; 0 means no bound. */
static constexpr unsigned simt_least_bounds(unsigned a, unsigned b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

/* ------------------------------------------------------------------- types */

#define SIMT_VECTOR(type, name)                                                \
    struct name##1                                                             \
    {                                                                          \
        type x;                                                                \
    };                                                                         \
    struct __align__(2 * sizeof(type)) name##2                                 \
    {                                                                          \
        type x, y;                                                             \
    };                                                                         \
    struct name##3                                                             \
    {                                                                          \
        type x, y, z;                                                          \
    };                                                                         \
    struct __align__(4 * sizeof(type) < 16 ? 4 * sizeof(type) : 16) name##4    \
    {                                                                          \
        type x, y, z, w;                                                       \
    };                                                                         \
    static inline __device__ name##1 make_##name##1(type x)                    \
    {                                                                          \
        name##1 r;                                                             \
        r.x = x;                                                               \
        return r;                                                              \
    }                                                                          \
    static inline __device__ name##3 make_##name##3(type x, type y, type z)    \
    {                                                                          \
        name##3 r;                                                             \
        r.x = x, r.y = y, r.z = z;                                             \
        return r;                                                              \
    }                                                                          \
    static inline __device__ name##2 make_##name##2(type x, type y)            \
    {                                                                          \
        name##2 r;                                                             \
        r.x = x, r.y = y;                                                      \
        return r;                                                              \
    }                                                                          \
    static inline __device__ name##4 make_##name##4(type x, type y, type z,    \
                                                    type w)                    \
    {                                                                          \
        name##4 r;                                                             \
        r.x = x, r.y = y, r.z = z, r.w = w;                                    \
        return r;                                                              \
    }

SIMT_VECTOR(signed char, char)
SIMT_VECTOR(unsigned char, uchar)
SIMT_VECTOR(short, short)
SIMT_VECTOR(unsigned short, ushort)
SIMT_VECTOR(int, int)
SIMT_VECTOR(unsigned, uint)
SIMT_VECTOR(long long, longlong)
SIMT_VECTOR(unsigned long long, ulonglong)
SIMT_VECTOR(float, float)
SIMT_VECTOR(double, double)

#define SIMT_INLINE static inline __attribute__((always_inline))
#if defined __clang__ || __GNUC__ >= 12 /* it is written immediately */
#define SIMT_UNSET __attribute__((uninitialized))
#else
#define SIMT_UNSET
#endif

struct dim3 {
    unsigned x, y, z;
    __device__ inline constexpr dim3(unsigned x = 1, unsigned y = 1,
                                     unsigned z = 1)
        : x(x), y(y), z(z)
    {
    }
    __device__ inline constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    __device__ inline constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
};

/* -------------------------------------------------------- calls of scanlab */

#include "calls.h"

extern "C" __attribute__((visibility("default"), used)) void *
simt_shared_anchor(void)
{
    static thread_local char anchor;
    return &anchor;
}

/* Labels of the extern __shared__ arrays (kernel_text.c). */
#ifdef SIMT_DYNAMIC
__asm__(".pushsection .tbss,\"awT\",@nobits\n.balign 256\n" SIMT_DYNAMIC
        ".popsection");
#endif

/* ----------------------------------------------------------------- indices */

/* Scanlab's own memory, like CUDA's registers: a compiler does not put a hook
 * at reads of a constant, unless its type has constructors (run/hooks.c). */
extern "C" {
extern const uint3 threadIdx __asm__("simt_thread_index");
extern const uint3 blockIdx __asm__("simt_block_index");
extern const dim3 blockDim __asm__("simt_block_size");
extern const dim3 gridDim __asm__("simt_grid_size");
extern const int warpSize __asm__("simt_warp_size");
}

/* ---------------------------------------------------------------- barriers */

extern "C" void __syncthreads(void) __asm__("simt_syncthreads");
SIMT_INLINE int __syncthreads_count(int p)
{
    return simt_syncthreads_vote(SIMT_BLOCK_COUNT, p != 0);
}
SIMT_INLINE int __syncthreads_and(int p)
{
    return simt_syncthreads_vote(SIMT_BLOCK_AND, p != 0);
}
SIMT_INLINE int __syncthreads_or(int p)
{
    return simt_syncthreads_vote(SIMT_BLOCK_OR, p != 0);
}
SIMT_INLINE void __syncwarp(void)
{
    simt_syncwarp();
}
SIMT_INLINE void __syncwarp(unsigned mask)
{
    simt_syncwarp_of(mask);
}
SIMT_INLINE void __threadfence_block(void)
{
    simt_threadfence(SIMT_OF_BLOCK);
}
SIMT_INLINE void __threadfence(void)
{
    simt_threadfence(SIMT_OF_DEVICE);
}
SIMT_INLINE void __threadfence_system(void)
{
    simt_threadfence(SIMT_OF_SYSTEM);
}

/* ------------------------------------------------------------------- warps */

#define SIMT_SHUFFLES(type)                                                    \
    SIMT_INLINE type simt_shuffle_of(int kind, unsigned mask, type value,      \
                                     uint32_t from, int width)                 \
    {                                                                          \
        uint32_t word[2] SIMT_UNSET;                                           \
        __builtin_memcpy(word, &value, sizeof value);                          \
        word[0] = simt_shuffle(kind, mask, word[0], from, width);              \
        if (sizeof(type) > 4)                                                  \
            word[1] = simt_shuffle(kind, mask, word[1], from, width);          \
        __builtin_memcpy(&value, word, sizeof value);                          \
        return value;                                                          \
    }                                                                          \
    SIMT_INLINE type __shfl_sync(unsigned mask, type value, int lane,          \
                                 int width = 32)                               \
    {                                                                          \
        return simt_shuffle_of(SIMT_SHUFFLE_INDEX, mask, value,                \
                               (uint32_t)lane, width);                         \
    }                                                                          \
    SIMT_INLINE type __shfl_up_sync(unsigned mask, type value, unsigned delta, \
                                    int width = 32)                            \
    {                                                                          \
        return simt_shuffle_of(SIMT_SHUFFLE_UP, mask, value, delta, width);    \
    }                                                                          \
    SIMT_INLINE type __shfl_down_sync(unsigned mask, type value,               \
                                      unsigned delta, int width = 32)          \
    {                                                                          \
        return simt_shuffle_of(SIMT_SHUFFLE_DOWN, mask, value, delta, width);  \
    }                                                                          \
    SIMT_INLINE type __shfl_xor_sync(unsigned mask, type value, int with,      \
                                     int width = 32)                           \
    {                                                                          \
        return simt_shuffle_of(SIMT_SHUFFLE_XOR, mask, value, (uint32_t)with,  \
                               width);                                         \
    }
SIMT_SHUFFLES(int)
SIMT_SHUFFLES(unsigned)
SIMT_SHUFFLES(float)
SIMT_SHUFFLES(long)
SIMT_SHUFFLES(unsigned long)
SIMT_SHUFFLES(long long)
SIMT_SHUFFLES(unsigned long long)
SIMT_SHUFFLES(double)

/* Converts as a GPU does: to the nearest representable number. A NaN double
 * becomes the smallest number, a NaN float 0. */
SIMT_INLINE int simt_to_int(double x)
{
    return x != x               ? -2147483647 - 1
           : x >= 2147483647.0  ? 2147483647
           : x <= -2147483648.0 ? -2147483647 - 1
                                : (int)x;
}
SIMT_INLINE unsigned simt_to_unsigned(double x)
{
    return x != x || x <= 0 ? 0 : x >= 4294967295.0 ? 4294967295u : (unsigned)x;
}

SIMT_INLINE unsigned __ballot_sync(unsigned mask, int p)
{
    return simt_vote(SIMT_BALLOT, mask, p != 0);
}
SIMT_INLINE int __all_sync(unsigned mask, int p)
{
    return (int)simt_vote(SIMT_ALL, mask, p != 0);
}
SIMT_INLINE int __any_sync(unsigned mask, int p)
{
    return (int)simt_vote(SIMT_ANY, mask, p != 0);
}
SIMT_INLINE unsigned __activemask(void)
{
    return simt_activemask();
}
#define SIMT_MATCHES(type)                                                     \
    SIMT_INLINE unsigned __match_any_sync(unsigned mask, type value)           \
    {                                                                          \
        uint64_t bits = 0;                                                     \
        __builtin_memcpy(&bits, &value, sizeof value);                         \
        return simt_match(SIMT_MATCH_ANY, mask, bits, NULL);                   \
    }                                                                          \
    SIMT_INLINE unsigned __match_all_sync(unsigned mask, type value,           \
                                          int *same)                           \
    {                                                                          \
        uint64_t bits = 0;                                                     \
        int all;                                                               \
        __builtin_memcpy(&bits, &value, sizeof value);                         \
        const unsigned lanes = simt_match(SIMT_MATCH_ALL, mask, bits, &all);   \
        *same = all; /* stored here, where the store has a hook */             \
        return lanes;                                                          \
    }
SIMT_MATCHES(int)
SIMT_MATCHES(unsigned)
SIMT_MATCHES(float)
SIMT_MATCHES(long)
SIMT_MATCHES(unsigned long)
SIMT_MATCHES(long long)
SIMT_MATCHES(unsigned long long)
SIMT_MATCHES(double)
SIMT_INLINE unsigned __reduce_and_sync(unsigned mask, unsigned v)
{
    return simt_reduce(SIMT_REDUCE_AND, mask, v);
}
SIMT_INLINE unsigned __reduce_or_sync(unsigned mask, unsigned v)
{
    return simt_reduce(SIMT_REDUCE_OR, mask, v);
}
SIMT_INLINE unsigned __reduce_xor_sync(unsigned mask, unsigned v)
{
    return simt_reduce(SIMT_REDUCE_XOR, mask, v);
}
SIMT_INLINE unsigned __reduce_add_sync(unsigned mask, unsigned v)
{
    return simt_reduce(SIMT_REDUCE_ADD, mask, v);
}
SIMT_INLINE int __reduce_add_sync(unsigned mask, int v)
{
    return (int)simt_reduce(SIMT_REDUCE_ADD, mask, (uint32_t)v);
}
SIMT_INLINE unsigned __reduce_min_sync(unsigned mask, unsigned v)
{
    return simt_reduce(SIMT_REDUCE_MIN, mask, v);
}
SIMT_INLINE unsigned __reduce_max_sync(unsigned mask, unsigned v)
{
    return simt_reduce(SIMT_REDUCE_MAX, mask, v);
}
SIMT_INLINE int __reduce_min_sync(unsigned mask, int v)
{
    return (int)simt_reduce(SIMT_REDUCE_MIN_SIGNED, mask, (uint32_t)v);
}
SIMT_INLINE int __reduce_max_sync(unsigned mask, int v)
{
    return (int)simt_reduce(SIMT_REDUCE_MAX_SIGNED, mask, (uint32_t)v);
}

/* ----------------------------------------------------------------- atomics */

#define SIMT_ATOMIC(name, type, kind, suffix, scope)                           \
    SIMT_INLINE type name##suffix(type *address, type value)                   \
    {                                                                          \
        uint64_t in = 0, out;                                                  \
        type r;                                                                \
        __builtin_memcpy(&in, &value, sizeof value);                           \
        out = simt_atomic(kind, (void *)address, sizeof value, in, 0, scope);  \
        __builtin_memcpy(&r, &out, sizeof r);                                  \
        return r;                                                              \
    }
#define SIMT_SCOPES(name, type, kind)                                          \
    SIMT_ATOMIC(name, type, kind, , SIMT_OF_DEVICE)                            \
    SIMT_ATOMIC(name, type, kind, _block, SIMT_OF_BLOCK)                       \
    SIMT_ATOMIC(name, type, kind, _system, SIMT_OF_SYSTEM)
#define SIMT_WHOLE(name, kind)                                                 \
    SIMT_SCOPES(name, int, kind)                                               \
    SIMT_SCOPES(name, unsigned, kind)                                          \
    SIMT_SCOPES(name, unsigned long, kind)                                     \
    SIMT_SCOPES(name, unsigned long long, kind)
SIMT_WHOLE(atomicAdd, SIMT_ADD)
SIMT_WHOLE(atomicExch, SIMT_EXCHANGE)
SIMT_WHOLE(atomicAnd, SIMT_AND)
SIMT_WHOLE(atomicOr, SIMT_OR)
SIMT_WHOLE(atomicXor, SIMT_XOR)
SIMT_SCOPES(atomicMin, unsigned, SIMT_MIN)
SIMT_SCOPES(atomicMin, unsigned long long, SIMT_MIN)
SIMT_SCOPES(atomicMin, int, SIMT_MIN_SIGNED)
SIMT_SCOPES(atomicMin, long long, SIMT_MIN_SIGNED)
SIMT_SCOPES(atomicMax, unsigned, SIMT_MAX)
SIMT_SCOPES(atomicMax, unsigned long long, SIMT_MAX)
SIMT_SCOPES(atomicMax, int, SIMT_MAX_SIGNED)
SIMT_SCOPES(atomicMax, long long, SIMT_MAX_SIGNED)
SIMT_SCOPES(atomicInc, unsigned, SIMT_INC)
SIMT_SCOPES(atomicDec, unsigned, SIMT_DEC)
SIMT_SCOPES(atomicAdd, float, SIMT_ADD_FLOAT)
SIMT_SCOPES(atomicAdd, double, SIMT_ADD_DOUBLE)
SIMT_SCOPES(atomicExch, float, SIMT_EXCHANGE)
#define SIMT_COMPARES(type, suffix, scope)                                     \
    SIMT_INLINE type atomicCAS##suffix(type *address, type compare,            \
                                       type value)                             \
    {                                                                          \
        return (type)simt_atomic(SIMT_COMPARE, (void *)address, sizeof value,  \
                                 (uint64_t)value, (uint64_t)compare, scope);   \
    }
#define SIMT_COMPARES_OF(type)                                                 \
    SIMT_COMPARES(type, , SIMT_OF_DEVICE)                                      \
    SIMT_COMPARES(type, _block, SIMT_OF_BLOCK)                                 \
    SIMT_COMPARES(type, _system, SIMT_OF_SYSTEM)
SIMT_COMPARES_OF(int)
SIMT_COMPARES_OF(unsigned)
SIMT_COMPARES_OF(unsigned long)
SIMT_COMPARES_OF(unsigned long long)
template <int bytes = 2>
SIMT_INLINE unsigned short atomicCAS(unsigned short *, unsigned short,
                                     unsigned short)
{
    static_assert(bytes != 2, "the SIMT machine does not know atomicCAS() of 2 "
                              "bytes: use 4 or 8 bytes");
    return 0;
}
#define SIMT_SUBTRACTS(type, suffix)                                           \
    SIMT_INLINE type atomicSub##suffix(type *address, type value)              \
    {                                                                          \
        return atomicAdd##suffix(address, (type)-value);                       \
    }
#define SIMT_SUBTRACTS_OF(type)                                                \
    SIMT_SUBTRACTS(type, )                                                     \
    SIMT_SUBTRACTS(type, _block)                                               \
    SIMT_SUBTRACTS(type, _system)
SIMT_SUBTRACTS_OF(int)
SIMT_SUBTRACTS_OF(unsigned)

/* ------------------------------------------------------------------ others */

SIMT_INLINE int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
SIMT_INLINE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
SIMT_INLINE int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}
SIMT_INLINE int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
SIMT_INLINE int __ffs(int x)
{
    return __builtin_ffs(x);
}
SIMT_INLINE int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
SIMT_INLINE unsigned __brev(unsigned x)
{
    unsigned r = 0;
    for (int i = 0; i < 32; i++)
        r |= (x >> i & 1) << (31 - i);
    return r;
}
SIMT_INLINE unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}
template <typename Loaded> SIMT_INLINE Loaded __ldg(const Loaded *from)
{
    simt_load_readonly(from, sizeof *from);
    return *from;
}
/* The choice of cache has no effect here. All of them access global memory. */
#define SIMT_CACHED_LOAD(name)                                                 \
    template <typename Loaded> SIMT_INLINE Loaded name(const Loaded *from)     \
    {                                                                          \
        simt_of_global(from);                                                  \
        return *from;                                                          \
    }
SIMT_CACHED_LOAD(__ldca)
SIMT_CACHED_LOAD(__ldcg)
SIMT_CACHED_LOAD(__ldcs)
SIMT_CACHED_LOAD(__ldcv)
SIMT_CACHED_LOAD(__ldlu)
template <typename P> struct simt_itself {
    typedef P type;
};
#define SIMT_CACHED_STORE(name)                                                \
    template <typename P>                                                      \
    SIMT_INLINE void name(P *to, typename simt_itself<P>::type value)          \
    {                                                                          \
        simt_of_global(to);                                                    \
        *to = value;                                                           \
    }
SIMT_CACHED_STORE(__stcg)
SIMT_CACHED_STORE(__stcs)
SIMT_CACHED_STORE(__stwb)
SIMT_CACHED_STORE(__stwt)
/* An address in shared memory differs from the value of a generic pointer to
 * it. */
#define SIMT_WINDOW ((size_t)1 << 62)
SIMT_INLINE size_t __cvta_generic_to_global(const void *p)
{
    simt_of_global(p);
    return (size_t)p;
}
SIMT_INLINE void *__cvta_global_to_generic(size_t at)
{
    return (void *)at;
}
SIMT_INLINE size_t __cvta_generic_to_shared(const void *p)
{
    return (size_t)p ^ SIMT_WINDOW;
}
SIMT_INLINE void *__cvta_shared_to_generic(size_t at)
{
    return (void *)(at ^ SIMT_WINDOW);
}
SIMT_INLINE long long clock64(void)
{
    return simt_clock();
}
typedef long clock_t;
extern "C" clock_t clock(void) noexcept __asm__("simt_clock");
SIMT_INLINE void __nanosleep(unsigned ns)
{
    simt_nanosleep(ns);
}
SIMT_INLINE void __trap(void)
{
    simt_trap();
}
SIMT_INLINE void cudaGridDependencySynchronize(void)
{
    simt_wait_for_launch_before();
}
SIMT_INLINE void cudaTriggerProgrammaticLaunchCompletion(void)
{
}
extern "C" int printf(const char *format, ...) __asm__("simt_printf");

#define SIMT_CONVERSION(name, from, to)                                        \
    SIMT_INLINE to name(from x)                                                \
    {                                                                          \
        to r;                                                                  \
        __builtin_memcpy(&r, &x, sizeof r);                                    \
        return r;                                                              \
    }
SIMT_CONVERSION(__float_as_int, float, int)
SIMT_CONVERSION(__float_as_uint, float, unsigned)
SIMT_CONVERSION(__int_as_float, int, float)
SIMT_CONVERSION(__uint_as_float, unsigned, float)
SIMT_CONVERSION(__double_as_longlong, double, long long)
SIMT_CONVERSION(__longlong_as_double, long long, double)

SIMT_INLINE int __mulhi(int a, int b)
{
    return (int)((long long)a * b >> 32);
}
SIMT_INLINE unsigned long long __umul64hi(unsigned long long a,
                                          unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
SIMT_INLINE unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 |
           __brev((unsigned)(x >> 32));
}
SIMT_INLINE unsigned __funnelshift_l(unsigned low, unsigned high,
                                     unsigned shift)
{
    const unsigned long long both = (unsigned long long)high << 32 | low;
    return (unsigned)(both << (shift & 31) >> 32);
}
SIMT_INLINE unsigned __funnelshift_r(unsigned low, unsigned high,
                                     unsigned shift)
{
    const unsigned long long both = (unsigned long long)high << 32 | low;
    return (unsigned)(both >> (shift & 31));
}

/* Each digit (4 bits) of `which` selects a byte of y:x, from 0 to 7; its top
 * bit selects the sign of that byte instead. */
SIMT_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned which)
{
    const unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned r = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned digit = which >> 4 * i & 15;
        const unsigned byte = (unsigned)(both >> 8 * (digit & 7)) & 255;
        r |= (digit < 8 ? byte : byte >> 7 ? 255 : 0) << 8 * i;
    }
    return r;
}
SIMT_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high,
                                      unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
SIMT_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high,
                                      unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
SIMT_INLINE int __mul24(int a, int b)
{
    return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8));
}
SIMT_INLINE unsigned __umul24(unsigned a, unsigned b)
{
    return (a & 0xffffff) * (b & 0xffffff);
}
SIMT_INLINE unsigned __sad(int a, int b, unsigned c)
{
    return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}
/* A promise to a compiler must hold. */
SIMT_INLINE void __assume(bool holds)
{
    if (!holds)
        simt_broken_promise();
}
#ifndef __clang__
SIMT_INLINE void __builtin_assume(bool holds)
{
    __assume(holds);
}
#endif
/* Replaces __builtin_assume_aligned() (kernel_rewrite.c). */
SIMT_INLINE void *simt_assume_aligned(const void *p, size_t alignment,
                                      size_t beyond = 0)
{
    simt_promise_aligned(p, alignment, beyond);
    return const_cast<void *>(p);
}
SIMT_INLINE int __double2int_rz(double x)
{
    return simt_to_int(x);
}
SIMT_INLINE int __float2int_rz(float x)
{
    return x != x ? 0 : simt_to_int(x);
}
SIMT_INLINE unsigned __float2uint_rz(float x)
{
    return simt_to_unsigned(x);
}
SIMT_INLINE float __int2float_rn(int x)
{
    return (float)x;
}
SIMT_INLINE float __uint2float_rn(unsigned x)
{
    return (float)x;
}

/* Two types are converted to their common type, as in C. */
#define SIMT_MIN_MAX(a_type, b_type, type)                                     \
    SIMT_INLINE type min(a_type a, b_type b)                                   \
    {                                                                          \
        return (type)a < (type)b ? (type)a : (type)b;                          \
    }                                                                          \
    SIMT_INLINE type max(a_type a, b_type b)                                   \
    {                                                                          \
        return (type)a > (type)b ? (type)a : (type)b;                          \
    }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned, unsigned, unsigned)
SIMT_MIN_MAX(int, unsigned, unsigned)
SIMT_MIN_MAX(unsigned, int, unsigned)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)

#include "math_words.h"
#include "ordered.h"
#include "ptx_words.h"

/* These come before a kernel's own macros, and name their parts when the kernel
 * includes them. */
#include "include/cooperative_groups.h"
#include "include/cuda/atomic"

/* A kernel sees none of the machine's macros. */
#undef SIMT_ASKS
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_METHODS
#undef SIMT_CACHED_LOAD
#undef SIMT_CACHED_STORE
#undef SIMT_COMPARES
#undef SIMT_COMPARES_OF
#undef SIMT_CONVERSION
#undef SIMT_DYNAMIC
#undef SIMT_GROUP_METHODS
#undef SIMT_INLINE
#undef SIMT_IS
#undef SIMT_IS_WHOLE
#undef SIMT_MATCHES
#undef SIMT_MATH
#undef SIMT_MATH_1
#undef SIMT_MATH_2
#undef SIMT_MATH_TO
#undef SIMT_METHOD
#undef SIMT_METHOD_OF_GROUP
#undef SIMT_MIN_MAX
#undef SIMT_MIN_MAX_OF
#undef SIMT_NO_THREAD_SCOPE
#undef SIMT_RED_ZONE
#undef SIMT_REWRITES
#undef SIMT_SAME_KIND
#undef SIMT_SCOPES
#undef SIMT_SHUFFLES
#undef SIMT_SUBTRACTS
#undef SIMT_SUBTRACTS_OF
#undef SIMT_UNSET
#undef SIMT_VECTOR
#undef SIMT_WHOLE
#undef SIMT_WINDOW
