/* cycles.h - how many clock cycles a scan takes on a GPU when it is one block.
 *
 * A launch takes microseconds to begin and to end, and of a GPU's many blocks
 * each has its own time: neither says how long the chain of steps is that an
 * algorithm makes. So kernel.cu is compiled once more, between two looks at the
 * clock of the multiprocessor (cuda/timed.cu), and launched with one block.
 *
 *     launched        warm-up, then CYCLES_SAMPLES times, back to back
 *     in it           loading from global memory (from the L2 cache, after the
 *                     first launch), all steps, storing; not the launch
 *     checked         the last launch's output, against the plain loop
 */
#ifndef CYCLES_H
#define CYCLES_H

#include "devices/execution.h"
#include "sample.h"
#include "base/status.h"

enum { CYCLES_SAMPLES = 101 };

/* NULL, or why a scan of n elements has no such time: the algorithm refuses it,
 * or its plan is not one launch of one block. Static storage, until the next
 * call. */
const char *cycles_refuses(const struct setup *setup, size_t n);

/* Scans setup->largest_n drawn elements with kernel.cu on the GPU; the device
 * is cuda, no carry, a monoid that has values (not the interval one), an n that
 * cycles_refuses does not refuse. *out gets what CYCLES_SAMPLES launches took,
 * in cycles of thread 0's clock. CHECK_FAILED: the output is wrong, or the
 * source does not compile or does not run; then there is no time.
 * MACHINE_LACKS: no GPU, no NVRTC, no memory. Nothing stays taken. */
enum status cycles_measure(const struct setup *setup, struct summary *out,
                           struct problem *why);

#endif
