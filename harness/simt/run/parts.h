/* parts.h - the machine: a list of its parts. Each is written by its own .c (or
 * the inline functions of its header) alone.
 *
 *     simt.c          a machine is opened, asked, closed
 *     kernel_launch.c  one kernel, from its first block to its last; slots.c
 *     fibre.c         stacks, and the switch from one to another
 *     schedule.c      who runs next; explore.c: all orders
 *     hooks.c         what the instrumented kernel calls at each load and store
 *     load_store.c    counted, judged, timed; flag_wait.c: looks at flags
 *     sync.c          barriers, warp collectives; atomics.c: and fences
 *     phases.c        barriers in shared memory; bulk_calls.c, bulk_copies.c:
 *                     copies that end there
 *     device_calls.c  threadIdx, printf, traps
 *     report.c        a verdict becomes a finding
 *     ending.c        how a launch ends early; watch.c: crashes and endless
 *                     loops; stuck.c: no thread can run
 */
#ifndef SIMT_PARTS_H
#define SIMT_PARTS_H

#include "bulk_copies.h"
#include "device_calls.h"
#include "ending.h"
#include "fibre.h"
#include "flag_wait.h"
#include "kernel_launch.h"
#include "load_store.h"
#include "schedule.h"
#include "simt/code/kernel_code.h"
#include "simt/cost/timing.h"
#include "simt/judge/judge.h"
#include "simt/simt.h"
#include "simt/tell/record.h"
#include "stuck.h"

struct simt {
    struct simt_options options; /* of the launch */
    struct turn turn;            /* which thread runs */
    struct global_memory global; /* its pieces, and whose each word is */
    struct launch launch;        /* blocks and threads */
    struct accesses accesses;    /* which way the run went */
    struct waiting waiting;      /* threads that look at flags */
    struct judge judge;          /* what happened before what */
    struct timing timing;        /* model time */
    struct schedule schedule;    /* who runs next */
    struct kernel_code code;     /* what was compiled */
    struct fibres fibres;        /* stacks */
    struct bulk bulk;            /* copies that have not run */
    struct stuck stuck;          /* looks when no thread can go on */
    struct record record;        /* for a trace */
    struct ending ending;        /* why the launch ended early */
    struct printing printing;    /* what kernels have printed */
    struct simt_counts counts;   /* each of them is added up where it arises */
};

/* The machine that runs; hooks have no other way to it. */
extern struct simt *simt_running;

/* Accesses and synchronisations so far: a time that is never twice the same. */
static inline uint64_t simt_steps(const struct simt *simt)
{
    return turn_steps(&simt->turn);
}

/* Before a thread asks for global memory. */
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
