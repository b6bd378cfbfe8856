/* cuda_arrays.h - the arrays of one execution on a GPU, for device_cuda.c.
 *
 *     ports      copies of the host's elements; for the largest sizes
 *     carry      one element
 *     buffers    from each entry's plan; lengths depend on n
 *
 *     | margin | sums[0] ... sums[16] | margin ...| margin |
 *                                       this n      the largest n so far
 *
 * Kernels must not write to the margins; those after the length for this n can
 * be compared after a run. All arrays except the carry are allocated when first
 * needed, and kept. Functions that allocate memory return MACHINE_LACKS if
 * there is not enough; the sentence then names the largest power of two that
 * fits, and all memory but the carry is freed.
 */
#ifndef CUDA_ARRAYS_H
#define CUDA_ARRAYS_H

#include "cuda/driver.h"
#include "execution.h"

enum { CUDA_ENTRIES = 3, CUDA_MARGIN = 256 /* bytes */ };

/* The buffers of an entry's plan. */
struct cuda_buffers {
    int count;
    CUdeviceptr memory[MAX_BUFFERS]; /* 0: not needed yet */
    size_t room[MAX_BUFFERS];
    struct buffer buffer[MAX_BUFFERS]; /* as in the last plan */
    /* The bytes after each buffer: in a tagged buffer, its own words for a
     * larger n. */
    unsigned char after[MAX_BUFFERS][CUDA_MARGIN];
};

struct cuda_arrays {
    size_t element; /* bytes of one element; set by the caller */
    CUdeviceptr port[MAX_PORTS], carry; /* 0 until allocated */
    struct cuda_buffers buffers[CUDA_ENTRIES];
};

/* Allocates the carry. */
enum status cuda_arrays_begin(struct cuda_arrays *arrays, struct problem *why);

/* Frees everything. Precondition: the context still exists.
 */
void cuda_arrays_free(struct cuda_arrays *arrays);

/* Allocates the ports, which only calls with the host's arrays need. */
enum status cuda_arrays_take_ports(struct cuda_arrays *arrays,
                                   const struct execution *execution,
                                   struct problem *why);

/* Gives an entry's buffers the lengths of the plan. Newly allocated memory is
 * cleared. For a plan that needs no more memory than an earlier one, nothing is
 * allocated.
 */
enum status cuda_arrays_lay_buffers(struct cuda_arrays *arrays,
                                    const struct execution *execution,
                                    enum entry entry, const struct plan *plan,
                                    struct problem *why);

/* Before a launch, clears those buffers of an entry that must start as zeros.
 * */
enum status cuda_arrays_clear(const struct cuda_arrays *arrays,
                              enum entry entry, struct problem *why);

/* Clears all tagged buffers, when the numbering of launches restarts. After
 * that, call cuda_arrays_lay_buffers again. */
enum status cuda_arrays_clear_tagged(struct cuda_arrays *arrays,
                                     struct problem *why);

/* Fills the margin of a port that is about to hold `bytes` bytes. */
enum status cuda_arrays_lay_port(CUdeviceptr port, size_t bytes,
                                 struct problem *why);

/* OK, or CHECK_FAILED if a margin was written to: the margin of a port with
 * elements of `unit` bytes, or one of the carry or of an entry's buffers. */
enum status cuda_arrays_check_port(const char *name, CUdeviceptr port,
                                   size_t bytes, size_t unit,
                                   struct problem *why);
enum status cuda_arrays_check_buffers(const struct cuda_arrays *arrays,
                                      enum entry entry, struct problem *why);

#endif
