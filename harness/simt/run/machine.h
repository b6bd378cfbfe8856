/* machine.h - the parts of the SIMT machine, for harness/simt/ alone.
 *
 *     simt.c      a machine is opened, asked, closed
 *     launch.c    starts blocks, runs fibres, asks schedule.c who is next
 *     watch.c     crashes and endless loops; stuck.c: nobody can run
 *     fibre.c     stacks, and the switch from one to another
 *     memory.c    global memory with names, and the shadow of every word
 *     compiler.c  options for the compiler; self_test.c: is it fit?
 *     module.c    compiles kernel.cu; one copy of it for each resident block
 *     kernel_text.c  its text: names to give, kernels to refuse
 *     red_zones.c room between its __shared__ variables
 *     hooks.c     what the instrumented kernel calls at each load and store
 *     access.c    is the access allowed? does it race?
 *     readers.c   who has read a word
 *     order.c     what happened before what: barriers, fences, flags
 *     sync.c      barriers, warp collectives, atomics, fences
 *     phases.c    barriers in shared memory; bulk.c: copies that end there
 *     schedule.c  who runs next
 *     timing.c    model time; model.c: the machine that it is the time of;
 *     retime.c    ... of blocks that ran one by one
 *     finding.c   words for what was found
 *     record.c    what happens, for a trace
 */
#ifndef MACHINE_PARTS_H
#define MACHINE_PARTS_H

#include "trace/trace.h"
#include "simt/cost/requests.h"
#include "simt/simt.h"
#include "simt/code/source_lines.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WARP = 32,
    MOST_THREADS = 1024, /* of a block */
    MOST_SLOTS = 64,     /* resident blocks */
    MOST_MEMORIES = 64,
    MOST_BARRIERS = 256,      /* in shared memory, of a block */
    STATIC_SHARED = 48 << 10, /* most bytes: what nvcc takes */
    MOST_SHARED = 227 << 10,  /* with dynamic memory: of a block on an H100 */
    DYNAMIC_SHARED = MOST_SHARED,
    PARAMETER_BYTES = 4096, /* of a kernel, most */
    RED_ZONE = 1024,        /* bytes behind each variable in shared memory */
    /* No power of two: stacks are to fall into different sets of the TLB. */
    STACK_BYTES = 132 << 10
};

/* ------------------------------------------------------------------ stamps */

/* Who touched a word last, in 64 bits. 0: nobody. The clock counts, within a
 * block, the moments that order its threads (order.c). */
enum access_kind {
    ACCESS_PLAIN,
    ACCESS_VOLATILE,
    ACCESS_ATOMIC,
    ACCESS_ATOMIC_BLOCK /* of block scope: for others like a plain one */
};
enum span { SPAN_THREAD, SPAN_WARP, SPAN_BLOCK, SPAN_MANY };

typedef uint64_t stamp;

enum {
    BLOCK_BITS = 20,
    THREAD_BITS = 10,
    CLOCK_BITS = 16,
    SITE_BITS = 14, /* index into the table of sites */
    CLOCK_MOST = (1 << CLOCK_BITS) - 1,
    BLOCKS_MOST = 1 << BLOCK_BITS,
    SITES_MOST = 1 << SITE_BITS
};

static inline stamp stamp_of(uint32_t block, uint32_t thread, uint32_t clock,
                             uint32_t site, enum access_kind kind,
                             enum span span)
{
    return (stamp)block << 44 | (stamp)thread << 34 | (stamp)clock << 18 |
           (stamp)site << 4 | (stamp)kind << 2 | (stamp)span;
}

static inline uint32_t stamp_block(stamp s)
{
    return (uint32_t)(s >> 44);
}

static inline uint32_t stamp_thread(stamp s)
{
    return (uint32_t)(s >> 34) & (MOST_THREADS - 1);
}

static inline uint32_t stamp_clock(stamp s)
{
    return (uint32_t)(s >> 18) & CLOCK_MOST;
}

static inline uint32_t stamp_site(stamp s)
{
    return (uint32_t)(s >> 4) & (SITES_MOST - 1);
}

static inline enum access_kind stamp_kind(stamp s)
{
    return (enum access_kind)(s >> 2 & 3);
}

static inline enum span stamp_span(stamp s)
{
    return (enum span)(s & 3);
}

/* The shadow of one aligned word of 4 bytes: 16 bytes. The host writes with
 * HOST, at clock 0, which is before everything. */
struct word {
    stamp write, read;
};

#define STAMP_HOST    ((stamp)1 << 4)
#define STAMP_OUTSIDE (~(stamp)0) /* not allocated */
#define STAMP_BARRIER (~(stamp)1) /* a barrier in shared memory (phases.c) */

/* In the span of a volatile write, which is one thread's always: the word held
 * nothing before, so who reads too early finds nothing. */
#define STAMP_FIRST ((stamp)1)

static inline bool stamp_is_first(stamp write)
{
    return stamp_kind(write) == ACCESS_VOLATILE && write & STAMP_FIRST;
}

/* The write alone, to be compared in time. */
static inline stamp stamp_of_write(stamp write)
{
    return stamp_is_first(write) ? write & ~STAMP_FIRST : write;
}

/* A bulk copy's deed, or the end of a phase: of no thread, and ordered by
 * nothing but those who wait for it. Its clock is no other's of the block; the
 * thread is the one that asked for it. */
static inline stamp stamp_of_event(uint32_t block, uint32_t thread,
                                   uint32_t clock, uint32_t site)
{
    return stamp_of(block, thread, clock, site, ACCESS_PLAIN, SPAN_MANY);
}

static inline bool stamp_is_event(stamp s)
{
    return stamp_span(s) == SPAN_MANY && stamp_site(s) != 0;
}

/* ----------------------------------------------------------------- threads */

enum thread_state {
    THREAD_READY,
    THREAD_AT_BARRIER,
    THREAD_AT_WARP,  /* in a collective, for the lanes of its mask */
    THREAD_SPINNING, /* waits until the word at `spin` changes */
    THREAD_AT_FLAG,  /* before a flag operation, until it is chosen */
    THREAD_AT_PHASE, /* of the barrier at `phase`, until that is over */
    THREAD_DONE
};

enum collective {
    COLLECTIVE_SYNC,
    COLLECTIVE_SHUFFLE,
    COLLECTIVE_BALLOT,
    COLLECTIVE_MATCH,
    COLLECTIVE_REDUCE,
    COLLECTIVE_BULK_LOAD,
    COLLECTIVE_BULK_STORE,
    COLLECTIVE_BULK_READ
};

struct node;

/* What a thread knows of others: releases that it acquired, newest first. An
 * entry is one release, or a whole list. Never changed once made. */
struct knowledge {
    const struct node *node;
    const struct knowledge *list, *next;
    uint32_t mark; /* of the last search */
    /* 0, or who tells this, when: it then is all that was told before, too */
    uint16_t source, clock;
};

/* A release: all that its thread had done, and knew, at one moment. Or an event
 * that came after it: then `thread` is NO_THREAD. */
enum { NO_THREAD = MOST_THREADS };

struct node {
    uint32_t block, thread;
    uint32_t clock;      /* of the thread */
    uint32_t warp_base;  /* its warp's accesses before this are known */
    uint32_t block_base; /* its block's */
    uint32_t made;       /* the block's clock then */
    uint32_t mark;       /* of the last search */
    const struct knowledge *knows;
};

enum scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPES };

/* A thread's fences for bulk copies, newest first: writes of before `clock`
 * have passed it. */
struct bulk_fence {
    uint32_t clock;
    const struct bulk_fence *next;
};

/* A barrier in shared memory. */
struct phase_barrier {
    uintptr_t address;
    stamp begun;                          /* barrier_init */
    uint32_t arrivals;                    /* that make a phase */
    uint32_t missing;                     /* of the phase under way */
    uint32_t bytes;                       /* of copies, not yet there */
    uint32_t phase;                       /* that is under way */
    stamp passed;                         /* the end of the one before */
    const struct knowledge *now, *before; /* who arrived, in both */
    const struct knowledge *from, *to;    /* learnt by the last who waited */
    const struct copy *load, *missed; /* of both, for which nobody has waited */
};

/* threadIdx and its family. */
struct index {
    unsigned x, y, z;
};

/* What every access and every switch needs is in the first 64 bytes. */
struct thread {
    _Alignas(64) void *context; /* where it goes on; NULL: it has not begun */
    uintptr_t stack;            /* that it runs on */
    struct block *block;
    struct warp *warp;
    uint32_t index, lane;
    enum thread_state state;
    uint32_t clock;
    int32_t slice;  /* accesses in a turn */
    uint32_t steps; /* accesses since its last barrier, but for this turn's */
    uintptr_t pc; /* --lockstep: of the access before which it stopped, or 0 */

    struct index place;            /* index, as the launch counts its threads */
    uint32_t site;                 /* where it stopped */
    uint32_t loads, loads_since;   /* for timing.c */
    bool looked, woken;            /* at a flag */
    uint32_t looks;                /* in a row that saw nothing new */
    const struct knowledge *knows; /* since the last barrier */
    const struct knowledge *pending[SCOPES]; /* seen, but not yet fenced */
    const struct node *fenced[SCOPES];       /* its newest release */
    const struct bulk_fence *bulk_fences;
    struct phase_barrier *phase;  /* where it waits */
    const struct bulk_call *bulk; /* a collective's arguments */

    /* a collective */
    enum collective collective;
    int kind; /* of it: shuffle up or down, any or all */
    uint32_t mask;
    uint32_t in, argument, out;

    /* the last look at a flag */
    uintptr_t spin;
    uint64_t spin_value;
    uint32_t spin_site;
    uintptr_t flag; /* at a flag: which, and what for */
    bool flag_writes;
    uintptr_t looked_at;
    uint64_t seen_progress;
};

struct warp {
    uint32_t base;    /* all lanes know of what they did before this */
    uint32_t present; /* lanes that exist */
    uint32_t done;    /* lanes that have returned */
    uint32_t meets;   /* collectives so far */
    uint32_t step;    /* --lockstep: lanes that have this step before them */
    /* The last look at flags, for timing.c: who took part, when and where. */
    uint32_t look_lanes, look_meets, look_site;
    struct requests *requests; /* when counting */
    struct copy *stores;       /* nobody has waited for; newest first */
    const struct copy *last_store;
};

/* Where a block is in model time, and what it has asked for since it last
 * waited (timing.c). */
struct pace {
    uint64_t time;  /* cycles */
    uint64_t issue; /* those of single lanes, not yet on the clock */
    uint64_t bytes; /* of global memory */
    uint32_t loads; /* most of one thread */
};

struct block {
    uint32_t number; /* blockIdx, linear */
    struct index place;
    int slot;
    bool live;
    uint32_t threads, done, waiting; /* at the barrier */
    uint32_t ready;                  /* threads that can run */
    uint32_t next;                   /* where the search for one goes on */
    uint32_t base;  /* all its threads know of what was before this */
    uint32_t clock; /* the newest that any of them has */
    const struct knowledge *knows;
    uint32_t met; /* how often they have met at a barrier */
    uint32_t barrier_or, barrier_and, barrier_count; /* of the last barrier */
    uint32_t now_or, now_and, now_count;
    struct pace pace;
    uint32_t waits; /* how often it has waited for memory */
    uint64_t age;   /* the how-many-th that was started */
    int64_t priority;
    struct thread *thread;
    struct warp *warp;
    /* its copy of the module */
    void *library;
    int file; /* of the copy */
    uintptr_t image;
    size_t image_bytes;
    void (*kernel)(void);
    uintptr_t shared;
    size_t shared_bytes;
    struct word *shadow; /* of its shared memory */
    uint32_t layout;     /* that it is marked for */
    char *stacks;        /* room for those of a block's threads, of any block */
    struct phase_barrier *barrier; /* NULL until there is one */
    uint32_t barriers;
};

/* ------------------------------------------------------------------ memory */

struct memory {
    char name[48];
    uintptr_t begin;
    size_t bytes, unit;
    bool opaque; /* simt_opaque() */
};

/* A word that was written with a release before it. */
struct sync_word {
    uintptr_t address; /* 0: free */
    uint32_t block;    /* of the last writer */
    const struct knowledge *carries[SCOPES];
};

/* Readers of one word: of a warp those lanes that read it at one moment, each
 * lane's newest read alone; or, where only barriers order, those of a block; or
 * one event. */
struct reader {
    stamp stamp; /* 0: free */
    uint32_t lanes;
};

/* A hash table of them. */
struct readers {
    uint32_t used, room; /* room: a power of two */
    uint32_t next_free;  /* list + 1 */
    struct reader *reader;
};

/* Lists that a search has still to go through. */
struct list_queue {
    const struct knowledge **list;
    size_t first, count, room;
};

/* Memory that is forgotten after each launch. */
struct pool_chunk {
    struct pool_chunk *next;
    size_t used;
    _Alignas(16) char bytes[(1 << 16) - 32];
};

struct simt {
    struct simt_options options;
    struct simt_counts counts;

    /* the code */
    struct module module;
    char source[4096], object[4096];
    struct source_lines *lines;
    struct source_symbols *symbols;
    /* The __shared__ variables that the kernel has, now; new ones, new layout
     */
    const struct source_symbol **own;
    size_t owns, dynamic_shared_bytes;
    uint32_t layout;
    int slots;
    char checked_kernel[128]; /* that the blocks are about to run */
    struct block block[MOST_SLOTS];

    /* global memory */
    uintptr_t global;
    size_t global_bytes, global_used;
    struct word *shadow;
    int memories;
    struct memory memory[MOST_MEMORIES];

    /* the launch */
    const struct simt_launch *launch;
    struct thread *current;
    int32_t left;          /* accesses until its turn is over */
    void *scheduler;       /* its context, while a fibre runs */
    void **leaver;         /* where who has just left keeps its own */
    uintptr_t *free_stack; /* the last one used is the first to be used again */
    size_t free_stacks, made_stacks;
    uint32_t blocks, started, finished;
    uint32_t *start_order; /* or NULL: as numbered */
    int resident;          /* slots in use */
    uint32_t floor;        /* clocks before this are of earlier launches */
    uint32_t highest;      /* clock of this launch */
    uint64_t random;
    uint64_t progress;              /* changes whenever something happened */
    struct explore *explore;        /* of the exhaustive schedule */
    uint64_t memory_free, last_end; /* cycles: timing.c */
    uint64_t place_free[MOST_SLOTS];
    uint32_t places; /* for blocks, that are free */
    bool random_threads, threads_upwards;
    int64_t lowest_priority;
    struct thread *chosen; /* to run next, or NULL: still to choose */
    int spinners;          /* threads that spin */
    uint64_t looks;        /* of all who spin, since nobody else could run */
    uint64_t spin_filter[16];
    uint32_t search; /* number of the last one in order.c */
    struct list_queue near, far;

    struct pool_chunk *pool, *pool_now;
    struct sync_word *sync;
    uint32_t sync_mask, sync_used;
    struct readers *many;
    uint32_t many_used, many_room, many_free; /* free: list + 1 */
    bool has_bulk;   /* the module copies in bulk (bulk.c) */
    bool is_deaf;    /* no kernel of the module hears of another block */
    bool turns_late; /* timed: blocks change at flags and global memory only */
    bool retimes;    /* timed: blocks run one by one (retime.c) */
    struct retimed *retimed; /* or NULL: no launch was yet */
    bool goes_quickly; /* plain accesses are counted, and perhaps checked */
    bool apart; /* threads of a block may be known one by one (access.c) */

    /* bulk copies that have not run, oldest first */
    struct copy **copy;
    uint32_t copies, copies_room;

    /* sites: places in the code, by offset */
    uint32_t *site_offset; /* of a site */
    uint32_t sites;
    uint16_t *site_at; /* of an offset in the module; 0: nothing here */

    struct trace *trace;    /* or NULL */
    bool traces_accesses;   /* of each load and store */
    uint32_t *trace_places; /* of sites: their texts + 1; 0: not asked yet */

    uint64_t hooks; /* accesses and synchronisations, but for this turn's */
    uint64_t path;
    bool unsure; /* parts of a word were shared: races are not seen there */
    bool failed, on_errand;
    void (*errand)(void *); /* for the scheduler's stack */
    void *errand_for;
    struct problem why;
    char words[4096];
    sigjmp_buf crash;
    char printed[1 << 16];
    size_t printed_used, printed_more;
};

/* The machine that runs; hooks have no other way to it. */
extern struct simt *simt_running;

/* Accesses and synchronisations so far: a time that is never twice the same. */
static inline uint64_t simt_steps(const struct simt *simt)
{
    return simt->hooks +
           (simt->current ? (uint64_t)(simt->current->slice - simt->left) : 0);
}

/* ------------------------------------------------------------------- parts */

/* launch.c */
void simt_call_kernel(struct simt *simt, const struct block *block);
/* On the fibre of a thread that has returned: the next thread of its block, if
 * that one can begin on the same stack; else NULL. */
struct thread *simt_follower(struct simt *simt, struct thread *returned);
/* On the fibre of a thread that waits for others: the one of its block that
 * runs next, if nothing but that has to be decided; else NULL. */
struct thread *simt_successor(struct simt *simt, const struct thread *waits);

/* watch.c */
/* Until watch_end, what a kernel does wrong beside its loads and stores comes
 * back to simt->crash, with the signal's number for watch_report. */
void watch_begin(struct simt *simt);
void watch_end(void);
void watch_report(struct simt *simt, int number);

/* stuck.c */
/* Nobody can run: all who spin are to look again. False: it is over, and told.
 * `seen` and `looks` are its own, kept by the caller; they begin as 0. */
bool stuck_looks_again(struct simt *simt, uint64_t *seen, int *looks);

/* fibre.c */
/* Room for the stacks of one block more; false: there is none. */
bool fibre_reserve(struct simt *simt, struct block *block);
/* Before a launch: those that the last one has left, too, are free. */
void fibre_free_all(struct simt *simt);
/* A thread has returned, and nobody goes on where it has. */
void fibre_free(struct simt *simt, const struct thread *returned);
/* Where the running thread's stack begins. */
extern uintptr_t fibre_stack;
/* A thread is about to run from its beginning. */
void fibre_begin(struct thread *thread);
/* Runs a thread until it stops, and those that follow it where it has returned
 * or waits; returns the last one. */
struct thread *fibre_run(struct simt *simt, struct thread *thread);
/* Called on a fibre: back to the scheduler, and on when it is run again. */
void fibre_stop(void);
/* ... by a thread that cannot go on yet: straight to the next, if there is one.
 */
void fibre_wait(void);
void fibre_errand(struct simt *simt, void (*errand)(void *), void *arg);

/* memory.c */
void *pool_take(struct simt *simt, size_t bytes);
void pool_forget(struct simt *simt);
const struct memory *memory_near(const struct simt *simt, uintptr_t address);
bool memory_is_opaque(const struct simt *simt, uintptr_t address);
enum status memory_open(struct simt *simt, struct problem *why);
void memory_close(struct simt *simt);

/* simt.c */
enum compiler_family { COMPILER_GNU, COMPILER_CLANG };
/* As simt_open(), by a compiler that need not have passed the self-test. */
enum status simt_open_for(const struct module_source *source,
                          enum compiler_family family, struct simt **out,
                          struct problem *why);

/* self_test.c: CHECK_FAILED says what the compiler gets wrong. */
enum status self_test(enum compiler_family family, struct problem *why);

/* compiler.c */
/* Of which family the C++ compiler is. One that has not passed the self-test is
 * tried first; MACHINE_LACKS when it does not pass. */
enum status compiler_fit(enum compiler_family *family, struct problem *why);
void compiler_options(enum compiler_family family, const char *home,
                      struct module_source *source);

/* module.c */
enum status simt_load(struct simt *simt, const struct module_source *source,
                      enum compiler_family family, struct problem *why);
void simt_unload(struct simt *simt);
enum status module_copies(struct simt *simt, int slots, struct problem *why);
/* Of an own variable: dynamic memory has what the launch asks for. */
size_t module_bytes(const struct simt *simt, const struct source_symbol *own);
enum status module_kernel(struct simt *simt, const struct simt_launch *launch,
                          struct problem *why);

/* kernel_text.c */
/* An option for its `extern __shared__` arrays. */
void text_dynamic_names(const char *path, struct module_source *source);
enum status text_refuses(const char *path, struct problem *why);

/* red_zones.c */
bool red_zones(const char *object);

/* access.c */
uint32_t site_of(struct simt *simt, const void *pc);
/* `align`: of the type, when that is less than its size; else 0. */
void access_memory(uintptr_t address, size_t bytes, unsigned align, bool write,
                   enum access_kind kind, const void *pc);
/* A plain, aligned access when simt->goes_quickly: what access_memory() does
 * then, and no more. `key`: of its request, but for site and space. */
void access_quickly(uintptr_t address, uint64_t key, const void *pc);
void access_misaligned(uintptr_t address, size_t bytes, bool write,
                       const void *pc);
static inline void access_aligned(uintptr_t address, size_t bytes, bool write,
                                  enum access_kind kind, const void *pc)
{
    if (address & (bytes - 1))
        access_misaligned(address, bytes, write, pc);
    access_memory(address, bytes, 0, write, kind, pc);
}
void access_flag_read(uintptr_t address, size_t bytes, const void *pc);
void access_flag_written(uintptr_t address, bool changed);
void access_wake_all(struct block *block);
/* The first of those who have read the word since it was written and of whom
 * the list does not know; or 0. */
stamp access_unknown_reader(struct simt *simt, const struct word *word,
                            const struct knowledge *knows);
/* An event that knows so much: one more reader, and in place of all. */
void access_add_reader(struct simt *simt, struct word *word, stamp event,
                       const struct knowledge *knows);
void access_write_by_event(struct simt *simt, struct word *word, stamp event);

/* readers.c: lists of readers, by number; forgotten after each launch */
uint32_t readers_new(struct simt *simt);
void readers_add(struct simt *simt, uint32_t list, stamp s);
void readers_forget(struct simt *simt, uint32_t list);

/* order.c */
bool order_by_others(struct simt *simt, stamp earlier,
                     const struct thread *thread);
/* Mostly it is of the same thread, or before the last barrier. */
static inline bool order_before(struct simt *simt, stamp earlier,
                                const struct thread *thread)
{
    if (stamp_clock(earlier) < simt->floor)
        return true;
    if (stamp_block(earlier) == thread->block->number &&
        !stamp_is_event(earlier) &&
        (stamp_clock(earlier) < thread->block->base ||
         (stamp_span(earlier) == SPAN_THREAD &&
          stamp_thread(earlier) == thread->index)))
        return true;
    return order_by_others(simt, earlier, thread);
}
void order_launch_begins(struct simt *simt);
void order_block_begins(struct simt *simt, struct block *block);
void order_barrier(struct simt *simt, struct block *block);
void order_lanes(struct simt *simt, struct block *block, struct warp *warp,
                 uint32_t mask);
void order_fence(struct simt *simt, struct thread *thread, enum scope scope);
void order_flag_read(struct simt *simt, struct thread *thread,
                     uintptr_t address);
void order_flag_written(struct simt *simt, struct thread *thread,
                        uintptr_t address, bool is_update);

/* True when a release in the list was after it. */
bool order_knows(struct simt *simt, const struct knowledge *list, stamp s);
const struct knowledge *order_list(struct simt *simt, const struct node *node,
                                   const struct knowledge *list,
                                   const struct knowledge *next);
/* All that a thread has done. */
const struct node *order_release(struct simt *simt, struct thread *thread);
/* An event that knows so much, asked for by a thread at a site. */
const struct node *order_event(struct simt *simt, const struct thread *thread,
                               uint32_t site, const struct knowledge *knows,
                               stamp *event);
/* The thread learns what a source tells at a clock. Sources are the barriers,
 * and for each warp that its stores have read. */
enum { SOURCE_BARRIERS = 1, SOURCE_STORES = SOURCE_BARRIERS + MOST_BARRIERS };
void order_learn(struct simt *simt, struct thread *thread, uint32_t source,
                 uint32_t clock, const struct node *node,
                 const struct knowledge *list);
void order_bulk_fence(struct simt *simt, struct thread *thread);
/* What a thread of this block wrote has passed a fence that the list knows. */
bool order_is_fenced(struct simt *simt, const struct block *block, stamp write,
                     const struct knowledge *list);

/* timing.c */
/* Before a thread asks for global memory, which serves who comes first: blocks
 * whose clocks are behind come first, if simt->turns_late. */
void timing_takes_turn(struct simt *simt);
static inline void timing_turn(struct simt *simt)
{
    if (simt->turns_late && simt->current->block->pace.bytes == 0)
        timing_takes_turn(simt);
}
void timing_access(struct thread *thread, bool global, size_t bytes,
                   bool write);
void timing_settle(struct simt *simt, struct block *block);
void timing_barrier(struct simt *simt, struct block *block);
void timing_flag(struct simt *simt, struct block *block);
void timing_look(struct simt *simt, struct thread *thread, uint32_t site);
void timing_wake(const struct block *by, struct block *block);
void timing_launch(struct simt *simt);
void timing_begin(struct simt *simt, struct block *block);
void timing_end(struct simt *simt, struct block *block);
/* Of a block's pace alone, for the three that say more. */
void timing_pays(struct simt *simt, struct pace *pace);
void timing_takes_place(struct simt *simt, struct pace *pace);
void timing_leaves_place(struct simt *simt, struct pace *pace);

/* Of so many bytes of global memory; returns when they are there. */
uint64_t timing_copy(struct simt *simt, const struct block *block,
                     size_t bytes);

/* retime.c */
/* Before a launch; false: no memory. */
bool retime_begin(struct simt *simt);
/* The block waits for its memory: at a barrier, or it has returned. */
void retime_note(struct simt *simt, struct block *block);
void retime_block(struct simt *simt, uint64_t age);
/* All blocks have run: to the end of the last one. */
void retime_rest(struct simt *simt);
void retime_free(struct simt *simt);

/* sync.c */
void sync_check_barrier(struct simt *simt, struct block *block);
void sync_report_endless(struct simt *simt, const struct thread *thread,
                         uint32_t times);
void sync_set_free(struct block *block, struct thread *thread);
/* All lanes come; the last one calls bulk_together. */
void sync_meet_for_bulk(enum collective what, const struct bulk_call *call,
                        const void *pc);

/* phases.c */
struct phase_barrier *phase_barrier_at(struct simt *simt, struct thread *thread,
                                       uintptr_t address, uint32_t site,
                                       const char *deed);
/* `node`: what the thread knows, NULL when nothing is checked. `load`: its copy
 * is waited for too. */
void phase_arrive(struct simt *simt, struct thread *thread,
                  struct phase_barrier *barrier, uint32_t site,
                  const struct node *node, const struct copy *load);
/* A copy that ends there has run. */
void phase_bytes(struct simt *simt, const struct copy *copy);
void phase_block_ends(struct simt *simt, const struct block *block);

/* bulk.c */
struct bulk_call {
    uintptr_t to, from;
    uintptr_t barrier;
    uint32_t bytes;
    uint32_t newest;
};

struct copy {
    struct copy *next; /* an older store of its warp */
    struct thread *thread;
    uint32_t site;
    uintptr_t to, from;
    uint32_t bytes;
    struct phase_barrier *barrier; /* NULL: a store */
    bool runs;                     /* or has run */
    stamp reads, writes;           /* a store's are apart */
    const struct knowledge *knows; /* when it was asked for */
    const struct node *node;       /* that, and that it has read */
    uint64_t time;                 /* timing.c: when it is there */
};

void bulk_together(struct simt *simt, struct thread *any);
/* Those whose moment has come, before a thread of the block goes on. */
void bulk_run_some(struct simt *simt, const struct block *block);
/* Nobody can go on but copies. */
void bulk_run_next(struct simt *simt);
/* A copy that will write there, or NULL. */
const struct copy *bulk_on_its_way(const struct simt *simt, uintptr_t address);
void bulk_block_ends(struct simt *simt, const struct block *block);
extern const char bulk_advice[];

/* schedule.c */
void schedule_begin(struct simt *simt);
struct block *schedule_next(struct simt *simt);
uint32_t schedule_thread(struct simt *simt, struct block *block);
void schedule_flag(struct simt *simt, uintptr_t address, bool writes);
bool schedule_chooses(struct simt *simt);
uint64_t schedule_random(struct simt *simt);

/* record.c: only while simt->trace is there. */
void record_launch_begins(struct simt *simt);
void record_launch_ends(struct simt *simt);
void record_block_begins(struct simt *simt, const struct block *block);
void record_block_ends(struct simt *simt, const struct block *block);
void record_barrier(struct simt *simt, const struct block *block);
void record_warp_barrier(struct simt *simt, const struct thread *thread);
/* A thread begins to wait for a word; its block is woken. */
void record_waits(struct simt *simt, const struct thread *thread);
void record_goes_on(struct simt *simt, const struct block *block);
/* It changes a flag; `value` is what an atomic has made of it. */
void record_flag(struct simt *simt, const struct thread *thread,
                 uintptr_t address, size_t bytes, bool atomic, uint64_t value);
/* A plain load or store, if simt->traces_accesses. */
void record_access(struct simt *simt, const struct thread *thread,
                   uintptr_t address, size_t bytes, bool write, uint32_t site);
/* `block`: the number of one that is resident, or UINT32_MAX. */
void record_finding(struct simt *simt, uint32_t block, const char *sentence);

/* finding.c */
/* "kernel.cu:23"; "cell[5]". Both return text. */
const char *finding_place(struct simt *simt, uint32_t site, char *text,
                          size_t size);
const char *finding_memory(struct simt *simt, const struct block *block,
                           uintptr_t address, size_t bytes, char *text,
                           size_t size);
/* Ends the launch with a sentence; does not return when called on a fibre.
 * As printf, of which it knows %s %u %d %x (8 digits) and %zu, and besides
 *     %P  uint32_t site                        "kernel.cu:23"
 *     %T  uint32_t block, uint32_t thread      "block 3, thread 17"
 *     %M  struct block *, uintptr_t address, size_t bytes     "cell[5]" */
void finding(struct simt *simt, const char *format, ...);
/* Before it: more words for whoever wants them. */
void finding_more(struct simt *simt, const char *words);

#endif
