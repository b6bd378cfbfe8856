/* minimal_basis.c - a whole array language from map, iota and scatter.
 *
 * Each row of the table is one operation of the blog, run on n numbers, with
 * the operations that it uses and its costs: work, span, and the bytes that it
 * moved (basis.h defines `model` and `ran`). Compare the two rotations, the
 * scan from maps with the scan, the streams of 1, n and 16 chunks, and in the
 * last four rows the bytes with and without fusion.
 *
 * Up to n = 8 each row is followed by the values.
 *
 * Try it: -n 8; -n 2^16; --by hillis_steele changes only the columns of `ran`.
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

/* Chunks that keep a small machine busy; arrays whose values are shown. */
enum { CHUNKS = 16, SHOWN = 8 };

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

/* "    = 3 1 7", for a short array. */
static void show(struct basis *b, struct ints xs)
{
    if (xs.n > 2 * SHOWN)
        return;
    fputs("    =", b->out);
    for (size_t i = 0; i < xs.n; i++)
        fprintf(b->out, " %d", xs.at[i]);
    fputc('\n', b->out);
}

static void row_ints(struct basis *b, const char *what, const char *made_of,
                     size_t n, struct ints result)
{
    row(b, what, made_of);
    if (n <= SHOWN)
        show(b, result);
}

static void row_number(struct basis *b, const char *what, const char *made_of,
                       size_t n, int32_t result)
{
    row_ints(b, what, made_of, n, (struct ints){1, &result});
}

static void row_pairs(struct basis *b, const char *what, const char *made_of,
                      struct pairs result)
{
    row(b, what, made_of);
    if (result.n > SHOWN)
        return;
    fputs("    =", b->out);
    for (size_t i = 0; i < result.n; i++)
        fprintf(b->out, " (%d,%d)", result.at[i].first, result.at[i].second);
    fputc('\n', b->out);
}

static void row_matrix(struct basis *b, const char *what, const char *made_of,
                       struct matrix m)
{
    row(b, what, made_of);
    if (m.rows * m.columns > SHOWN)
        return;
    fputs("    =", b->out);
    for (size_t i = 0; i < m.rows; i++) {
        fputs(" [", b->out);
        for (size_t k = 0; k < m.columns; k++)
            fprintf(b->out, "%s%d", k ? " " : "", m.at[i * m.columns + k]);
        fputc(']', b->out);
    }
    fputc('\n', b->out);
}

/* A view is shown as what it stands for. */
static void row_view(struct basis *b, const char *what, const char *made_of,
                     struct rotated view)
{
    row(b, what, made_of);
    if (view.xs.n > SHOWN)
        return;
    fputs("    =", b->out);
    for (size_t i = 0; i < view.xs.n; i++)
        fprintf(b->out, " %d", rotated_at(&view, i));
    fputc('\n', b->out);
}

static void arrays(struct basis *b, struct ints xs, struct ints ys)
{
    const size_t columns = xs.n % 2 ? 1 : 2, n = xs.n;
    struct ints first, second;

    const struct pairs pairs = basis_zip(b, xs, ys);
    row_pairs(b, "zip", "map", pairs);
    basis_unzip(b, pairs, &first, &second);
    row_ints(b, "unzip", "map", n, first);
    if (n <= SHOWN)
        show(b, second);
    row_ints(b, "concat", "map, iota", n, basis_concat(b, xs, ys));
    row_ints(b, "replicate", "map, iota", n, basis_replicate(b, n, 7));
    row_view(b, "rotate, a view", "an index", basis_rotate_view(b, 1, xs));
    row_ints(b, "rotate, stored", "map, iota", n, basis_rotate(b, 1, xs));
    const struct matrix m = basis_unflatten(b, n / columns, columns, xs);
    row_matrix(b, "unflatten", "an index", m);
    const struct matrix turned = basis_transpose(b, m);
    row_matrix(b, "transpose", "map, iota", turned);
    row_ints(b, "flatten", "an index", n, basis_flatten(b, turned));
}

static void scans(struct basis *b, struct ints xs)
{
    const size_t n = xs.n;

    row_ints(b, "iota", "", n, basis_iota(b, n));
    row_ints(b, "iota, by a scan", "map, scan", n, basis_iota_by_scan(b, n));
    row_number(b, "reduce", "", n, basis_reduce_ints(b, &basis_add, xs));
    row_number(b, "reduce, a tree", "maps", n,
               basis_reduce_tree(b, &basis_plus, xs));
    row_number(b, "reduce, strided", "map, tree", n,
               basis_reduce_strided(b, &basis_plus, CHUNKS, xs));
    row_ints(b, "scan", "", n, basis_scan_ints(b, &basis_add, INCLUSIVE, xs));
    row_ints(b, "scan, from maps", "maps", n,
             basis_scan_maps(b, &basis_plus, xs));
}

static void selections(struct basis *b, struct ints xs, struct ints ys)
{
    const size_t n = xs.n;
    size_t kept;

    row_ints(b, "scatter", "", n, basis_scatter(b, basis_ints(b, n), ys, xs));
    row_ints(b, "filter", "scan, scatter", n,
             basis_filter(b, is_odd, NULL, xs));
    row_ints(b, "partition", "scan, scatter", n,
             basis_partition(b, is_odd, NULL, xs, &kept));
    const struct ints sums = basis_reduce_by_index(b, 256, xs, ys);
    row(b, "reduce_by_index", "sort, segmented scan");
    if (n > SHOWN)
        return;
    fputs("    =", b->out); /* of the 256 sums those that are not 0 */
    for (size_t i = 0; i < sums.n; i++)
        if (sums.at[i])
            fprintf(b->out, " %zu:%d", i, sums.at[i]);
    fputc('\n', b->out);
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
        row_ints(b, ways[i].map, "map", xs.n,
                 basis_stream_map(b, double_chunk, ways[i].chunks, xs));
        row_number(
            b, ways[i].red, "map, reduce", xs.n,
            basis_stream_red(b, &basis_add, sum_chunk, ways[i].chunks, xs));
    }
}

static void fusion(struct basis *b, struct ints xs, struct ints ys)
{
    const size_t n = xs.n;

    row_ints(b, "map f (map g xs)", "maps", n,
             basis_map_map(b, plus_one, doubled, NULL, xs));
    row_ints(b, "map (f after g) xs", "map", n,
             basis_map_composed(b, plus_one, doubled, NULL, xs));
    row_number(b, "dotprod", "zip, map, reduce", n, basis_dotprod(b, xs, ys));
    row_number(b, "dotprod, fused", "map, reduce", n,
               basis_dotprod_fused(b, CHUNKS, xs, ys));
}

static void run(struct basis *b, const struct example_input *in)
{
    const struct ints ys = basis_iota(b, in->n);
    const struct ints xs = basis_map(b, 0, mixed, NULL, ys);

    if (in->n <= SHOWN) {
        fprintf(b->out, "xs\n");
        show(b, xs);
        fprintf(b->out, "ys\n");
        show(b, ys);
    }
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
        "every array operation from map, iota, scatter and scan: values, costs",
    .source = "Henriksen 2019, \"What is the minimal basis for Futhark?\"",
    .takes = EXAMPLE_SIZE,
    .reads = "how many numbers",
    .usual_n = 1000,
    .most_n = 1 << 20,
    .run = run,
};
