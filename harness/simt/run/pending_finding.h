/* pending_finding.h - a finding that waits for its reason.
 *
 *     if (threadIdx.x < 16)
 *         __syncthreads();        threads 16..31 go past it ...
 *     x = cell[i - 1];            ... and read a word not written yet
 *
 * The machine first detects the read, as a race or as a read of an unwritten
 * word. But the reason is the barrier. So a finding about two threads of a
 * block is held, and the launch continues until the block meets at its next
 * barrier. If its threads meet at different barriers, or not at all, that is
 * reported, with the held finding as its consequence. If there is any other
 * finding, the held one is reported instead of it.
 */
#ifndef SIMT_PENDING_FINDING_H
#define SIMT_PENDING_FINDING_H

#include "base/status.h"
#include "simt/judge/stamp.h"

struct simt;
struct block;
struct access;
struct verdict;

enum pending_state { HELD_NONE, HELD_NEXT, HELD_WAITS, HELD_REASON };

struct pending_finding {
    enum pending_state state;
    struct problem why;
    char words[4096];
    const struct block *block;
    uint32_t number; /* the block's; by now another block may be in its slot */
    uint32_t thread; /* the thread that read the word */
    uintptr_t address; /* of a word that was read before it was written */
    bool is_unwritten;
    /* the thread that read the word later writes it, at own_site: */
    bool own_writes;
    uint32_t own_site;
    uint64_t until; /* steps of the machine */
};

/* Before a launch. */
void pending_forget(struct pending_finding *held);
/* The next finding() is about this access, and is held if a barrier may be its
 * reason. */
void pending_next(struct simt *simt, const struct access *told,
                  const struct verdict *verdict);
/* The next finding() is about threads that do not meet, which is the reason for
 * the held one. */
void pending_reason(struct simt *simt);
/* For finding(): true when the finding is held. `line` may become another
 * sentence. */
bool pending_keeps(struct simt *simt, char *line, size_t size);

/* While a finding is held: a thread touches memory. */
void pending_access(struct simt *simt, uintptr_t address, size_t bytes,
                    bool write, uint32_t site);
/* All threads of the block have met, or the launch has ended, so there is no
 * other reason for the held finding. */
void pending_block_met(struct simt *simt, const struct block *block);
void pending_launch_ends(struct simt *simt);

#endif
