/* live.h - a run that is repeated whenever one of its settings changes.
 *
 *     settings -> `scanlab trace`, a process -> a trace in a temporary file
 *              -> a recording
 *
 * It uses the scanlab next to this program, or else the one in the PATH.
 */
#ifndef LIVE_H
#define LIVE_H

#include "recording.h"

enum live_change {
    LIVE_RESIDENCY, /* how many blocks run at the same time */
    LIVE_ORDER,     /* the schedule */
    LIVE_SEED,      /* seed of a random schedule */
    LIVE_TICKETS,
    LIVE_LATENCY /* latency of global memory */
};

struct live {
    const char *algorithm; /* with its variant, as for scanlab */
    long n;
    int resident; /* 0: as many as fit */
    int order;
    int seed;
    bool no_tickets;
    int latency;       /* a multiple of the default */
    char said[96];     /* the settings, for the picture */
    char command[600]; /* the command that ran, without the trace's name */
    int code;          /* scanlab's exit code, if the run made no trace */
};

/* Runs scanlab. False: *why, of `bytes` bytes, is scanlab's error message, and
 * *out is unchanged. A run that goes wrong is a recording like any other. */
bool live_run(struct live *live, struct recording **out, char *why,
              size_t bytes);

/* Changes a setting to its next value. */
void live_change(struct live *live, enum live_change change);

#endif
