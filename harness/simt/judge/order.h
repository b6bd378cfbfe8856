/* order.h - the order of accesses: clocks, and releases in flags (order.c).
 *
 * run/ reports each step that orders threads; access.c checks whether an
 * earlier access is ordered before a thread's present one. Nothing here stops,
 * prints or schedules.
 *
 * Two things can run out: memory, and the clock of a block, which is 16 bits
 * wide. Once either has run out, answers may be wrong. The caller must check
 * order_trouble() before it trusts an answer.
 */
#ifndef SIMT_ORDER_H
#define SIMT_ORDER_H

#include "knowledge.h"

/* Whose threads a fence or a flag orders: those of a block, of a GPU, or of all
 * GPUs. A launch on one GPU uses only the first two: SCOPE_DEVICE is the largest
 * (order.top). */
enum scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPE_SYSTEM, SCOPES };

enum { MAX_GPUS = 8 };

/* Knowledge that threads share when they meet (order.c, "fence.sc"): that of
 * one scope, which is not SCOPE_BLOCK. */
struct sc_lists {
    /* fences of this scope, or a larger one, before they met */
    const struct knowledge *fences;
    const struct knowledge *seen; /* carried by the flags they read */
};

/* A thread's fences for bulk copies, newest first. A fence orders the writes
 * whose clock is earlier. */
struct bulk_fence {
    uint32_t clock;
    const struct bulk_fence *next;
};

/* A thread's releases and flags, for one scope. */
struct order_scope {
    const struct knowledge *pending; /* seen, but not yet fenced */
    const struct node *fenced;       /* its newest release */
};

/* A thread's part of the order: 64 bytes, of which most accesses need only the
 * first 16. */
struct order_thread {
    _Alignas(64) struct order_block *block;
    uint32_t index;
    uint32_t clock; /* once it has returned: its warp's base at its return */
    const struct knowledge *knows; /* learnt since the last barrier */
    const struct bulk_fence *bulk_fences;
    struct order_scope of[SCOPE_SYSTEM]; /* of the smaller scopes: order_of() */
};

struct order_block {
    uint32_t number; /* of all blocks of the launch */
    uint32_t base;   /* the clock of its newest barrier */
    /* all its threads know the block's accesses before this clock */
    uint32_t whole;
    uint32_t clock; /* the newest clock of its threads and events */
    uint32_t threads;
    uint32_t gpu;
    /* the numbers of the blocks of its GPU: the first, and how many */
    uint32_t gpu_first, gpu_blocks;
    uint32_t warp_base[MAX_THREADS /
                       WARP]; /* as `base`, for the lanes of each warp */
    uint32_t left[MAX_THREADS / WARP]; /* lanes that have returned */
    /* Accesses before `base` are known; but of a thread that returned before a
     * barrier, only those before its clock in this array, which is UINT32_MAX
     * for all other threads. NULL: no thread returned before a barrier. */
    const uint32_t *met;
    const struct knowledge *knows;
    bool joins; /* there are barriers in shared memory: __syncthreads() joins
                   the threads' knowledge instead of only listing it */
    /* of all its threads, from before they last met */
    struct sc_lists sc[SCOPES];
    struct sc_lists sc_warp[SCOPES][MAX_THREADS / WARP]; /* since then */
    const struct knowledge *fences; /* its own, for order_sees() */
    /* its GPU's fences at the block's last tick */
    const struct knowledge *earlier;
    struct order_thread *thread;
    /* of each thread, for SCOPE_SYSTEM; NULL if it was never needed */
    struct order_scope *of_system;
};

/* The thread's part for this scope. */
static inline struct order_scope *order_at(struct order_thread *thread,
                                           int scope)
{
    return scope < SCOPE_SYSTEM ? &thread->of[scope]
                                : &thread->block->of_system[thread->index];
}
static inline const struct order_scope *
order_of(const struct order_thread *thread, int scope)
{
    return scope < SCOPE_SYSTEM ? &thread->of[scope]
                                : &thread->block->of_system[thread->index];
}

/* The releases that a flag carries with its value: those of the largest scope,
 * for all threads; those of one block, `owner`, for its own threads; and those
 * of that block's GPU for its threads. */
struct flag_told {
    uint32_t block; /* of the thread that wrote it */
    /* index of that thread in its block + 1; 0: an update wrote it */
    uint32_t writer;
    uint32_t owner;
    const struct knowledge *carries[SCOPES];
};

struct history;

/* Flags smaller than a word have an entry for each byte. */
#define FLAG_BYTE ((uintptr_t)1 << 63)

/* A flag: a word that was written after a release, or that has a history. */
struct sync_word {
    uintptr_t address; /* 0: a free slot; for a byte, FLAG_BYTE is set */
    struct flag_told told;
    struct history *history; /* history.c, or NULL */
};

struct order {
    uint32_t floor;   /* clocks before this belong to earlier launches */
    uint32_t highest; /* clock of this launch */
    bool lockstep;    /* the lanes of a warp are ordered as they run */
    bool apart;       /* judge_tells_apart() */
    bool leaves;      /* a warp or block has met without a thread that had
                         returned: from the next launch on, lanes must be
                         distinguished */
    bool worn;        /* a block used up its clock */
    struct known known;
    struct sync_word *sync; /* a hash table */
    uint32_t sync_mask, sync_used;
    bool has_bytes;     /* there are flags smaller than a word */
    bool keeps_history; /* history.h; set before a launch */
    uint64_t stores;    /* to words with a history, in this launch */
    /* For each GPU, all fence.sc so far of its threads, of device scope or
     * larger; and those that come before them by the order of the fence.sc of
     * system scope. */
    const struct knowledge *fences[MAX_GPUS];
    enum scope top;      /* the largest scope of this launch */
    int gpus;            /* in this launch */
    uint32_t gpu_blocks; /* blocks of each GPU */
};

/* False: out of memory. */
bool order_open(struct order *order);
void order_close(struct order *order);

enum order_trouble { ORDER_FINE, ORDER_CLOCK_ENDS, ORDER_NO_MEMORY };
static inline enum order_trouble order_trouble(const struct order *order)
{
    return order->known.failed ? ORDER_NO_MEMORY
           : order->worn       ? ORDER_CLOCK_ENDS
                               : ORDER_FINE;
}

/* ------------------------------------------------------------- launches */

/* See judge_spans_gpus(). Without this call launches are on one GPU. */
void order_spans_gpus(struct order *order, int gpus, uint32_t blocks);
/* True: clocks restart, and the caller must turn the stamps of all shadow
 * words into the host's (global_grow_old()). */
bool order_launch_begins(struct order *order);
/* Precondition: block->number and block->threads are set; over several GPUs,
 * block->of_system has room for its threads. */
void order_block_begins(const struct order *order, struct order_block *block);
void order_block_ends(struct order *order, const struct order_block *block);

/* -------------------------------------------------------------- moments */

/* From now on the warp and the block meet without this thread: it has returned.
 * */
void order_thread_returns(struct order_block *block, uint32_t thread);

void order_barrier(struct order *order, struct order_block *block);
/* The lanes of the mask meet. `whole`: these are all lanes of the warp that
 * have not returned. */
void order_lanes(struct order *order, struct order_block *block, uint32_t warp,
                 uint32_t mask, bool whole);
/* `sc`: fence.sc, as __threadfence() is; else fence.acq_rel. The scope is at
 * most order->top. */
void order_fence(struct order *order, struct order_thread *thread,
                 enum scope scope, bool sc);
void order_flag_read(struct order *order, struct order_thread *thread,
                     uintptr_t address, size_t bytes);
/* The same, for the releases that an older value of the flag carries. */
void order_flag_told(struct order *order, struct order_thread *thread,
                     const struct flag_told *told);
/* The entry of a word, created if `make`; valid until the next one is created.
 * NULL: the word has no entry or, if `make`, memory has run out. */
struct sync_word *order_flag_at(struct order *order, uintptr_t address,
                                bool make);
/* `is_update`: the write is an atomic read-modify-write, which adds to what the
 * flag carries. */
void order_flag_written(struct order *order, const struct order_thread *thread,
                        uintptr_t address, size_t bytes, bool is_update);
void order_bulk_fence(struct order *order, struct order_thread *thread);

/* -------------------------------------------------------------- answers */

bool order_by_others(struct order *order, stamp earlier,
                     const struct order_thread *thread);
/* Is the earlier access ordered before the thread's present one? Most earlier
 * accesses are by the same thread, or before the last barrier. */
static inline bool order_before(struct order *order, stamp earlier,
                                const struct order_thread *thread)
{
    if (stamp_clock(earlier) < order->floor)
        return true;
    if (stamp_block(earlier) == thread->block->number &&
        !stamp_is_event(earlier) &&
        (stamp_clock(earlier) < thread->block->whole ||
         (stamp_span(earlier) == SPAN_THREAD &&
          stamp_thread(earlier) == thread->index)))
        return true;
    return order_by_others(order, earlier, thread);
}
/* As order_before(), but also true for accesses that are earlier only because
 * all fence.sc have one order (here, the order in which they run). Decides what
 * a thread must have seen; not used for races. */
bool order_sees(struct order *order, stamp earlier,
                const struct order_thread *thread);
/* True for a block of the same GPU. */
static inline bool order_on_gpu_of(const struct order_block *block,
                                   uint32_t other)
{
    return other - block->gpu_first < block->gpu_blocks;
}
/* The scope that orders the thread and `other`, an access by another block. */
static inline enum scope order_scope_for(const struct order_thread *thread,
                                         stamp other)
{
    return order_on_gpu_of(thread->block, stamp_block(other)) ? SCOPE_DEVICE
                                                              : SCOPE_SYSTEM;
}

/* True when the thread would know of `s`, an access by another block, if it
 * called a fence of sufficient scope now, since it has itself read a flag that
 * carries `s`. */
bool order_would_know(struct order *order, stamp s,
                      const struct order_thread *thread);
/* True when the thread has called a fence of device scope or larger since its
 * own access `s`. */
bool order_has_fenced(const struct order_thread *thread, stamp s);
/* True when some thread of the block may have called a fence of this scope, or a
 * larger one, since `s`, which is an access by any thread of the block. */
bool order_block_has_fenced(const struct order_block *block, stamp s,
                            enum scope scope);
/* True when the thread's newest fence is of this scope only. */
static inline bool order_fenced_for(const struct order_thread *thread,
                                    enum scope scope)
{
    return scope < SCOPE_SYSTEM && order_of(thread, scope)->fenced !=
                                       order_of(thread, scope + 1)->fenced;
}
/* True when another thread that this thread has met, at a barrier of the block
 * or of its warp, has read a flag that carries `s`. */
bool order_others_would_know(struct order *order, stamp s,
                             const struct order_thread *thread);
/* True when the list includes `s`, that is, holds a release that came after
 * `s`. */
bool order_knows(struct order *order, const struct knowledge *list, stamp s);
/* True when the list includes a bulk_fence() that the writer called after the
 * write. The writer is a thread of this block. */
bool order_is_fenced(struct order *order, const struct order_block *block,
                     stamp write, const struct knowledge *list);

/* ---------------------------------------------- for barriers and copies */

static inline const struct knowledge *order_list(struct order *order,
                                                 const struct node *node,
                                                 const struct knowledge *list,
                                                 const struct knowledge *next)
{
    return known_add(&order->known, node, list, next);
}
/* A release: all that a thread has done so far. NULL: out of memory. */
const struct node *order_release(struct order *order,
                                 struct order_thread *thread);
/* A new event, with the knowledge `knows`; `thread` issued it at `site`. */
const struct node *order_event(struct order *order,
                               const struct order_thread *thread, uint32_t site,
                               const struct knowledge *knows, stamp *event);
/* Adds to the thread's knowledge what a source passes on when its clock is
 * `clock`: `node`, `list` or both. Sources are barriers in shared memory and
 * the stores of a warp, numbered from 1. */
void order_learn(struct order *order, struct order_thread *thread,
                 uint32_t source, uint32_t clock, const struct node *node,
                 const struct knowledge *list);
/* The thread now knows `all`, like another thread that had the same knowledge.
 */
static inline void order_learn_same(struct order_thread *thread,
                                    const struct knowledge *all)
{
    thread->knows = all;
}

#endif
