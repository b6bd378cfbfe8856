/* compare.h - comparing arrays where they lie, on the GPU. */
#ifndef COMPARE_H
#define COMPARE_H

#include "driver.h"

/* *first becomes the index of the first 4-byte word in which the two arrays of
 * `bytes` differ, UINT64_MAX when they are equal. Waits for it, and so for all
 * that was enqueued before. */
enum status compare_arrays(CUdeviceptr a, CUdeviceptr b, size_t bytes,
                           uint64_t *first, struct problem *why);

#endif
