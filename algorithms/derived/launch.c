/* launch.c - a derived scan on a GPU: its launches, and its costs.
 *
 * The costs of a section are those of the rules, applied one after another to
 * the depths of its elements.
 */
#include "../contract/levels.h"
#include "derivation.h"
#include "derived_space.h"
#include "derived_kernel.h"

#include <stdio.h>
#include <stdlib.h>

enum { LANES = 32 };

static struct derivation of(const struct request *request)
{
    return derivation_of(request->parameters);
}

/* ------------------------------------------------------------------- plan */

/* Elements of shared memory: those of registers, cells, the total, `before`. */
static size_t shared_elements(const struct derivation *d)
{
    return (d->run > 1 ? (size_t)d->section : 0) + (size_t)d->cells +
           d->exclusive_tree;
}

static const char *refuse(const struct request *request)
{
    static _Thread_local char why[160];
    const struct derivation d = of(request);
    const size_t elements = shared_elements(&d);
    const size_t most = fixed_shared_bytes(request);

    if (elements * request->elem_bytes > most) {
        snprintf(why, sizeof why,
                 "%d: %zu elements of %zu bytes exceed the %zu bytes of shared "
                 "memory: take a smaller section",
                 d.section, elements, request->elem_bytes, most);
        return why;
    }
    return levels_refuse(request, (size_t)d.section, (size_t)d.threads, 0,
                         NULL);
}

enum { TOTALS }; /* of all sections but the last */

static void plan_totals(const struct request *request,
                        const struct derivation *d, struct plan *plan,
                        size_t totals)
{
    const bool block = d->totals == TOTALS_BLOCK;

    plan_launch(plan, "scan_totals", 1, block ? (size_t)d->threads : 1, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, totals);
    (void)request;
}

static void plan_sections(const struct request *request,
                          const struct derivation *d, struct plan *plan)
{
    const size_t sections = ceil_div(request->n, (size_t)d->section);
    const size_t threads = (size_t)d->threads;

    plan_elements(request, plan, "totals of sections", sections);
    if (d->reduces && sections > 1) {
        plan_launch(plan, "reduce_sections", sections - 1, threads, 0);
        argument_port(plan, SCAN_IN, 0);
        argument_buffer(plan, TOTALS, 0);
        plan_totals(request, d, plan, sections - 1);
    }
    plan_launch(plan, "scan_sections", sections, threads, 0);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
    if (d->reduces || sections == 1)
        return;
    plan_totals(request, d, plan, sections - 1);
    plan_launch(plan, "join_sections", sections - 1, threads, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
}

static void plan(const struct request *request, struct plan *plan)
{
    const struct derivation d = of(request);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    if (d.totals == TOTALS_LEVELS)
        plan_levels(request, plan, (size_t)d.section, (size_t)d.threads);
    else
        plan_sections(request, &d, plan);
    plan_carry(request, plan);
}

/* ------------------------------------------------------ costs of a section */

/* A section of `count` elements of depth 0 or more, while rules are applied. */
struct section {
    const struct derivation *d;
    int count;
    bool exclusive, has_carry;
    unsigned input, carry; /* depths */
    double work;
    unsigned total;                           /* depth */
    unsigned element[MAX_DERIVED_SECTION];    /* depths, of a run's folds */
    unsigned left_lanes[MAX_DERIVED_SECTION]; /* of a run: what the lanes
                                                 before it have */
    unsigned cell[MAX_DERIVED_SECTION];
    unsigned out[MAX_DERIVED_SECTION];
};

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

static void scan_section(struct section *s)
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

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned deepest(const struct section *s)
{
    unsigned depth = 0;

    for (int k = 0; k < s->count; k++)
        depth = most(depth, s->out[k]);
    return depth;
}

/* ------------------------------------------- costs of all sections, by level */

static double section_work(const struct request *request, size_t m)
{
    static _Thread_local struct section s;
    const struct derivation d = of(request);

    if (m == 0)
        return 0;
    s.d = &d;
    s.count = (int)m;
    s.exclusive = request->exclusive;
    scan_section(&s);
    return s.work;
}

static unsigned section_depths(const struct request *request, size_t m,
                               unsigned short *depth)
{
    static _Thread_local struct section s;
    const struct derivation d = of(request);

    s.d = &d;
    s.count = (int)m;
    s.exclusive = request->exclusive;
    scan_section(&s);
    for (size_t k = 0; k < m; k++)
        depth[k] = (unsigned short)s.out[k];
    return s.total;
}

/* ------------------------------------------ costs with one level of totals */

/* The deepest chain of a section's reduction. */
static unsigned reduced_depth(const struct derivation *d)
{
    unsigned depth = (unsigned)(d->run - 1) + (d->warps ? 5 : 0);

    for (int k = 0; k < d->trees; k++)
        depth += (unsigned)((d->tree[k].factor - 1) * d->tree[k].levels);
    return depth + (unsigned)(d->kogge_stone ? ceil_log2((size_t)d->left)
                                             : d->left - 1);
}

/* The totals, scanned: ops, and the depths of the last one and of the deepest
 * of the others. */
struct totals {
    double work;
    unsigned last, deepest;
};

static struct totals scan_totals(const struct derivation *d, unsigned input,
                                 size_t count, struct section *s)
{
    struct totals t = {.deepest = 0};

    if (d->totals == TOTALS_SEQUENTIAL) {
        t.work = (double)count - 1;
        t.last = input + (unsigned)(count - 1);
        t.deepest = count > 1 ? t.last - 1 : 0;
        return t;
    }
    *s = (struct section){.d = d, .input = input};
    for (size_t begin = 0; begin < count; begin += (size_t)d->section) {
        const size_t rest = count - begin;
        s->count = rest < (size_t)d->section ? (int)rest : d->section;
        s->has_carry = begin > 0;
        scan_section(s);
        s->carry = s->total;
        t.work += s->work;
        for (int k = 0; k < s->count; k++)
            if (begin + (size_t)k + 1 < count)
                t.deepest = most(t.deepest, s->out[k]);
        t.last = s->out[s->count - 1];
    }
    return t;
}

struct costs {
    double work, elements;
    unsigned depth;
};

/* Every section but the first is joined with its prefix. */
static void propagate_forms(const struct request *request,
                            const struct derivation *d, size_t sections,
                            struct costs *costs, struct section *s)
{
    const double n = (double)request->n, others = (double)sections - 1;
    const double joined = n - d->section;
    const double firsts = request->exclusive ? others : 0;

    *s = (struct section){
        .d = d, .count = d->section, .exclusive = request->exclusive};
    scan_section(s);
    const unsigned full = deepest(s), total = s->total;
    costs->work = others * s->work;
    costs->depth = full;
    s->count = (int)(request->n - (sections - 1) * (size_t)d->section);
    scan_section(s);
    costs->work += s->work;
    const unsigned last = deepest(s);
    const struct totals sums = scan_totals(d, total, sections - 1, s);
    const bool only_first =
        request->exclusive && request->n % (size_t)d->section == 1;
    const unsigned in_full = sections > 2 ? most(full, sums.deepest) + 1 : 0;
    costs->depth = most(most(costs->depth, in_full),
                        only_first ? sums.last : most(last, sums.last) + 1);
    costs->work += sums.work + joined - firsts;
    costs->elements = 2 * n + 2 * joined - firsts;
}

static void reduce_forms(const struct request *request,
                         const struct derivation *d, size_t sections,
                         struct costs *costs, struct section *s)
{
    const double others = (double)sections - 1;
    const struct totals sums =
        scan_totals(d, reduced_depth(d), sections - 1, s);

    *s = (struct section){
        .d = d, .count = d->section, .exclusive = request->exclusive};
    scan_section(s);
    costs->work = others * (d->section - 1) + sums.work + s->work;
    costs->depth = deepest(s);
    s->has_carry = true;
    if (sections > 2) {
        s->carry = sums.deepest;
        scan_section(s);
        costs->work += (others - 1) * s->work;
        costs->depth = most(costs->depth, deepest(s));
    }
    s->count = (int)(request->n - (sections - 1) * (size_t)d->section);
    s->carry = sums.last;
    scan_section(s);
    costs->work += s->work;
    costs->depth = most(costs->depth, deepest(s));
    costs->elements = 2 * (double)request->n + others * d->section;
}

static void sections_forms(const struct request *request,
                           const struct derivation *d, struct forms *forms)
{
    static _Thread_local struct section s;
    const size_t sections = ceil_div(request->n, (size_t)d->section);
    struct costs costs = {.work = 0};

    if (sections == 1) {
        s = (struct section){
            .d = d, .count = (int)request->n, .exclusive = request->exclusive};
        scan_section(&s);
        exact_forms(request, s.work, deepest(&s), 2 * (double)request->n,
                    forms);
        return;
    }
    if (d->reduces)
        reduce_forms(request, d, sections, &costs, &s);
    else
        propagate_forms(request, d, sections, &costs, &s);
    /* Totals: written, scanned in place, fetched. */
    costs.elements +=
        4 * ((double)sections - 1) - (d->totals == TOTALS_SEQUENTIAL ? 1 : 0);
    exact_forms(request, costs.work, costs.depth, costs.elements, forms);
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct derivation d = of(request);
    const struct section_form form = {section_work, section_depths};

    if (forms_of_nothing(request, forms))
        return;
    if (d.totals == TOTALS_LEVELS)
        levels_forms(request, &form, (size_t)d.section, forms);
    else
        sections_forms(request, &d, forms);
}

static const struct parameter parameters[] = {{.name = NULL}};

static const char *const names[DERIVED_VALUES + 1] = {
    [DERIVED_REDUCES] = "reduces",
    [DERIVED_TOTALS] = "totals",
    [DERIVED_SECTION] = "section",
    [DERIVED_RUN] = "run",
    [DERIVED_WARPS] = "warps",
    [DERIVED_EXCLUSIVE_TREE] = "exclusive_tree",
    [DERIVED_TREES] = "factor_1",
    [DERIVED_TREES + 1] = "levels_1",
    [DERIVED_TREES + 2] = "factor_2",
    [DERIVED_TREES + 3] = "levels_2",
    [DERIVED_TREES + 4] = "factor_3",
    [DERIVED_TREES + 5] = "levels_3",
    [DERIVED_KOGGE_STONE] = "kogge_stone",
};

static const struct notation notation = {
    .names = names,
    .usual = "scan_then_reduce(512); sequential(4); brent_kung(2)",
    .read = derivation_read,
    .print = derivation_print,
    .list = derivation_list,
    .write = derived_kernel_write,
};

const struct implementation derived_gpu = {
    .parameters = parameters,
    .notation = &notation,
    .work = "that of its rules",
    .depth = "that of its rules",
    .traffic = "4n, or 3n with reduce_then_scan",
    .memory = "one element per section, and their levels",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
