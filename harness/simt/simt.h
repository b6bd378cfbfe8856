/* simt.h - the SIMT machine: runs CUDA kernels on this processor, and watches
 * every access.
 *
 *     simt_open      compile kernel.cu around a monoid, load it
 *     simt_alloc      named global memory
 *     simt_launch    one kernel: grid, block, arguments; stops at a finding
 *     simt_close
 *
 * Every CUDA thread is a fibre. The machine sees every load and store of global
 * and shared memory (hooks.c), and every barrier, shuffle and atomic. In each
 * process only one machine runs at a time, on one thread. The same options give
 * the same run, bit for bit.
 *
 * Read next: run/parts.h (the parts), then judge/judge.h (the checks).
 */
#ifndef SIMT_H
#define SIMT_H

#include "algorithms/contract/algorithm.h"
#include "compile/module.h"
#include "monoids/interval_table.h"
#include "base/status.h"
#include "simt/run/explore.h"
#include "simt/cost/busiest.h"
#include "simt/cost/requests.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum schedule_kind {
    SCHEDULE_INORDER,
    SCHEDULE_REVERSE,
    SCHEDULE_RANDOM,
    SCHEDULE_ADVERSARY,
    SCHEDULE_STARVE,
    SCHEDULE_PCT,
    SCHEDULE_TIMED,
    SCHEDULE_EXHAUSTIVE /* until simt_next_run() is false */
};

/* How a launch runs. */
struct simt_options {
    enum schedule_kind schedule;
    /* for random and pct; for starve, which block it starves, from 1 */
    uint64_t seed;
    /* exhaustive: the largest number of preemptions; below 0: no bound */
    int preemptions;
    int resident;         /* resident blocks of a GPU; 0: as its limits allow */
    bool lockstep;        /* lanes of a warp advance one access at a time */
    bool strict_barriers; /* barriers wait for returned threads, too */
    bool weak;            /* random: loads of flags may return older values */
    bool apart;           /* a race names a thread that reads the word */
    /* random and pct: in one wait of a launch, the thread looks so often that a
     * bounded wait runs out */
    bool impatient;
    bool counting; /* requests, sectors, wavefronts */
    bool checking; /* races, bounds, uninitialised memory */
};

/* "inorder", ...; NULL-terminated, static storage. */
const char *const *schedule_names(void);

/* Reads "inorder", "random:7", ... into options->schedule and seed. WRONG_USE
 * lists the schedules. */
enum status schedule_parse(const char *text, struct simt_options *options,
                           struct problem *why);
/* Writes "random:7" into text, and returns text. */
char *schedule_print(const struct simt_options *options, char *text,
                     size_t size);
/* Writes the options as on a command line, "--schedule random:7 --resident 2",
 * into text, and returns text. */
char *simt_options_print(const struct simt_options *options, char *text,
                         size_t size);

/* The counts of all launches since simt_counts_reset(). */
struct simt_counts {
    uint64_t launches, barriers, atomics, spins, fences;
    uint64_t read_bytes, write_bytes; /* global memory, as lanes requested it */
    struct requests_total requests;
    uint64_t cycles; /* on the timed schedule */
};

/* The machine for which plans are made: a common NVIDIA GPU, but with few
 * multiprocessors. */
const struct machine *simt_machine(void);

struct simt;
struct trace;

/* Compiles and loads a source. `source` has the path and the -D options; the
 * machine adds its own. On OK the caller closes *out. NOT_JUDGED: the source
 * does not compile, or uses a feature that the machine does not know. */
enum status simt_open(const struct module_source *source, struct simt **out,
                      struct problem *why);
void simt_close(struct simt *simt); /* NULL is fine */
/* Writes "kernel.cu:31" for a place that monoids/compares.h noted. A `watched`
 * source notes its comparisons there, and it is a finding if the kernel
 * compares a word of an element. */
void simt_place(const struct simt *simt, uintptr_t offset, char *text,
                size_t size);

/* Allocates global memory, which findings call `name`, for elements of `unit`
 * bytes. It begins `offset` bytes after a multiple of 256. Returns its address,
 * which the host may use between launches, or NULL when out of memory. It lives
 * until simt_close() or simt_give_back(). */
void *simt_alloc(struct simt *simt, const char *name, size_t bytes, size_t unit,
                 size_t offset);
/* From now on the memory begins `offset` bytes, a multiple of 4, after the
 * address from simt_alloc(), and has only `bytes` bytes: anything beside them
 * is out of bounds. Offset and size together do not exceed its original size.
 * For the kernels, added bytes count as unwritten; if the memory moves, all of
 * its bytes do. Returns its new address; the functions below accept either
 * address. */
void *simt_resize(struct simt *simt, const void *memory, size_t offset,
                  size_t bytes);
void simt_give_back(struct simt *simt, const void *memory);
/* This memory holds elements of a proof, whose bits mean nothing to a kernel.
 * So none of them is a flag: volatile and atomic accesses to them race as plain
 * accesses do. */
void simt_opaque(struct simt *simt, const void *memory);
/* The host has written these bytes: the kernels may read them from now on. */
void simt_host_wrote(struct simt *simt, const void *memory, size_t bytes);
/* These bytes count as unwritten from now on: reading them is a finding. */
void simt_host_spoilt(struct simt *simt, const void *memory, size_t bytes);
/* True when every word was written, by the host or by a kernel. */
bool simt_is_written(const struct simt *simt, const void *memory, size_t bytes);

/* May earlier launches still be running when a launch begins? If so, the
 * threads of the new launch must wait for the earlier launches before they
 * touch the same memory. */
enum overlap {
    OVERLAPS_NONE, /* all have ended */
    OVERLAPS_RUN,  /* launches of this run since the last OVERLAPS_NONE */
    OVERLAPS_ALL   /* also launches before the run, of which nothing is known */
};

enum { SIMT_GPUS = 8 };

struct simt_launch {
    const char *kernel;
    enum overlap overlap;
    /* 0 or 1: one GPU. Several, at most SIMT_GPUS, each run a grid of this shape
     * at the same time, and all can load and store all global memory. */
    int gpus;
    unsigned grid[3], block[3];
    size_t dynamic_shared_bytes;
    int arguments;
    /* As for cuLaunchKernel: the address of each argument, of 4 or 8 bytes. */
    void *argument[MAX_ARGUMENTS];
    /* With several GPUs: such a list for each, in place of `argument`. */
    void *(*argument_of)[MAX_ARGUMENTS];
    int bytes[MAX_ARGUMENTS];
    bool is_input[MAX_ARGUMENTS]; /* an array that must only be read */
};

/* Loads everything that this launch will need, so that it opens no file. */
enum status simt_reserve(struct simt *simt, const struct simt_options *options,
                         const struct simt_launch *launch, struct problem *why);

/* True: the source has a kernel of that name with parameters of these sizes. */
bool simt_takes(const struct simt *simt, const char *kernel, const int bytes[],
                int parameters);

/* Runs a kernel to its end. At a finding it returns CHECK_FAILED with one
 * sentence; simt_finding() then has the advice. */
enum status simt_launch(struct simt *simt, const struct simt_options *options,
                        const struct simt_launch *launch, struct problem *why);

/* True when that sentence reports __shared__ variables that are too large,
 * perhaps only with this T. Writes their size into `words`. */
bool simt_is_too_large(const struct problem *why, char *words, size_t size);

/* Some lines of advice on the last finding; "" when there is none. Without a
 * finding: a sentence about an older value that the run read, if such a value
 * may explain a wrong result. Valid until the next launch. */
const char *simt_finding(struct simt *simt);

/* After a launch with a wrong result but no finding: makes simt_finding() name
 * the place where blame->call was called (blame->place is the return address)
 * or, if blame->place is NULL, the line that last stored the word at `memory`.
 * `blame` is NULL if only the word is known. */
void simt_blame(struct simt *simt, const struct interval_blame *blame,
                const void *memory);
/* The same if the output, of `elements` elements, lacks one: names the line
 * that stored the nearest written element, `array`[element], at `memory`. NULL:
 * no element was written. */
void simt_blame_gap(struct simt *simt, const char *array, size_t elements,
                    size_t element, const void *memory);
/* If there was again no finding: keeps all steps until simt_followed(), so that
 * simt_blame() can report the path of an element. If `same` is false,
 * simt_finding() returns its earlier text again. */
bool simt_follow(struct simt *simt);
void simt_followed(struct simt *simt, bool same);

/* The exhaustive schedule. simt_explore() begins an exploration; each run, of
 * one launch or more, is between simt_begin_run() and simt_next_run(), which
 * returns true when another run is needed. */
enum status simt_explore(struct simt *simt, int preemptions,
                         struct problem *why);
void simt_begin_run(struct simt *simt);
bool simt_next_run(struct simt *simt);
struct explore_result simt_explored(const struct simt *simt);

/* A note, which is not a finding: the index-th sentence since the machine was
 * opened, or NULL. */
const char *simt_note(const struct simt *simt, int index);

/* A hash of all sites and addresses since simt_begin_run(): two runs with the
 * same number took the same path. */
uint64_t simt_path(const struct simt *simt);

/* A hash of the names and lengths of all __shared__ arrays of the source. */
uint64_t simt_arrays(const struct simt *simt);

/* From now on records all events in `trace`; NULL ends the recording. A
 * kernel that was compiled with -DTRACE reports more about itself. Times are
 * cycles on the timed schedule, else steps: loads, stores and events so far. */
void simt_trace(struct simt *simt, struct trace *trace);

const struct simt_counts *simt_counts(const struct simt *simt);
/* Writes the line that contributes most to a count, as "kernel.cu:31"; returns
 * its contribution, or 0 if there is none. */
enum { BUSY_NAME = 96, BUSY_LINES = 256 };
uint64_t simt_busiest(const struct simt *simt, enum busy_kind kind, char *text,
                      size_t size);
void simt_counts_reset(struct simt *simt);

#endif
