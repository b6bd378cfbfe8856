/* parameters.h - histogram: shared by plan.c and launch.c. The reference needs
 * the number of bins on every device, so this is the first parameter in both
 * files. */
#ifndef HISTOGRAM_PARAMETERS_H
#define HISTOGRAM_PARAMETERS_H

#include "../../contract/plan.h"

enum { IN, COUNTS, BIN_COUNT };           /* ports */
enum { BINS, HISTOGRAM_PARAMETER_COUNT }; /* parameters */
enum { MAX_BINS = 4096 };

#define BINS_PARAMETER                                                         \
    {                                                                          \
        .name = "bins", .macro = "BINS",                                       \
        .help = "number of bins: 2^k for the k low bits of the key",           \
        .by_default = 256, .legal = {16, 64, 256, 1024, MAX_BINS},             \
        .small = 16, .of_result = true                                         \
    }

#endif
