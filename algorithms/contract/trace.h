/* trace.h - what a scan or an application reports when it is traced.
 *
 *     TRACE_TICKET(tile, begin, count)    the block has a tile: count elements,
 *                                         which begin at in[begin]
 *     TRACE_PHASE(look_back)              here the block begins this phase
 *     TRACE_PUBLISH(tile, state, value)   this thread has set a tile's status:
 *                                         TRACE_A or TRACE_P (0: X); value is a
 *                                         variable
 *     TRACE_PUBLISH_COUNT(tile, state, n) the same, for a number, not a T
 *     TRACE_LOOK(tile, state)             this thread has seen that status;
 *                                         anything else counts as an X
 *
 * They do nothing unless compiled with -DTRACE, as `scanlab trace` does. On a
 * GPU all threads call the first two macros, and thread 0 reports for the
 * block. A kernel without these macros is traced too: the trace still shows its
 * blocks, and on the SIMT machine its barriers and waits.
 *
 * In a cpu.c each thread reports for itself. TRACE_PUBLISH comes before the
 * store, so that no thread can have seen the status earlier.
 */
#ifndef TRACE_H
#define TRACE_H

enum { TRACE_A = 1, TRACE_P = 2 };

enum trace_phase {
    PHASE_load,
    PHASE_scan,
    PHASE_look_back,
    PHASE_store,
    PHASE_count,   /* what a predicate keeps */
    PHASE_reduce,  /* to one element or one answer */
    PHASE_scatter, /* each to its own place */
    PHASES
};

#if defined TRACE && !defined NATIVE_H
#if defined __CUDACC__
#define TRACED(what) gpu_trace_##what
#else /* the SIMT machine */
#define TRACED(what) simt_trace_##what
#endif
#define TRACE_BY_THREAD_0(call) (threadIdx.x == 0 ? (call) : (void)0)
#define TRACE_TICKET(tile, begin, count)                                       \
    TRACE_BY_THREAD_0(TRACED(ticket)(tile, begin, count))
#define TRACE_PHASE(name) TRACE_BY_THREAD_0(TRACED(phase)(PHASE_##name))
#define TRACE_PUBLISH(tile, state, value)                                      \
    TRACED(publish)(tile, state, &(value), sizeof(value))
#define TRACE_PUBLISH_COUNT(tile, state, count)                                \
    TRACED(publish_count)(tile, state, count)
#define TRACE_LOOK(tile, state) TRACED(look)(tile, state)
#elif defined TRACE
#define TRACE_TICKET(tile, begin, count)                                       \
    native_trace->ticket(tile, begin, count)
#define TRACE_PHASE(name) native_trace->phase(PHASE_##name)
#define TRACE_PUBLISH(tile, state, value)                                      \
    native_trace->publish(tile, state, &(value), sizeof(value))
#define TRACE_PUBLISH_COUNT(tile, state, count)                                \
    native_trace->publish_count(tile, state, count)
#define TRACE_LOOK(tile, state) native_trace->look(tile, state)
#else
#define TRACE_TICKET(tile, begin, count)        ((void)0)
#define TRACE_PHASE(name)                       ((void)0)
#define TRACE_PUBLISH(tile, state, value)       ((void)0)
#define TRACE_PUBLISH_COUNT(tile, state, count) ((void)0)
#define TRACE_LOOK(tile, state)                 ((void)0)
#endif

#endif
