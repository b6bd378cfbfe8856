/* slots.h - slots for resident blocks: each has a copy of the code, its shared
 * memory with a shadow, threads and stacks. */
#ifndef SIMT_SLOTS_H
#define SIMT_SLOTS_H

#include "base/status.h"
#include "threads.h"

struct simt;
struct simt_options;
struct simt_launch;

/* Blocks of this launch that are resident together. */
int slots_resident(const struct simt_launch *launch,
                   const struct simt_options *options);
/* Enough slots for the launch, with what its threads have all through it. */
enum status slots_prepare(struct simt *simt, struct problem *why);
/* A launch that ended early has left requests open; they are not the next
 * one's. */
void slots_forget_requests(struct simt *simt);
void slots_close(struct simt *simt);

/* blockIdx and threadIdx from a linear number. */
struct index index_split(uint32_t linear, const unsigned size[3]);

#endif
