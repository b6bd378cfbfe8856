/* parameters.h - look-back on a GPU: its parameters, and the names of their
 * values. For launch.c; kernel.cu and its headers explain each of them.
 */
#ifndef LOOKBACK_PARAMETERS_H
#define LOOKBACK_PARAMETERS_H

#include "../contract/launch.h"
#include "items.h"

enum {
    BLOCK,
    ITEMS,
    WINDOW,
    LOOK,
    STEP,
    PREDECESSOR,
    PUBLISH,
    TICKETS,
    STATUS,
    PAUSE,
    REGISTERS,
    MOVE,
    PREFETCH,
    FOLD,
    TRANSPOSE,
    STORE,
    SHARED
};
enum { ONE_THREAD, BY_WARP, BY_BLOCK };      /* of LOOK */
enum { WHOLE, USED };                        /* of STEP */
enum { NO_PREFIX, CHAINED, FULL, ANCHORED }; /* of PUBLISH */
enum { ARRAYS, PACKED };                     /* of STATUS */
enum { STRIPED, BULK };                      /* of MOVE */
enum { IN_WORDS, IN_BYTE };                  /* of FOLD */
enum { STRIDED_WRITE, STRIDED_READ };        /* of TRANSPOSE */
enum { COALESCED, OWN };                     /* of STORE */
enum { SEPARATE, REUSED };                   /* of SHARED */

static const struct parameter parameters[] = {
    {.name = "block",
     .macro = "BLOCK",
     .help = "threads per block",
     .by_default = 256,
     .legal = {4, 8, 16, 32, 64, 128, 256, 512, 1024},
     .small = 32},
    {.name = "items",
     .macro = "ITEMS",
     .help = "elements per thread; 0: by the Futhark compiler's rule, 1000: by "
             "the report's",
     .by_default = 16,
     .legal = {BY_COMPILER, 1,  2,  3,  4,  5,  7,  8,  9,  11,  13,
               15,          16, 23, 27, 31, 32, 53, 55, 63, 107, BY_REPORT},
     .rule = {{"BY_COMPILER", BY_COMPILER}, {"BY_REPORT", BY_REPORT}},
     .small = 2},
    {.name = "window",
     .macro = "WINDOW",
     .help = "tiles per window, which are looked at together",
     .by_default = 32,
     .legal = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512},
     .small = 4},
    {.name = "look",
     .macro = "LOOK",
     .help = "what reduces a window: one thread, a warp, or a warp for each "
             "32 tiles",
     .by_default = BY_WARP,
     .legal = {ONE_THREAD, BY_WARP, BY_BLOCK},
     .names = {"one_thread", "warp", "by_block"},
     .small = BY_WARP},
    {.name = "step",
     .macro = "STEP_USED",
     .help =
         "wait for the whole window, or continue with the part that is used",
     .by_default = USED,
     .legal = {WHOLE, USED},
     .names = {"whole", "used"},
     .of = {"full", "no_prefix", "chained"},
     .small = USED},
    {.name = "predecessor",
     .macro = "PREDECESSOR",
     .help = "look at the direct predecessor first",
     .by_default = 1,
     .legal = {0, 1},
     .names = {"no_predecessor", "predecessor"},
     .of = {"full", "no_prefix", "chained"},
     .small = 1},
    {.name = "publish",
     .macro = "PUBLISH",
     .help = "aggregates and tile 0's prefix, only prefixes, both, or the "
             "prefix of every window-th tile and the others' aggregates",
     .by_default = FULL,
     .legal = {NO_PREFIX, CHAINED, FULL, ANCHORED},
     .names = {"no_prefix", "chained", "full", "anchored"},
     .small = FULL},
    {.name = "tickets",
     .macro = "TICKETS",
     .help = "number tiles in the order in which blocks start; otherwise by "
             "blockIdx.x, which can hang",
     .by_default = 1,
     .legal = {0, 1},
     .names = {"no_tickets", "tickets"},
     .small = 1,
     .lesson = "hangs when blocks start out of order",
     .wrong = 0,
     .right_in_order = true},
    {.name = "status",
     .macro = "PACKED",
     .help = "flags, aggregates and prefixes in arrays, with fences, or flag "
             "and value in one word",
     .by_default = ARRAYS,
     .legal = {ARRAYS, PACKED},
     .names = {"arrays", "packed"},
     .small = ARRAYS},
    {.name = "pause",
     .macro = "PAUSE",
     .help = "nanoseconds before each look at a window: later looks need not "
             "go back as far",
     .by_default = 0,
     .legal = {0, 300, 500, 700, 1000, 1500},
     .small = 0},
    REGISTERS_PARAMETER(32, 40, 48, 56, 64, 80),
    {.name = "move",
     .macro = "BULK",
     .help = "a tile is loaded striped and transposed into registers, or "
             "copied in bulk and kept in shared memory",
     .by_default = STRIPED,
     .legal = {STRIPED, BULK},
     .names = {"striped", "bulk"},
     .small = STRIPED},
    {.name = "prefetch",
     .macro = "PREFETCH",
     .help =
         "how many tiles ahead to prefetch to the second-level cache; 0: none",
     .by_default = 0,
     .legal = {0, 16, 32, 64, 96, 128, 256},
     .small = 0},
    {.name = "fold",
     .macro = "FOLD_BYTE",
     .help = "one thread keeps a window's flag and its number of used tiles in "
             "a word each, or in one byte",
     .by_default = IN_WORDS,
     .legal = {IN_WORDS, IN_BYTE},
     .names = {"in_words", "in_byte"},
     .small = IN_WORDS},
    {.name = "transpose",
     .macro = "READ_STRIDED",
     .help = "a thread writes its words to shared memory apart and reads them "
             "together, or the reverse",
     .by_default = STRIDED_WRITE,
     .legal = {STRIDED_WRITE, STRIDED_READ},
     .names = {"strided_write", "strided_read"},
     .small = STRIDED_WRITE},
    {.name = "store",
     .macro = "STORE_OWN",
     .help = "transpose back and store, coalesced, or each thread stores its "
             "own elements",
     .by_default = COALESCED,
     .legal = {COALESCED, OWN},
     .names = {"coalesced", "own"},
     .small = COALESCED},
    {.name = "shared",
     .macro = "REUSED",
     .help = "shared memory of the other phases next to the tile's words, or "
             "in the same place",
     .by_default = SEPARATE,
     .legal = {SEPARATE, REUSED},
     .names = {"separate", "reused"},
     .small = SEPARATE},
    {.name = NULL},
};

/* Found on an H200: results/h200/sweeps. Tiles of some 55,000 bytes, four of
 * which fill the shared memory of a multiprocessor, with few threads for each:
 * a waiting block already holds its tile. If there are only a few tiles per
 * multiprocessor, smaller ones share the work more evenly. */
#define FAST "window=32,no_predecessor,packed,bulk,"
#define FAR  "prefetch=64,"
static const struct shape shapes[] = {
    {"cuda", 4, false, 1 << 22,
     FAST "prefetch=0,block=128,items=63,pause=0,registers=80"},
    {"cuda", 4, false, 1 << 26,
     FAST FAR "block=128,items=63,pause=0,registers=80"},
    {"cuda", 4, false, 0,
     FAST FAR "block=128,items=107,pause=1000,registers=80"},
    {"cuda", 8, false, 0,
     FAST FAR "block=256,items=27,pause=1500,registers=56"},
    {"cuda", 16, false, 0, FAST FAR "block=128,items=27,pause=1000"},
    {"cuda", 32, false, 0, FAST FAR "block=128,items=13,pause=1000"},
    {.settings = NULL},
};

static const struct variant variants[] = {
    {"report",
     "block=256,items=9,window=32,one_thread,used,predecessor,full,tickets,"
     "arrays,striped,pause=0,registers=0,prefetch=0",
     "the form that the Futhark report uses"},
    {"reproducible", "window=32,warp,anchored",
     "look-back to fixed tiles: the same tree of operands in every run"},
    {.name = NULL},
};

#endif
