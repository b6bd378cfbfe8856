/* verify.h - runs an algorithm on the interval monoid and reports the result.
 *
 * proof_plan.h chooses sizes, sizes of T, parameters and schedules. Runs are
 * inclusive or exclusive, out of place or in place, with or without a carry,
 * and use two encodings of the elements, one of which makes some element all
 * zeros or all ones. On a GPU, outputs are compared with the expected ones,
 * also for every built-in monoid. The code under test is loaded only in child
 * processes, except on a GPU.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "devices/choice.h"
#include "devices/execution.h"
#include "base/status.h"

#include <stdio.h>

struct verify_tally;
struct verify_ahead;

/* All sizes of T, one bit each. */
enum { VERIFY_BYTES = 4 | 8 | 16 | 32 };

/* The interval monoid whose elements have `bytes` bytes, one of the above. */
const char *verify_interval(unsigned bytes);

struct verify_job {
    const struct choice *choice;
    const struct device *device;
    const struct simt_options *simts; /* simt: one for each schedule */
    int simt_count;                   /* 1 on other devices */
    /* the user gave the schedules: every unit runs under all */
    bool schedules_given;
    bool on_intervals;    /* only intervals: the caller compares real monoids */
    bool thorough;        /* many more sizes, and pairs of values */
    bool reproducible;    /* also compare the trees of operands of all runs of a
                             case (operand_trees.h) */
    unsigned elem_bytes;  /* sizes of T, as bits of VERIFY_BYTES */
    const char *source;   /* replaces the algorithm's own file, or NULL */
    const char *function; /* applications: for real monoids; NULL: by_hash */
    FILE *trace;          /* simt: file for the trace of a finding, or NULL */
    const char *command;  /* as typed, for the trace */
    const size_t *sizes;  /* NULL: sizes that fit the shape */
    size_t size_count;
    const int *threads; /* thread counts; a 0 on devices without threads */
    int thread_counts;
    int children; /* processes at the same time; on a GPU, only compilers */
    struct verify_ahead *ahead; /* GPU: compiles all units; or NULL */
    /* Called when `done` of `units` have ended; or NULL. */
    void (*progress)(const struct verify_job *job, int done, int units);
};

/* One scan. */
struct verify_case {
    size_t n;
    bool in_place;
    bool carry;    /* the scan starts from an element given by the caller */
    bool shifted;  /* arrays are aligned only for an element, each differently
                      (verify_shift) */
    int pattern;   /* applications: of the flags (monoids/patterns.h) */
    size_t single; /* counted from 1: the only flag that is set, or the only one
                      that is not (stops_at_first) */
};

enum { COVERED_NAMES = 512 };

struct verify_tally {
    size_t runs;    /* scans that gave the right fold at every position */
    size_t refused; /* sizes that the algorithm does not support */
    const char *refusal;
    int settings;            /* parameter settings that were tried */
    char each_value_of[256]; /* parameters whose values were all tried: "block
                                and items", or "" */
    int untried;             /* values that cannot run, such as: */
    char untried_value[64];
    const char *untried_why;
    size_t least_n, largest_n;
    /* The exhaustive schedule: cases explored, cases with every order seen, and
     * the largest number of runs for one case. */
    size_t explored, complete;
    uint64_t most_runs;
    /* The user's function (proof_plan.h); all "" without one. */
    char function[64], fits[COVERED_NAMES], misfits[COVERED_NAMES];
    unsigned left_out; /* sizes of T, as bits, that the user's file does not
                          have */
    int races;         /* reported by ThreadSanitizer; -1: a build without it
                */
    char notes[1024];  /* lines that are not findings, or "" */
    /* A finding: its explanation, and the command that reproduces it. */
    char words[4096], again[2048];
    struct verify_case wrong;
    bool has_case; /* `wrong` is the wrong case, in this round of its unit */
    int wrong_round;
    bool traced; /* job->trace has its trace */
    char untraced
        [160]; /* why there is no trace; empty: the repeated run was right */
    uint64_t arrays;   /* of a single unit: execution_arrays() of its code */
    bool unsettled;    /* further executions are needed to find the cause */
    bool trees_differ; /* the finding: right, but not reproducible */
    bool reproducible; /* it was required, and holds */
};

/* OK, or CHECK_FAILED with the sentence and the case: those of the first wrong
 * unit in the order of proof_plan.h, however many children there are. With
 * job->trace the runs that led to the finding are repeated, and the last one is
 * recorded. */
enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why);

/* Races that ThreadSanitizer reported in this process; -1: a build without
 * it. */
int verify_races(void);

#endif
