/* parameters.h - reduce_by_index: shared by plan.c and launch.c. The reference
 * needs the number of bins on every device, so this is the first parameter in
 * both files. */
#ifndef REDUCE_BY_INDEX_PARAMETERS_H
#define REDUCE_BY_INDEX_PARAMETERS_H

#include "../../contract/plan.h"

enum { IN, INDEX, OUT, BIN_COUNT };             /* ports */
enum { BINS, REDUCE_BY_INDEX_PARAMETER_COUNT }; /* parameters */
enum { MOST_BINS = 4096 };

#define BINS_PARAMETER                                                         \
    {                                                                          \
        .name = "bins", .macro = "BINS",                                       \
        .help = "number of bins, each with its own fold", .by_default = 256,   \
        .legal = {16, 64, 256, 1024, MOST_BINS}, .small = 16,                  \
        .of_result = true                                                      \
    }

#endif
