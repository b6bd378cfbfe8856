/* stuck.h - when no thread can run. */
#ifndef SIMT_STUCK_H
#define SIMT_STUCK_H

#include <stdbool.h>
#include <stdint.h>

struct simt;

struct stuck {
    uint64_t seen;      /* launch.progress at the last round of looks */
    int looks;          /* rounds in a row without a change */
    uint64_t all_looks; /* looks of all threads in this launch */
};

/* Before a launch. */
void stuck_forget(struct stuck *stuck);
/* Lets all threads that spin look again. False: they are stuck, and the launch
 * has its finding. */
bool stuck_looks_again(struct simt *simt);
/* For a launch that ends for a different reason: if many such rounds have
 * changed nothing, reports that finding now. False: it gets none. */
bool stuck_ends_launch(struct simt *simt);

#endif
