/* tile.h - reduces and scans one tile at memory speed. Included by cpu.c.
 *
 * A tile is cut into PARTS parts. The parts' totals give the start of each
 * part; then all parts are scanned side by side, so no op waits for the one
 * before:
 *
 *     reduce  [ a b ] [ c d ] [ e f ] [ g h ]      cd = op(c, d), ...
 *     start    before  +ab     +cd     +ef
 *     scan    a -> b  c -> d  e -> f  g -> h
 *
 *     reduce_tile       the totals, from memory
 *     scan_tile         the scan, from cache
 *     scan_and_reduce   this tile's scan, while the next is fetched and reduced
 */
#ifndef TILE_H
#define TILE_H

#ifndef TILE
#define TILE 131072 /* bytes */
#endif
#ifndef OVERLAP
#define OVERLAP 1
#endif

enum {
    PARTS = W > 1            ? 4
            : sizeof(T) <= 8 ? 3
                             : 2, /* as the registers allow */
    SIZE = sizeof(T),
    LINE = LINE_BYTES / SIZE > W ? LINE_BYTES / SIZE : W,
    /* An odd number of lines; otherwise all parts would share the same cache
     * sets. */
    LINES = TILE / LINE_BYTES / PARTS,
    PART = LINES > 1
               ? ((LINES - 1) | 1) * LINE
               : (TILE / SIZE / PARTS / W + (TILE / SIZE / PARTS < W)) * W,
    TILE_LENGTH = PARTS * PART,
    TINY = TILE < PAGE_BYTES, /* for proofs: act as if n were huge */

    /* The overlapped loop goes line by line, and reduces what was fetched half
     * of AHEAD_BYTES ago: long enough for memory, and still in level 1. */
    STEP = PART % LINE == 0 ? LINE : W,
    BEHIND = AHEAD_BYTES / 2 / PARTS / LINE_BYTES * LINE,
    STREAM = !TINY && STEP == LINE && LINE * SIZE == LINE_BYTES
};

/* ------------------------------------------------------------------ parts */

struct fold {
    T part[PARTS], all;
};

/* The parts' sums, one lane or W side by side, begin with a vector each ... */
INLINE void reduce_begin(const T *in, size_t part, vec sum[PARTS])
{
    for (int k = 0; k < PARTS; k++)
        sum[k] = vec_load(in + k * part);
}

/* ... and take in n more elements each. */
INLINE void reduce_more(const T *in, size_t part, int n, vec sum[PARTS])
{
    for (int j = 0; j < n; j += W)
        for (int k = 0; k < PARTS; k++)
            sum[k] = vec_op(sum[k], vec_load(in + k * part + j));
}

INLINE struct fold reduce_end(const vec sum[PARTS])
{
    struct fold fold;

    for (int k = 0; k < PARTS; k++) {
        fold.part[k] = vec_reduce(sum[k]);
        fold.all = k == 0 ? fold.part[0] : op(fold.all, fold.part[k]);
    }
    return fold;
}

/* The value that each part starts from, in every lane. */
INLINE void scan_begin(T before, const struct fold *fold, vec carry[PARTS])
{
    for (int k = 0; k < PARTS; k++) {
        carry[k] = vec_all(before);
        if (k + 1 < PARTS)
            before = op(before, fold->part[k]);
    }
}

/* Scans a vector of each part. Parts are `part` elements apart in `in`, and
 * `gap` apart in `out`. */
INLINE void scan_more(const T *in, size_t part, T *out, size_t gap, bool stream,
                      vec carry[PARTS])
{
    for (int k = 0; k < PARTS; k++) {
        const vec v = vec_scan(vec_load(in + k * part));
        carry[k] = vec_spread(span_put(out + k * gap, carry[k], v, stream));
    }
}

/* ------------------------------------------------------------------ tiles */

static struct fold reduce_tile(const T *in, size_t part)
{
    vec sum[PARTS];

    reduce_begin(in, part, sum);
    for (size_t i = W; i < part; i += W)
        reduce_more(in + i, part, W, sum);
    return reduce_end(sum);
}

static T scan_tile(const T *in, T *out, size_t part, T before,
                   const struct fold *fold)
{
    vec carry[PARTS];

    scan_begin(before, fold, carry);
    for (size_t i = 0; i < part; i += W)
        scan_more(in + i, part, out + i, part, false, carry);
    return vec_last(carry[PARTS - 1]);
}

/* Single elements cannot be streamed: they are gathered in lines, which are
 * streamed one step later, when the stores to them have reached the cache. */
struct lines {
    _Alignas(LINE_BYTES) T of[2][PARTS * LINE];
};

INLINE bool gathers(bool stream)
{
    return stream && W == 1;
}

INLINE void lines_leave(T *out, size_t i, const struct lines *lines)
{
    for (int k = 0; k < PARTS; k++)
        line_stream(out + k * (size_t)PART + i,
                    &lines->of[i / LINE % 2][k * LINE]);
}

/* For one line of each part: this tile's line is scanned, and the next tile's
 * is fetched. */
INLINE void scan_and_fetch(const T *in, T *out, const T *next, size_t i,
                           bool stream, vec carry[PARTS], struct lines *lines)
{
    for (int k = 0; k < PARTS; k++)
        __builtin_prefetch(next + k * (size_t)PART + i);
    for (size_t j = i; j < i + STEP; j += W)
        if (gathers(stream))
            scan_more(in + j, PART, &lines->of[i / LINE % 2][j - i], LINE,
                      false, carry);
        else
            scan_more(in + j, PART, out + j, PART, stream, carry);
    if (gathers(stream) && i > 0)
        lines_leave(out, i - LINE, lines);
}

/* Scans a tile while the thread's next one is fetched and reduced. `stream` is
 * a constant, at most STREAM. */
INLINE struct fold scan_and_reduce(const T *in, T *out, T before,
                                   const struct fold *fold, const T *next,
                                   bool stream)
{
    vec carry[PARTS], sum[PARTS];
    struct lines lines;
    size_t i = 0, reduced = STEP;

    scan_begin(before, fold, carry);
    for (; i < BEHIND && i < PART; i += STEP)
        scan_and_fetch(in, out, next, i, stream, carry, &lines);
    reduce_begin(next, PART, sum);
    reduce_more(next + W, PART, STEP - W, sum);
    for (; i < PART; i += STEP, reduced += STEP) {
        scan_and_fetch(in, out, next, i, stream, carry, &lines);
        reduce_more(next + reduced, PART, STEP, sum);
    }
    if (gathers(stream))
        lines_leave(out, PART - LINE, &lines);
    for (; reduced < PART; reduced += STEP)
        reduce_more(next + reduced, PART, STEP, sum);
    return reduce_end(sum);
}

#endif
