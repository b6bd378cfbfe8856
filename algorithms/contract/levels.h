/* levels.h - for launch.c: sections, their totals, the totals' totals, ...
 *
 *     level 0   |....|....|....|....|....|.     21 elements, sections of 4
 *     level 1   |....|..                        their 6 totals
 *     level 2   |..                             2 totals of these
 *
 * Each level is scanned section by section, from level 0 up. Then, from the top
 * down, a section's prefix is joined with its elements. kernel.cu has:
 *
 *     scan_sections(in, out, totals, n)   block b scans section b
 *     join_sections(out, sums, n)         block b joins section b + 1
 *
 * An exclusive scan uses exclusive scans on all levels: sums[s] is the prefix
 * of section s; in an inclusive scan, the prefix is sums[s - 1]. (kogge_stone,
 * blelloch, brent_kung)
 */
#ifndef LEVELS_H
#define LEVELS_H

#include "launch.h"

/* Levels from 1 on are in one buffer, one after another. */
enum { MAX_LEVELS = 16 };

struct levels {
    int count;
    size_t section;
    size_t size[MAX_LEVELS];
    size_t offset[MAX_LEVELS]; /* of level 1 and up, in elements */
    size_t total;              /* elements of all levels from 1 on */
};

static inline struct levels levels_of(size_t n, size_t section)
{
    struct levels levels = {.count = 1, .section = section, .size = {n}};

    while (levels.size[levels.count - 1] > section) {
        const int k = levels.count++;
        assert(k < MAX_LEVELS);
        levels.size[k] = ceil_div(levels.size[k - 1], section);
        levels.offset[k] = levels.total;
        levels.total += levels.size[k];
    }
    return levels;
}

static inline size_t level_sections(const struct levels *levels, int k)
{
    return ceil_div(levels->size[k], levels->section);
}

enum { LEVEL_TOTALS, TOP_TOTAL }; /* buffers */

static inline void argument_level(const struct request *request,
                                  struct plan *plan,
                                  const struct levels *levels, int k, int port)
{
    if (k == 0)
        argument_port(plan, port, 0);
    else
        argument_buffer(plan, LEVEL_TOTALS,
                        levels->offset[k] * request->elem_bytes);
}

/* For n > 0. The total of the top level's one section is not needed; a kernel
 * may still store it. */
static inline void plan_levels(const struct request *request, struct plan *plan,
                               size_t section, size_t threads)
{
    const struct levels levels = levels_of(request->n, section);

    plan_elements(request, plan, "totals of sections", levels.total);
    plan_elements(request, plan, "total of all", 1);
    for (int k = 0; k < levels.count; k++) {
        plan_launch(plan, "scan_sections", level_sections(&levels, k), threads,
                    0);
        argument_level(request, plan, &levels, k, SCAN_IN);
        argument_level(request, plan, &levels, k, SCAN_OUT);
        if (k + 1 < levels.count)
            argument_level(request, plan, &levels, k + 1, SCAN_OUT);
        else
            argument_buffer(plan, TOP_TOTAL, 0);
        argument_u64(plan, levels.size[k]);
    }
    for (int k = levels.count - 2; k >= 0; k--) {
        plan_launch(plan, "join_sections", level_sections(&levels, k) - 1,
                    threads, 0);
        argument_level(request, plan, &levels, k, SCAN_OUT);
        argument_level(request, plan, &levels, k + 1, SCAN_OUT);
        argument_u64(plan, levels.size[k]);
    }
}

/* NULL, or why sections of this length are impossible with this many threads
 * and `shared` bytes of shared memory; `too_large` is the message if these
 * bytes are too many. */
static inline const char *levels_refuse(const struct request *request,
                                        size_t section, size_t threads,
                                        size_t shared, const char *too_large)
{
    const char *const reason = refuse_threads(request, threads);

    if (reason)
        return reason;
    if (shared > fixed_shared_bytes(request))
        return too_large;
    if (ceil_div(request->n, section) > LARGEST_GRID)
        return "more sections than a grid may have blocks (2^31 - 1): take a "
               "larger block";
    return NULL;
}

/* ------------------------------------------------------------------- forms */

enum { LARGEST_SECTION = 4096 };

/* The costs of one section of m elements. */
struct section_form {
    double (*work)(const struct request *request, size_t m);
    /* Fills in depth[0..m) for outputs from inputs of depth 0, and returns the
     * depth of the total. */
    unsigned (*depths)(const struct request *request, size_t m,
                       unsigned short *depth);
};

/* All sections of a level cost the same, except the last. */
struct level_depths {
    bool exclusive;
    struct levels levels;
    unsigned total; /* of a full section */
    unsigned short full[LARGEST_SECTION];
    unsigned short last[MAX_LEVELS][LARGEST_SECTION];
};

static inline void find_level_depths(const struct request *request,
                                     const struct section_form *form,
                                     size_t section, struct level_depths *all)
{
    all->exclusive = request->exclusive;
    all->levels = levels_of(request->n, section);
    all->total = form->depths(request, section, all->full);
    for (int k = 0; k < all->levels.count; k++)
        form->depths(request, (all->levels.size[k] - 1) % section + 1,
                     all->last[k]);
}

/* Depth of place `at` in its section of level k, before the section's prefix is
 * joined with it. Inputs of level k are totals of level k - 1. */
static inline double inner_depth(const struct level_depths *all, int k,
                                 size_t section, size_t at)
{
    const bool last = section + 1 == level_sections(&all->levels, k);
    const unsigned short *const depth = last ? all->last[k] : all->full;
    const bool is_identity = all->exclusive && at == 0;

    return is_identity ? 0 : (double)k * all->total + depth[at];
}

/* Depth of the prefix of a section of level k, section > 0: it comes from the
 * levels above, each of which may add an op. */
static inline double depth_before(const struct level_depths *all, int k,
                                  size_t section)
{
    const size_t place = all->exclusive ? section : section - 1;
    const size_t above = place / all->levels.section;
    const size_t at = place % all->levels.section;
    const double inner = inner_depth(all, k + 1, above, at);

    if (above == 0)
        return inner;
    const double before = depth_before(all, k + 1, above);
    return all->exclusive && at == 0 ? before : larger(before, inner) + 1;
}

/* Deepest output of a section of level 0. */
static inline double section_deepest(const struct level_depths *all,
                                     size_t section)
{
    const size_t m = all->levels.size[0] - section * all->levels.section;
    const size_t count = m < all->levels.section ? m : all->levels.section;
    double inner = 0;

    for (size_t at = 0; at < count; at++)
        inner = larger(inner, inner_depth(all, 0, section, at));
    if (section == 0)
        return inner;
    const double before = depth_before(all, 0, section);
    return all->exclusive && count == 1 ? before : larger(before, inner) + 1;
}

static inline double levels_depth(const struct level_depths *all)
{
    const size_t sections = level_sections(&all->levels, 0);
    double deepest = section_deepest(all, 0);

    if (sections > 1)
        deepest = larger(deepest, section_deepest(all, sections - 1));
    if (sections > 2) /* full sections differ in their prefixes */
        deepest = larger(deepest, section_deepest(all, 1));
    for (size_t section = 2; section + 1 < sections; section++)
        deepest = larger(deepest, depth_before(all, 0, section) + 1);
    return deepest;
}

/* The forms are exact for every n. */
static inline void levels_forms(const struct request *request,
                                const struct section_form *form, size_t section,
                                struct forms *forms)
{
    const struct levels levels = levels_of(request->n, section);
    struct level_depths all;
    double work = 0, elements = 0;

    if (forms_of_nothing(request, forms))
        return;
    for (int k = 0; k < levels.count; k++) {
        const double sections = (double)level_sections(&levels, k);
        const double size = (double)levels.size[k];
        /* Exclusive: a section's first element is the carry itself. */
        const double joined = sections == 1 ? 0 : size - (double)section;
        const double free = request->exclusive ? sections - 1 : 0;
        work +=
            (double)(levels.size[k] / section) * form->work(request, section) +
            form->work(request, levels.size[k] % section) + joined - free;
        elements += 2 * size + (sections > 1 ? sections : 0) + 2 * joined -
                    free + (sections - 1);
    }
    find_level_depths(request, form, section, &all);
    exact_forms(request, work, levels_depth(&all), elements, forms);
}

#endif
