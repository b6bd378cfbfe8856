/* launch.c - the OpenCL course's scan on a GPU: three launches; their costs. */
#include "../contract/tiles.h"

enum { WAVE = TILE_PARAMETER_COUNT };
enum { LOCKSTEP, SYNCWARP, SHUFFLE }; /* of WAVE */

/* How n is cut: groups of `turns` tiles, the last one perhaps of fewer. */
struct cut {
    size_t block, items, tile, turns, group, groups, last; /* its elements */
};

/* "Virtualize": never more groups than one tile has elements. */
static struct cut cut_up(const struct request *request)
{
    struct cut cut = {.block = (size_t)request->parameters[TILE_BLOCK],
                      .items = (size_t)request->parameters[TILE_ITEMS]};

    cut.tile = cut.block * cut.items;
    cut.turns = ceil_div(ceil_div(request->n, cut.tile), cut.tile);
    cut.group = cut.turns * cut.tile;
    cut.groups = cut.turns ? ceil_div(request->n, cut.group) : 0;
    cut.last = cut.groups ? request->n - (cut.groups - 1) * cut.group : 0;
    return cut;
}

static const char *refuse(const struct request *request)
{
    const struct cut cut = cut_up(request);
    const size_t cells = request->parameters[WAVE] == SHUFFLE ? 0 : cut.block;
    const size_t shared = tile_shared_bytes(request, cut.block, cut.items) +
                          cells * request->elem_bytes;
    const char *const reason =
        tile_refuse(request, cut.block, cut.items, shared);

    return reason == tile_too_large && cells > 0
               ? "a tile needs block * (items + 1) * sizeof(T) bytes of shared "
                 "memory, up to an eighth more for padding, and room for a few "
                 "elements: that exceeds the limit of a block here; use a "
                 "smaller block, fewer items, or shuffle"
               : reason;
}

/* ------------------------------------------------------------------- plan */

enum { LASTS }; /* of all groups; that of the last is not used */

static void plan(const struct request *request, struct plan *plan)
{
    const struct cut cut = cut_up(request);

    if (plan_entries(request, plan) || request->n == 0)
        return;
    plan_elements(request, plan, "lasts of groups", cut.groups);
    plan_tiles(request, plan, "scan_groups", cut.groups);
    argument_port(plan, SCAN_IN, 0);
    argument_port(plan, SCAN_OUT, 0);
    argument_buffer(plan, LASTS, 0);
    argument_u64(plan, request->n);
    argument_u64(plan, cut.turns);
    if (cut.groups > 1) {
        plan_sums(request, plan, "scan_lasts", LASTS, cut.groups - 1);
        plan_tiles(request, plan, "add_lasts", cut.groups - 1);
        argument_port(plan, SCAN_OUT, 0);
        argument_buffer(plan, LASTS, 0);
        argument_u64(plan, request->n);
        argument_u64(plan, cut.turns);
    }
    plan_carry(request, plan);
}

/* ------------------------------------------------------------------ forms */

/* One group: its tiles one after the other, with a running carry. */
struct group {
    double work, deepest, total; /* total: the depth of its last */
};

static struct group group_forms(const struct request *request,
                                const struct cut *cut, size_t count)
{
    struct group group = {0, 0, -1};

    for (size_t begin = 0; begin < count; begin += cut->tile) {
        const size_t rest = count - begin;
        const struct tile tile = {
            .block = cut->block,
            .items = cut->items,
            .count = rest < cut->tile ? rest : cut->tile,
            .exclusive = request->exclusive,
            .before = group.total,
        };
        group.work += tile_work(&tile);
        /* Each is deeper than the one before, except a short last one. */
        if (begin + 2 * cut->tile >= count)
            group.deepest = larger(group.deepest, tile_deepest(&tile));
        group.total = tile_total_depth(&tile);
    }
    return group;
}

static void forms(const struct request *request, struct forms *forms)
{
    const struct cut cut = cut_up(request);
    const double n = (double)request->n, others = (double)cut.groups - 1;

    if (forms_of_nothing(request, forms))
        return;
    const struct group last = group_forms(request, &cut, cut.last);
    double work = last.work, depth = last.deepest, elements = 2 * n;
    if (cut.groups > 1) {
        const struct group full = group_forms(request, &cut, cut.group);
        const struct tile sum = {
            .block = cut.block, .items = cut.items, .input = full.total};
        const struct sums sums = sums_forms(sum, cut.groups - 1);
        const double joined = n - (double)cut.group;
        /* An exclusive group's first element is the sum, without an op. */
        const double free = request->exclusive ? others : 0;

        work += others * full.work + sums.work + joined - free;
        const bool is_sum = request->exclusive && cut.last == 1;
        depth = larger(full.deepest,
                       joined_deepest(&sums, cut.groups - 1, full.deepest,
                                      last.deepest, is_sum));
        /* Lasts: written, scanned in place, fetched. */
        elements += 2 * joined + 4 * others;
    }
    exact_forms(request, work, depth, elements, forms);
}

/* ------------------------------------------------------------- parameters */

static const struct parameter parameters[] = {
    TILE_PARAMETERS(256),
    {.name = "wave",
     .macro = "WAVE",
     .help = "how a wave (a warp) scans: by shuffles or in shared memory",
     .by_default = SHUFFLE,
     .legal = {LOCKSTEP, SYNCWARP, SHUFFLE},
     .names = {"lockstep", "syncwarp", "shuffle"},
     .wrong = LOCKSTEP,
     .lesson = "a race: right only if the lanes of a warp advance in "
               "lockstep, as before Volta",
     .small = SHUFFLE},
    {.name = NULL},
};

/* 64 bytes for each thread, and few registers: found on an H200. */
static const struct shape shapes[] = {
    {"cuda", 4, false, 0, "items=16,registers=48"},
    {"cuda", 8, false, 0, "items=8,registers=48"},
    {"cuda", 16, false, 0, "items=4"},
    {"cuda", 32, false, 0, "items=2"},
    {.settings = NULL},
};

const struct implementation hierarchical_gpu = {
    .parameters = parameters,
    .shapes = shapes,
    .work = "3n + 5n/M",
    .depth = "2M + 3 log2 B, and 1 for each tile of a group",
    .traffic = "4n",
    .memory = "at most B*M elements",
    .refuse = refuse,
    .plan = plan,
    .forms = forms,
};
