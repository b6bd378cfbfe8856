/* cpu.c - Kogge-Stone scan of one section, held in registers.
 *
 *     input      a   b    c    d
 *     stride 1   a   ab   bc   cd      each cell takes in its left neighbour,
 *     stride 2   a   ab   abc  abcd    then the cell two to the left, ...
 *
 * A step needs all old values before it writes new ones. On a GPU this requires
 * barriers. A SIMD instruction reads its operands before it writes, and the
 * loop over rows runs downwards. Sections are joined by a carry (sections.h),
 * chunks of them by threads (chunks.h).
 *
 * Cost of a section of B: log2(B) steps, B*log2(B) - (B-1) ops.
 * Try it: --block 4 ... 256; reverse the loop over k and run
 * `scanlab verify kogge_stone --source cpu.c`.
 * Source: Kogge and Stone, IEEE Trans. Computers C-22 (1973); ECE408
 * lecture 16.
 */
#include "cpu.h"
#include "span.h"
#include "chunks.h"
#include "sections.h"

INLINE void scan_section(vec row[], int rows)
{
    const vec nothing = vec_all(identity());

    UNROLL for (int stride = 1; stride < W; stride *= 2) /* within registers */
        UNROLL for (int k = rows - 1; k >= 0; k--)
            row[k] = vec_op(vec_up(k ? row[k - 1] : nothing, row[k], stride),
                            row[k]);
    UNROLL for (int far = 1; far < rows; far *= 2) /* between registers */
        UNROLL for (int k = rows - 1; k >= far; k--)
            row[k] = vec_op(row[k - far], row[k]);
}

void native_scan(const struct native_call *call)
{
    scan_in_chunks(call);
}
