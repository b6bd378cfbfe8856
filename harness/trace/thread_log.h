/* thread_log.h - a traced scan on threads: which thread ran when, and the
 * reports of cpu.c.
 *
 *     threads_log_begin
 *     native_scan(call)     call->parallel is threads_log_parallel, and the
 *                           module's native_trace is threads_trace
 *     threads_log_stop
 *     threads_log_end       puts all of it into a trace
 *
 *     launches   | alone | parallel 1           | alone | parallel 2 |
 *     thread 0   | block | tile 0  | tile 2 |   | block | tile 0 ...
 *     thread 1           | tile 1     | tile 3  |       | tile 1 ...
 *
 * A launch is either work that one thread does alone, or one parallel call, in
 * which all threads work. Its blocks are the tiles that threads take, or the
 * threads, if cpu.c reports no tiles. Each thread writes to its own memory;
 * records that do not fit there are only counted.
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

/* Clears the log; the calling thread is thread 0 from here on. */
void threads_log_begin(struct threads_log *log);

/* The scan has ended. */
void threads_log_stop(struct threads_log *log);

/* For native_call: pool_parallel, with an entry in the log. */
void threads_log_parallel(struct pool *pool, void (*fn)(void *arg, int thread),
                          void *arg);

/* For the module. */
extern const struct native_trace threads_trace;

/* Enters the log into the trace, with the traced and untraced times of the
 * scan, in ns. */
enum status threads_log_end(struct threads_log *log, struct trace *trace,
                            size_t value_bytes, double traced_ns,
                            double untraced_ns, struct problem *why);

#endif
