/* thread_log.h - a traced scan on threads: which ran when, and what cpu.c told.
 *
 *     threads_log_begin
 *     native_scan(call)     call->parallel is threads_log_parallel, and the
 *                           module's native_trace is threads_trace
 *     threads_log_stop
 *     threads_log_end       all of it into a trace
 *
 *     launches   | alone | parallel 1           | alone | parallel 2 |
 *     thread 0   | block | tile 0  | tile 2 |   | block | tile 0 ...
 *     thread 1           | tile 1     | tile 3  |       | tile 1 ...
 *
 * What runs at once is a launch. Its blocks are the tiles that threads take, or
 * where cpu.c tells of none, the threads. Each thread writes to memory of its
 * own; what does not fit there is counted only.
 */
#ifndef THREAD_LOG_H
#define THREAD_LOG_H

#include "base/pool.h"
#include "replay.h"
#include "algorithms/contract/native.h"

struct threads_log;

/* NULL: out of memory. The caller closes it. */
struct threads_log *threads_log_open(struct pool *pool);
void threads_log_close(struct threads_log *log); /* NULL is fine */

/* Forgets what there is; the calling thread is thread 0 from here on. */
void threads_log_begin(struct threads_log *log);

/* The scan has come to its end. */
void threads_log_stop(struct threads_log *log);

/* For native_call: pool_parallel, and a line in the log. */
void threads_log_parallel(struct pool *pool, void (*fn)(void *arg, int thread),
                          void *arg);

/* For the module. */
extern const struct native_trace threads_trace;

/* Into the trace, with how long the scan took, traced and untraced, in ns. */
enum status threads_log_end(struct threads_log *log, struct trace *trace,
                            size_t value_bytes, double traced_ns,
                            double untraced_ns, struct problem *why);

#endif
