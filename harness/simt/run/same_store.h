/* same_store.h - threads that store the same bytes to one word. */
#ifndef SIMT_SAME_STORE_H
#define SIMT_SAME_STORE_H

#include "report.h"

struct simt;

enum { SAME_STORE_BYTES = 64 };

/* A store that waits for its verdict until it has run. */
struct same_store {
    bool waits;
    const void *load; /* the place of a load since then; or NULL */
    struct access told;
    struct verdict verdict; /* the race, if it stores a different value */
    unsigned char before[SAME_STORE_BYTES];
};

/* Before a launch. */
void same_store_forget(struct same_store *same);
/* The running thread is about to store to a word that another thread stored to,
 * and nothing orders the two stores. */
void same_store_begins(struct simt *simt, const struct access *told,
                       const struct verdict *verdict);
/* The thread is about to load at this place, perhaps the value that the store
 * copies. */
void same_store_meets_load(struct simt *simt, const void *pc);
/* The thread has stored: turns the verdict into a note or a finding. */
void same_store_ends(struct simt *simt);

#endif
