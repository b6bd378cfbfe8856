/* verify_ranks.h - is the scan of all ranks right? Runs on intervals, as verify
 * does for one process (prove/verify.h).
 *
 * Every rank has the same interval table of all elements, and checks its own
 * outputs: position i must hold [0,i]. So a carry that is missing, joined in the
 * wrong order, or that of another slice, shows; and on the SIMT machine every
 * race in the kernels `reduce` and `apply carry`, too. With one thread per rank the
 * form overlap may be the algorithm's own (across.h), with several it is not.
 */
#ifndef VERIFY_RANKS_H
#define VERIFY_RANKS_H

#include "across.h"

struct ranks_verify {
    const struct device *device; /* calls_host_op */
    const struct choice *choice;
    const struct simt_options *simts; /* one for each schedule; NULL: none */
    int simt_count;                   /* 1 on other devices */
    struct pool *const *pools;        /* one for each number of threads */
    int pool_count;                   /* 1 (and a NULL) on other devices */
    unsigned elem_bytes;              /* sizes of T, as bits */
    const size_t *sizes;
    size_t size_count;
    bool across[ACROSSES], join[JOINS]; /* those to run */
};

struct ranks_verified {
    size_t runs, refused;
    const char *refusal; /* or NULL */
    char words[4096];    /* after a finding: its explanation */
    char again[512];     /* the options that run the case again */
};

/* All ranks get the same status and, after a finding, the sentence and the case
 * of the lowest rank that has one. The next choice can be verified after it. */
enum status ranks_verify(const struct ranks_verify *job,
                         struct ranks_verified *out, struct problem *why);

#endif
