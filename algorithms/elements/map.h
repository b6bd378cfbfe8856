/* map.h - how a number becomes an element.
 *
 * Compiled with -DMAP_HEADER="\"neighbours.h\"": the header says it of one,
 *
 *     DEVICE T map(int32_t x)
 *
 * as maps/ has some and anyone may write one (`--map mine.h`). In a proof the
 * elements are opaque: there each number that is drawn stands for an element
 * of its own (maps/drawn.h). Included after gpu.h or cpu.h.
 */
#ifndef MAP_H
#define MAP_H

#ifndef MAP_HEADER /* hidden_names.h */
#pragma pop_macro("MAP_HEADER")
#endif
#include MAP_HEADER
#undef MAP_HEADER

#endif
