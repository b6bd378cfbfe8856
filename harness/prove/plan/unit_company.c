/* unit_company.c - see units.h: named values that are set together.
 *
 * Each named value is a separate path through the code, and has its own
 * settings. Before these, a few modules with many named values find most
 * mistakes, including some that need two named values at once, or a number that
 * works only together with two named values:
 *
 *     small       block=32,items=2,window=4
 *     together    block=64,items=2,window=4,one_thread,whole,no_prefix,packed
 *                 block=64,items=2,window=64,by_block,no_prefix,packed
 *                 block=64,items=2,window=4,chained,packed
 */
#include "units.h"

#include <string.h>

/* One setting of several. */
struct group {
    struct choice choice;
    unsigned bytes;
    bool taken[MAX_PARAMETERS]; /* has a value from the list */
    bool in_order;              /* one of its values needs that */
    bool is_larger;             /* one of them needs a larger setting */
};

static bool has_name(const struct choice *small, const struct value *value)
{
    return small->implementation->parameters[value->index].names[value->v];
}

/* The number of parameters with such values. */
static int named_parameters(const struct choice *small,
                            const struct value *list, int count)
{
    bool named[MAX_PARAMETERS] = {false};
    int parameters = 0;

    for (int k = 0; k < count; k++)
        if (has_name(small, &list[k]) && !named[list[k].index]) {
            named[list[k].index] = true;
            parameters++;
        }
    return parameters;
}

static void note_company(struct group *group, const struct choice *small)
{
    const struct parameter *const list = small->implementation->parameters;

    for (int i = 0; list[i].name; i++)
        group->taken[i] |= group->choice.value[i] != small->value[i];
}

/* False: it cannot be run. */
static bool begin_group(const struct units *p, const struct choice *small,
                        const struct value *first, int groups,
                        struct group *group)
{
    /* The first two with the shortest T, which compiles fastest. */
    *group = (struct group){.choice = *small,
                            .bytes = units_bytes(p, groups / 2),
                            .in_order = first->in_order};
    choice_take_form(&group->choice, first->index, p->job->choice->given);
    units_set_legal(&group->choice, first->index, first->v);
    if (units_refusal(p, &group->choice, group->bytes) &&
        !units_find_company(p, &group->choice, first->index, group->bytes))
        return false;
    units_take_two_warps(p, &group->choice, first->index, group->bytes);
    note_company(group, small);
    group->taken[first->index] = true;
    return true;
}

/* True: all values taken so far still have an effect in this choice. */
static bool uses_all(const struct choice *choice, const struct group *group)
{
    bool all = true;

    for (int i = 0; choice->implementation->parameters[i].name; i++)
        all &= !group->taken[i] || choice_uses(choice, i);
    return all;
}

static bool join(const struct units *p, const struct value *value,
                 struct group *group)
{
    struct choice both = group->choice;

    if (group->taken[value->index])
        return false;
    units_set_legal(&both, value->index, value->v);
    if (!uses_all(&both, group) || !choice_uses(&both, value->index) ||
        units_refusal(p, &both, group->bytes))
        return false;
    group->choice = both;
    group->taken[value->index] = true;
    group->in_order |= value->in_order;
    return true;
}

/* True: a value that cannot run in a separate setting. */
static bool is_refused(const struct units *p, const struct choice *small,
                       const struct value *value, unsigned bytes)
{
    struct choice alone = *small;

    choice_take_form(&alone, value->index, p->job->choice->given);
    units_set_legal(&alone, value->index, value->v);
    return units_refusal(p, &alone, bytes) &&
           !units_find_company(p, &alone, value->index, bytes);
}

static bool is_in(const struct choice *choice, const struct value *value)
{
    const struct parameter *const parameter =
        &choice->implementation->parameters[value->index];

    return choice->value[value->index] == parameter->legal[value->v] &&
           choice_uses(choice, value->index);
}

/* Adds all values compatible with the first one, beginning with those not yet
 * in a setting. */
static void fill_group(const struct units *p, const struct choice *small,
                       struct value *list, int count, const bool *met,
                       struct group *group)
{
    for (int k = 0; k < count; k++)
        if (!met[k] && has_name(small, &list[k]))
            join(p, &list[k], group);
    for (int k = 0; k < count; k++)
        if (met[k] && !list[k].in_order)
            join(p, &list[k], group);
    for (int k = 0; k < count; k++)
        if (!has_name(small, &list[k]) && !list[k].done &&
            is_refused(p, small, &list[k], group->bytes) &&
            join(p, &list[k], group))
            list[k].done = group->is_larger = true;
}

void units_add_together(struct units *p, const struct choice *small,
                        struct value *list, int count)
{
    bool met[MAX_PARAMETERS * MAX_LEGAL] = {false};
    const enum stage stage = p->stage;
    struct group group;
    int groups = 0;

    p->names_soon = named_parameters(small, list, count) < 2;
    if (p->names_soon || p->job->sizes)
        return;
    p->stage = STAGE_TOGETHER;
    for (int k = 0; k < count && p->status == OK; k++) {
        if (met[k] || !has_name(small, &list[k]) ||
            !begin_group(p, small, &list[k], groups, &group))
            continue;
        groups++;
        fill_group(p, small, list, count, met, &group);
        for (int j = 0; j < count; j++)
            met[j] |=
                has_name(small, &list[j]) && is_in(&group.choice, &list[j]);
        p->out->settings++;
        units_add_soon(p, &group.choice, group.bytes, group.in_order,
                       group.is_larger ? half_full_level_size
                                       : full_window_size);
    }
    p->stage = stage;
}
