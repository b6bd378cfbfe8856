/* context.h - this process on the GPU: one context, one stream, one clock.
 *
 * Everything is enqueued in one stream and so runs in order. A kernel that
 * fails makes the whole context unusable: all later calls fail too. The context
 * is then reset; owners of memory or code in the old context see a new
 * context_number() and drop them.
 */
#ifndef CONTEXT_H
#define CONTEXT_H

#include "driver.h"

/* Makes the primary context current, and creates the stream. MACHINE_LACKS
 * names what is missing. Cheap if they exist. */
enum status context_begin(struct problem *why);

/* Counts contexts, from 1; objects created under a different number no longer
 * exist. */
unsigned context_number(void);

CUstream context_stream(void);
/* The context itself: NULL if there is none. */
CUcontext context_now(void);

/* The status of a failed call: "DOING: CUDA_ERROR_..." as MACHINE_LACKS; but if
 * a kernel made the context unusable, CHECK_FAILED, naming the work that was
 * running.
 */
enum status context_problem(CUresult result, struct problem *why,
                            const char *doing, ...)
    __attribute__((format(printf, 3, 4)));

/* Names the work enqueued from now on, for messages: "the kernel scan_tiles of
 * lookback". The text must stay valid until the next call. */
void context_running(const char *what);

/* Waits until all enqueued work has finished. If a kernel does not finish
 * within SCANLAB_PATIENCE seconds (20), the program exits: the kernel cannot be
 * stopped otherwise. */
enum status context_wait(struct problem *why);

/* The GPU's clock: marks the stream, and, after context_wait, returns the
 * nanoseconds from the first mark to the second. */
enum mark { MARK_BEGIN, MARK_END };
enum status context_mark(enum mark mark, struct problem *why);
enum status context_elapsed(double *ns, struct problem *why);

#endif
