/* bulk.h - asynchronous copies, and barriers that wait for them.
 *
 * A bulk copy moves a piece of memory while the warp that started it does other
 * work. It signals its end to a barrier in shared memory, which counts arrivals
 * of threads and bytes copied, and passes to the next phase when all have
 * arrived:
 *
 *     phase 0 |  arrive  arrive  bytes...  | phase 1 |  arrive ...  | phase 2
 *             '---- barrier_wait(b, 0) ----'         '- wait(b, 1) -'
 *
 * A wait identifies the phase by its parity: 0, 1, 0, 1, ...
 *
 *     barrier_init(&b, 4)        4 arrivals make a phase
 *     barrier_arrive(&b)         all threads that wait for the phase see what
 *                                this thread did before
 *     barrier_wait(&b, parity)
 *     bulk_load(to, from, bytes, &b)     global to shared; counts as an arrival
 *     bulk_store(to, from, bytes)        shared to global
 *     bulk_stores_read(newest)   waits until all stores of this warp except the
 *                                last `newest` have read their shared memory
 *     bulk_prefetch(from, bytes) brings data to the second-level cache: a hint,
 *                                by one thread, that it will be read soon
 *     bulk_fence()               bulk copies that begin later see what this
 *                                thread has written to shared memory
 *
 * All lanes of a warp call the bulk_ functions, except fence and prefetch. Both
 * addresses and `bytes` are multiples of 16.
 *
 * Since Hopper (sm_90) a unit of the multiprocessor does the copying, without
 * threads: the "async proxy" of the PTX manual. On earlier GPUs the lanes copy,
 * and the barrier is a counter: the contract is the same, but nothing overlaps.
 * Source: PTX ISA, cp.async.bulk, mbarrier, fence.proxy.async.
 */
#ifndef BULK_H
#define BULK_H

#include "gpu.h"

enum {
    BULK_UNIT = 16,
#if !defined __CUDACC__ || __CUDA_ARCH__ >= 900
    BULK_COPIES = 1 /* a unit of the multiprocessor copies */
#else
    BULK_COPIES = 0 /* threads do */
#endif
};

/* ------------------------------------------------------------ SIMT machine */

#if !defined __CUDACC__

struct __align__(8) barrier
{
    unsigned long long opaque;
};

#include <simt_bulk.h>

#elif __CUDA_ARCH__ >= 900

/* ------------------------------------------------------------------ Hopper */

struct __align__(8) barrier
{
    unsigned long long opaque;
};

/* The shared-memory address of p, in the form that instructions need. */
DEVICE uint32_t shared_address(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

DEVICE void barrier_init(struct barrier *barrier, uint32_t arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\n\t"
                 "fence.mbarrier_init.release.cluster;"
                 :
                 : "r"(shared_address(barrier)), "r"(arrivals)
                 : "memory");
}

DEVICE void barrier_arrive(struct barrier *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :
                 : "r"(shared_address(barrier))
                 : "memory");
}

DEVICE void barrier_wait(struct barrier *barrier, uint32_t parity)
{
    uint32_t passed;

    do /* the instruction sleeps for a while */
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(passed)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
    while (!passed);
}

DEVICE void bulk_load(void *to, const void *from, uint32_t bytes,
                      struct barrier *barrier)
{
    if (lane_of_thread() == 0)
        asm volatile(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%3], %2;\n\t"
            "cp.async.bulk.shared::cluster.global"
            ".mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
            :
            : "r"(shared_address(to)), "l"(from), "r"(bytes),
              "r"(shared_address(barrier))
            : "memory");
}

DEVICE void bulk_store(void *to, const void *from, uint32_t bytes)
{
    if (lane_of_thread() == 0)
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group "
                     "[%0], [%1], %2;\n\t"
                     "cp.async.bulk.commit_group;"
                     :
                     : "l"(to), "r"(shared_address(from)), "r"(bytes)
                     : "memory");
}

/* A macro, since the instruction takes a constant. */
#define bulk_stores_read(newest)                                               \
    asm volatile("cp.async.bulk.wait_group.read %0;"                           \
                 :                                                             \
                 : "n"(newest)                                                 \
                 : "memor"                                                     \
                   "y")

DEVICE void bulk_prefetch(const void *from, uint32_t bytes)
{
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_global(from)), "r"(bytes)
                 : "memory");
}

DEVICE void bulk_fence(void)
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

/* ----------------------------------------------------------- earlier GPUs */

#else

struct __align__(8) barrier
{
    uint32_t arrivals; /* needed for a phase */
    uint32_t arrived;  /* in total */
};

DEVICE void barrier_init(struct barrier *barrier, uint32_t arrivals)
{
    barrier->arrivals = arrivals;
    barrier->arrived = 0;
}

DEVICE void barrier_arrive(struct barrier *barrier)
{
    __threadfence_block(); /* earlier writes are seen first */
    atomicAdd(&barrier->arrived, 1u);
}

DEVICE void barrier_wait(struct barrier *barrier, uint32_t parity)
{
    const volatile uint32_t *arrived = &barrier->arrived;

    while ((*arrived / barrier->arrivals) % 2 == parity)
        ;
    __threadfence_block(); /* and nothing is read before */
}

DEVICE void bulk_copy(void *to, const void *from, uint32_t bytes)
{
    const uint32_t units = bytes / BULK_UNIT;

    __syncwarp(); /* all lanes now see what lane 0 waited for */
    for (uint32_t k = (uint32_t)lane_of_thread(); k < units; k += WARP)
        ((uint4 *)to)[k] = ((const uint4 *)from)[k];
    __syncwarp(); /* lane 0 speaks for all */
}

DEVICE void bulk_load(void *to, const void *from, uint32_t bytes,
                      struct barrier *barrier)
{
    bulk_copy(to, from, bytes);
    if (lane_of_thread() == 0)
        barrier_arrive(barrier);
}

DEVICE void bulk_store(void *to, const void *from, uint32_t bytes)
{
    bulk_copy(to, from, bytes);
}

DEVICE void bulk_stores_read(uint32_t newest)
{
    (void)newest;
}

DEVICE void bulk_prefetch(const void *from, uint32_t bytes)
{
    (void)from, (void)bytes;
}

DEVICE void bulk_fence(void)
{
}

#endif
#endif
