/* model.h - the GPU that the SIMT machine stands for: its limits, and for the
 * timed schedule what things cost.
 *
 * A machine file changes some of it, a line each; # begins a comment:
 *
 *     multiprocessors   2      # of them
 *     global_latency    600    # cycles from a load to its value
 */
#ifndef SIMT_MODEL_H
#define SIMT_MODEL_H

#include "algorithms/algorithm.h"
#include "base/status.h"

struct model {
    struct machine limits;
    /* cycles */
    unsigned clock_mhz;
    unsigned global_latency; /* a load that the caches do not have */
    unsigned flag_latency;   /* a volatile load or an atomic: from level 2 */
    unsigned shared_cycles;  /* to issue one access of a warp */
    unsigned global_cycles;
    unsigned barrier_cycles;
    unsigned bytes_per_cycle; /* of global memory, for all multiprocessors */
    unsigned launch_cycles; /* from one kernel's end to the next one's start */
};

/* The one in use. */
const struct model *model(void);

/* Reads a machine file into the one in use. WRONG_USE names the line. */
enum status model_read(const char *path, struct problem *why);

#endif
