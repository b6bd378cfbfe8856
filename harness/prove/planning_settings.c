/* planning_settings.c - see planning.h: settings of several values.
 *
 * A value that does not go with the small ones gets another parameter as
 * company, and others go with it for nothing:
 *
 *     small             block=32,items=1,window=4
 *     window=8          block=32,items=1,window=8
 *       and look=2      block=32,items=1,window=8,look=2
 *       and pause=100   block=32,items=1,window=8,look=2,pause=100
 */
#include "planning.h"

#include <string.h>

enum { WARP = 32 };

/* Another parameter that has to be changed too: the value v of `index` does not
 * go with its small value. */
static bool find_company(const struct planning *p, struct choice *choice,
                         int index, unsigned bytes)
{
    const struct parameter *const list = choice->implementation->parameters;

    for (int other = 0; list[other].name; other++)
        for (int v = 0; parameter_has(&list[other], v); v++) {
            struct choice both = *choice;
            if (other == index || p->job->choice->given[other] ||
                (list[other].lesson &&
                 list[other].legal[v] == list[other].wrong))
                continue;
            planning_set_legal(&both, other, v);
            if (!planning_refusal(p, &both, bytes)) {
                *choice = both;
                return true;
            }
        }
    return false;
}

/* A value that has a name is another way through the code, and a small block is
 * one warp, to which a barrier for the block is one for the warp: it gets two.
 */
static void take_two_warps(const struct planning *p, struct choice *choice,
                           int index, unsigned bytes)
{
    const struct parameter *const list = choice->implementation->parameters;

    for (int i = 0; list[i].name; i++) {
        struct choice wider = *choice;
        if (i == index || p->job->choice->given[i] ||
            strcmp(list[i].name, "block") != 0 || choice->value[i] != WARP)
            continue;
        for (int v = 0; parameter_has(&list[i], v); v++)
            if (list[i].legal[v] == 2 * WARP)
                planning_set_legal(&wider, i, v);
        if (!planning_refusal(p, &wider, bytes))
            *choice = wider;
    }
}

bool planning_some(const struct planning *p, const struct choice *choice,
                   struct plan *out)
{
    enum { SOME = 5000 };
    const struct setup setup = {.device = p->job->device,
                                .choice = choice,
                                .monoid = planning_interval(p, 4),
                                .source = p->job->source,
                                .has_carry = true};

    if (setup_refuses(&setup, SOME))
        return false;
    setup_plan(&setup, SOME, out);
    return true;
}

/* The value has other buffers: what threads tell each other looks different. */
static bool has_other_buffers(const struct planning *p,
                              const struct choice *small,
                              const struct choice *choice)
{
    struct plan usual, other;

    if (!planning_some(p, small, &usual) || !planning_some(p, choice, &other))
        return false;
    bool differs = usual.buffers != other.buffers;
    for (int i = 0; i < usual.buffers && !differs; i++)
        differs = usual.buffer[i].unit != other.buffer[i].unit;
    return differs;
}

/* Elements of one word are never torn, and some schedules tear none: a way to
 * tell is tried with every size of T, in one form, under all schedules. */
static void add_ways_to_tell(struct planning *p, const struct choice *choice)
{
    for (unsigned bytes = 4; bytes <= 32; bytes *= 2) {
        const int before = p->out->units;
        if (!(p->job->elem_bytes & bytes))
            continue;
        planning_add_in_turn(p, choice, bytes, 1u << p->turn % FORMS);
        if (p->out->units == before)
            continue;
        p->out->unit[before].first_round = 0;
        p->out->unit[before].rounds = p->rounds;
    }
}

/* What is chosen for one setting. */
struct setting {
    struct choice choice;
    unsigned bytes;
    bool taken[MAX_PARAMETERS]; /* by its values and their company */
    int values;
    double most_cost;
};

/* Values of one setting. More of them would make fewer modules, and a verdict
 * that names more than a reader can tell apart. */
enum { TOGETHER = 3 };

static void note_taken(struct setting *setting, const struct choice *small)
{
    const struct parameter *const list = small->implementation->parameters;

    for (int i = 0; list[i].name; i++)
        setting->taken[i] |= setting->choice.value[i] != small->value[i];
}

/* `small` with this value, and with what it cannot do without. False: it cannot
 * be run. */
static bool begin_setting(struct planning *p, const struct choice *small,
                          const struct value *value, struct setting *setting)
{
    const struct parameter *const parameter =
        &small->implementation->parameters[value->index];

    *setting = (struct setting){.values = 1};
    for (int k = 0; k < SIZES_OF_T; k++) {
        struct choice fits = *small;
        const unsigned bytes = planning_bytes(p, p->turn + k);
        planning_set_legal(&fits, value->index, value->v);
        if (planning_refusal(p, &fits, bytes) &&
            !find_company(p, &fits, value->index, bytes))
            continue;
        if (parameter->names[value->v])
            take_two_warps(p, &fits, value->index, bytes);
        setting->choice = fits;
        setting->bytes = bytes;
        note_taken(setting, small);
        setting->taken[value->index] = true;
        setting->most_cost = planning_most_cost(p, &fits, bytes);
        return true;
    }
    return false;
}

/* A value that has a name is another way through the code, in which a mistake
 * beside another value may not show. Two warps, and nothing else that differs,
 * come early (coverage.c). */
static bool stays_alone(const struct choice *small, const struct value *value)
{
    const struct parameter *const p =
        &small->implementation->parameters[value->index];

    return p->names[value->v] ||
           (strcmp(p->name, "block") == 0 && p->legal[value->v] == 2 * WARP);
}

/* One more value of another parameter, unless a unit gets too large by it. */
static bool join_setting(const struct planning *p, const struct choice *small,
                         const struct value *value, struct setting *setting)
{
    struct choice both = setting->choice;

    if (setting->taken[value->index] || stays_alone(small, value))
        return false;
    planning_set_legal(&both, value->index, value->v);
    if (planning_refusal(p, &both, setting->bytes) ||
        planning_cost(p, &both, setting->bytes) > setting->most_cost ||
        has_other_buffers(p, small, &both))
        return false;
    setting->choice = both;
    setting->taken[value->index] = true;
    setting->values++;
    return true;
}

bool planning_add_setting(struct planning *p, const struct choice *small,
                          struct value *list, int count)
{
    struct setting setting;

    list->done = true;
    list->refused = !begin_setting(p, small, list, &setting);
    if (list->refused)
        return false;
    p->out->settings++;
    if (has_other_buffers(p, small, &setting.choice)) {
        add_ways_to_tell(p, &setting.choice);
        return true;
    }
    const int most = stays_alone(small, list) ? 1 : TOGETHER;
    for (int k = 1; k < count && setting.values < most; k++)
        if (!list[k].done)
            list[k].done = join_setting(p, small, &list[k], &setting);
    planning_add_in_turn(p, &setting.choice, setting.bytes, ALL_FORMS);
    return true;
}
