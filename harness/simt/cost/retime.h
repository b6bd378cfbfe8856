/* retime.h - model time of blocks that ran one by one: see retime.c. */
#ifndef SIMT_RETIME_H
#define SIMT_RETIME_H

#include "timing.h"

/* Before a launch. False: out of memory. */
bool retime_begin(struct timing *timing);
/* The running block waits for its memory: at a barrier, or at its end. */
void retime_note(struct timing *timing, struct pace *pace);
void retime_block(struct timing *timing, uint64_t age);
/* All blocks have run: model time advances to the end of the last block. */
void retime_rest(struct timing *timing);
void retime_close(struct timing *timing);

#endif
