/* verify_executor.h - how verify runs a case, and how it judges the output.
 *
 *     verify_unit.c          rounds, sizes and forms of a unit
 *        |  open, begin, form, run, close
 *     verify_on_table.c      on the interval table: cpu and simt
 *     verify_on_gpu.c        scans on a GPU, by comparing arrays
 */
#ifndef VERIFY_EXECUTOR_H
#define VERIFY_EXECUTOR_H

#include "prove/plan/proof_plan.h"

/* The beginning of an executor's own struct: one setup, and its code. */
struct verify_bench {
    const struct verify_executor *executor;
    const struct verify_job *job;
    const struct unit *unit;
    struct setup *setup; /* largest_n is the largest size of a case */
    struct execution *execution;
    struct sizes sizes; /* of the current case */
    int round;          /* of the unit's */
    /* The current case's finding needs earlier launches (histories.h); and the
     * explanation of it. */
    bool in_history;
    char words[3900];
    bool settles; /* find the cause of a finding, however many runs it takes */
};

struct verify_executor {
    size_t bytes; /* size of its own struct, which is passed in zeroed */
    /* The largest size to run with this monoid; NULL: no limit. */
    size_t (*most)(const struct monoid *monoid);
    /* Also runs each built-in monoid, and the entries reduce and apply carry:
     * the table needs neither, since its elements stand for all monoids. */
    bool needs_monoids;

    /* Loads the code and allocates the arrays. */
    enum status (*open)(struct verify_bench *bench, struct problem *why);
    /* Frees everything that open allocated, even if open failed half way. */
    void (*close)(struct verify_bench *bench);
    /* The number of rounds for every size: one per schedule, or one without and
     * one with a carry; and a function that begins each round. */
    int (*rounds)(const struct verify_job *job);
    enum status (*begin)(struct verify_bench *bench, int round,
                         struct problem *why);
    /* Writes a case in one of its forms; false after the last form. */
    bool (*form)(const struct verify_bench *bench, int round, int form,
                 struct verify_case *out);
    /* Runs and judges a case; adds to tally->runs. */
    enum status (*run)(struct verify_bench *bench,
                       const struct verify_case *the_case,
                       struct verify_tally *tally, struct problem *why);
    /* After a wrong case: fills in tally->words, and writes the options that
     * make `scanlab verify NAME -d DEVICE -n N` run it again. */
    void (*tell)(const struct verify_bench *bench,
                 const struct verify_case *the_case, struct verify_tally *tally,
                 char *options, size_t size);
};

extern const struct verify_executor verify_on_table, verify_on_gpu;

/* ---- runs on the table (verify_rounds.c) ---- */

/* The number of threads; 0 on a device without threads. */
int verify_threads(const struct setup *setup);

/* Sets the machine's options for a round of the unit. */
void verify_choose_schedule(const struct verify_bench *bench, int round,
                            struct simt_options *out);

/* The number of bytes by which an array is misaligned, given its element size:
 * one element or several, less than a vector of 16 bytes. Each array of a case
 * is misaligned differently; `array` is its number. */
size_t verify_shift(const struct verify_bench *bench,
                    const struct verify_case *the_case, int array,
                    size_t bytes);

/* One round for each schedule. */
int verify_schedules(const struct verify_job *job);

struct history;
/* Runs the history under the schedules starve and starve:2; `simt` holds the
 * execution's options and, after a finding, keeps the schedule to report. */
enum status verify_history(struct verify_bench *bench,
                           const struct history *history,
                           struct simt_options *simt,
                           struct verify_tally *tally, struct problem *why);

/* Opens an execution with all that its scans need, including the largest number
 * of resident blocks: once the code runs, no file is opened. */
enum status verify_open_execution(const struct verify_bench *bench,
                                  struct execution **out, struct problem *why);

/* Compares the entries of a setup, reduce and apply carry, with the plain loop,
 * for up to setup->largest_n elements (verify_entries.c). */
enum status verify_entries(const struct setup *setup,
                           struct verify_tally *tally, struct problem *why);

/* The executor for the job's device. */
const struct verify_executor *verify_executor_of(const struct verify_job *job);

/* True: every order of flag operations is run, in one form of each case. */
bool verify_explores(const struct verify_job *job);

#endif
