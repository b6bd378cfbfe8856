/* cpu.h - what every cpu.c includes: the monoid and a few helpers for threads.
 *
 * Compiled with -DMONOID="\"add_i32.h\"" and -DEXCLUSIVE=0 or 1. In scope then:
 *
 *     T, op(a, b), identity()      the monoid; op need not commute
 *     EXCLUSIVE                    0: out[i] folds in[0..i]; 1: in[0..i-1]
 *     share(n, parts, k)           where part k of n begins
 *     workers(call)                how many threads n justifies
 *     relax(&turns)                one turn of a spin loop
 *     TRACE_PHASE(...) and others  nothing, unless traced: trace.h
 *
 * op() is applied exactly as often as in the algorithm. Never apply op() to an
 * identity to save an `if`: `scanlab measure` counts it.
 */
#ifndef CPU_H
#define CPU_H

#include "contract/native.h"
#include "contract/trace.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DEVICE static inline
#define INLINE static inline __attribute__((always_inline))
#define EXPORT __attribute__((visibility("default")))

/* Unrolls the loop after it, which runs over registers: these cannot be indexed
 * at run time. */
#define UNROLL _Pragma("GCC unroll 64")

#ifndef MONOID /* hidden_names.h */
#pragma pop_macro("MONOID")
#endif
#include MONOID
#undef MONOID

EXPORT void native_scan(const struct native_call *call);
EXPORT void native_scan_dealt(const struct native_call *call); /* optional */
EXPORT void native_run(const struct native_call *call); /* applications */
EXPORT void native_reduce(const struct native_call *call);
EXPORT void native_apply_carry(const struct native_call *call);

#ifdef TRACE
EXPORT const struct native_trace *native_trace; /* the program sets it */
#endif

/* Part k of `parts` is [share(n, parts, k), share(n, parts, k + 1)): equal
 * parts, the larger ones first. */
INLINE size_t share(size_t n, int parts, int k)
{
    const size_t each = n / (size_t)parts, rest = n % (size_t)parts;
    return each * (size_t)k + ((size_t)k < rest ? (size_t)k : rest);
}

/* The fewest elements that justify one more thread: waking it costs as much as
 * scanning a few thousand numbers. */
#ifndef GRAIN
#define GRAIN 8192
#endif

INLINE int workers(const struct native_call *call)
{
    const size_t worth = call->n / GRAIN;
    return worth < 1                       ? 1
           : worth < (size_t)call->threads ? (int)worth
                                           : call->threads;
}

/* Replaces the totals of parts by their exclusive prefixes: total[k] becomes
 * the fold of all before k. total[0] does not change; the last is not used. */
INLINE void totals_to_carries(T *total, size_t count)
{
    T sum = total[0];

    for (size_t k = 1; k < count; k++) {
        const T next = total[k];
        total[k] = sum;
        if (k + 1 < count)
            sum = op(sum, next);
    }
}

/* One turn of a spin loop: first it yields to the sibling core, then to other
 * threads on this one, since there may be more threads than cores. */
INLINE void relax(unsigned *turns)
{
    if (++*turns % 1024 == 0)
        sched_yield();
#if defined __x86_64__
    __builtin_ia32_pause();
#endif
}

/* ------------------------------------------- entries that all scans share */

EXPORT void native_reduce(const struct native_call *call)
{
    const T *in = call->ports[0];
    T sum = call->n ? in[0] : identity();

    for (size_t i = 1; i < call->n; i++)
        sum = op(sum, in[i]);
    *(T *)call->ports[1] = sum;
}

EXPORT void native_apply_carry(const struct native_call *call)
{
    const T carry = *(const T *)call->carry;
    T *data = call->ports[1];

    for (size_t i = 0; i < call->n; i++)
        data[i] = op(carry, data[i]);
}

#endif
