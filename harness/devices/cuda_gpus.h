/* cuda_gpus.h - a scan by several GPUs of this host, for device_cuda.c.
 *
 *     arrays of peer 0     in  | 0 1 2 | 3 4 5 | 6 7 8 | ...
 *        deal                     |       |
 *     own arrays           GPU 0  0 1 2 6 7 8   GPU 1  3 4 5 ...
 *        launch             both at the same time
 *        gather            out | 0 1 2 | 3 4 5 | ...
 */
#ifndef CUDA_GPUS_H
#define CUDA_GPUS_H

#include "cuda/driver.h"
#include "cuda_kernels.h"
#include "dealt_elements.h"
#include "execution.h"
#include "launches.h"

struct cuda_gpus;

/* Loads the code on each GPU. NOT_JUDGED: as cuda_kernels_load(). On OK the
 * caller closes *out. */
enum status cuda_gpus_open(const struct setup *setup, int gpus,
                           struct cuda_gpus **out, struct problem *why);
void cuda_gpus_close(struct cuda_gpus *gpus); /* NULL is fine */

/* Gives all GPUs their arrays and buffers for the plan of n elements. New memory
 * is cleared. MACHINE_LACKS: it does not fit. */
enum status cuda_gpus_lay(struct cuda_gpus *gpus, const struct plan *plan,
                          size_t n, struct problem *why);
/* Launch numbers begin again: clears the buffers. */
enum status cuda_gpus_clear(struct cuda_gpus *gpus, struct problem *why);

/* Copies the elements of an array to the GPUs, and poisons their outputs; or
 * copies the outputs to an array; both in the order of peer 0's stream. */
enum status cuda_gpus_deal(struct cuda_gpus *gpus, CUdeviceptr in,
                           struct problem *why);
enum status cuda_gpus_gather(struct cuda_gpus *gpus, CUdeviceptr out,
                             struct problem *why);

/* Enqueues the plan's launches on all GPUs; the first ones after
 * cuda_gpus_join() begin after what is enqueued in peer 0's stream. `carry` is in
 * the memory of peer 0, or 0. */
enum status cuda_gpus_launch(struct cuda_gpus *gpus, const struct plan *plan,
                             CUdeviceptr carry, uint32_t launch,
                             struct problem *why);
/* What is enqueued from now on in peer 0's stream begins after all launches so
 * far. */
enum status cuda_gpus_join(struct cuda_gpus *gpus, struct problem *why);

#endif
