/* basis_sort.c - see basis_sort.h. */
#include "basis_sort.h"
#include "basis_arrays.h"

static const struct basis_monoid count4 = {"count4_i32", 4 * sizeof(int32_t)};

struct count4 {
    int32_t of[4];
};

/* One pass over the keys in their current order. */
struct pass {
    struct ints keys, order;
    int32_t least; /* of all keys */
    int shift;
    struct count4 *digit, *before, total;
};

/* Above the least key, as an unsigned number: negative keys sort, too. */
static unsigned digit_of(const struct pass *p, size_t i)
{
    const uint32_t key = (uint32_t)p->keys.at[p->order.at[i]];

    return (key - (uint32_t)p->least) >> p->shift & 3;
}

static void count_one(void *env, size_t i)
{
    const struct pass *const p = env;

    p->digit[i] = (struct count4){{0}};
    p->digit[i].of[digit_of(p, i)] = 1;
}

static int32_t goes_to(const void *env, int32_t i)
{
    const struct pass *const p = env;
    const unsigned digit = digit_of(p, (size_t)i);
    int32_t at = p->before[i].of[digit];

    for (unsigned d = 0; d < digit; d++)
        at += p->total.of[d];
    return at;
}

static int32_t not_of(const void *env, int32_t x)
{
    (void)env;
    return ~x; /* reverses the order of all numbers */
}

struct ints basis_sort_order(struct basis *b, struct ints keys)
{
    const size_t n = keys.n;
    struct pass p = {.keys = keys,
                     .order = basis_iota(b, n),
                     .digit = b->memory(b, n * sizeof(struct count4)),
                     .before = b->memory(b, n * sizeof(struct count4))};

    if (n < 2)
        return p.order;
    p.least =
        ~basis_reduce_ints(b, &basis_max, basis_map(b, 0, not_of, NULL, keys));
    const uint32_t range =
        (uint32_t)basis_reduce_ints(b, &basis_max, keys) - (uint32_t)p.least;
    for (; p.shift < 32 && range >> p.shift; p.shift += 2) {
        basis_each(b, n, 1, 2 * sizeof(int32_t) + sizeof(struct count4),
                   count_one, &p);
        basis_scan(b, &count4, EXCLUSIVE, p.digit, p.before, n);
        basis_reduce(b, &count4, p.digit, &p.total, n);
        const struct ints at = basis_tabulate(b, n, 3, goes_to, &p);
        p.order = basis_scatter(b, basis_ints(b, n), at, p.order);
    }
    return p.order;
}

/* --------------------------------------------------------------------- runs */

static int32_t is_head(const void *env, int32_t i)
{
    const struct ints *const keys = env;

    return i == 0 || keys->at[i - 1] != keys->at[i];
}

static int32_t is_tail(const void *env, int32_t i)
{
    const struct ints *const keys = env;

    return (size_t)i + 1 == keys->n || keys->at[i + 1] != keys->at[i];
}

struct ints basis_run_heads(struct basis *b, struct ints keys)
{
    return basis_tabulate(b, keys.n, 2, is_head, &keys);
}

struct ints basis_run_tails(struct basis *b, struct ints keys)
{
    return basis_tabulate(b, keys.n, 2, is_tail, &keys);
}

/* A pair is (flag, value), as the monoid has it. */
struct ints basis_segmented_sums(struct basis *b, struct ints heads,
                                 struct ints xs)
{
    const struct pairs in = basis_zip(b, heads, xs);
    struct pairs out = {in.n, b->memory(b, in.n * sizeof(struct pair))};
    struct ints flags, sums;

    basis_scan(b, &basis_segments, INCLUSIVE, in.at, out.at, in.n);
    basis_unzip(b, out, &flags, &sums);
    return sums;
}

struct buckets {
    size_t count;
    struct ints at, tail;
};

static int32_t bucket_of(const void *env, int32_t i)
{
    const struct buckets *const k = env;
    const int32_t at = k->at.at[i];

    return k->tail.at[i] && at >= 0 && (size_t)at < k->count ? at : -1;
}

struct ints basis_reduce_by_index(struct basis *b, size_t buckets,
                                  struct ints at, struct ints values)
{
    const struct ints order = basis_sort_order(b, at);
    const struct ints sorted = basis_gather(b, at, order);
    const struct ints sums = basis_segmented_sums(
        b, basis_run_heads(b, sorted), basis_gather(b, values, order));
    const struct buckets k = {buckets, sorted, basis_run_tails(b, sorted)};

    return basis_scatter(b, basis_ints(b, buckets),
                         basis_tabulate(b, at.n, 2, bucket_of, &k), sums);
}
