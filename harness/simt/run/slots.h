/* slots.h - slots for resident blocks: each has a copy of the code, its shared
 * memory with a shadow, threads and stacks. */
#ifndef SIMT_SLOTS_H
#define SIMT_SLOTS_H

#include "base/status.h"
#include "threads.h"

struct simt;
struct simt_options;
struct simt_launch;

/* The number of blocks of this launch that are resident on each GPU at the same
 * time. */
int slots_resident(const struct simt_launch *launch,
                   const struct simt_options *options);
/* Adds slots up to this number: each loads a copy of the code. */
enum status slots_reserve(struct simt *simt, int slots, struct problem *why);
/* Makes enough slots for the launch, and prepares their threads for it. */
enum status slots_prepare(struct simt *simt, struct problem *why);
/* After a launch that ended early: drops its open requests, which do not belong
 * to the next launch. */
void slots_forget_requests(struct simt *simt);
void slots_close(struct simt *simt);

/* blockIdx and threadIdx from a linear number. */
struct index index_split(uint32_t linear, const unsigned size[3]);

#endif
