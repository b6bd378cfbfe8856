/* minimal_basis.c - a whole array language from map, iota and scatter.
 *
 * Each row of the table is one operation of the blog, run on n numbers, with
 * the operations that it uses and its costs: work, span, and the bytes that it
 * moved (basis.h defines `model` and `ran`). Compare the two rotations, the
 * scan from maps with the scan, the streams of 1, n and 16 chunks, and in the
 * last four rows the bytes with and without fusion.
 *
 * Try it: -n 2^16; --by hillis_steele changes only the columns of `ran`.
 *
 * Source: Henriksen, What is the minimal basis for Futhark, 2019.
 */
#include "basis_arrays.h"
#include "basis_fusion.h"
#include "basis_select.h"
#include "basis_sort.h"
#include "basis_streams.h"
#include "basis_trees.h"
#include "example.h"

/* Chunks that keep a small machine busy. */
enum { CHUNKS = 16 };

static int32_t mixed(const void *env, int32_t i)
{
    (void)env;
    return (int32_t)((uint32_t)i * 2654435761u >> 24); /* 0..255 */
}

static int32_t is_odd(const void *env, int32_t x)
{
    (void)env;
    return x & 1;
}

static int32_t plus_one(const void *env, int32_t x)
{
    (void)env;
    return x + 1;
}

static int32_t doubled(const void *env, int32_t x)
{
    (void)env;
    return 2 * x;
}

static void double_chunk(const int32_t *in, size_t n, int32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = 2 * in[i];
}

static int32_t sum_chunk(const int32_t *in, size_t n)
{
    int32_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

/* Begins a row: costs from here on belong to it. */
static void begin(struct basis *b)
{
    b->model = b->ran = (struct basis_costs){0, 0, 0};
}

/* Ends a row. */
static void row(struct basis *b, const char *what, const char *made_of)
{
    fprintf(b->out, "%-20s %-20s %8.0f %6.0f %8.0f %6.0f %8.0f\n", what,
            made_of, b->model.work, b->model.span, b->ran.work, b->ran.span,
            b->ran.bytes);
    begin(b);
}

static void arrays(struct basis *b, struct ints xs, struct ints ys)
{
    const size_t columns = xs.n % 2 ? 1 : 2;
    struct ints first, second;

    const struct pairs pairs = basis_zip(b, xs, ys);
    row(b, "zip", "map");
    basis_unzip(b, pairs, &first, &second);
    row(b, "unzip", "map");
    basis_concat(b, xs, ys);
    row(b, "concat", "map, iota");
    basis_replicate(b, xs.n, 7);
    row(b, "replicate", "map, iota");
    basis_rotate_view(b, 1, xs);
    row(b, "rotate, a view", "an index");
    basis_rotate(b, 1, xs);
    row(b, "rotate, stored", "map, iota");
    const struct matrix m = basis_unflatten(b, xs.n / columns, columns, xs);
    row(b, "unflatten", "an index");
    const struct matrix turned = basis_transpose(b, m);
    row(b, "transpose", "map, iota");
    basis_flatten(b, turned);
    row(b, "flatten", "an index");
}

static void scans(struct basis *b, struct ints xs)
{
    basis_iota(b, xs.n);
    row(b, "iota", "");
    basis_iota_by_scan(b, xs.n);
    row(b, "iota, by a scan", "map, scan");
    basis_reduce_ints(b, &basis_add, xs);
    row(b, "reduce", "");
    basis_reduce_tree(b, &basis_plus, xs);
    row(b, "reduce, a tree", "maps");
    basis_reduce_strided(b, &basis_plus, CHUNKS, xs);
    row(b, "reduce, strided", "map, tree");
    basis_scan_ints(b, &basis_add, INCLUSIVE, xs);
    row(b, "scan", "");
    basis_scan_maps(b, &basis_plus, xs);
    row(b, "scan, from maps", "maps");
}

static void selections(struct basis *b, struct ints xs, struct ints ys)
{
    size_t kept;

    basis_scatter(b, basis_ints(b, xs.n), ys, xs);
    row(b, "scatter", "");
    basis_filter(b, is_odd, NULL, xs);
    row(b, "filter", "scan, scatter");
    basis_partition(b, is_odd, NULL, xs, &kept);
    row(b, "partition", "scan, scatter");
    basis_reduce_by_index(b, 256, xs, ys);
    row(b, "reduce_by_index", "sort, segmented scan");
}

static void streams(struct basis *b, struct ints xs)
{
    const struct {
        const char *map, *red;
        size_t chunks;
    } ways[] = {{"stream_map, 1 chunk", "stream_red, 1 chunk", 1},
                {"stream_map, n", "stream_red, n", xs.n},
                {"stream_map, 16", "stream_red, 16", CHUNKS}};

    for (int i = 0; i < 3; i++) {
        basis_stream_map(b, double_chunk, ways[i].chunks, xs);
        row(b, ways[i].map, "map");
        basis_stream_red(b, &basis_add, sum_chunk, ways[i].chunks, xs);
        row(b, ways[i].red, "map, reduce");
    }
}

static void fusion(struct basis *b, struct ints xs, struct ints ys)
{
    basis_map_map(b, plus_one, doubled, NULL, xs);
    row(b, "map f (map g xs)", "maps");
    basis_map_composed(b, plus_one, doubled, NULL, xs);
    row(b, "map (f after g) xs", "map");
    basis_dotprod(b, xs, ys);
    row(b, "dotprod", "zip, map, reduce");
    basis_dotprod_fused(b, CHUNKS, xs, ys);
    row(b, "dotprod, fused", "map, reduce");
}

static void run(struct basis *b, const struct example_input *in)
{
    const struct ints ys = basis_iota(b, in->n);
    const struct ints xs = basis_map(b, 0, mixed, NULL, ys);

    fprintf(b->out, "n = %-36zu %16s %22s\n", in->n, "model   ",
            "ran         ");
    fprintf(b->out, "%-20s %-20s %8s %6s %8s %6s %8s\n", "operation", "made of",
            "work", "span", "work", "span", "bytes");
    begin(b);
    arrays(b, xs, ys);
    scans(b, xs);
    selections(b, xs, ys);
    streams(b, xs);
    fusion(b, xs, ys);
}

const struct example minimal_basis_example = {
    .name = "minimal_basis",
    .idea =
        "every array operation from map, iota, scatter and scan, with costs",
    .source = "Henriksen 2019, \"What is the minimal basis for Futhark?\"",
    .takes = EXAMPLE_SIZE,
    .reads = "how many numbers",
    .usual_n = 1000,
    .most_n = 1 << 20,
    .run = run,
};
