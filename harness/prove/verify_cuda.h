/* verify_cuda.h - verify on a GPU: part of verify.c.
 *
 * There is no table of intervals on a GPU and nobody watches, so it compares:
 * with the one right fold of packed intervals (cuda/packed.h), and for every
 * built-in monoid with the plain loop's result on the host. All arrays stay on
 * the GPU; each case runs out of place and in place, with and without a carry,
 * aligned and one element beside it.
 */
#ifndef VERIFY_CUDA_H
#define VERIFY_CUDA_H

#include "verify.h"

/* The sizes that packed intervals can number, with the present parameters and
 * T of 4, 8, 16 and 32 bytes. */
enum status verify_cuda_intervals(const struct verify_job *job,
                                  const struct choice *choice,
                                  struct verify_tally *tally,
                                  struct problem *why);

/* All sizes, each built-in monoid; also the entries reduce and apply carry. */
enum status verify_cuda_monoids(const struct verify_job *job,
                                const struct choice *choice,
                                struct verify_tally *tally,
                                struct problem *why);

#endif
