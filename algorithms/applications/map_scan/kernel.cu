/* kernel.cu - a map, and a scan of what it makes: in one pass, and in two other
 * forms that show what the one pass saves.
 *
 *     numbers         5    2    4    7
 *     mapped         4,6  1,3  3,5  6,8        x - 1, x + 1
 *     out            4,6  5,9  8,14 14,22      add2_i32
 *
 *     fused          in -> mapped, out                         one kernel
 *     unfused        in -> mapped;  mapped -> out              two
 *     three_kernels  in -> totals;  totals;  in -> mapped, out
 *
 * The last one reads each number twice and maps it twice. The others scan by
 * look-back (lookback/), so nothing is read twice.
 *
 * Elements go to their planes as they come: neighbouring lanes write neighbouring
 * numbers, whatever T is (planes.h). How a warp loads its stretch, exchanges it
 * and scans it stands in tile_scan.h.
 *
 * Cost: 4 bytes of each number, and each element written twice.
 * Try it: `scanlab measure map_scan map_scan:unfused map_scan:three_kernels
 * -d simt -n 2^14`.
 * Source: Futhark report, section 3.2 and appendix B; Merrill and Garland,
 * NVR-2016-002.
 */
#include "gpu.h"
#include "map.h"
#include "planes.h"

#define FUSED         0 /* values of FORM */
#define UNFUSED       1
#define THREE_KERNELS 2
#ifndef FORM
#define FORM FUSED
#endif

#include "tile_scan.h" /* scan_block(); M, TILE, LANES */

extern __shared__ uint4 units[]; /* of the tile, for tile_scan.h */

/* What all kernels are given. */
struct arrays {
    const int32_t *in;
    void *mapped, *out; /* planes of n elements */
    uint64_t n;
};

/* ----------------------------------------------------------- load and store */

/* Element i of the scan's input. */
DEVICE T element_of(const struct arrays *of, uint64_t i, bool keeps)
{
    if (FORM == UNFUSED)
        return take_of_planes(of->mapped, of->n, i);
    const T x = map(of->in[i]);
    if (keeps)
        put_in_planes(of->mapped, of->n, i, x);
    return x;
}

/* A tile of `count` elements; each thread gets its own. What is mapped goes
 * into its planes, if it `keeps` it. */
DEVICE void load_mapped(const struct arrays *of, uint64_t begin, int count,
                        bool keeps, union own *mine)
{
    struct unit *const stretch = stretch_in(units);
    const int first = stretch_of_thread(), lane = lane_of_thread();

    for (int i = 0; i < M; i++) {
        const int at = i * LANES + lane;
        const T x = first + at < count
                        ? element_of(of, begin + first + at, keeps)
                        : identity();
        for (int k = 0; k < WORDS_OF_T; k++)
            *word_at(stretch, at * WORDS_OF_T + k) = word_of(&x, k);
    }
    __syncwarp(OUR_LANES); /* all lanes have written before any reads */
    for (int j = 0; j < UNITS; j++)
        mine->unit[j] = stretch[place(lane * UNITS + j)];
}

/* A lane writes in the stretch where it alone has read, in load_mapped(). */
DEVICE void store_scanned(const struct arrays *of, uint64_t begin, int count,
                          const union own *mine)
{
    struct unit *const stretch = stretch_in(units);
    const int first = stretch_of_thread(), lane = lane_of_thread();

    for (int j = 0; j < UNITS; j++)
        stretch[place(lane * UNITS + j)] = mine->unit[j];
    __syncwarp(OUR_LANES); /* all lanes have written before any reads */
    for (int i = 0; i < M; i++) {
        const int at = i * LANES + lane;
        union words_of_T x;
        for (int k = 0; k < WORDS_OF_T; k++)
            x.word[k] = *word_at(stretch, at * WORDS_OF_T + k);
        if (first + at < count)
            put_in_planes(of->out, of->n, begin + first + at, x.whole);
    }
}

/* What a thread of a tile has to scan. */
struct own_part {
    int own, threads; /* its elements, below 1: none; threads that have some */
};

DEVICE struct own_part own_part_of(int count)
{
    const int rest = count - (int)threadIdx.x * M;
    struct own_part part;

    part.own = rest < M ? rest : M;
    part.threads = (count + M - 1) / M;
    return part;
}

#if FORM == THREE_KERNELS
#include "applications/map_scan/map_twice.h"
#else
#include "applications/map_scan/scan_mapped.h"
#endif
