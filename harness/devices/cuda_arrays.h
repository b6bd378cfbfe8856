/* cuda_arrays.h - the arrays on a GPU that one execution works on: for
 * device_cuda.c.
 *
 *     ports      elements of the host, copied through; for the largest sizes
 *     carry      one element
 *     buffers    of each entry's plan; each n has its own lengths
 *
 *     | margin | sums[0] ... sums[16] | margin ...| margin |
 *                                       this n      the most there was room for
 *
 * No kernel may write in the margins; those beside the length of this n can be
 * compared after a run. All but the carry are taken when they are first needed,
 * and kept. Functions that take memory return MACHINE_LACKS when there is not
 * enough; the sentence then names the largest power of two that fits, and all
 * but the carry has been freed.
 */
#ifndef CUDA_ARRAYS_H
#define CUDA_ARRAYS_H

#include "cuda/driver.h"
#include "execution.h"

enum { CUDA_ENTRIES = 3, CUDA_MARGIN = 256 /* bytes */ };

/* The buffers of an entry's plan. */
struct cuda_buffers {
    int count;
    CUdeviceptr memory[MAX_BUFFERS]; /* 0: none was needed yet */
    size_t room[MAX_BUFFERS];
    struct buffer buffer[MAX_BUFFERS]; /* as the last plan wanted them */
    /* What stands after them: of a buffer that is tagged, its own words of a
     * larger n. */
    unsigned char after[MAX_BUFFERS][CUDA_MARGIN];
};

struct cuda_arrays {
    size_t element;                     /* bytes of one; the caller sets it */
    CUdeviceptr port[MAX_PORTS], carry; /* 0 until they are taken */
    struct cuda_buffers buffers[CUDA_ENTRIES];
};

/* Takes the carry. */
enum status cuda_arrays_begin(struct cuda_arrays *arrays, struct problem *why);

/* Frees everything. Precondition: the context that it lies in is still there.
 */
void cuda_arrays_free(struct cuda_arrays *arrays);

/* Takes the ports, which only calls with the host's arrays need. */
enum status cuda_arrays_take_ports(struct cuda_arrays *arrays,
                                   const struct execution *execution,
                                   struct problem *why);

/* The buffers of an entry as long as the plan has them. What it takes for that
 * is cleared. A plan that needs no more than another one before takes nothing.
 */
enum status cuda_arrays_lay_buffers(struct cuda_arrays *arrays,
                                    const struct execution *execution,
                                    enum entry entry, const struct plan *plan,
                                    struct problem *why);

/* Clears the buffers of an entry that start so, before a launch. */
enum status cuda_arrays_clear(const struct cuda_arrays *arrays,
                              enum entry entry, struct problem *why);

/* Clears all that is tagged, as the numbers of launches begin again. Buffers
 * have to be laid after that. */
enum status cuda_arrays_clear_tagged(struct cuda_arrays *arrays,
                                     struct problem *why);

/* A port that is about to hold so many bytes: its margin is filled. */
enum status cuda_arrays_lay_port(CUdeviceptr port, size_t bytes,
                                 struct problem *why);

/* OK, or CHECK_FAILED when a margin was written: of a port of elements of
 * `unit` bytes, or of the carry and the buffers of an entry. */
enum status cuda_arrays_check_port(const char *name, CUdeviceptr port,
                                   size_t bytes, size_t unit,
                                   struct problem *why);
enum status cuda_arrays_check_buffers(const struct cuda_arrays *arrays,
                                      enum entry entry, struct problem *why);

#endif
