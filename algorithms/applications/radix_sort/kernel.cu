/* kernel.cu - radix sort by the digits of a key, lowest first, in two forms.
 *
 *     in         3 1 2 1 1 3 2 0         keys of 2 bits, digits of 1 bit
 *     bit 0      2 2 0 3 1 1 1 3         those with 0, then those with 1, each
 *     bit 1      0 1 1 1 2 2 3 3         in order: a stable pass preserves the
 *                                        order that earlier passes made
 *
 * A pass is a stable scatter: an element goes after all that have a smaller
 * digit, and after those before it that have the same digit. The number of
 * these elements comes from an exclusive scan of counts (three_kernels.h), or
 * from the counts that tiles publish (single_sweep.h); ranked_tile.h finds the
 * places in a tile.
 *
 * Cost: no op; 3n traffic for each digit, or n once and 2n for each digit.
 * Try it: `scanlab run radix_sort -d simt -n 20 --bits 2 --form scan`.
 * Source: Futhark report, appendix; Blelloch 1990; Merrill and Grimshaw 2011;
 * Adinets and Merrill, Onesweep, 2022.
 */
#include "gpu.h"

#ifndef BLOCK
#define BLOCK 384
#endif
#ifndef ITEMS
#define ITEMS 28
#endif
#ifndef FORM
#define FORM 1
#endif
#ifndef WORDS
#define WORDS 32
#endif
#ifndef WINDOW
#define WINDOW 4 /* tiles that are looked at together */
#endif
#ifndef COUNT_BLOCK
#define COUNT_BLOCK 1024 /* threads of a block that counts all digits, */
#endif
#ifndef COUNT_ROOM
#define COUNT_ROOM 65536 /* ... and bytes of its shared memory */
#endif
#ifndef REGISTERS
#define REGISTERS 0 /* per thread, at most; 0: the compiler's choice */
#endif

#include "applications/radix_sort/digits.h"
#include "applications/radix_sort/ranked_tile.h"

extern __shared__ uint4 units[]; /* a room, or tables of counts */

#if FORM == 0 /* scan */
#include "applications/radix_sort/three_kernels.h"
#else
#include "applications/radix_sort/single_sweep.h"
#endif
