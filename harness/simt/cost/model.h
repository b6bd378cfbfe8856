/* model.h - the GPU that the SIMT machine models: its limits, and its costs on
 * the timed schedule.
 *
 * A machine file changes some of these numbers, one on each line; # begins a
 * comment:
 *
 *     multiprocessors   2
 *     global_latency    600    # cycles from a load to its value
 */
#ifndef SIMT_MODEL_H
#define SIMT_MODEL_H

#include "algorithms/contract/algorithm.h"
#include "base/status.h"

struct model {
    struct machine limits;
    unsigned clock_mhz;
    /* In cycles, all except bytes_per_cycle. */
    unsigned global_latency; /* for a load that misses the caches */
    unsigned flag_latency;  /* for a volatile load or an atomic, from level 2 */
    unsigned shared_cycles; /* to issue one access of a warp */
    unsigned global_cycles;
    unsigned barrier_cycles;
    unsigned bytes_per_cycle; /* of global memory, for all multiprocessors */
    unsigned launch_cycles; /* from one kernel's end to the start of the next */
};

/* The model in use. */
const struct model *model(void);

/* Reads a machine file into the model in use. WRONG_USE names the line. */
enum status model_read(const char *path, struct problem *why);

#endif
