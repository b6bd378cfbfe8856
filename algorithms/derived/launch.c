/* launch.c - a derived scan on a GPU: its launches, and its costs, from those of
 * a section (section_costs.h). */
#include "../contract/levels.h"
#include "derivation.h"
#include "derived_space.h"
#include "derived_kernel.h"
#include "section_costs.h"

#include <stdio.h>
#include <stdlib.h>

static struct derivation of(const struct request *request)
{
    return derivation_of(request->parameters);
}

/* ------------------------------------------------------------------- plan */

static const char *refuse(const struct request *request)
{
    static _Thread_local char why[160];
    const struct derivation d = of(request);
    const size_t elements = derivation_places(&d);
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

static void plan_totals(const struct derivation *d, struct plan *plan,
                        size_t totals)
{
    const bool block = d->totals == TOTALS_BLOCK;

    plan_launch(plan, "scan_totals", 1, block ? (size_t)d->threads : 1, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, totals);
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
        plan_totals(d, plan, sections - 1);
    }
    plan_launch(plan, "scan_sections", sections, threads, 0);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_buffer(plan, TOTALS, 0);
    argument_u64(plan, request->n);
    if (d->reduces || sections == 1)
        return;
    plan_totals(d, plan, sections - 1);
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

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
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
    section_scan(&s);
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
    section_scan(&s);
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
        section_scan(s);
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
    section_scan(s);
    const unsigned full = section_deepest_output(s), total = s->total;
    costs->work = others * s->work;
    costs->depth = full;
    s->count = (int)(request->n - (sections - 1) * (size_t)d->section);
    section_scan(s);
    costs->work += s->work;
    const unsigned last = section_deepest_output(s);
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
    section_scan(s);
    costs->work = others * (d->section - 1) + sums.work + s->work;
    costs->depth = section_deepest_output(s);
    s->has_carry = true;
    if (sections > 2) {
        s->carry = sums.deepest;
        section_scan(s);
        costs->work += (others - 1) * s->work;
        costs->depth = most(costs->depth, section_deepest_output(s));
    }
    s->count = (int)(request->n - (sections - 1) * (size_t)d->section);
    s->carry = sums.last;
    section_scan(s);
    costs->work += s->work;
    costs->depth = most(costs->depth, section_deepest_output(s));
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
        section_scan(&s);
        exact_forms(request, s.work, section_deepest_output(&s),
                    2 * (double)request->n, forms);
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
