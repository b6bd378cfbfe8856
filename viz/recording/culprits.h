/* culprits.h - the two accesses that a finding names, found among the events:
 * "race on cells[1]: a.cu:72 (block 0, thread 2) reads it and a.cu:74
 * (block 0, thread 1) writes it, ...".
 */
#ifndef CULPRITS_H
#define CULPRITS_H

#include "recording.h"

/* Sets `found` and `culprit`, which are -1 if the finding does not name two accesses,
 * or if the trace no longer has them. */
void find_culprits(struct recording *recording);

#endif
