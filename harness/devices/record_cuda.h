/* record_cuda.h - a traced scan on a GPU: the traced form of each kernel, the
 * memory that its blocks write to, and what they wrote, as a trace.
 *
 *     record_begin     the scan begins; then for each step of its plan
 *     record_kernel        its kernel, compiled inside of traced.cu
 *     record_memory        two further arguments: where to, how many
 *                          ... the launch, and waiting for its end ...
 *     record_fetch         copies what it wrote
 *     record_end       all of it into the trace
 */
#ifndef RECORD_CUDA_H
#define RECORD_CUDA_H

#include "execution.h"
#include "cuda/driver.h"

/* Shared memory that a traced block takes for itself. */
enum { RECORD_SHARED_BYTES = 128 };

struct record;

/* NULL: out of memory. The caller closes it, before its context goes. */
struct record *record_open(void);
void record_close(struct record *record, bool context_is_there);

void record_begin(struct record *record);

/* `plain` is the kernel as it is: the traced one is made for as many blocks on
 * a multiprocessor. */
enum status record_kernel(struct record *record, const struct setup *setup,
                          const struct step *step, CUfunction plain,
                          CUfunction *out, struct problem *why);

/* MACHINE_LACKS: for so many blocks there are no records, or no memory. */
enum status record_memory(struct record *record, const struct step *step,
                          CUdeviceptr *to, uint32_t *room, struct problem *why);
enum status record_fetch(struct record *record, const struct step *step,
                         struct problem *why);

/* Of a call whose largest size is n, with the times that it took, traced and
 * untraced, in ns. */
enum status record_end(struct record *record, const struct setup *setup,
                       size_t n, double traced_ns, double untraced_ns,
                       struct problem *why);

#endif
