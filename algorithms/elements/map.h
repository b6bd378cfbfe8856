/* map.h - how a number becomes an element.
 *
 * Compiled with -DMAP_HEADER="\"neighbours.h\"", which defines for one number
 *
 *     DEVICE T map(int32_t x)
 *
 * maps/ has some maps, and users can write their own (`--map mine.h`). In a
 * proof the elements are opaque: there each number that the proof chooses is
 * a separate element (maps/drawn.h). Included after gpu.h or cpu.h.
 */
#ifndef MAP_H
#define MAP_H

#ifndef MAP_HEADER /* hidden_names.h */
#pragma pop_macro("MAP_HEADER")
#endif
#include MAP_HEADER
#undef MAP_HEADER

#endif
