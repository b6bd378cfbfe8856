/* quicksort.c - splits all segments in parallel, until all have one key.
 *
 *     keys    6   2   9   4   8   1    one segment; its middle key is 4
 *     place   3   0   4   2   5   1    less first, then equal, then greater
 *     keys    2   1 | 4 | 6   9   8    segments, each with its own middle key
 *     keys    1 | 2 | 4 | 6   8 | 9    in order: nothing to split
 *
 * How many keys before a key in its segment are less (equal, greater) comes
 * from a scan over all keys: its value there, minus its value where the segment
 * begins. So a round costs the same for any number of segments.
 * Try it: keys in order; equal keys; --costs.
 * Source: Blelloch, Prefix sums and their applications, 1990.
 */
#include "basis_select.h"
#include "basis_arrays.h"
#include "example.h"

#include <assert.h>

enum { LESS, EQUAL, GREATER, CLASSES, SHOWN = 24 };

/* One round. */
struct round {
    struct ints keys, heads;
    struct ints segment; /* of each key */
    struct ints begin;   /* of each segment; and one more, n */
    struct ints class;   /* of each key against its segment's middle one */
    struct ints before[CLASSES]; /* how many of that class before place i */
};

static int32_t out_of_order(const void *env, int32_t i)
{
    const struct ints *const keys = env;

    return i > 0 && keys->at[i - 1] > keys->at[i];
}

static int32_t class_of(const void *env, int32_t i)
{
    const struct round *const r = env;
    const int32_t s = r->segment.at[i] - 1;
    const int32_t begin = r->begin.at[s], end = r->begin.at[s + 1];
    const int32_t pivot = r->keys.at[begin + (end - begin) / 2];
    const int32_t key = r->keys.at[i];

    return key < pivot ? LESS : key == pivot ? EQUAL : GREATER;
}

static int32_t equals(const void *env, int32_t x)
{
    return x == *(const int32_t *)env;
}

/* After the lesser classes of its segment, and those of its own before it. */
static int32_t place(const void *env, int32_t i)
{
    const struct round *const r = env;
    const int32_t s = r->segment.at[i] - 1, class = r->class.at[i];
    const int32_t begin = r->begin.at[s], end = r->begin.at[s + 1];
    int32_t at = begin + r->before[class].at[i] - r->before[class].at[begin];

    for (int c = 0; c < class; c++)
        at += r->before[c].at[end] - r->before[c].at[begin];
    return at;
}

static int32_t begins(const void *env, int32_t i)
{
    const struct round *const r = env; /* with keys and classes in new places */

    return r->heads.at[i] || r->class.at[i - 1] != r->class.at[i];
}

static void split(struct basis *b, struct round *r)
{
    const size_t n = r->keys.n;
    const struct ints zero = basis_ints(b, 1),
                      end = basis_replicate(b, 1, (int32_t)n);

    r->segment = basis_scan_ints(b, &basis_add, INCLUSIVE, r->heads);
    r->begin = basis_concat(b, basis_pack(b, r->heads, basis_iota(b, n)), end);
    r->class = basis_tabulate(b, n, 5, class_of, r);
    for (int32_t c = 0; c < CLASSES; c++)
        r->before[c] = basis_scan_ints(
            b, &basis_add, EXCLUSIVE,
            basis_concat(b, basis_map(b, 0, equals, &c, r->class), zero));
    const struct ints at = basis_tabulate(b, n, 8, place, r);
    r->keys = basis_scatter(b, basis_ints(b, n), at, r->keys);
    r->class = basis_scatter(b, basis_ints(b, n), at, r->class);
    r->heads = basis_tabulate(b, n, 3, begins, r);
}

static void print(FILE *to, const struct round *r)
{
    for (size_t i = 0; i < r->keys.n; i++)
        fprintf(to, "%s%d",
                i == 0           ? ""
                : r->heads.at[i] ? " | "
                                 : " ",
                r->keys.at[i]);
    fprintf(to, "\n");
}

static void run(struct basis *b, const struct example_input *in)
{
    struct round r = {.keys = in->numbers, .heads = basis_ints(b, in->n)};
    int rounds = 0;

    r.heads.at[0] = 1;
    while (basis_reduce_ints(
        b, &basis_max, basis_tabulate(b, in->n, 2, out_of_order, &r.keys))) {
        if (in->n <= SHOWN)
            print(b->out, &r);
        split(b, &r);
        rounds++;
        assert((size_t)rounds < in->n); /* each settles at least a key */
    }
    print(b->out, &r);
    fprintf(b->out, "%d rounds\n", rounds);
}

const struct example quicksort_example = {
    .name = "quicksort",
    .idea = "splits all segments at the same time, with scans",
    .source = "Blelloch 1990, \"Quicksort\"; ECE408 lecture 16",
    .takes = EXAMPLE_NUMBERS,
    .reads = "keys",
    .usual = "data/keys.txt",
    .run = run,
};
