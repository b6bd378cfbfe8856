/* parameters.h - look-ahead on a GPU: its parameters and the names of their
 * values. For launch.c; shape.h has the values used for a parameter that is 0.
 */
#ifndef LOOKAHEAD_PARAMETERS_H
#define LOOKAHEAD_PARAMETERS_H

#include "../contract/launch.h"

enum {
    ITEMS,
    STRIPS,
    SCANNERS,
    REDUCERS,
    LOOKERS,
    STAGES,
    COPIES,
    SMALL,
    BLOCK,
    GRID,
    GPUS
};
enum { STREAM, AT_ONCE }; /* of SMALL */

static const struct parameter parameters[] = {
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements of a lane's run, odd; 0: by element size",
     .by_default = 0,
     .legal = {0, 1, 3, 5, 7, 9, 11, 13, 15, 21, 23, 29, 31, 45, 63},
     .small = 1},
    {.name = "strips",
     .macro = "STRIPS",
     .help = "strips of a tile, each a warp's runs; 0: by element size",
     .by_default = 0,
     .legal = {0, 1, 2, 3, 4, 5, 6, 8, 10, 12},
     .small = 2},
    {.name = "scanners",
     .macro = "SCANNERS",
     .help = "warps that scan strips; 0: by element size",
     .by_default = 0,
     .legal = {0, 1, 2, 3, 4, 5, 6, 8},
     .small = 1},
    {.name = "reducers",
     .macro = "REDUCERS",
     .help = "warps that take turns reducing tiles; 0: by element size",
     .by_default = 0,
     .legal = {0, 1, 2, 3, 4, 5},
     .small = 1},
    {.name = "lookers",
     .macro = "LOOKERS",
     .help = "warps that take turns looking at generations; 0: by element size",
     .by_default = 0,
     .legal = {0, 1, 2, 3, 4, 5, 8, 10},
     .small = 2},
    {.name = "stages",
     .macro = "STAGES",
     .help = "buffers of the ring; 0: as many as fit",
     .by_default = 0,
     .legal = {0, 2, 4, 6, 8, 10, 12},
     .small = 2},
    {.name = "copies",
     .macro = "COPIES",
     .help = "copies of each aggregate, so that fewer blocks read the same one",
     .by_default = 0,
     .legal = {0, 1, 2, 4, 8},
     .small = 2},
    {.name = "small",
     .macro = "SMALL",
     .help =
         "for small n: use the ring too, or registers with one tile per block",
     .by_default = AT_ONCE,
     .legal = {STREAM, AT_ONCE},
     .names = {"stream", "at_once"},
     .small = STREAM},
    {.name = "block",
     .macro = "BLOCK",
     .help = "threads per block if n is small",
     .by_default = 512,
     .legal = {32, 64, 128, 256, 512},
     .small = 32},
    {.name = "grid",
     .macro = "GRID",
     .help = "blocks, which all run at once; 0: one per multiprocessor. With "
             "the same grid, every GPU combines the same operands",
     .by_default = 0,
     .legal = {0, 1, 2, 16, 32, 64, 80, 108, 114, 128, 132},
     .small = 0},
    {.name = "gpus",
     .macro = "GPUS",
     .help = "GPUs of this host that scan together, each its chunks in turn",
     .by_default = 1,
     .legal = {1, 2, 3, 4, 8},
     .small = 1},
    {.name = NULL},
};

/* One block alone, up to 16 KiB, is faster with fewer threads, each of which has
 * more rows; found on an H200 with 4-byte elements. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 1 << 12, "block=256"},
    {"cuda", 8, false, 1 << 11, "block=256"},
    {"cuda", 16, false, 1 << 10, "block=256"},
    {"cuda", 32, false, 1 << 9, "block=256"},
    {.settings = NULL},
};

#endif
