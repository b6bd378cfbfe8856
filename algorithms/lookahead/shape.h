/* shape.h - look-ahead: the layout of its persistent blocks.
 *
 * For kernel.cu and launch.c: the value of a parameter that was not given, by
 * the size of an element. Found by measuring on an H200, where ten tiles of
 * 23,040 bytes fill the shared memory: results/h200/sweeps.
 *
 *     bytes    run  strips  scanners  reducers  lookers  copies
 *     4         45       4         4         2        2       2
 *     8         31       3         3         2        2       4
 *     16        15       3         3         2        5       2
 *     32        21       1         2         2        5       2
 *
 * Other GPUs use the same rows, and as many tiles as their shared memory
 * holds; on an H100, int32 reaches 0.99 of a copy (results/h100).
 */
#ifndef LOOKAHEAD_SHAPE_H
#define LOOKAHEAD_SHAPE_H

/* By the size of an element. */
#define BY_SIZE(bytes, four, eight, sixteen, more)                             \
    ((bytes) <= 4    ? (four)                                                  \
     : (bytes) <= 8  ? (eight)                                                 \
     : (bytes) <= 16 ? (sixteen)                                               \
                     : (more))

#define USUAL_RUN(bytes)      BY_SIZE(bytes, 45, 31, 15, 21)
#define USUAL_STRIPS(bytes)   BY_SIZE(bytes, 4, 3, 3, 1)
#define USUAL_SCANNERS(bytes) BY_SIZE(bytes, 4, 3, 3, 2)
#define USUAL_REDUCERS(bytes) BY_SIZE(bytes, 2, 2, 2, 2)
#define USUAL_LOOKERS(bytes)  BY_SIZE(bytes, 2, 2, 5, 5)
#define USUAL_COPIES(bytes)   BY_SIZE(bytes, 2, 4, 2, 2)

enum {
    MAX_STAGES = 16,    /* buffers of the ring */
    AHEAD = 5,          /* aggregates that a lane reads together */
    ROUND = AHEAD * 32, /* ... and a warp */
    MAX_ROWS = 32       /* of scan_once */
};

/* Over several GPUs a buffer needs more memory besides (peers.h): with large
 * elements there is room for ten. */
#define MOST_STAGES(gpus, bytes) ((gpus) > 1 && (bytes) > 8 ? 10 : MAX_STAGES)

/* ... with elements of this size, in blocks of so many threads: registers do not
 * hold more than 128 bytes a lane, and half of that in blocks of more than 256.
 */
#define MOST_ROWS(bytes, block)                                                \
    (BY_SIZE(bytes, 32, 16, 16, 8) / ((block) > 256 ? 2 : 1))

#endif
