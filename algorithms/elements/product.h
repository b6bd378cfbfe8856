/* product.h - how two elements are multiplied, before op joins products.
 *
 * Compiled with -DPRODUCT_HEADER="\"times.h\"", which defines for two
 * elements
 *
 *     DEVICE T times(T a, T b)
 *
 * products/ has some, and users can write their own (`--product mine.h`). It
 * need be neither commutative nor associative. In a proof the elements are
 * opaque, and the product of two matching elements is a separate element
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
