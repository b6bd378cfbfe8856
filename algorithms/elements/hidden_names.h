/* hidden_names.h - the compiler reads this before the first line of a scan.
 *
 * These macros pass a monoid, a function of elements and the intervals of a
 * proof to gpu.h, cpu.h, predicate.h and similar headers. The code of a scan
 * must be the same for all of them, so it sees none: here the macros are pushed
 * away, and a header that uses one pops it again for itself,
 *
 *     #ifndef MONOID
 *     #pragma pop_macro("MONOID")
 *     #endif
 *     #include MONOID
 *     #undef MONOID
 *
 * and if a compiler is called without this header, nothing is hidden.
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
