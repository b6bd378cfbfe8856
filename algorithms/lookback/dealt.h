/* dealt.h - scans the chunks that are dealt to this process (native.h): one pass
 * over memory, as by threads. Included by cpu.c.
 *
 *     scan       0.0       0.1       1.0       1.1       tile 1 of chunk 0: 0.1
 *       reduce     1.1       2.0       2.1       3.0
 *     messages             of 1                of 2
 *
 * While a tile is scanned, another is fetched and reduced: it is further on by
 * a chunk and FLIGHT tiles. So when the last tile of chunk 1 has been reduced,
 * FLIGHT tiles of chunk 0 are still to be scanned, and during that time the
 * totals of 1 are under way. A tile is read from memory once, if what is reduced
 * but not yet scanned fits into a core's cache.
 *
 * A chunk has several tiles, since messages have a price:
 *
 *     | head | tile | tile | tile | rest |
 *
 * After the head a tile begins with a whole line of the output, so that it can
 * be streamed. The first element of all has nothing before it: it is a head.
 */
#ifndef DEALT_H
#define DEALT_H

enum {
    MOST_TILES = 32, /* of a chunk; what comes after them is its rest */
    FLIGHT = 1,      /* tiles scanned while totals are under way, at least */
    CHUNKS = 4       /* one is scanned, one reduced, up to two between them */
};

struct chunk {
    const T *in;
    T *out;
    size_t n, head, tiles;
    struct fold fold[MOST_TILES]; /* of each tile */
    T all;                        /* of the elements reduced so far */
};

struct dealt {
    const struct native_call *call;
    bool stream;
    struct chunk chunk[CHUNKS];  /* a ring */
    size_t g, tile;              /* to be reduced next */
    size_t published, collected; /* generations */
    T before;                    /* of the chunk to be scanned, if `holds` */
    bool holds;
};

INLINE size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

INLINE struct chunk *chunk_at(struct dealt *d, size_t g)
{
    return &d->chunk[g % CHUNKS];
}

/* Where a tile begins in its chunk; after the last: where the rest does. */
INLINE size_t tile_at(const struct chunk *chunk, size_t tile)
{
    return chunk->head + tile * TILE_LENGTH;
}

/* --------------------------------------------------------------- to reduce */

/* Joins the fold of what begins at `at` with those before it. */
INLINE void chunk_take(struct chunk *chunk, size_t at, T fold)
{
    chunk->all = at > 0 ? op(chunk->all, fold) : fold;
}

/* Cuts up the chunk of generation d->g, and reduces its head. */
static void chunk_open(struct dealt *d)
{
    const struct native_call *const call = d->call;
    struct chunk *const chunk = chunk_at(d, d->g);
    const size_t begin = smaller(d->g * call->dealt->chunk, call->n);
    size_t head = d->g == 0;

    chunk->in = (const T *)call->ports[0] + begin;
    chunk->out = (T *)call->ports[1] + begin;
    chunk->n = smaller(call->dealt->chunk, call->n - begin);
    if (W > 1 || STREAM)
        head += span_head(chunk->out + head, LINE);
    chunk->head = smaller(head, chunk->n);
    chunk->tiles = smaller((chunk->n - chunk->head) / TILE_LENGTH, MOST_TILES);
    if (chunk->head > 0)
        chunk_take(chunk, 0, span_reduce(chunk->in, chunk->head));
    d->tile = 0;
}

/* One message is under way at most. */
static void publish_next(struct dealt *d)
{
    const struct native_dealt *const dealt = d->call->dealt;
    const struct chunk *const chunk = chunk_at(d, d->published);

    if (d->published == dealt->generations || d->published == d->g ||
        d->published > d->collected)
        return;
    d->published++;
    dealt->publish(dealt->context, chunk->n > 0 ? &chunk->all : NULL);
}

/* The chunk's tiles are reduced. */
static void chunk_close(struct dealt *d)
{
    struct chunk *const chunk = chunk_at(d, d->g);
    const size_t at = tile_at(chunk, chunk->tiles);

    if (at < chunk->n)
        chunk_take(chunk, at, span_reduce(chunk->in + at, chunk->n - at));
    d->g++;
    publish_next(d);
    chunk_open(d);
}

INLINE bool has_tile(struct dealt *d)
{
    return d->tile < chunk_at(d, d->g)->tiles;
}

INLINE const T *next_tile(struct dealt *d)
{
    const struct chunk *const chunk = chunk_at(d, d->g);

    return chunk->in + tile_at(chunk, d->tile);
}

/* That tile is reduced. */
static void take_tile(struct dealt *d, struct fold fold)
{
    struct chunk *const chunk = chunk_at(d, d->g);

    chunk->fold[d->tile] = fold;
    chunk_take(chunk, tile_at(chunk, d->tile), fold.all);
    if (++d->tile == chunk->tiles)
        chunk_close(d);
}

/* Reduces all up to generation g; and the next one, if it has no tiles that
 * could be reduced while another is scanned. */
static void reduce_up_to(struct dealt *d, size_t g)
{
    while (d->g <= g || (d->g == g + 1 && chunk_at(d, d->g)->tiles == 0))
        if (has_tile(d))
            take_tile(d, reduce_tile(next_tile(d), PART));
        else
            chunk_close(d);
}

/* ----------------------------------------------------------------- to scan */

static struct fold scan_streamed(const T *in, T *out, T before,
                                 const struct fold *fold, const T *next)
{
    return scan_and_reduce(in, out, before, fold, next, STREAM);
}

static struct fold scan_stored(const T *in, T *out, T before,
                               const struct fold *fold, const T *next)
{
    return scan_and_reduce(in, out, before, fold, next, false);
}

/* Scans a tile, while the next one to be reduced is fetched and reduced. */
static void scan_one(struct dealt *d, const struct chunk *chunk, size_t tile,
                     T before, bool reduces)
{
    const T *const in = chunk->in + tile_at(chunk, tile);
    T *const out = chunk->out + tile_at(chunk, tile);
    const struct fold *const fold = &chunk->fold[tile];

    if (!reduces)
        scan_tile(in, out, PART, before, fold);
    else if (d->stream && (uintptr_t)out % LINE_BYTES == 0)
        take_tile(d, scan_streamed(in, out, before, fold, next_tile(d)));
    else
        take_tile(d, scan_stored(in, out, before, fold, next_tile(d)));
}

static void scan_chunk(struct dealt *d, size_t g)
{
    const struct chunk *const chunk = chunk_at(d, g);
    const size_t at = tile_at(chunk, chunk->tiles), rest = chunk->n - at;
    T sum = span_scan(chunk->in, chunk->out, chunk->head,
                      d->holds ? &d->before : NULL, false);

    for (size_t k = 0; k < chunk->tiles; k++) {
        scan_one(d, chunk, k, sum, has_tile(d) && d->g < g + CHUNKS - 1);
        if (k + 1 < chunk->tiles || rest > 0)
            sum = op(sum, chunk->fold[k].all);
    }
    span_scan(chunk->in + at, chunk->out + at, rest, &sum,
              d->stream && rest >= TILE_LENGTH);
}

static void scan_dealt(const struct native_call *call)
{
    const struct native_dealt *const dealt = call->dealt;
    struct dealt d = {.call = call, .stream = span_streams(call)};

    chunk_open(&d);
    reduce_up_to(&d, 0);
    for (int k = 0; k < FLIGHT && d.g == 1 && has_tile(&d); k++)
        take_tile(&d, reduce_tile(next_tile(&d), PART));
    for (size_t g = 0; g < dealt->generations; g++) {
        d.holds = dealt->collect(dealt->context, &d.before);
        d.collected++;
        publish_next(&d);
        if (chunk_at(&d, g)->n > 0)
            scan_chunk(&d, g);
        if (g + 1 < dealt->generations)
            reduce_up_to(&d, g + 1);
    }
    vec_fence();
}

#endif
