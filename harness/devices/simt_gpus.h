/* simt_gpus.h - a scan by several GPUs of the SIMT machine.
 *
 * Each has arrays of its own, with the elements that are dealt to it (dealt_elements.h),
 * and all run the plan's launches at the same time.
 */
#ifndef SIMT_GPUS_H
#define SIMT_GPUS_H

#include "execution.h"
#include "launches.h"
#include "simt/simt.h"

struct simt_gpus;

struct simt_gpus_run {
    struct simt *simt;
    const struct simt_options *options;
    const struct execution *execution;
    const struct call *call; /* a scan */
    const struct plan *plan; /* for several GPUs */
    void *carry;             /* in the machine's memory, or NULL */
    uint32_t launch;
    bool restarts; /* launch numbers: clear what is tagged */
};

/* Copies in, launches, checks that each output element was written and nothing
 * beside the arrays, and copies out. *gpus is created by the first run. */
enum status simt_gpus_run(struct simt_gpus **gpus,
                          const struct simt_gpus_run *run, struct problem *why);
/* Their memory is the machine's. NULL is fine. */
void simt_gpus_close(struct simt_gpus *gpus);

/* Where the latest run has this element of an output. */
const char *simt_gpus_element(const struct simt_gpus *gpus, size_t element);

#endif
