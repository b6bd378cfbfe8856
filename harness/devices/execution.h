/* execution.h - one way to run an algorithm on any device.
 *
 *     execution_open          compile or load the code, take the buffers
 *     execution_scan          one scan of any n up to the largest, again and
 *                             again; also execution_reduce and _apply_carry
 *     execution_close
 *
 * What a device does there is a table of functions, `struct execution_type`:
 * device_cpu.c runs cpu.c on threads, device_simt.c runs kernel.cu on the SIMT
 * machine, device_cuda.c on a GPU. What it can do is in device.h.
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
    struct pool
        *pool; /* cpu: its threads take part; else NULL. To ask for a plan
                  alone it may be NULL: then it is that of one thread */
    const struct simt_options *simt; /* simt: how launches go; NULL: as usual */
    const char *source;  /* a file in place of the algorithm's own, or NULL */
    struct trace *trace; /* records the last scan; NULL: no trace */
    bool exclusive;
    bool watches;   /* compiled so that monoids/compares.h is told what the code
                       compares */
    bool has_carry; /* some of its scans start from a given element */
    size_t largest_n;
    struct sizes others; /* applications: the largest of the other sizes */
    enum pattern
        pattern; /* ... and how their inputs are drawn, where it draws */
};

/* The largest sizes of a call: setup->largest_n is the first. */
struct sizes setup_largest(const struct setup *setup);

/* setup->choice with the defaults for elements of setup->monoid. The functions
 * below take it by themselves. */
struct choice setup_choice(const struct setup *setup);

/* What its plan is asked with; valid until the next one is asked for. */
struct request setup_request(const struct setup *setup, struct sizes sizes);

/* NULL, or why the algorithm refuses this n or these parameters; static
 * storage. Ask before execution_open: setup->largest_n must not be refused. */
const char *setup_refuses(const struct setup *setup, size_t n);

/* The plan of a scan of n elements, without a carry. */
void setup_plan(const struct setup *setup, size_t n, struct plan *plan);

/* Costs on paper at n. Precondition: choice_has_forms(). */
struct forms setup_forms(const struct setup *setup, size_t n);

/* Compiles the code into the cache, where that is possible without the device:
 * a child process may, so that several compile at a time. Else OK. */
enum status setup_prepare(const struct setup *setup, struct problem *why);

/* ----------------------------------------------------------------- to run */

struct execution;

/* On OK the caller closes *out. MACHINE_LACKS when memory does not suffice,
 * NOT_JUDGED when the source does not compile. */
enum status execution_open(const struct setup *setup, struct execution **out,
                           struct problem *why);
void execution_close(struct execution *execution); /* NULL is fine */

/* Loads what scans of n elements will need: after it they open no file. */
enum status execution_reserve(struct execution *execution, size_t n,
                              struct problem *why);

/* setup_choice() of what it was opened with. */
const struct choice *execution_choice(const struct execution *execution);

/* These give CHECK_FAILED when the device saw the code do wrong: what
 * is in the output then has no meaning. */

/* Scans in[0..n) to out[0..n); in == out is allowed. `carry` is the element
 * to start from, or NULL. On simt the kernels' arrays are aligned as these are,
 * up to 16 bytes. */
enum status execution_scan(struct execution *execution, const void *in,
                           void *out, size_t n, const void *carry,
                           struct problem *why);
/* out[0] = the fold of in[0..n), the identity when n = 0. */
enum status execution_reduce(struct execution *execution, const void *in,
                             void *out, size_t n, struct problem *why);
/* data[i] = op(carry, data[i]). */
enum status execution_apply_carry(struct execution *execution, void *data,
                                  size_t n, const void *carry,
                                  struct problem *why);

/* One call of an application; of a scan, as execution_scan. */
enum status execution_call(struct execution *execution, const struct call *call,
                           struct problem *why);

/* The same as execution_scan for arrays that lie in the device's own memory, at
 * these addresses, without waiting for the end: what is timed. WRONG_USE on a
 * device whose memory is the host's. A problem may belong to what was enqueued
 * before. */
enum status execution_enqueue(struct execution *execution, uint64_t in,
                              uint64_t out, size_t n, const void *carry,
                              struct problem *why);
/* ... as execution_call, with such addresses in call->port. */
enum status execution_enqueue_call(struct execution *execution,
                                   const struct call *call,
                                   struct problem *why);

/* After such a scan, and after waiting for its end: OK, or CHECK_FAILED when
 * memory beside the carry or a buffer was written. */
enum status execution_check_buffers(const struct execution *execution,
                                    struct problem *why);

/* Nanoseconds that the device was busy with the last scan, without copies; 0
 * where it has no clock of its own. */
double execution_device_ns(const struct execution *execution);

/* ------------------------------------------------------ to write a device */

/* Counts of which a device may know the line that has most of them. */
enum busy_count {
    MOST_BARRIERS_OF,
    MOST_ATOMICS_OF,
    MOST_FENCES_OF,
    MOST_WORK_OF,
    MOST_DEPTH_OF, /* where the deepest element is made */
    MOST_SECTORS_OF,
    MOST_SHARED_OF,
    MOST_CONFLICTS_OF,
    BUSY_COUNTS
};

/* What a device counts of the memory's and the threads' side. */
struct device_counts {
    bool known; /* else all is 0 */
    double launches, barriers, atomics, fences, spins;
    double read_bytes, write_bytes;       /* global, as the threads asked */
    double read_requests, write_requests; /* of warps */
    double read_sectors, write_sectors;   /* of 32 bytes */
    double shared_wavefronts, shared_conflicts;
    double cycles, clock_mhz; /* model time, of the timed schedule */
    struct {
        char line[64]; /* "kernel.cu:31"; "": none */
        double count;
    } most[BUSY_COUNTS];
};

/* Of all scans so far. */
struct device_counts execution_counts(const struct execution *execution);

/* After a finding: more words about it; "" where there are none. */
const char *execution_words(const struct execution *execution);
/* After a run whose result is wrong, without a finding: execution_words() then
 * tell, where the device knows it, which line calls of.call, and returns to
 * of.place; or, if that is NULL, which line stored that element of a port. */
struct blame {
    struct interval_blame of;
    int port;
    size_t element;
};
void execution_blame(struct execution *execution, const struct blame *blame);
/* After a run whose result is wrong: if there was no finding, the next one
 * keeps all that happens, so that execution_blame() can tell the way of an
 * element. False: the device cannot, or there was a finding. When that run is
 * done, `same` says whether its result was wrong in the same way: else
 * execution_words() are again those of the run before. */
bool execution_follow(struct execution *execution);
void execution_followed(struct execution *execution, bool same);
/* Something to tell that is no finding: the index-th sentence of all scans so
 * far, or NULL. */
const char *execution_note(const struct execution *execution, int index);
/* A number made of the way that the last scan took through code and memory;
 * 0 where the device does not watch it. */
uint64_t execution_path(const struct execution *execution);
/* A number made of the names and lengths of the arrays that the code's blocks
 * share; 0 where the device does not know them. */
uint64_t execution_arrays(const struct execution *execution);
/* Writes the line of a place that monoids/compares.h has noted, "kernel.cu:31",
 * into text. */
void execution_place(const struct execution *execution, uintptr_t place,
                     char *text, size_t size);

/* All orders of the flag operations of one scan, a run for each. */
struct explored {
    uint64_t runs;
    bool complete; /* no order was left out */
};

/* Begins: from now on every scan is the run of one order. Orders with more than
 * so many preemptions are left out; below 0: none is. Then: is there an order
 * left to run? And what was run. */
enum status execution_explore(struct execution *execution, int preemptions,
                              struct problem *why);
bool execution_next_run(struct execution *execution);
struct explored execution_explored(const struct execution *execution);

/* The next scan's launches get this number: those between are left out, as if
 * short scans had run in the meantime. A number that is not above the last one
 * begins again. Nothing happens on a device that has no such numbers. */
void execution_leap(struct execution *execution, uint32_t launch);

/* What a device's own struct begins with. */
struct execution {
    const struct execution_type *type;
    struct setup setup;   /* with this choice: */
    struct choice choice; /* for elements of setup.monoid */
    struct machine machine;
    bool in_turn; /* no launch begins before the one before it has ended */
};

struct execution_type {
    size_t bytes; /* of the device's own struct; it comes zeroed */
    /* The limits that plans size themselves by. */
    struct machine (*machine)(const struct setup *setup);
    /* Loads the code and takes the buffers for setup.largest_n. */
    enum status (*open)(struct execution *execution, struct problem *why);
    /* As execution_reserve; NULL: open has loaded it all. */
    enum status (*reserve)(struct execution *execution, size_t n,
                           struct problem *why);
    /* Compiles what open would load, into the cache, without the device. NULL:
     * open does it all. */
    enum status (*prepare)(const struct setup *setup, struct problem *why);
    /* Frees whatever open has left, also when it failed half way. */
    void (*close)(struct execution *execution);
    /* As execution_call; of a scan's entries with n >= 1. */
    enum status (*run)(struct execution *execution, const struct call *call,
                       struct problem *why);
    /* May be NULL, as there is nothing to say. */
    enum status (*enqueue)(struct execution *execution, const struct call *call,
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
    struct explored (*explored)(const struct execution *execution);
};

/* The plan of one call. */
void execution_plan(const struct execution *execution, enum entry entry,
                    struct sizes sizes, bool has_carry, struct plan *plan);

/* What its plan is asked with, for a reference. */
struct request execution_request(const struct execution *execution,
                                 struct sizes sizes);

/* The algorithm that it was opened for. */
static inline const struct algorithm *
execution_algorithm(const struct execution *execution)
{
    return execution->choice.algorithm;
}

#endif
