/* trace_moments.h - records in a trace when and where an event happens. */
#ifndef SIMT_TRACE_MOMENTS_H
#define SIMT_TRACE_MOMENTS_H

#include "threads.h"
#include "trace/trace_record.h"

struct simt;

/* The time of an event in the block (NULL: an event outside all blocks): cycles
 * on the timed schedule, otherwise steps, which differ for any two events. */
uint64_t moment_now(const struct simt *simt, const struct block *block);
struct trace_point moment_of_block(const struct simt *simt,
                                   const struct block *block);
struct trace_point moment_of_thread(const struct simt *simt,
                                    const struct thread *thread);

/* The functions below are called only while there is a trace. */
void moment_launch_begins(struct simt *simt);
void moment_launch_ends(struct simt *simt);
void moment_block_begins(struct simt *simt, const struct block *block);
void moment_block_ends(struct simt *simt, const struct block *block);
void moment_barrier(struct simt *simt, const struct block *block,
                    uint32_t site);
void moment_warp_barrier(struct simt *simt, const struct thread *thread);
void moment_waits(struct simt *simt, const struct thread *thread);
void moment_goes_on(struct simt *simt, const struct block *block);
void moment_flag(struct simt *simt, const struct thread *thread,
                 uintptr_t address, size_t bytes, bool atomic, uint64_t value);
void moment_stale(struct simt *simt, const struct thread *thread,
                  uintptr_t address, size_t bytes, uint64_t value);
void moment_access(struct simt *simt, const struct thread *thread,
                   uintptr_t address, size_t bytes, bool write, uint32_t site);
/* `block` is the number of a resident block, or UINT32_MAX. */
void moment_finding(struct simt *simt, uint32_t block, const char *sentence);

#endif
