/* kernel.cu - a map, and a scan of its results, in one pass.
 *
 *     numbers         5    2    4    7
 *     mapped         4,6  1,3  3,5  6,8        x - 1, x + 1
 *     out            4,6  5,9  8,14 14,22      add2_i32
 *
 * Each number is read once. The form `fused` scans with look-back (lookback/);
 * scan_ahead.h explains the form `look_ahead`.
 *
 * A thread keeps the numbers, not the elements, in registers, four to a row:
 * mapping a number again costs less than keeping its element. So a thread needs
 * few registers, many blocks run at a time, and many tiles can wait for others.
 * Elements go to their planes directly from registers, four numbers of a plane
 * in one access, for every T (planes.h). rows.h shows how a warp holds its
 * rows.
 *
 * Cost: 4 bytes read for each number, and each element written twice.
 * Try it: `scanlab measure map_scan map_scan:look_ahead -d simt -n 2^14`.
 * Source: Futhark report, section 3.2 and appendix B; Merrill and Garland,
 * NVR-2016-002.
 */
#include "gpu.h"
#include "map.h"

#ifndef ITEMS
#define ITEMS 16 /* numbers of a thread */
#endif
/* Numbers per thread that are side by side. */
#define WIDE (ITEMS % 4 == 0 ? 4 : ITEMS % 2 == 0 ? 2 : 1)

#include "planes.h"

#define FUSED      0 /* values of FORM */
#define LOOK_AHEAD 1
#ifndef FORM
#define FORM FUSED
#endif
#ifndef PREFETCH
#define PREFETCH 0 /* how many tiles ahead to prefetch; 0: none */
#endif

#include "bulk.h"      /* bulk_prefetch() */
#include "tile_scan.h" /* M, TILE, WARPS */

/* The ring of numbers of look_ahead. */
extern __shared__ uint4 units[];

/* The arguments of all kernels. */
struct arrays {
    const int32_t *in;
    void *mapped, *out; /* planes of n elements */
    uint64_t n;
};

#include "applications/map_scan/rows.h"
#if FORM == LOOK_AHEAD
#include "applications/map_scan/scan_ahead.h"
#else
#include "applications/map_scan/scan_mapped.h"
#endif
