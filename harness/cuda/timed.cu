/* timed.cu - a kernel of one block between two reads of the clock. Compiled by
 * ../devices/wrapped_kernel.c around a kernel.cu:
 *
 *     -DWRAPPED_SOURCE="\"/path/of/kernel.cu\""   whose kernels are no more than
 *                                                 device functions here, and
 *     -DWRAPPED_KERNEL=scan_sections              the one that is timed,
 *     -DWRAPPED_COUNT=4                           which has so many parameters,
 *     -DWRAPPED_THREADS=1024                      in a block of so many threads
 *
 *     thread 0   --|  before   ...the kernel...     |--  after
 *     thread 1   ----|         ...the kernel...   ----|
 *     ...       barrier [1]                    barrier [2]
 */
#undef __global__
#define __global__ __device__ __forceinline__
#undef __launch_bounds__
#define __launch_bounds__(...)

#include WRAPPED_SOURCE
#include "wrapped.h"

/* Volatile, and as if it touched memory: neither loads and stores nor barriers
 * are moved to its other side. */
DEVICE long long cycles_now(void)
{
    long long cycles;

    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles) : : "memory");
    return cycles;
}

/* *cycles is what lies between the two looks of thread 0. */
extern "C" __attribute__((global)) void
    __attribute__((launch_bounds(WRAPPED_THREADS)))
    timed(WRAPPED_PARAMETERS long long *cycles)
{
    __syncthreads(); /* [1] all threads have started before the first look */
    const long long before = cycles_now();
    WRAPPED_CALL;
    __syncthreads(); /* [2] the second look waits for the last of them */
    const long long after = cycles_now();
    if (threadIdx.x == 0)
        *cycles = after - before;
}
