/* unit_settings.c - see units.h: settings of several values.
 *
 * If a value is not compatible with the small values, another parameter changes
 * too; further values can be added to the setting at no cost:
 *
 *     small             block=32,items=1,window=4
 *     window=8          block=32,items=1,window=8
 *       and look=2      block=32,items=1,window=8,look=2
 *       and pause=100   block=32,items=1,window=8,look=2,pause=100
 */
#include "units.h"

#include <string.h>

enum { WARP = 32 };

bool units_find_company(const struct units *p, struct choice *choice, int index,
                        unsigned bytes)
{
    const struct parameter *const list = choice->implementation->parameters;

    for (int other = 0; list[other].name; other++)
        for (int v = 0; parameter_has(&list[other], v); v++) {
            struct choice both = *choice;
            if (other == index || p->job->choice->given[other] ||
                (list[other].lesson &&
                 list[other].legal[v] == list[other].wrong))
                continue;
            units_set_legal(&both, other, v);
            if (choice_uses(&both, index) && choice_uses(&both, other) &&
                !units_refusal(p, &both, bytes)) {
                *choice = both;
                return true;
            }
        }
    return false;
}

/* The value of a block parameter with which blocks are two warps, or -1. */
static int two_warps_value(const struct units *p, const struct choice *choice,
                           int index)
{
    const struct parameter *const block =
        &choice->implementation->parameters[index];
    struct choice wider = *choice;

    if (strcmp(block->name, "block") != 0 || !choice_uses(choice, index) ||
        (choice->value[index] != WARP && units_threads(p, choice) > WARP))
        return -1;
    for (int v = 0; parameter_has(block, v); v++) {
        units_set_legal(&wider, index, v);
        if (units_threads(p, &wider) == 2 * WARP)
            return v;
    }
    for (int v = 0; parameter_has(block, v); v++)
        if (block->legal[v] == 2 * WARP)
            return v;
    return -1;
}

void units_take_two_warps(const struct units *p, struct choice *choice,
                          int index, unsigned bytes)
{
    const struct parameter *const list = choice->implementation->parameters;

    for (int i = 0; list[i].name; i++) {
        struct choice wider = *choice;
        const int v = i == index || p->job->choice->given[i]
                          ? -1
                          : two_warps_value(p, choice, i);
        if (v < 0)
            continue;
        units_set_legal(&wider, i, v);
        if (!units_refusal(p, &wider, bytes))
            *choice = wider;
    }
}

bool units_some(const struct units *p, const struct choice *choice,
                struct plan *out)
{
    enum { SOME = 5000 };
    const struct setup setup = {.device = p->job->device,
                                .choice = choice,
                                .monoid = units_interval(p, 4),
                                .source = p->job->source,
                                .has_carry = true};

    if (setup_refuses(&setup, SOME))
        return false;
    setup_plan(&setup, SOME, out);
    return true;
}

unsigned units_threads(const struct units *p, const struct choice *choice)
{
    struct plan plan;
    unsigned most = 0;

    if (!units_some(p, choice, &plan))
        return 0;
    for (int s = 0; s < plan.steps; s++) {
        const unsigned *const block = plan.step[s].block;
        const unsigned threads = block[0] * block[1] * block[2];
        most = threads > most ? threads : most;
    }
    return most;
}

/* True: the value has other buffers, so threads communicate in another form. */
static bool has_other_buffers(const struct units *p, const struct choice *small,
                              const struct choice *choice)
{
    struct plan usual, other;

    if (!units_some(p, small, &usual) || !units_some(p, choice, &other))
        return false;
    bool differs = usual.buffers != other.buffers;
    for (int i = 0; i < usual.buffers && !differs; i++)
        differs = usual.buffer[i].unit != other.buffer[i].unit;
    return differs;
}

/* Elements of one word are never torn, and some schedules tear none: so a value
 * that changes communication runs with every size of T, in one form, under all
 * schedules; in an application also with runs, which begin at edges. */
static void add_ways_to_tell(struct units *p, const struct choice *choice)
{
    const struct task *const task = choice->algorithm->task;
    const unsigned runs = task->has_patterns ? 1u << PATTERN_RUNS : 0;

    for (unsigned bytes = 4; bytes <= 32; bytes *= 2) {
        const int before = p->out->units;
        if (!(p->job->elem_bytes & bytes))
            continue;
        units_add_in_turn(p, choice, bytes, 1u << p->turn % FORMS | runs);
        if (p->out->units == before)
            continue;
        units_add_dozen(p, &p->out->unit[before], units_interval(p, bytes));
        p->out->unit[before].first_round = 0;
        p->out->unit[before].rounds = p->rounds;
    }
}

/* The choices for one setting. */
struct setting {
    struct choice base; /* the small one, in the form of the first value */
    struct choice choice;
    unsigned bytes;
    bool taken[MAX_PARAMETERS]; /* by its values and the parameters changed with
                                   them */
    int values;
    double most_cost;
};

/* Values per setting. More would need fewer modules, but the verdict would name
 * too many values for a reader to separate. */
enum { TOGETHER = 3 };

static void note_taken(struct setting *setting, const struct choice *small)
{
    const struct parameter *const list = small->implementation->parameters;

    for (int i = 0; list[i].name; i++)
        setting->taken[i] |= setting->choice.value[i] != small->value[i];
}

/* Chooses T. Every other number gets the shortest, which compiles in half the
 * time. If few values have names, they come early, also with that one. */
static unsigned bytes_of(const struct units *p, bool is_named, int turn)
{
    if (is_named)
        return units_bytes(p, p->names_soon ? 0 : turn);
    return units_bytes(p, turn % 2 == 0 ? 0 : 1 + turn / 2 % 3);
}

/* The small setting, in a form of this value's parameter. */
static struct choice in_form_of(const struct units *p,
                                const struct choice *small,
                                const struct value *value)
{
    struct choice base = *small;

    choice_take_form(&base, value->index, p->job->choice->given);
    return base;
}

/* The same with this value, and with the changes it needs. False: it cannot be
 * run. */
static bool begin_setting(struct units *p, const struct choice *small,
                          const struct value *value, struct setting *setting)
{
    const struct parameter *const parameter =
        &small->implementation->parameters[value->index];

    *setting =
        (struct setting){.base = in_form_of(p, small, value), .values = 1};
    for (int k = 0; k < SIZES_OF_T; k++) {
        struct choice fits = setting->base;
        const unsigned bytes =
            bytes_of(p, parameter->names[value->v], p->turn + k);
        units_set_legal(&fits, value->index, value->v);
        if (units_refusal(p, &fits, bytes) &&
            !units_find_company(p, &fits, value->index, bytes))
            continue;
        if (parameter->names[value->v])
            units_take_two_warps(p, &fits, value->index, bytes);
        setting->choice = fits;
        setting->bytes = bytes;
        note_taken(setting, small);
        setting->taken[value->index] = true;
        setting->most_cost = units_most_cost(p, &fits, bytes);
        return true;
    }
    return false;
}

/* True: two warps, and no other difference. */
static bool is_two_warps(const struct units *p, const struct choice *small,
                         const struct value *value)
{
    const struct choice base = in_form_of(p, small, value);

    return two_warps_value(p, &base, value->index) == value->v;
}

/* True: two warps, or a named value: a separate path through the code, where a
 * mistake might not show together with another value. */
static bool stays_alone(const struct units *p, const struct choice *small,
                        const struct value *value)
{
    return small->implementation->parameters[value->index].names[value->v] ||
           is_two_warps(p, small, value);
}

/* Adds one more value of another parameter, unless the unit gets too large. */
static bool join_setting(const struct units *p, const struct choice *small,
                         const struct value *value, struct setting *setting)
{
    struct choice both = setting->choice;

    if (setting->taken[value->index] || stays_alone(p, small, value))
        return false;
    units_set_legal(&both, value->index, value->v);
    if (!choice_uses(&both, value->index) ||
        units_refusal(p, &both, setting->bytes) ||
        units_cost(p, &both, setting->bytes) > setting->most_cost ||
        has_other_buffers(p, &setting->base, &both))
        return false;
    setting->choice = both;
    setting->taken[value->index] = true;
    setting->values++;
    return true;
}

/* Adds one unit, or one for each size of T. */
static void add_chosen(struct units *p, const struct setting *setting,
                       bool is_named)
{
    const enum stage stage = p->stage;

    const int before = p->out->units;

    p->stage = !is_named       ? STAGE_LATER
               : p->names_soon ? STAGE_TOGETHER
                               : STAGE_NAMED;
    if (has_other_buffers(p, &setting->base, &setting->choice))
        add_ways_to_tell(p, &setting->choice);
    else
        units_add_in_turn(p, &setting->choice, setting->bytes, ALL_FORMS);
    /* A separate path through the code has its own tags. */
    for (int k = before; is_named && k < p->out->units; k++)
        p->out->unit[k].remembers = true;
    p->stage = stage;
}

/* Early: barriers that are too weak show there. */
static void add_two_warps(struct units *p, const struct choice *choice)
{
    const enum stage stage = p->stage;

    p->stage = STAGE_WARPS;
    units_add_soon(p, choice, units_bytes(p, 0), false, half_full_level_size);
    p->stage = stage;
}

bool units_add_setting(struct units *p, const struct choice *small,
                       struct value *list, int count)
{
    const struct parameter *const first =
        &small->implementation->parameters[list->index];
    struct setting setting;

    list->done = true;
    list->refused = !begin_setting(p, small, list, &setting);
    if (list->refused)
        return false;
    p->out->settings++;
    if (is_two_warps(p, small, list)) {
        add_two_warps(p, &setting.choice);
        return true;
    }
    const bool alone = stays_alone(p, small, list) ||
                       has_other_buffers(p, &setting.base, &setting.choice);
    for (int k = 1; k < count && setting.values < (alone ? 1 : TOGETHER); k++)
        if (!list[k].done)
            list[k].done = join_setting(p, small, &list[k], &setting);
    add_chosen(p, &setting, first->names[list->v]);
    return true;
}
