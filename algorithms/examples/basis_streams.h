/* basis_streams.h - a sequential function on each of `chunks` chunks.
 *
 *     chunks = 1     one thread does it all        work n   span n
 *     chunks = n     a thread for each element     work n   span 1
 *     chunks = P     as many as the machine runs   work n   span n/P
 *
 * f must give the same result for any number of chunks.
 */
#ifndef BASIS_STREAMS_H
#define BASIS_STREAMS_H

#include "basis.h"

/* Computes out[i] for each of the n elements of a chunk, one after another. */
typedef void basis_chunk_map(const int32_t *in, size_t n, int32_t *out);
/* Returns one number for the n elements of a chunk. */
typedef int32_t basis_chunk_red(const int32_t *in, size_t n);

struct ints basis_stream_map(struct basis *b, basis_chunk_map *f, size_t chunks,
                             struct ints xs);
/* The chunks' numbers joined by the monoid: basis_add or basis_max. */
int32_t basis_stream_red(struct basis *b, const struct basis_monoid *monoid,
                         basis_chunk_red *f, size_t chunks, struct ints xs);

#endif
