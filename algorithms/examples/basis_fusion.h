/* basis_fusion.h - the same result with fewer arrays in memory.
 *
 *     map f (map g xs)  =  map (f after g) xs
 *
 * Both sides do the same work; the right one stores no array between the two
 * maps. If memory is the bottleneck, that saves half the time.
 */
#ifndef BASIS_FUSION_H
#define BASIS_FUSION_H

#include "basis.h"

/* f(env, g(env, x)) by two maps, and by one. */
struct ints basis_map_map(struct basis *b, basis_function *f, basis_function *g,
                          const void *env, struct ints xs);
struct ints basis_map_composed(struct basis *b, basis_function *f,
                               basis_function *g, const void *env,
                               struct ints xs);

/* The sum of all xs[i] * ys[i], modulo 2^32: zip, map, reduce; and the same
 * with one loop per chunk, so that only the chunks' sums are stored. */
int32_t basis_dotprod(struct basis *b, struct ints xs, struct ints ys);
int32_t basis_dotprod_fused(struct basis *b, size_t chunks, struct ints xs,
                            struct ints ys);

#endif
