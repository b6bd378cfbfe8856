/* planning_values.c - see planning.h: every value of every parameter. */
#include "planning.h"
#include "source_mentions.h"

#include <stdio.h>
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

static void note_untried(struct planning *p, const struct parameter *parameter,
                         int v, const char *why)
{
    if (p->out->untried++ > 0)
        return;
    if (parameter->names[v])
        snprintf(p->out->untried_value, sizeof p->out->untried_value, "%s",
                 parameter->names[v]);
    else
        snprintf(p->out->untried_value, sizeof p->out->untried_value, "%s=%ld",
                 parameter->name, parameter->legal[v]);
    p->out->untried_why = why;
}

/* What a setting's plan is for some elements. False: it cannot be run. */
static bool plan_of(const struct planning *p, const struct choice *choice,
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

static bool is_memory(const struct argument *a)
{
    return a->kind == ARGUMENT_PORT || a->kind == ARGUMENT_BUFFER;
}

static bool takes_alike(const struct step *a, const struct step *b)
{
    bool alike = a->arguments == b->arguments;

    for (int k = 0; k < a->arguments && alike; k++)
        alike = a->argument[k].kind == b->argument[k].kind ||
                (is_memory(&a->argument[k]) && is_memory(&b->argument[k]));
    return alike;
}

/* All kernels that b calls are called by a, with as many arguments of a kind.
 */
static bool calls_alike(const struct plan *a, const struct plan *b)
{
    for (int s = 0; s < b->steps; s++) {
        int found = 0;
        while (found < a->steps &&
               strcmp(a->step[found].kernel, b->step[s].kernel) != 0)
            found++;
        if (found == a->steps || !takes_alike(&a->step[found], &b->step[s]))
            return false;
    }
    return true;
}

/* The value is launched otherwise: in other blocks, or so many. A file can ask
 * for these (blockDim), or assume them, without its macro. */
static bool shapes_launch(const struct planning *p, const struct choice *small,
                          int index, int v)
{
    struct choice choice = *small;
    struct plan usual, other;

    planning_set_legal(&choice, index, v);
    if (!plan_of(p, small, &usual) || !plan_of(p, &choice, &other) ||
        !calls_alike(&usual, &other))
        return false;
    return usual.steps != other.steps ||
           usual.step[0].block[0] != other.step[0].block[0] ||
           usual.step[0].grid[0] != other.step[0].grid[0];
}

/* The value has other buffers: what threads tell each other looks different. */
static bool has_other_buffers(const struct planning *p,
                              const struct choice *small,
                              const struct choice *choice)
{
    struct plan usual, other;

    if (!plan_of(p, small, &usual) || !plan_of(p, choice, &other))
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

/* `small`, with the v-th legal value of a parameter. True: it can be run. */
static bool add_value(struct planning *p, const struct choice *small, int index,
                      int v)
{
    const struct parameter *const parameter =
        &small->implementation->parameters[index];
    struct choice choice = *small;

    planning_set_legal(&choice, index, v);
    for (int k = 0; k < SIZES_OF_T; k++) {
        struct choice fits = choice;
        const unsigned bytes = planning_bytes(p, p->turn + k);
        if (planning_refusal(p, &fits, bytes) &&
            !find_company(p, &fits, index, bytes))
            continue;
        if (parameter->names[v])
            take_two_warps(p, &fits, index, bytes);
        p->out->settings++;
        if (has_other_buffers(p, small, &fits))
            add_ways_to_tell(p, &fits);
        else
            planning_add_in_turn(p, &fits, bytes, ALL_FORMS);
        return true;
    }
    note_untried(p, parameter, v, planning_refusal(p, &choice, 4));
    return false;
}

/* "block, items and window". */
static void print_varied(struct planning *p, const struct parameter *list,
                         const bool *varies)
{
    char *const text = p->out->each_value_of;
    const size_t size = sizeof p->out->each_value_of;
    size_t used = 0;
    int left = 0;

    for (int i = 0; list[i].name; i++)
        left += varies[i];
    for (int i = 0; list[i].name && used < size; i++) {
        if (!varies[i])
            continue;
        left--;
        used += (size_t)snprintf(text + used, size - used, "%s%s", list[i].name,
                                 left > 1    ? ", "
                                 : left == 1 ? " and "
                                             : "");
    }
}

void planning_add_each_value(struct planning *p, const struct choice *small)
{
    const struct parameter *const list = small->implementation->parameters;
    bool varies[MAX_PARAMETERS] = {false};

    for (int i = 0; list[i].name; i++) {
        if (p->job->choice->given[i])
            continue;
        const bool is_named =
            !p->job->source ||
            source_mentions(p->job->source, small->algorithm->name,
                            list[i].macro);
        for (int v = 0; parameter_has(&list[i], v); v++)
            if (list[i].legal[v] != small->value[i] &&
                !(list[i].lesson && list[i].legal[v] == list[i].wrong) &&
                (is_named || shapes_launch(p, small, i, v)))
                varies[i] |= add_value(p, small, i, v);
    }
    print_varied(p, list, varies);
}
