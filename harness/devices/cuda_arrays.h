/* cuda_arrays.h - the arrays on a GPU that one execution works on: for
 * device_cuda.c.
 *
 *     in, out    elements of the host, copied through; largest_n of each
 *     carry      one element
 *     buffers    of each entry's plan for largest_n
 *
 * All but the carry are taken when they are first needed, and kept. Functions
 * that take memory return MACHINE_LACKS when there is not enough; the sentence
 * then names the largest power of two that fits, and all but the carry has been
 * freed.
 */
#ifndef CUDA_ARRAYS_H
#define CUDA_ARRAYS_H

#include "cuda/driver.h"
#include "execution.h"

enum { CUDA_ENTRIES = 3 };

/* The buffers of an entry's plan. */
struct cuda_buffers {
    bool taken;
    int count;
    CUdeviceptr memory[MAX_BUFFERS];
    struct buffer buffer[MAX_BUFFERS];
};

struct cuda_arrays {
    size_t element;             /* bytes of one; the caller sets it */
    CUdeviceptr in, out, carry; /* 0 until they are taken */
    struct cuda_buffers buffers[CUDA_ENTRIES];
};

/* Takes the carry. */
enum status cuda_arrays_begin(struct cuda_arrays *arrays, struct problem *why);

/* Frees everything. Precondition: the context that it lies in is still there.
 */
void cuda_arrays_free(struct cuda_arrays *arrays);

/* Takes `in` and `out`, which only scans of the host's arrays need. */
enum status cuda_arrays_take_ports(struct cuda_arrays *arrays,
                                   const struct execution *execution,
                                   struct problem *why);

/* Takes the buffers of an entry, cleared. */
enum status cuda_arrays_take_buffers(struct cuda_arrays *arrays,
                                     const struct execution *execution,
                                     enum entry entry, struct problem *why);

/* Clears the buffers of an entry that start so: before a launch, or when the
 * numbers of launches begin again. */
enum status cuda_arrays_clear(const struct cuda_arrays *arrays,
                              enum entry entry, enum buffer_start start,
                              struct problem *why);

#endif
