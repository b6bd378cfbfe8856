/* timed.cu - a kernel of one block between two looks at the clock. Compiled by
 * ../cycles.c around a kernel.cu:
 *
 *     -DTIMED_SOURCE="\"/path/of/kernel.cu\""   whose kernels are no more than
 *                                               device functions here, and
 *     -DTIMED_KERNEL=scan_sections              the one that is timed,
 *     -DTIMED_COUNT=4                           which has so many parameters,
 *     -DTIMED_THREADS=1024                      in a block of so many threads
 *
 *     thread 0   --|  before   ...the kernel...     |--  after
 *     thread 1   ----|         ...the kernel...   ----|
 *     ...       barrier [1]                    barrier [2]
 *
 * The parameters have the kernel's own types: a compiler takes the pointers
 * among them to lead to global memory, as it does where nobody looks at the
 * clock, and other loads take longer.
 */
#undef __global__
#define __global__ __device__ __forceinline__
#undef __launch_bounds__
#define __launch_bounds__(...)

#include TIMED_SOURCE

/* The type of a function's k-th parameter. */
template <int k, class Function> struct parameter_of;

template <class First, class... Rest>
struct parameter_of<0, void(First, Rest...)> {
    typedef First type;
};

template <int k, class First, class... Rest>
struct parameter_of<k, void(First, Rest...)> {
    typedef typename parameter_of<k - 1, void(Rest...)>::type type;
};

template <int k>
using parameter =
    typename parameter_of<k, decltype(TIMED_KERNEL)>::type;

/* Volatile, and as if it touched memory: neither loads and stores nor barriers
 * are moved to its other side. */
DEVICE long long cycles_now(void)
{
    long long cycles;

    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles) : : "memory");
    return cycles;
}

#define PARAMETERS_1  parameter<0> a,
#define PARAMETERS_2  PARAMETERS_1 parameter<1> b,
#define PARAMETERS_3  PARAMETERS_2 parameter<2> c,
#define PARAMETERS_4  PARAMETERS_3 parameter<3> d,
#define PARAMETERS_5  PARAMETERS_4 parameter<4> e,
#define PARAMETERS_6  PARAMETERS_5 parameter<5> f,
#define PARAMETERS_7  PARAMETERS_6 parameter<6> g,
#define PARAMETERS_8  PARAMETERS_7 parameter<7> h,
#define PARAMETERS_9  PARAMETERS_8 parameter<8> i,
#define PARAMETERS_10 PARAMETERS_9 parameter<9> j,

#define ARGUMENTS_1  a
#define ARGUMENTS_2  ARGUMENTS_1, b
#define ARGUMENTS_3  ARGUMENTS_2, c
#define ARGUMENTS_4  ARGUMENTS_3, d
#define ARGUMENTS_5  ARGUMENTS_4, e
#define ARGUMENTS_6  ARGUMENTS_5, f
#define ARGUMENTS_7  ARGUMENTS_6, g
#define ARGUMENTS_8  ARGUMENTS_7, h
#define ARGUMENTS_9  ARGUMENTS_8, i
#define ARGUMENTS_10 ARGUMENTS_9, j

#define PASTE(name, count) name##count
#define THE_FIRST(name, count) PASTE(name, count)

/* *cycles is what lies between the two looks of thread 0. */
extern "C" __attribute__((global)) void
    __attribute__((launch_bounds(TIMED_THREADS)))
    timed(THE_FIRST(PARAMETERS_, TIMED_COUNT) long long *cycles)
{
    __syncthreads(); /* [1] all threads have started before the first look */
    const long long before = cycles_now();
    TIMED_KERNEL(THE_FIRST(ARGUMENTS_, TIMED_COUNT));
    __syncthreads(); /* [2] the second look waits for the last of them */
    const long long after = cycles_now();
    if (threadIdx.x == 0)
        *cycles = after - before;
}
