/* ring.h - look-ahead: what the warps of a block share. */
#ifndef LOOKAHEAD_RING_H
#define LOOKAHEAD_RING_H

#include "lookahead/turn.h"

struct plumbing {
    struct barrier landed[MOST_STAGES], reduced[MOST_STAGES];
    struct barrier carried[MOST_STAGES], stored[MOST_STAGES];
    struct barrier passed[LOOK_WARPS];
};

/* What all roles are given. */
struct work {
    const T *in;
    T *out;
    struct cut cut;
    struct board board;
    uint32_t stages;
    T *ring;    /* buffers of TILE elements */
    T *start;   /* of each stage's strips: what lies before them */
    T *running; /* of each looker: the fold of all up to its generation */
    struct plumbing *plumbing;
};

#endif
