/* predicate.h - which elements an application keeps.
 *
 * Compiled with -DPREDICATE="\"odd.h\"", which defines for one element
 *
 *     DEVICE bool keeps(T x)
 *
 * predicates/ has some, and users can write their own (`--predicate mine.h`).
 * In a proof the elements are opaque, and the proof chooses which are kept, in
 * several patterns (predicates/drawn.h). Included after gpu.h or cpu.h.
 */
#ifndef PREDICATE_H
#define PREDICATE_H

#ifndef PREDICATE /* hidden_names.h */
#pragma pop_macro("PREDICATE")
#endif
#include PREDICATE
#undef PREDICATE

#endif
