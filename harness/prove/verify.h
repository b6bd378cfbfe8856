/* verify.h - runs an algorithm on the interval monoid and says what it saw.
 *
 * Which sizes, sizes of T, parameters and schedules: proof_plan.h. Each of them
 * inclusive or exclusive, out of place and in place, with and without a carry,
 * and with two encodings of the elements, one of which makes some element of
 * all zeros or all ones. On a GPU outputs are compared, also with every
 * built-in monoid. The code under test is loaded in child processes alone, but
 * for that of a GPU.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "devices/choice.h"
#include "devices/execution.h"
#include "base/status.h"

#include <stdio.h>

struct verify_tally;

/* All sizes of T: each is a bit. */
enum { VERIFY_BYTES = 4 | 8 | 16 | 32 };

/* The interval monoid whose elements have so many bytes, one of these. */
const char *verify_interval(unsigned bytes);

struct verify_job {
    const struct choice *choice;
    const struct device *device;
    const struct simt_options *simts; /* simt: one for each schedule */
    int simt_count;                   /* 1 on other devices */
    bool schedules_given; /* by the user: every unit is run under all of them */
    bool on_intervals;    /* alone: the caller compares runs of real monoids */
    bool thorough;        /* many more sizes, and pairs of values */
    unsigned elem_bytes;  /* sizes of T, added up: of VERIFY_BYTES */
    const char *source;   /* in place of the algorithm's own, or NULL */
    const char *function; /* applications: of real monoids; NULL: by_hash */
    FILE *trace;          /* simt: where the trace of a finding goes, or NULL */
    const char *command;  /* as typed, for the trace */
    const size_t *sizes;  /* NULL: those that fit the shape */
    size_t size_count;
    const int *threads; /* thread counts; a 0 on devices without threads */
    int thread_counts;
    int children; /* processes at a time; a GPU has none */
    /* When `done` of `units` have ended; or NULL. */
    void (*progress)(const struct verify_job *job, int done, int units);
};

/* One scan. */
struct verify_case {
    size_t n;
    bool in_place;
    bool carry;    /* it starts from an element given by the caller */
    bool shifted;  /* arrays are aligned for an element only, each its own way
                     (verify_shift) */
    int pattern;   /* applications: of drawn flags (monoids/patterns.h) */
    size_t single; /* from 1 on: this flag alone is set, or is the one that is
                      not (stops_at_first) */
};

enum { COVERED_NAMES = 512 };

struct verify_tally {
    size_t runs;    /* scans that gave the right fold at every position */
    size_t refused; /* sizes that the algorithm does not take */
    const char *refusal;
    int settings;            /* of parameters, that were tried */
    char each_value_of[256]; /* parameters of which every value was: "block and
                                items", or "" */
    int untried;             /* values that cannot be, such as: */
    char untried_value[64];
    const char *untried_why;
    size_t least_n, largest_n;
    /* The exhaustive schedule: cases explored, those of which every order was
     * seen, and the most runs that one of them took. */
    size_t explored, complete;
    uint64_t most_runs;
    /* The user's function (proof_plan.h); all are "" without one. */
    char function[64], fits[COVERED_NAMES], misfits[COVERED_NAMES];
    unsigned left_out; /* sizes of T, added up, that the user's file has not */
    int races; /* that ThreadSanitizer has reported; -1: this is no such build
                */
    char notes[1024]; /* lines about what is no finding, or "" */
    /* A finding: more words about it, and what to type to see it again. */
    char words[4096], again[2048];
    struct verify_case wrong;
    bool has_case; /* that one was wrong, in this round of its unit */
    int wrong_round;
    bool traced;        /* job->trace has its trace */
    char untraced[160]; /* why it has none; empty: it went right then */
    uint64_t arrays;    /* of a unit alone: execution_arrays() of its code */
    bool unsettled;     /* why it is wrong takes further executions to tell */
};

/* OK, or CHECK_FAILED with the sentence and the case it happened in: that of
 * the first unit that is wrong, in the order of proof_plan.h, however many
 * children there are. With job->trace the runs that led to it are made once
 * more, and the last of them is recorded. */
enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why);

/* Races that ThreadSanitizer has reported in this process; -1 where this is no
 * such build. */
int verify_races(void);

#endif
