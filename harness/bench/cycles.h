/* cycles.h - clock cycles of a scan that runs as one block on a GPU.
 *
 * A launch takes microseconds to begin and to end, and each of a GPU's many
 * blocks has its own time: neither time measures the length of an algorithm's
 * chain of steps. So kernel.cu is compiled again, enclosed between two reads of
 * the multiprocessor's clock (cuda/timed.cu), and launched with one block.
 *
 *     launched        warm-up, then CYCLES_SAMPLES times, back to back
 *     included        loading from global memory (from the L2 cache, after the
 *                     first launch), all steps, storing; not the launch
 *     checked         the last launch's output, against the plain loop
 */
#ifndef CYCLES_H
#define CYCLES_H

#include "devices/execution.h"
#include "sample.h"
#include "base/status.h"

enum { CYCLES_SAMPLES = 101 };

/* NULL, or why a scan of n elements cannot be timed in cycles: the algorithm
 * does not support n, or its plan is not one launch of one block. Static
 * storage, valid until the next call. */
const char *cycles_refuses(const struct setup *setup, size_t n);

/* Scans setup->largest_n random elements with kernel.cu on the GPU.
 * Preconditions: the device is cuda, no carry, a monoid with values (not the
 * interval monoid), an n that cycles_refuses accepts. *out gets the times of
 * CYCLES_SAMPLES launches, in cycles of thread 0's clock. CHECK_FAILED: the
 * output is wrong, or the source does not compile or does not run; then there
 * is no time. MACHINE_LACKS: no GPU, no NVRTC, no memory. All memory is
 * freed. */
enum status cycles_measure(const struct setup *setup, struct summary *out,
                           struct problem *why);

#endif
