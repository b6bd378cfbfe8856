/* overlap.h - a launch that begins while the previous launch is still running
 * (programmatic dependent launch).
 *
 *     launch 1   |------------------ writes flags ---|
 *     launch 2          |-- before --| waits ........|-- after --|
 *
 * A thread may touch the memory of launch 1 after it has called
 * wait_for_launch_before(), or has met at a barrier with a thread that called
 * it. If no thread of launch 2 waits, launch 1 can outlast launch 2; a launch 3
 * that waited for launch 2 must then still not touch the memory of launch 1.
 */
#ifndef SIMT_OVERLAP_H
#define SIMT_OVERLAP_H

#include "report.h"

#include <stddef.h>

/* Before a launch; after judge_launch_begins(). */
void overlap_begin(struct simt *simt);
/* The running thread has not waited, and is about to touch `bytes` bytes of
 * global memory, starting at byte `first` of the first word. A finding, if an
 * earlier launch may still touch them. */
void overlap_touched(struct simt *simt, const struct access *access,
                     struct shadow shadow, size_t first, size_t bytes);
/* `count` threads of this block, from thread `first` on, meet at a point where
 * their memory accesses are ordered. */
void overlap_meets(struct block *block, uint32_t first, uint32_t count);

#endif
