/* stuck.h - when no thread can run. */
#ifndef SIMT_STUCK_H
#define SIMT_STUCK_H

#include <stdbool.h>
#include <stdint.h>

struct simt;

struct stuck {
    uint64_t seen;      /* progress at the last time */
    int looks;          /* of all, in a row, that changed nothing */
    uint64_t all_looks; /* of all threads that spin, in this launch */
};

/* Before a launch. */
void stuck_forget(struct stuck *stuck);
/* All threads that spin are to look again. False: it is over, and told. */
bool stuck_looks_again(struct simt *simt);

#endif
