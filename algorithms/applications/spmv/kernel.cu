/* kernel.cu - spmv: a sparse matrix times a vector, row by row; two forms.
 *
 *     values    2 -1 | -1  2 -1 | 3
 *     columns   0  1 |  1  2  3 | 3
 *     x         1  2    3  4
 *     products  2 -2 | -2  6 -4 | 12
 *     y            0 |        0 | 12
 *
 * balanced: each block takes the same total number of nonzeros and rows
 * (balanced.h). course: flags, products, a segmented scan and the last elements
 * of rows are written by separate launches, one after another (course.h).
 *
 * Cost: up to an op for each nonzero and some for each thread; two elements
 * and a column read for each nonzero, an offset and an element for each row.
 * Try it: in a copy of balanced.h swap the operands of
 * op(before, walk.first), and run `scanlab verify spmv -d simt --source
 * kernel.cu`.
 * Source: OpenCL course day 3, "Flat-Parallel Sparse Matrix-Vector Mult";
 * Merrill and Garland, SC 2016.
 */
#include "gpu.h"

#include "product.h"   /* times() */
#include "tile_scan.h" /* BLOCK threads, M elements for each */

#define COURSE   0
#define BALANCED 1
#ifndef FORM
#define FORM BALANCED
#endif

extern __shared__ uint4 units[]; /* of course's tiles, for tile_scan.h */

#include "applications/spmv/carries.h"

#if FORM == COURSE
#include "applications/spmv/course.h"
#else
#include "applications/spmv/path.h"
#include "applications/spmv/balanced.h"
#endif
