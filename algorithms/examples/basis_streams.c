/* basis_streams.c - see basis_streams.h. */
#include "basis_streams.h"

struct stream {
    basis_chunk_map *map;
    basis_chunk_red *red;
    struct ints xs, out;
    size_t chunk; /* elements of one */
};

static size_t chunk_length(const struct stream *s, size_t k)
{
    const size_t begin = k * s->chunk;
    const size_t left = begin < s->xs.n ? s->xs.n - begin : 0;

    return left < s->chunk ? left : s->chunk;
}

static void map_chunk(void *env, size_t k)
{
    const struct stream *const s = env;
    const size_t length = chunk_length(s, k);

    if (length > 0)
        s->map(s->xs.at + k * s->chunk, length, s->out.at + k * s->chunk);
}

static void reduce_chunk(void *env, size_t k)
{
    const struct stream *const s = env;
    const size_t length = chunk_length(s, k);

    s->out.at[k] = s->red(length ? s->xs.at + k * s->chunk : NULL, length);
}

struct ints basis_stream_map(struct basis *b, basis_chunk_map *f, size_t chunks,
                             struct ints xs)
{
    struct stream stream = {.map = f,
                            .xs = xs,
                            .out = basis_ints(b, xs.n),
                            .chunk = (xs.n + chunks - 1) / chunks};
    const double length = (double)stream.chunk;

    basis_each(b, chunks, length, length * 2 * sizeof(int32_t), map_chunk,
               &stream);
    return stream.out;
}

int32_t basis_stream_red(struct basis *b, const struct basis_monoid *monoid,
                         basis_chunk_red *f, size_t chunks, struct ints xs)
{
    struct stream stream = {.red = f,
                            .xs = xs,
                            .out = basis_ints(b, chunks),
                            .chunk = (xs.n + chunks - 1) / chunks};
    const double length = (double)stream.chunk;

    basis_each(b, chunks, length, (length + 1) * sizeof(int32_t), reduce_chunk,
               &stream);
    return basis_reduce_ints(b, monoid, stream.out);
}
