/* predicate.h - which elements an application keeps.
 *
 * Compiled with -DPREDICATE="\"odd.h\"": the header says it of one element,
 *
 *     DEVICE bool keeps(T x)
 *
 * as predicates/ has some and anyone may write one (`--predicate mine.h`). In a
 * proof the elements are opaque: there it is drawn which of them are kept
 * (predicates/drawn.h). Included after gpu.h or cpu.h.
 */
#ifndef PREDICATE_H
#define PREDICATE_H

#ifndef PREDICATE /* hidden_names.h */
#pragma pop_macro("PREDICATE")
#endif
#include PREDICATE
#undef PREDICATE

#endif
