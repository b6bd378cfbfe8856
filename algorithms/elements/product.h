/* product.h - how two elements are multiplied, before op joins products.
 *
 * Compiled with -DPRODUCT_HEADER="\"times.h\"": the header says it of two
 * elements,
 *
 *     DEVICE T times(T a, T b)
 *
 * as products/ has some and anyone may write one (`--product mine.h`). It need
 * be neither commutative nor associative. In a proof the elements are opaque:
 * there the product of the right two is an element of its own
 * (products/drawn.h). Included after gpu.h or cpu.h.
 */
#ifndef PRODUCT_H
#define PRODUCT_H

#ifndef PRODUCT_HEADER /* hidden_names.h */
#pragma pop_macro("PRODUCT_HEADER")
#endif
#include PRODUCT_HEADER
#undef PRODUCT_HEADER

#endif
