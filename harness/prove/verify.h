/* verify.h - runs an algorithm on the interval monoid and says what it saw.
 *
 * At every n, with T of 4, 8, 16 and 32 bytes, inclusive and exclusive, out of
 * place and in place, with and without a carry, with default parameters and
 * with small ones (many tiles at a small n), with two encodings of the
 * elements, one of which makes some element of all zeros or all ones; on the
 * cpu device also on several thread counts, on simt under several schedules and
 * in each variant. On a GPU outputs are compared, also with every built-in
 * monoid.
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
    bool variants; /* also every variant by itself, with small parameters */
    unsigned elem_bytes; /* sizes of T, added up: of VERIFY_BYTES */
    const char *source;  /* in place of the algorithm's own, or NULL */
    FILE *trace;         /* simt: where the trace of a finding goes, or NULL */
    const char *command; /* as typed, for the trace */
    const size_t *sizes;
    size_t size_count;
    struct pool *const *pools; /* one for each thread count; a NULL on simt */
    int pool_count;
    /* Before each module is compiled, n = 0, and each size is run; or NULL. */
    void (*progress)(const struct setup *setup, size_t n,
                     const struct verify_tally *tally);
};

struct verify_tally {
    size_t runs;    /* scans that gave the right fold at every position */
    size_t refused; /* sizes that the algorithm does not take */
    const char *refusal;
    int shapes; /* parameter settings tried */
    /* The exhaustive schedule: cases explored, those of which every order was
     * seen, and the most runs that one of them took. */
    size_t explored, complete;
    uint64_t most_runs;
    /* A finding: more words about it, and what to type to see it again. */
    char words[4096], again[1024];
    bool traced; /* job->trace has its trace */
};

/* OK, or CHECK_FAILED with the sentence and the case it happened in. With
 * job->trace the runs that led to it are made once more, and the last of them
 * is recorded. */
enum status verify(const struct verify_job *job, struct verify_tally *tally,
                   struct problem *why);

/* Races that ThreadSanitizer has reported; -1 where this is no such build. */
int verify_races(void);

#endif
