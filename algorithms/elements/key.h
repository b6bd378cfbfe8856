/* key.h - the key by which elements are sorted and counted.
 *
 * Compiled with -DKEY_HEADER="\"value.h\"", which defines for one element
 *
 *     enum { KEY_BITS = 32 };
 *     DEVICE uint64_t key(T x)
 *
 * a number of KEY_BITS bits, 1 to 64; smaller keys come first. keys/ has some
 * keys, and users can write their own (`--key mine.h`). In a proof the elements
 * are opaque, so the proof chooses keys (keys/drawn.h). Included after gpu.h or
 * cpu.h.
 */
#ifndef KEY_H
#define KEY_H

#ifndef KEY_HEADER /* hidden_names.h */
#pragma pop_macro("KEY_HEADER")
#endif
#include KEY_HEADER
#undef KEY_HEADER

#endif
