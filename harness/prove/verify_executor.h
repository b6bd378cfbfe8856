/* verify_executor.h - how verify runs a case, and how it judges the output.
 *
 *     verify_unit.c          rounds, sizes and forms of one unit
 *        |  open, begin, form, run, close
 *     verify_on_table.c      on the interval table: cpu and simt
 *     verify_on_gpu.c        scans on a GPU, by comparing arrays
 */
#ifndef VERIFY_EXECUTOR_H
#define VERIFY_EXECUTOR_H

#include "prove/plan/proof_plan.h"

/* What an executor's own struct begins with: one setup, and the code of it. */
struct verify_bench {
    const struct verify_executor *executor;
    const struct verify_job *job;
    const struct unit *unit;
    struct setup *setup; /* largest_n is the largest size of a case */
    struct execution *execution;
    struct sizes sizes; /* of the newest case */
    int round;          /* of the unit's */
    /* What the newest case shows takes launches before it (histories.h); its
     * words. */
    bool in_history;
    char words[3900];
    bool settles; /* what is found is to be told apart, whatever it takes */
};

struct verify_executor {
    size_t bytes; /* of its own struct; it comes zeroed */
    /* Sizes above this one are left out with this monoid; NULL: none are. */
    size_t (*most)(const struct monoid *monoid);
    /* Also with each built-in monoid, and their entries reduce and apply carry:
     * the table needs neither, as its elements stand for all of them. */
    bool needs_monoids;

    /* Loads the code and takes the arrays. */
    enum status (*open)(struct verify_bench *bench, struct problem *why);
    /* Frees whatever open has left, also when it failed half way. */
    void (*close)(struct verify_bench *bench);
    /* Every size is run in so many rounds: schedules, or without and with a
     * carry. Before each: */
    int (*rounds)(const struct verify_job *job);
    enum status (*begin)(struct verify_bench *bench, int round,
                         struct problem *why);
    /* A case in one of its forms; false after the last. */
    bool (*form)(const struct verify_bench *bench, int round, int form,
                 struct verify_case *out);
    /* Runs it and judges; adds to tally->runs. */
    enum status (*run)(struct verify_bench *bench,
                       const struct verify_case *the_case,
                       struct verify_tally *tally, struct problem *why);
    /* After a case that was wrong: fills in tally->words, and writes the
     * options that make `scanlab verify NAME -d DEVICE -n N` run it again. */
    void (*tell)(const struct verify_bench *bench,
                 const struct verify_case *the_case, struct verify_tally *tally,
                 char *options, size_t size);
};

extern const struct verify_executor verify_on_table, verify_on_gpu;

/* ---- of runs on the table (verify_rounds.c) ---- */

/* How many threads take part; 0 on a device without. */
int verify_threads(const struct setup *setup);

/* What the machine goes by in a round of the unit. */
void verify_choose_schedule(const struct verify_bench *bench, int round,
                            struct simt_options *out);

/* By how many bytes an array is misaligned whose elements have so many: an
 * element, or several, of those that a vector of 16 bytes has. The arrays of a
 * case are misaligned apart: `array` counts them. */
size_t verify_shift(const struct verify_bench *bench,
                    const struct verify_case *the_case, int array,
                    size_t bytes);

/* As many rounds as there are schedules. */
int verify_schedules(const struct verify_job *job);

struct history;
/* The history under the schedules starve and starve:2; `simt` is what the
 * execution goes by. After a finding it keeps the schedule that is told. */
enum status verify_history(struct verify_bench *bench,
                           const struct history *history,
                           struct simt_options *simt,
                           struct verify_tally *tally, struct problem *why);

/* Opens an execution with all that its scans need, the most resident blocks
 * among it: once the code runs, no file is opened. */
enum status verify_open_execution(const struct verify_bench *bench,
                                  struct execution **out, struct problem *why);

/* The entries of a setup, reduce and apply carry, against the plain loop; up to
 * setup->largest_n elements (verify_entries.c). */
enum status verify_entries(const struct setup *setup,
                           struct verify_tally *tally, struct problem *why);

/* How the job's device runs a case. */
const struct verify_executor *verify_executor_of(const struct verify_job *job);

/* Every order of flag operations is run, in one form of each case. */
bool verify_explores(const struct verify_job *job);

#endif
