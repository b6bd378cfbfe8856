/* threads.h - the threads, warps and resident blocks of a launch. */
#ifndef SIMT_THREADS_H
#define SIMT_THREADS_H

#include "rounds.h"
#include "simt/code/kernel_code.h"
#include "simt/cost/requests.h"
#include "simt/cost/timing.h"
#include "simt/judge/judge.h"

enum thread_state {
    THREAD_READY,
    THREAD_AT_BARRIER,
    THREAD_AT_WARP,  /* waits in a collective for the lanes of its mask */
    THREAD_SPINNING, /* waits until the word at `spin` changes */
    THREAD_AT_FLAG,  /* waits before a flag operation until it is chosen */
    THREAD_AT_PHASE, /* waits until a phase of the barrier `phase` is over */
    THREAD_DONE
};

enum collective {
    COLLECTIVE_SYNC,
    COLLECTIVE_SHUFFLE,
    COLLECTIVE_BALLOT,
    COLLECTIVE_MATCH,
    COLLECTIVE_REDUCE,
    COLLECTIVE_ACTIVE, /* active_lanes.h */
    COLLECTIVE_BULK_LOAD,
    COLLECTIVE_BULK_STORE,
    COLLECTIVE_BULK_READ
};

/* The maximum number of accesses without a barrier; more than that count as an
 * endless loop. MAX_ACCESSES is for one thread; STEPS_TOGETHER for all running
 * threads of a block together, counted only when one of them makes more than
 * STEPS_PART. */
enum { MAX_ACCESSES = 1 << 27, STEPS_TOGETHER = 1 << 26, STEPS_PART = 1 << 18 };

/* threadIdx and its family. */
struct index {
    unsigned x, y, z;
};

struct copy;
struct bulk_call;
struct phase_barrier;

/* The first 64 bytes hold everything that each access and each switch needs. */
struct thread {
    _Alignas(64) void *context; /* where it continues; NULL: not yet begun */
    uintptr_t stack;            /* the stack that it runs on */
    struct block *block;
    struct warp *warp;
    struct order_thread *order; /* as the judge knows it */
    uint32_t index, lane;
    enum thread_state state;
    int32_t slice;  /* accesses in a turn */
    uint32_t steps; /* accesses since its last barrier, before this turn;
                       more than MAX_ACCESSES are endless */

    uintptr_t pc; /* --lockstep: the access before which it stopped, or 0 */
    struct index place;      /* threadIdx */
    uint32_t site;           /* where it stopped */
    struct thread_pace pace; /* for the timed schedule */
    bool waited; /* has waited for the previous launch, if that may overlap */
    bool looked, woken;           /* it has looked at a flag; was woken there */
    uint32_t looks;               /* looks in a row with no new value */
    struct phase_barrier *phase;  /* the barrier at which it waits */
    const struct bulk_call *bulk; /* a collective's arguments */

    /* a collective */
    enum collective collective;
    int kind; /* of the collective: shuffle up or down, any or all */
    uint32_t mask;
    uint32_t in, argument, out;

    /* the last look at a flag */
    uintptr_t spin;
    uint64_t spin_value;
    uint32_t spin_site;
    /* THREAD_AT_FLAG: the flag, and whether the thread writes it */
    uintptr_t flag;
    bool flag_writes;
    uintptr_t looked_at;
    uint64_t seen_news;
    struct rounds rounds;
    uint32_t insists; /* looks that it still makes without waiting */
    uint32_t stale;   /* older values that it has read in a row */

    /* its last compare-and-swap, if that was on an element */
    unsigned swapped; /* its bytes, or 0 */
    uint64_t swap_was, swap_expected;
};

struct warp {
    uint32_t present;          /* lanes that exist */
    uint32_t done;             /* lanes that have returned */
    uint32_t waiting;          /* lanes in a collective ... */
    bool mixed;                /* ... which may not be the same for all */
    uint32_t meets;            /* collectives so far */
    uint32_t step;             /* --lockstep: lanes yet to take this step */
    struct warp_look look;     /* for the timed schedule */
    struct requests *requests; /* when counting */
    struct copy *stores;       /* awaited by no thread yet; newest first */
    const struct copy *last_store;
};

/* A barrier at which all threads of a block met, and how often. */
struct meeting {
    uint32_t site, times;
};
enum { MEETINGS = 8 };

/* Has a block drawn its ticket, if it draws one? Its first atomic counts as the
 * draw. */
enum draw { DRAW_LATER, DRAW_NOW, DRAW_DONE };

struct block {
    uint32_t number; /* of all blocks of the launch; with one GPU, blockIdx */
    uint32_t gpu;
    struct index place; /* blockIdx */
    int slot;
    bool live;
    uint32_t threads, done, waiting; /* at the barrier */
    uint32_t ready;                  /* threads that can run */
    uint32_t next; /* where the search for such a thread continues */
    uint32_t met;  /* barriers that the block has passed */
    /* the first barriers, one entry per site */
    struct meeting meeting[MEETINGS];
    uint32_t barrier_or, barrier_and, barrier_count; /* of the last barrier */
    uint32_t now_or, now_and;
    struct pace pace;
    uint64_t reads, writes; /* bytes of global memory, if there is a trace */
    uint64_t age;           /* its index in the order of starting, from 0 */
    int64_t priority;
    enum draw draw; /* for the schedule starve */
    struct thread *thread;
    struct warp *warp;
    struct order_block order; /* as the judge knows it */
    struct code_copy code;
    struct shadow shadow; /* of its shared memory */
    uint64_t seen;        /* number of the newest store that it has read */
    uint32_t layout; /* the layout of the code for which `shadow` is marked */
    char *stacks;    /* room for the stacks of a block's threads */
    struct phase_barrier *barrier; /* NULL until there is one */
    uint32_t barriers;
};

/* The thread cannot run until thread_set_free(). */
static inline void thread_waits(struct thread *thread, enum thread_state state)
{
    thread->state = state;
    thread->block->ready--;
}

static inline void thread_set_free(struct thread *thread)
{
    thread->state = THREAD_READY;
    thread->block->ready++;
}

static inline bool is_in_shared(const struct block *block, uintptr_t address)
{
    return address - block->code.shared < block->code.shared_bytes;
}

#endif
