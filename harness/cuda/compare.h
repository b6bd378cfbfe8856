/* compare.h - compares arrays on the GPU, without copying them. */
#ifndef COMPARE_H
#define COMPARE_H

#include "driver.h"

/* *first becomes the index of the first 4-byte word in which the two arrays of
 * `bytes` differ, or UINT64_MAX if they are equal. Waits for the result, and so
 * for all work enqueued earlier. */
enum status compare_arrays(CUdeviceptr a, CUdeviceptr b, size_t bytes,
                           uint64_t *first, struct problem *why);

/* *first becomes the index of the first number of `out` that is further from
 * `want` than `allowed` says, or UINT64_MAX if there is none: floats, or doubles
 * if number_bytes is 8, in arrays of `bytes`. Not a number is far from all. Waits
 * for the result. */
enum status compare_within(CUdeviceptr out, CUdeviceptr want,
                           CUdeviceptr allowed, size_t bytes, int number_bytes,
                           uint64_t *first, struct problem *why);

/* Only enqueues a comparison. Of two that are enqueued together, one is number
 * 0 and the other number 1. *first: where its 8-byte result will be, on the
 * GPU. */
enum status compare_enqueue(int number, CUdeviceptr a, CUdeviceptr b,
                            size_t bytes, CUdeviceptr *first,
                            struct problem *why);

/* Computes a number for an array of `bytes` bytes: equal arrays have the same
 * number, and different arrays have different ones, except by a chance of one in
 * 2^64. Waits for the result. */
enum status compare_fingerprint(CUdeviceptr a, size_t bytes, uint64_t *out,
                                struct problem *why);

#endif
