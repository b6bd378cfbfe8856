/* native.h - how a native scan is called: the interface between a cpu.c, which
 * is compiled at run time, and the program that loads it.
 *
 * A module exports
 *
 *     void native_scan(const struct native_call *call);
 *     void native_reduce(const struct native_call *call);
 *     void native_apply_carry(const struct native_call *call);
 *
 * The first comes from the algorithm's cpu.c; cpu.h provides the other two. In
 * an application the first is native_run(). An algorithm may also export
 *
 *     void native_scan_dealt(const struct native_call *call);
 *
 * which scans, on one thread, this process's part of a longer scan: call->dealt.
 */
#ifndef NATIVE_H
#define NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool;

/* A scan whose chunks are dealt in turn to several processes.
 *
 *     process       0      1      2      0      1      2
 *     chunk      | 0 1  | 2 3  | 4 5  | 6 7  | 8 9  |      |
 *     generation           0                    1
 *
 * This process has its own chunks only, one after the other: process 0 has
 * 0 1 6 7. In the last generation its chunk may be shorter, or empty.
 *
 * For each generation in turn it calls publish() and later collect(), and
 * between the two for another generation neither: a message is under way while
 * some chunk is scanned. */
struct native_dealt {
    size_t chunk;       /* elements of this process in a generation */
    size_t generations; /* of all processes, 1 or more */
    void *context;
    /* Sends the fold of this process's chunk; NULL: it is empty. Returns at
     * once. */
    void (*publish)(void *context, const void *fold);
    /* Waits for the folds of all processes, and writes the fold of all before
     * this process's chunk, including the scan's carry. False: nothing is before
     * it, so this is the first chunk of all. */
    bool (*collect)(void *context, void *before);
};

struct native_call {
    size_t n;
    const size_t *sizes;  /* all named sizes: n is the first */
    void *const *ports;   /* the algorithm's ports in order; scans: in, out */
    void *const *buffers; /* the plan's buffers in order */
    const void *carry;    /* the T to start from, or NULL */
    uint64_t launch;      /* 1, 2, 3 ...: tags the words of status buffers */
    size_t cache_bytes;   /* of one core, level 2 */
    size_t stream_bytes;  /* a thread that moves more streams its stores */
    /* NULL: an ordinary call; else native_scan_dealt() is called, without a
     * carry and with threads == 1 */
    const struct native_dealt *dealt;
    int threads; /* that take part, 1 or more */
    struct pool *pool;
    /* Runs fn(arg, 0) ... fn(arg, threads - 1) in parallel, one per thread, and
     * returns when all have returned; all that they wrote is then visible. */
    void (*parallel)(struct pool *pool, void (*fn)(void *arg, int thread),
                     void *arg);
};

/* How a module that is compiled with -DTRACE reports what its threads do: see
 * trace.h. It exports a pointer native_trace to such a table, which the program
 * sets. */
struct native_trace {
    void (*ticket)(size_t tile, size_t begin, size_t count);
    void (*phase)(unsigned phase);
    void (*publish)(size_t tile, unsigned state, const void *value,
                    size_t bytes);
    void (*publish_count)(size_t tile, unsigned state, uint64_t count);
    void (*look)(size_t tile, unsigned state);
};

#endif
