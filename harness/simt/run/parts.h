/* parts.h - the machine, as a list of its parts. Most members of a part's
 * struct are written only by the part's own .c file and by the inline functions
 * in its header.
 *
 *     simt.c          opens a machine, answers questions, closes it
 *     kernel_launch.c one kernel, from its first block to its last; slots.c:
 *                     slots for resident blocks
 *     fibre.c         stacks, and switching between them
 *     schedule.c      which thread runs next; explore.c: all orders
 *     hooks.c         called by the kernel at each load and store
 *     load_store.c    counts, judges, times these; flag_wait.c: looks at flags
 *     stale.c         loads of flags that return an older value
 *     compared.c      called by the kernel at each comparison
 *     sync.c          barriers, warp collectives; atomics.c: atomics, fences;
 *                     memory_orders.c: acquire and release
 *     active_lanes.c  __activemask()
 *     rounds.c        iterations of loops with a barrier; overlap.c: launches
 *                     that begin while the previous launch still runs
 *     phases.c        barriers in shared memory; bulk_calls.c, bulk_copies.c:
 *                     copies that end there
 *     indices.c       threadIdx and its family
 *     device_calls.c  the clock, traps; undefined.c: operations that C++ leaves
 *                     undefined; printing.c: printf
 *     report.c        turns a verdict into a finding; same_store.c: or a note;
 *                     pending_finding.c: or one that waits for its reason;
 *                     race_advice.c: what could be done about a race
 *     trace_moments.c when and where something happens, for a trace
 *     ending.c        how a launch ends early; watch.c: crashes and endless
 *                     loops; stuck.c: no thread can run
 *     follow.c        keeps all steps of a run whose result is wrong;
 *                     follow_tell.c: the path of a wrong element; blame.c: its
 *                     line
 */
#ifndef SIMT_PARTS_H
#define SIMT_PARTS_H

#include "active_lanes.h"
#include "bulk_copies.h"
#include "compared.h"
#include "device_calls.h"
#include "ending.h"
#include "fibre.h"
#include "flag_wait.h"
#include "follow.h"
#include "pending_finding.h"
#include "indices.h"
#include "kernel_launch.h"
#include "load_store.h"
#include "overlap.h"
#include "same_store.h"
#include "schedule.h"
#include "simt/code/kernel_code.h"
#include "simt/cost/busiest.h"
#include "simt/cost/timing.h"
#include "simt/judge/judge.h"
#include "simt/simt.h"
#include "simt/wording/record.h"
#include "stale.h"
#include "stuck.h"

struct simt {
    struct simt_options options;  /* of the launch */
    struct turn turn;             /* which thread runs */
    struct global_memory global;  /* its pieces, and the shadow of each word */
    struct launch launch;         /* blocks and threads */
    struct accesses accesses;     /* the path of the run */
    struct waiting waiting;       /* threads that look at flags */
    struct stale stale;           /* older values of flags */
    struct judge judge;           /* what happened before what */
    struct timing timing;         /* model time */
    struct schedule schedule;     /* which thread runs next */
    struct kernel_code code;      /* the compiled kernels */
    struct fibres fibres;         /* stacks */
    struct bulk bulk;             /* bulk copies under way */
    struct stuck stuck;           /* looks since a thread could last continue */
    struct record record;         /* for a trace */
    struct ending ending;         /* why the launch ended early */
    struct pending_finding held;  /* a finding that waits for its reason */
    struct follow follow;         /* steps of a run whose result is wrong */
    struct notes notes;           /* messages that are not findings */
    struct same_store same_store; /* a store that waits for its verdict */
    struct swaps swaps;           /* compare-and-swaps of elements' words */
    struct printing printing;     /* the text that kernels have printed */
    struct simt_counts counts;    /* each part adds its counts */
    struct busiest busiest;       /* the counts of each site */
};

/* The running machine: hooks are not passed a pointer to it. */
extern struct simt *simt_running;

/* Accesses and synchronisations so far: a time that never repeats. */
static inline uint64_t simt_steps(const struct simt *simt)
{
    return turn_steps(&simt->turn);
}

/* Called before a thread accesses global memory. */
static inline void schedule_turn(struct simt *simt)
{
    if (simt->schedule.turns_late && simt->turn.current->block->pace.bytes == 0)
        schedule_takes_turn(simt);
}

static inline uint32_t site_of(struct simt *simt, const void *pc)
{
    return sites_find(&simt->code.sites,
                      (uintptr_t)pc - simt->turn.current->block->code.image);
}

#endif
