/* context.h - this process on the GPU: one context, one stream, one clock.
 *
 * Everything is enqueued in one stream and so runs in order. A kernel that goes
 * wrong spoils the whole context: whatever is asked of it later fails too. Then
 * the context is reset, and the owner of memory or code of the old
 * one finds another context_number() and forgets them.
 */
#ifndef CONTEXT_H
#define CONTEXT_H

#include "driver.h"

/* Makes the primary context current, and the stream. MACHINE_LACKS with what
 * is missing. Cheap when it is there. */
enum status context_begin(struct problem *why);

/* Counts contexts: 1 is the first; what was made under another number is
 * gone. */
unsigned context_number(void);

CUstream context_stream(void);

/* What a failed call comes to: "DOING: CUDA_ERROR_..." as MACHINE_LACKS; but
 * when a kernel has spoilt the context, CHECK_FAILED, naming what is running.
 */
enum status context_problem(CUresult result, struct problem *why,
                            const char *doing, ...)
    __attribute__((format(printf, 3, 4)));

/* Names what is enqueued from now on, for problems: "the kernel scan_tiles of
 * lookback". The text has to stay until another is named. */
void context_running(const char *what);

/* Waits until all that was enqueued has ended. A kernel that does not come to
 * an end within SCANLAB_PATIENCE seconds (20) ends the program: the GPU cannot
 * be taken away from it otherwise. */
enum status context_wait(struct problem *why);

/* A clock of the GPU: marks the stream; after context_wait, the nanoseconds
 * from the first mark to the second. */
enum mark { MARK_BEGIN, MARK_END };
enum status context_mark(enum mark mark, struct problem *why);
enum status context_elapsed(double *ns, struct problem *why);

#endif
