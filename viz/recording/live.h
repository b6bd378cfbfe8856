/* live.h - a run that is made anew whenever one of its settings changes.
 *
 *     settings -> `scanlab trace`, a process -> a trace in a temporary file
 *              -> a recording
 *
 * scanlab is the one beside this program, or else on the PATH.
 */
#ifndef LIVE_H
#define LIVE_H

#include "recording.h"

enum live_change {
    LIVE_RESIDENCY, /* how many blocks run at once */
    LIVE_ORDER,     /* the schedule */
    LIVE_SEED,      /* of a random one */
    LIVE_TICKETS,
    LIVE_LATENCY /* of global memory */
};

struct live {
    const char *algorithm; /* with its variant, as scanlab takes it */
    long n;
    int resident; /* 0: as many as fit */
    int order;
    int seed;
    bool no_tickets;
    int latency;       /* times the usual one */
    char said[96];     /* the settings, for the picture */
    char command[600]; /* what was run, without the trace's name */
    int code;          /* of a run that made no trace: scanlab's exit code */
};

/* Makes the run. False: *why, of `bytes` bytes, is scanlab's sentence, and
 * *out stays as it was. A run that goes wrong is a recording like any other. */
bool live_run(struct live *live, struct recording **out, char *why,
              size_t bytes);

/* The next value of a setting. */
void live_change(struct live *live, enum live_change change);

#endif
