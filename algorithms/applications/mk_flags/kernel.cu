/* kernel.cu - mk_flags: the sums of lengths are the places of heads; two
 * forms.
 *
 *     shape           0 3 1 0 4 2 0
 *     places          0 0 3 4 4 8 10           where each segment begins
 *     marked          . 0 3 . 4 8 .            except the empty ones
 *     flags           1 0 0 1 1 0 0 0 1 0
 *
 * in_launches: all flags are cleared; stretches of the shape are summed, the
 * sums scanned, and heads marked (flags_in_launches.h). one_pass: tiles of the
 * shape look back to find where they begin, and write all their flags
 * (flags_in_one_pass.h).
 *
 * An empty segment begins where the next one does. It must not be marked: at
 * the end of the array, the mark would be outside.
 *
 * Cost: no op; in one_pass 4 bytes per segment and a byte per flag.
 * Try it: `scanlab run mk_flags -d simt -n 20`.
 * Source: OpenCL course day 3, "Computing Flag Array from Shape Array".
 */
#include "gpu.h"
#include "lanes.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ITEMS
#define ITEMS 16
#endif

#define IN_LAUNCHES 0
#define ONE_PASS    1
#ifndef FORM
#define FORM ONE_PASS
#endif

enum { WARPS = BLOCK / WARP, TILE = BLOCK * ITEMS, STRETCH = WARP * ITEMS };

/* Number of elements of the tile that begins at `begin`. */
DEVICE uint32_t count_from(uint64_t begin, uint64_t end)
{
    return end - begin < TILE ? (uint32_t)(end - begin) : TILE;
}

#if FORM == IN_LAUNCHES
#include "applications/mk_flags/flags_in_launches.h"
#else
#include "applications/mk_flags/flags_in_one_pass.h"
#endif
