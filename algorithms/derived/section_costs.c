/* section_costs.c - see section_costs.h. */
#include "section_costs.h"

enum { LANES = 32 };

/* One op. */
static unsigned join(struct section *s, unsigned left, unsigned right)
{
    s->work++;
    return 1 + (left > right ? left : right);
}

static int nodes_of(const struct section *s, int cells, int size)
{
    return s->d->exclusive_tree ? (cells + size - 1) / size : cells / size;
}

static unsigned *node(struct section *s, int cells, int k, int size)
{
    const int end = (k + 1) * size;

    return &s->cell[(end < cells ? end : cells) - 1];
}

static void go_up(struct section *s, int cells, int size, int factor)
{
    for (int k = 1; k < nodes_of(s, cells, size); k++)
        if (k % factor != 0)
            *node(s, cells, k, size) =
                join(s, *node(s, cells, k - 1, size), *node(s, cells, k, size));
}

static void go_down_inclusive(struct section *s, int cells, int size,
                              int factor)
{
    for (int k = factor; k < nodes_of(s, cells, size); k++)
        if (k % factor != factor - 1)
            *node(s, cells, k, size) =
                join(s, *node(s, cells, k / factor * factor - 1, size),
                     *node(s, cells, k, size));
}

static void go_down_exclusive(struct section *s, int cells, int size,
                              int factor)
{
    const int nodes = nodes_of(s, cells, size);

    for (int begin = 0; begin < nodes; begin += factor) {
        const int end = begin + factor < nodes ? begin + factor : nodes;
        const unsigned before = *node(s, cells, end - 1, size);
        for (int k = end - 1; k > begin; k--)
            *node(s, cells, k, size) =
                join(s, before, *node(s, cells, k - 1, size));
        *node(s, cells, begin, size) = before;
    }
}

/* Inclusive, over the nodes that are left. */
static void scan_top(struct section *s, int cells, int size)
{
    const int nodes = nodes_of(s, cells, size);

    if (!s->d->kogge_stone) {
        for (int k = 1; k < nodes; k++)
            *node(s, cells, k, size) =
                join(s, *node(s, cells, k - 1, size), *node(s, cells, k, size));
        return;
    }
    for (int stride = 1; stride < nodes; stride *= 2)
        for (int k = nodes - 1; k >= stride; k--)
            *node(s, cells, k, size) = join(
                s, *node(s, cells, k - stride, size), *node(s, cells, k, size));
}

/* The top of an exclusive tree: the fold of the nodes before, and the total. */
static void top_exclusive(struct section *s, int cells, int size)
{
    const int nodes = nodes_of(s, cells, size);

    if (s->has_carry)
        *node(s, cells, 0, size) = join(s, s->carry, *node(s, cells, 0, size));
    scan_top(s, cells, size);
    s->total = *node(s, cells, nodes - 1, size);
    for (int k = nodes - 1; k > 0; k--)
        *node(s, cells, k, size) = *node(s, cells, k - 1, size);
    *node(s, cells, 0, size) = s->has_carry ? s->carry : 0;
}

static void scan_cells(struct section *s, int cells)
{
    const struct derivation *const d = s->d;
    int size = 1, began[MAX_TREES];

    for (int k = 0; k < d->trees; k++) {
        const struct derived_tree *const tree = &d->tree[k];
        began[k] = size;
        for (int level = 0;
             level < tree->levels && nodes_of(s, cells, size) > d->left;
             level++, size *= tree->factor)
            go_up(s, cells, size, tree->factor);
    }
    if (d->exclusive_tree)
        top_exclusive(s, cells, size);
    else
        scan_top(s, cells, size);
    for (int k = d->trees - 1; k >= 0; k--)
        while (size > began[k]) {
            size /= d->tree[k].factor;
            if (d->exclusive_tree)
                go_down_exclusive(s, cells, size, d->tree[k].factor);
            else
                go_down_inclusive(s, cells, size, d->tree[k].factor);
        }
    if (!d->exclusive_tree)
        s->total = s->cell[cells - 1];
}

/* A warp's lanes take in the lane `stride` to the left. Returns the cells. */
static int scan_warps(struct section *s, int runs)
{
    const int warps = (runs + LANES - 1) / LANES;

    for (int stride = 1; stride < LANES; stride *= 2)
        for (int i = runs - 1; i >= 0; i--)
            if (i % LANES >= stride)
                s->cell[i] = join(s, s->cell[i - stride], s->cell[i]);
    for (int i = 0; i < runs; i++)
        s->left_lanes[i] = i % LANES ? s->cell[i - 1] : 0;
    for (int w = 0; w < warps; w++) {
        const int last = (w + 1) * LANES < runs ? (w + 1) * LANES : runs;
        s->cell[w] = s->cell[last - 1];
    }
    return warps;
}

static int fold_runs(struct section *s)
{
    const int run = s->d->run, runs = (s->count + run - 1) / run;

    for (int k = 0; k < s->count; k++)
        s->element[k] = k % run ? join(s, s->element[k - 1], s->input)
                        : k || !s->has_carry || s->d->exclusive_tree
                            ? s->input
                            : join(s, s->carry, s->input);
    for (int i = 0; i < runs; i++)
        s->cell[i] = s->element[(i + 1) * run < s->count ? (i + 1) * run - 1
                                                         : s->count - 1];
    return runs;
}

/* What comes before run i: its depth. */
static unsigned before_run(struct section *s, int i)
{
    const struct derivation *const d = s->d;
    const unsigned first = s->has_carry ? s->carry : 0;
    const int at = d->warps ? i / LANES : i;
    const bool is_first = at == 0 && !(d->exclusive_tree && s->has_carry);
    const unsigned cell = d->exclusive_tree ? s->cell[at]
                          : at > 0          ? s->cell[at - 1]
                                            : first;

    if (!d->warps || i % LANES == 0)
        return cell;
    return is_first ? s->left_lanes[i] : join(s, cell, s->left_lanes[i]);
}

static void put_runs(struct section *s, int runs)
{
    const struct derivation *const d = s->d;

    for (int i = 0; i < runs; i++) {
        const int begin = i * d->run;
        const int end = begin + d->run < s->count ? begin + d->run : s->count;
        const unsigned before = before_run(s, i);
        const bool joins = i > 0 || (d->exclusive_tree && s->has_carry);
        const bool has_last = !d->warps && !d->exclusive_tree;
        for (int k = begin; k < end; k++)
            s->out[k] = s->exclusive && k == begin                  ? before
                        : !s->exclusive && has_last && k == end - 1 ? s->cell[i]
                        : joins ? join(s, before, s->element[k - s->exclusive])
                                : s->element[k - s->exclusive];
    }
}

static void put_cells(struct section *s)
{
    const bool is_exclusive = s->d->exclusive_tree;

    for (int k = 0; k < s->count; k++)
        s->out[k] = is_exclusive == s->exclusive ? s->cell[k]
                    : is_exclusive
                        ? k + 1 < s->count ? s->cell[k + 1] : s->total
                    : k > 0        ? s->cell[k - 1]
                    : s->has_carry ? s->carry
                                   : 0;
}

void section_scan(struct section *s)
{
    s->work = 0;
    if (s->d->run > 1) {
        const int runs = fold_runs(s);
        scan_cells(s, s->d->warps ? scan_warps(s, runs) : runs);
        put_runs(s, runs);
        return;
    }
    for (int k = 0; k < s->count; k++)
        s->cell[k] = s->input;
    if (s->has_carry && !s->d->exclusive_tree)
        s->cell[0] = join(s, s->carry, s->cell[0]);
    scan_cells(s, s->count);
    put_cells(s);
}

unsigned section_deepest_output(const struct section *s)
{
    unsigned depth = 0;

    for (int k = 0; k < s->count; k++)
        depth = s->out[k] > depth ? s->out[k] : depth;
    return depth;
}
