/* segments_shape.h - segmented scans in look-ahead's form: how blocks are laid
 * out, by the bytes of an element. For kernels and for launch.c.
 *
 *     bytes    run  strips  scanners  reducers  lookers  copies
 *     4         43       4         4         2        4       2
 *     8         29       3         3         2        4       4
 *     16        15       3         3         2        4       2
 *     32        15       1         2         2        4       2
 *
 * Of 4 bytes it was found by measuring on an H200; the others are not tuned.
 */
#ifndef SEGMENTS_SHAPE_H
#define SEGMENTS_SHAPE_H

#include "../lookahead/shape.h"

#define SEGMENTS_RUN(bytes)      BY_SIZE(bytes, 43, 29, 15, 15)
#define SEGMENTS_STRIPS(bytes)   BY_SIZE(bytes, 4, 3, 3, 1)
#define SEGMENTS_SCANNERS(bytes) BY_SIZE(bytes, 4, 3, 3, 2)
#define SEGMENTS_REDUCERS(bytes) BY_SIZE(bytes, 2, 2, 2, 2)
#define SEGMENTS_LOOKERS(bytes)  BY_SIZE(bytes, 4, 4, 4, 4)
#define SEGMENTS_COPIES(bytes)   BY_SIZE(bytes, 2, 4, 2, 2)

#endif
