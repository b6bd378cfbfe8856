/* hidden_names.h - read before the first line of a scan that is compiled.
 *
 * By these macros a monoid, a function of elements and the intervals of a proof
 * are handed to gpu.h, cpu.h, predicate.h and its like. The code of a scan is
 * to be the same for all of them, so it sees none: here they are put away, and
 * the headers that use one take it out again for themselves,
 *
 *     #ifndef MONOID
 *     #pragma pop_macro("MONOID")
 *     #endif
 *     #include MONOID
 *     #undef MONOID
 *
 * and where a compiler is called without this header, nothing is hidden.
 */
#pragma push_macro("MONOID")
#pragma push_macro("PREDICATE")
#pragma push_macro("KEY_HEADER")
#pragma push_macro("PRODUCT_HEADER")
#pragma push_macro("MAP_HEADER")
#pragma push_macro("INTERVAL_BYTES")
#undef MONOID
#undef PREDICATE
#undef KEY_HEADER
#undef PRODUCT_HEADER
#undef MAP_HEADER
#undef INTERVAL_BYTES
