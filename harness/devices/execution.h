/* execution.h - one interface to run an algorithm on any device.
 *
 *     execution_open          compile or load the code, allocate buffers
 *     execution_scan          one scan of any n up to the largest, repeatedly;
 *                             also execution_reduce and _apply_carry
 *     execution_close
 *
 * A device implements this as a table of functions, `struct execution_type`:
 * device_cpu.c runs cpu.c on threads, device_simt.c runs kernel.cu on the SIMT
 * machine, device_cuda.c on a GPU. Its abilities are in device.h.
 */
#ifndef EXECUTION_H
#define EXECUTION_H

#include "choice.h"
#include "device.h"
#include "ports.h"
#include "monoids/interval_table.h"
#include "monoids/monoid.h"
#include "base/pool.h"
#include "base/status.h"

struct simt_options;
struct trace;

/* What to run. Pointers must outlive the execution. */
struct setup {
    const struct device *device;
    const struct choice *choice; /* made for that device */
    const struct monoid *monoid;
    /* cpu: its threads take part; else NULL. If only a plan is needed it may be
     * NULL: the plan is then for one thread */
    struct pool *pool;
    const struct simt_options *simt; /* simt: how launches run; NULL: default */
    const char *source;  /* a file that replaces the algorithm's own, or NULL */
    struct trace *trace; /* records the last scan; NULL: no trace */
    bool exclusive;
    bool watches;   /* compiled so that monoids/compares.h records what the code
                       compares */
    bool has_carry; /* some of its scans start from a given element */
    size_t largest_n;
    /* NULL: any n is scanned; else only these, and reduce and apply carry are
     * called only if has_entries: other kernels need not be compiled */
    const size_t *sizes;
    size_t size_count;
    bool has_entries;
    struct sizes others; /* applications: the largest of the other sizes */
    /* ... and the pattern of their generated inputs, if any */
    enum pattern pattern;
};

/* The largest sizes of a call: setup->largest_n is the first. */
struct sizes setup_largest(const struct setup *setup);

/* setup->choice with the defaults for elements of setup->monoid. The functions
 * below apply these defaults themselves. */
struct choice setup_choice(const struct setup *setup);

/* The request for the setup's plan; valid until the next call. */
struct request setup_request(const struct setup *setup, struct sizes sizes);

/* NULL, or why the algorithm does not support this n or these parameters;
 * static storage. Precondition of execution_open: NULL for setup->largest_n. */
const char *setup_refuses(const struct setup *setup, size_t n);

/* The plan of a scan of n elements, without a carry. */
void setup_plan(const struct setup *setup, size_t n, struct plan *plan);

/* Costs on paper at n. Precondition: choice_has_forms(). */
struct forms setup_forms(const struct setup *setup, size_t n);

/* Compiles the code into the cache if that is possible without the device, so
 * that several child processes can do it in parallel. Otherwise just OK. */
enum status setup_prepare(const struct setup *setup, struct problem *why);

/* ----------------------------------------------------------------- to run */

struct execution;

/* On OK the caller closes *out. MACHINE_LACKS: not enough memory; NOT_JUDGED:
 * the source does not compile. */
enum status execution_open(const struct setup *setup, struct execution **out,
                           struct problem *why);
void execution_close(struct execution *execution); /* NULL is fine */

/* Loads everything that scans of n elements need: afterwards they open no
 * file. */
enum status execution_reserve(struct execution *execution, size_t n,
                              struct problem *why);

/* setup_choice() of its setup. */
const struct choice *execution_choice(const struct execution *execution);

/* The functions below return CHECK_FAILED if the device detected a mistake in
 * the code: the output is then meaningless. */

/* Scans in[0..n) to out[0..n); in == out is allowed. `carry` is the element to
 * start from, or NULL. On simt the kernels' arrays are aligned like `in` and
 * `out`, up to 16 bytes. */
enum status execution_scan(struct execution *execution, const void *in,
                           void *out, size_t n, const void *carry,
                           struct problem *why);
/* The same for chunks dealt to several processes (native.h), of which in[0..n)
 * are those of this process. If it does not return OK, it may have left out some
 * last calls of publish() and collect(). Precondition:
 * execution_scans_dealt(). */
enum status execution_scan_dealt(struct execution *execution, const void *in,
                                 void *out, size_t n,
                                 const struct native_dealt *dealt,
                                 struct problem *why);
bool execution_scans_dealt(const struct execution *execution);
/* out[0] = the fold of in[0..n), the identity when n = 0. */
enum status execution_reduce(struct execution *execution, const void *in,
                             void *out, size_t n, struct problem *why);
/* data[i] = op(carry, data[i]). */
enum status execution_apply_carry(struct execution *execution, void *data,
                                  size_t n, const void *carry,
                                  struct problem *why);

/* One call of an application; for a scan, as execution_scan. */
enum status execution_call(struct execution *execution, const struct call *call,
                           struct problem *why);

/* The same as execution_call for arrays in the device's own memory, whose
 * addresses are in call->port, without waiting for the end: used for timing.
 * WRONG_USE on a device that uses the host's memory. A problem may stem from
 * work enqueued earlier. */
enum status execution_enqueue_call(struct execution *execution,
                                   const struct call *call,
                                   struct problem *why);

/* If several devices scan together, they need their elements in their own memory:
 * before enqueued calls the first function copies the input there, before the
 * clock is read after them the second waits for all devices, and the third
 * copies the output back. Otherwise there is nothing to do. */
enum status execution_deal(struct execution *execution, const struct call *call,
                           struct problem *why);
enum status execution_join(struct execution *execution, struct problem *why);
enum status execution_gather(struct execution *execution,
                             const struct call *call, struct problem *why);

/* After this, the next `count` enqueued calls with the same sizes neither wait
 * for the device nor allocate its memory, except the first of them: so the
 * others can be captured (graph.h). False: the device has too few launch
 * numbers. */
bool execution_reserve_launches(struct execution *execution, size_t count);

/* After an enqueued scan, and after waiting for its end: OK, or CHECK_FAILED if
 * memory next to the carry or a buffer was written. */
enum status execution_check_buffers(const struct execution *execution,
                                    struct problem *why);

/* Nanoseconds for which the device was busy with the last scan, without copies;
 * 0 if it has no clock of its own. */
double execution_device_ns(const struct execution *execution);

/* ------------------------------------------------------ to write a device */

/* Counts for which a device may know the line with the largest share. */
enum busy_count {
    MAX_BARRIERS_OF,
    MAX_ATOMICS_OF,
    MAX_FENCES_OF,
    MAX_WORK_OF,
    MAX_DEPTH_OF, /* the line that computes the deepest element */
    MAX_SECTORS_OF,
    MAX_SHARED_OF,
    MAX_CONFLICTS_OF,
    BUSY_COUNTS
};

/* A device's counts for memory and threads. */
struct device_counts {
    bool known; /* false: all counts are 0 */
    double launches, barriers, atomics, fences, spins;
    double read_bytes, write_bytes;       /* global, as requested by threads */
    double read_requests, write_requests; /* issued by warps */
    double read_sectors, write_sectors;   /* 32 bytes each */
    double shared_wavefronts, shared_conflicts;
    double cycles, clock_mhz; /* model time, from the timed schedule */
    struct {
        char line[64]; /* "kernel.cu:31"; "": none */
        double count;
    } most[BUSY_COUNTS];
};

/* The counts of all scans so far. */
struct device_counts execution_counts(const struct execution *execution);

/* After a finding: its explanation, or "". */
const char *execution_words(const struct execution *execution);
/* After a run with a wrong result but no finding: makes execution_words() name,
 * if the device knows it, the line that calls of.call and returns to of.place;
 * or, if of.place is NULL, the line that stored the given element of a
 * port. */
struct blame {
    struct interval_blame of;
    int port;
    size_t element;
};
void execution_blame(struct execution *execution, const struct blame *blame);
/* After a run whose result is wrong: if there was no finding, the next run
 * keeps all events, so that execution_blame() can trace an element. False: the
 * device cannot, or there was a finding. After that run, `same` states whether
 * its result was wrong in the same way; if not, execution_words() returns the
 * earlier run's text again. */
bool execution_follow(struct execution *execution);
void execution_followed(struct execution *execution, bool same);
/* A note, which is not a finding: the index-th sentence from all scans so far,
 * or NULL. */
const char *execution_note(const struct execution *execution, int index);
/* A number computed from the last scan's path through code and memory; 0: the
 * device does not watch it. */
uint64_t execution_path(const struct execution *execution);
/* A number computed from the names and lengths of the arrays that the code's
 * blocks share; 0: the device does not know them. */
uint64_t execution_arrays(const struct execution *execution);
/* Writes the line of a place noted by monoids/compares.h, "kernel.cu:31", into
 * text. */
void execution_place(const struct execution *execution, uintptr_t place,
                     char *text, size_t size);

/* All orders of the flag operations of one scan, with one run for each. */
struct explored {
    uint64_t runs;
    bool complete; /* no order was left out */
};

/* The first function begins the exploration: from now on every scan runs one
 * order. Orders with more than `preemptions` preemptions are left out (below 0:
 * none). The second returns whether an order is left to run, the third how many
 * were run. */
enum status execution_explore(struct execution *execution, int preemptions,
                              struct problem *why);
bool execution_next_run(struct execution *execution);
struct explored execution_explored(const struct execution *execution);

/* The next scan's launches get this number: the numbers in between are skipped,
 * as if short scans had run in the meantime. A number not above the last one
 * restarts the numbering. No effect on a device without such numbers. */
void execution_leap(struct execution *execution, uint32_t launch);

/* The beginning of a device's own struct. */
struct execution {
    const struct execution_type *type;
    struct setup setup;   /* with this choice: */
    struct choice choice; /* for elements of setup.monoid */
    struct machine machine;
    bool scans_dealt; /* set by open: run takes a call with chunks dealt */
    bool in_turn;     /* no launch begins before the previous one ended */
};

struct execution_type {
    size_t bytes; /* size of the device's own struct, passed in zeroed */
    /* The limits that determine the sizes in plans. */
    struct machine (*machine)(const struct setup *setup);
    /* Loads the code and allocates the buffers for setup.largest_n. */
    enum status (*open)(struct execution *execution, struct problem *why);
    /* As execution_reserve; NULL: open loads everything. */
    enum status (*reserve)(struct execution *execution, size_t n,
                           struct problem *why);
    /* Compiles, into the cache and without the device, the code that open
     * loads. NULL: open does everything. */
    enum status (*prepare)(const struct setup *setup, struct problem *why);
    /* Frees everything that open allocated, even if open failed half way. */
    void (*close)(struct execution *execution);
    /* As execution_call; the entries of a scan are called only with n >= 1. */
    enum status (*run)(struct execution *execution, const struct call *call,
                       struct problem *why);
    /* The functions below may be NULL if there is nothing to report. */
    enum status (*enqueue)(struct execution *execution, const struct call *call,
                           struct problem *why);
    enum status (*deal)(struct execution *execution, const struct call *call,
                        struct problem *why);
    enum status (*join)(struct execution *execution, struct problem *why);
    enum status (*gather)(struct execution *execution, const struct call *call,
                          struct problem *why);
    enum status (*check_buffers)(const struct execution *execution,
                                 struct problem *why);
    double (*device_ns)(const struct execution *execution);
    const char *(*words)(const struct execution *execution);
    void (*blame)(struct execution *execution, const struct blame *blame);
    bool (*follow)(struct execution *execution); /* may be NULL */
    void (*followed)(struct execution *execution, bool same);
    const char *(*note)(const struct execution *execution, int index);
    uint64_t (*path)(const struct execution *execution);
    uint64_t (*arrays)(const struct execution *execution);
    void (*place)(const struct execution *execution, uintptr_t place,
                  char *text, size_t size);
    struct device_counts (*counts)(const struct execution *execution);
    enum status (*explore)(struct execution *execution, int preemptions,
                           struct problem *why);
    bool (*next_run)(struct execution *execution);
    void (*leap)(struct execution *execution, uint32_t launch);
    bool (*reserve_launches)(struct execution *execution, size_t count);
    struct explored (*explored)(const struct execution *execution);
};

/* The plan of one call. */
void execution_plan(const struct execution *execution, enum entry entry,
                    struct sizes sizes, bool has_carry, struct plan *plan);

/* The request for the call's plan, for a reference. */
struct request execution_request(const struct execution *execution,
                                 struct sizes sizes);

/* The algorithm of an execution. */
static inline const struct algorithm *
execution_algorithm(const struct execution *execution)
{
    return execution->choice.algorithm;
}

#endif
