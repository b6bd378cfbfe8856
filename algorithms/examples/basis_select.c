/* basis_select.c - see basis_select.h. */
#include "basis_select.h"

struct places {
    struct ints keep, offset;
    int32_t kept; /* how many in total */
};

static struct places places_of(struct basis *b, struct ints keep)
{
    return (struct places){keep,
                           basis_scan_ints(b, &basis_add, EXCLUSIVE, keep),
                           basis_reduce_ints(b, &basis_add, keep)};
}

static int32_t place_if_kept(const void *env, int32_t i)
{
    const struct places *const p = env;

    return p->keep.at[i] ? p->offset.at[i] : -1;
}

struct ints basis_pack(struct basis *b, struct ints keep, struct ints xs)
{
    const struct places places = places_of(b, keep);
    const struct ints at = basis_tabulate(b, xs.n, 2, place_if_kept, &places);

    return basis_scatter(b, basis_ints(b, (size_t)places.kept), at, xs);
}

struct ints basis_filter(struct basis *b, basis_function *p, const void *env,
                         struct ints xs)
{
    return basis_pack(b, basis_map(b, 0, p, env, xs), xs);
}

/* The others go after all kept ones: before i there are i - offset[i]
 * others. */
static int32_t place(const void *env, int32_t i)
{
    const struct places *const p = env;

    return p->keep.at[i] ? p->offset.at[i] : p->kept + i - p->offset.at[i];
}

struct ints basis_partition(struct basis *b, basis_function *p, const void *env,
                            struct ints xs, size_t *kept)
{
    const struct places places = places_of(b, basis_map(b, 0, p, env, xs));
    const struct ints at = basis_tabulate(b, xs.n, 2, place, &places);

    *kept = (size_t)places.kept;
    return basis_scatter(b, basis_ints(b, xs.n), at, xs);
}
