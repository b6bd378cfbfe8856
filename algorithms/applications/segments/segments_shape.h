/* segments_shape.h - segmented scans in look-ahead's form: the layout of
 * blocks, by the size of an element. For kernels and for launch.c.
 *
 *     bytes    run  strips  scanners  reducers  lookers  copies
 *     4         43       4         4         2        2       1
 *     8         29       3         3         2        2       1
 *     16        15       3         3         2        4       2
 *     32        15       1         2         2        4       2
 *
 * With flags there are 2 markers. With offsets there are 4, or 5 for 4-byte
 * elements, whose run is then 39: the markers' bytes need room.
 *
 * For 4 bytes the whole row was found by measuring on an H200; for the other
 * sizes, only the number of lookers.
 */
#ifndef SEGMENTS_SHAPE_H
#define SEGMENTS_SHAPE_H

#include "../../lookahead/shape.h"

#define SEGMENTS_RUN(bytes)      BY_SIZE(bytes, 43, 29, 15, 15)
#define SEGMENTS_STRIPS(bytes)   BY_SIZE(bytes, 4, 3, 3, 1)
#define SEGMENTS_SCANNERS(bytes) BY_SIZE(bytes, 4, 3, 3, 2)
#define SEGMENTS_REDUCERS(bytes) BY_SIZE(bytes, 2, 2, 2, 2)
#define SEGMENTS_LOOKERS(bytes)  BY_SIZE(bytes, 2, 2, 4, 4)
#define SEGMENTS_COPIES(bytes)   BY_SIZE(bytes, 1, 1, 2, 2)

#define SEGMENTS_FLAG_MARKERS(bytes)   BY_SIZE(bytes, 2, 2, 2, 2)
#define SEGMENTS_OFFSET_MARKERS(bytes) BY_SIZE(bytes, 5, 4, 4, 4)
#define SEGMENTS_OFFSET_RUN(bytes)     BY_SIZE(bytes, 39, 29, 15, 15)

#endif
