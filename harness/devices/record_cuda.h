/* record_cuda.h - a traced scan on a GPU: the traced form of each kernel, the
 * memory that its blocks write to, and their records as a trace.
 *
 *     record_begin     the scan begins; then for each step of its plan
 *     record_kernel        the step's kernel, compiled inside traced.cu
 *     record_memory        two more arguments: address and capacity
 *                          ... the launch, and waiting for its end ...
 *     record_fetch         copies the records
 *     record_end       all of it into the trace
 */
#ifndef RECORD_CUDA_H
#define RECORD_CUDA_H

#include "execution.h"
#include "cuda/driver.h"

/* Additional shared memory of a traced block. */
enum { RECORD_SHARED_BYTES = 128 };

struct record;

/* NULL: out of memory. The caller closes it before its context is destroyed. */
struct record *record_open(void);
void record_close(struct record *record, bool context_is_there);

void record_begin(struct record *record);

/* `plain` is the original kernel: the traced one is compiled for the same
 * number of blocks per multiprocessor. */
enum status record_kernel(struct record *record, const struct setup *setup,
                          const struct step *step, CUfunction plain,
                          CUfunction *out, struct problem *why);

/* MACHINE_LACKS: too many blocks for the records, or no memory. */
enum status record_memory(struct record *record, const struct step *step,
                          CUdeviceptr *to, uint32_t *room, struct problem *why);
enum status record_fetch(struct record *record, const struct step *step,
                         struct problem *why);

/* Writes all records to the trace, for a call whose largest size is n, with its
 * traced and untraced times in ns. */
enum status record_end(struct record *record, const struct setup *setup,
                       size_t n, double traced_ns, double untraced_ns,
                       struct problem *why);

#endif
