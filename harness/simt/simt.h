/* simt.h - the SIMT machine: runs CUDA kernels on this processor, and watches.
 *
 *     simt_open      compile kernel.cu around a monoid, load it
 *     simt_take      named global memory
 *     simt_launch    one kernel: grid, block, arguments; stops at a finding
 *     simt_close
 *
 * Every CUDA thread is a fibre; every load and store of global and shared
 * memory, barrier, shuffle and atomic comes by here (hooks.c). One machine per
 * process is running at a time, on one thread; the same options give the same
 * run, bit for bit.
 *
 * Read next: run/parts.h (the parts), then judge/judge.h (the checks).
 */
#ifndef SIMT_H
#define SIMT_H

#include "algorithms/algorithm.h"
#include "compile/module.h"
#include "base/status.h"
#include "simt/run/explore.h"
#include "simt/cost/requests.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum schedule_kind {
    SCHEDULE_INORDER,
    SCHEDULE_REVERSE,
    SCHEDULE_RANDOM,
    SCHEDULE_ADVERSARY,
    SCHEDULE_PCT,
    SCHEDULE_TIMED,
    SCHEDULE_EXHAUSTIVE /* simt_next_run() says when all orders were seen */
};

/* How a launch goes. */
struct simt_options {
    enum schedule_kind schedule;
    uint64_t seed;   /* of random and pct */
    int preemptions; /* of exhaustive: at most; below 0: as many as there are */
    int resident;    /* blocks at once; 0: as the machine's limits allow */
    bool lockstep;   /* lanes of a warp advance one access at a time */
    bool counting;   /* requests, sectors, wavefronts */
    bool checking;   /* races, bounds, uninitialised memory */
};

/* "inorder", ...; NULL-terminated, static storage. */
const char *const *schedule_names(void);

/* "inorder", "random:7", ... into options->schedule and seed. WRONG_USE names
 * what there is. */
enum status schedule_parse(const char *text, struct simt_options *options,
                           struct problem *why);
/* "random:7"; returns text. */
char *schedule_print(const struct simt_options *options, char *text,
                     size_t size);
/* "--schedule random:7 --resident 2": the words that ask for these options. */
char *simt_options_print(const struct simt_options *options, char *text,
                         size_t size);

/* What all launches so far have done. */
struct simt_counts {
    uint64_t launches, barriers, atomics, spins, fences;
    uint64_t read_bytes, write_bytes; /* global memory, as asked for */
    struct requests_total requests;
    uint64_t cycles; /* of the timed schedule */
};

/* The machine that plans are made for: an NVIDIA GPU of the common kind with
 * few multiprocessors. */
const struct machine *simt_machine(void);

struct simt;
struct trace;

/* `source` has the path and the -D options; the machine adds its own. On OK
 * the caller closes *out. CHECK_FAILED: it does not compile, or uses what the
 * machine does not know. */
enum status simt_open(const struct module_source *source, struct simt **out,
                      struct problem *why);
void simt_close(struct simt *simt); /* NULL is fine */

/* Global memory that is called `name` in findings, of elements of `unit`
 * bytes; `offset` shifts it off its natural alignment of 256 bytes. Returns
 * its address, which the host may use between launches, or NULL. It lives
 * until simt_close. */
void *simt_take(struct simt *simt, const char *name, size_t bytes, size_t unit,
                size_t offset);
/* What lies there are elements that nobody can look into. So none of them is a
 * flag: volatile and atomic accesses to them race as plain ones do. */
void simt_opaque(struct simt *simt, const void *memory);
/* From now on the kernels may read what the host has written there. */
void simt_host_wrote(struct simt *simt, const void *memory, size_t bytes);
/* Forgets what was written there: reading it is a finding. */
void simt_host_spoilt(struct simt *simt, const void *memory, size_t bytes);
/* True when all of it was written since then. */
bool simt_is_written(const struct simt *simt, const void *memory, size_t bytes);

struct simt_launch {
    const char *kernel;
    unsigned grid[3], block[3];
    size_t dynamic_shared_bytes;
    int arguments;
    /* As for cuLaunchKernel: the address of each; `bytes` is 4 or 8. */
    void *argument[MAX_ARGUMENTS];
    int bytes[MAX_ARGUMENTS];
};

/* Runs a kernel to its end. CHECK_FAILED with one sentence at a finding; then
 * simt_finding() has the longer words. */
enum status simt_launch(struct simt *simt, const struct simt_options *options,
                        const struct simt_launch *launch, struct problem *why);

/* The last finding: what to know about it, and how to see it again; "" when
 * there was none. Valid until the next launch. */
const char *simt_finding(const struct simt *simt);

/* The exhaustive schedule: explores from the beginning; begins a run, which may
 * be several launches; true when another run is to be made. */
enum status simt_explore(struct simt *simt, int preemptions,
                         struct problem *why);
void simt_begin_run(struct simt *simt);
bool simt_next_run(struct simt *simt);
struct explore_result simt_explored(const struct simt *simt);

/* A number made of every site and address since simt_begin_run: two runs that
 * give the same went the same way. */
uint64_t simt_path(const struct simt *simt);

/* True when threads have shared words of which they touched only parts, where
 * this machine sees no race. */
bool simt_is_unsure(const struct simt *simt);

/* From now on what happens is recorded; NULL: no more. A kernel that was
 * compiled with -DTRACE tells more of itself. Times are cycles of the timed
 * schedule, else steps: loads, stores and events so far. */
void simt_trace(struct simt *simt, struct trace *trace);

const struct simt_counts *simt_counts(const struct simt *simt);
void simt_counts_reset(struct simt *simt);

#endif
