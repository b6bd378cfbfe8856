/* registry.c - one line per algorithm and application. */
#include "algorithm.h"

const struct port scan_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {NULL, PORT_IN, PORT_T, {NULL, 0, NULL}},
};

extern const struct algorithm sequential, naive, kogge_stone, hillis_steele,
    blelloch, brent_kung, scan_propagate, three_kernel, lookback;

const struct algorithm *const algorithms[] = {
    &sequential,     /* one thread, the textbook loop */
    &naive,          /* every output folds its own prefix */
    &kogge_stone,    /* shallow, n log n work, in sections */
    &hillis_steele,  /* the same idea over the whole array */
    &blelloch,       /* up-sweep, down-sweep, with an exchange */
    &brent_kung,     /* up-sweep, down-sweep, any branching factor */
    &scan_propagate, /* scan blocks, scan sums, add: 4n */
    &three_kernel,   /* reduce, scan sums, scan: 3n */
    &lookback,       /* one pass with status flags: 2n */
    NULL,
};
