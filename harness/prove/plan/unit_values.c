/* unit_values.c - see units.h: every value of every parameter. */
#include "units.h"
#include "simt/simt.h"
#include "simt/code/source_mentions.h"

#include <stdio.h>
#include <string.h>

/* The reason for the first requested size of T that is refused. */
static const char *why_untried(const struct units *p,
                               const struct choice *choice)
{
    const char *refusal = NULL;

    for (unsigned bytes = 4; bytes <= 32 && !refusal; bytes *= 2)
        if (p->job->elem_bytes & bytes)
            refusal = units_refusal(p, choice, bytes);
    return refusal ? refusal : "with the other values it cannot be run";
}

static void note_untried(struct units *p, const struct choice *small,
                         const struct value *value)
{
    const struct parameter *const parameter =
        &small->implementation->parameters[value->index];
    char *const text = p->out->untried_value;
    struct choice alone = *small;

    choice_take_form(&alone, value->index, p->job->choice->given);
    if (p->out->untried++ > 0)
        return;
    if (parameter->names[value->v])
        snprintf(text, sizeof p->out->untried_value, "%s",
                 parameter->names[value->v]);
    else
        snprintf(text, sizeof p->out->untried_value, "%s=%ld", parameter->name,
                 parameter->legal[value->v]);
    units_set_legal(&alone, value->index, value->v);
    p->out->untried_why = why_untried(p, &alone);
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

/* True: a calls all kernels of b, with the same number and kinds of arguments.
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

/* True: the value changes the launch, in the size or number of blocks. A file
 * can read these (blockDim), or assume them, without its macro. */
static bool shapes_launch(const struct units *p, const struct choice *small,
                          int index, int v)
{
    struct choice choice = *small;
    struct plan usual, other;

    units_set_legal(&choice, index, v);
    if (!units_some(p, small, &usual) || !units_some(p, &choice, &other) ||
        !calls_alike(&usual, &other))
        return false;
    return usual.steps != other.steps ||
           usual.step[0].block[0] != other.step[0].block[0] ||
           usual.step[0].grid[0] != other.step[0].grid[0];
}

/* True: a value that is wrong on purpose can run in an order that hides it. */
static bool can_start_in_order(const struct units *p,
                               const struct parameter *parameter)
{
    return parameter->right_in_order && !p->job->schedules_given &&
           !p->job->sizes && p->job->simts &&
           p->job->simts[0].schedule == SCHEDULE_INORDER;
}

/* True: the value stands for a rule that the user's file does not contain. */
static bool is_unknown_rule(const struct units *p, const struct choice *small,
                            const struct parameter *parameter, int v)
{
    enum { RULES = sizeof parameter->rule / sizeof *parameter->rule };

    for (int k = 0; p->job->source && k < RULES; k++)
        if (parameter->rule[k].word &&
            parameter->rule[k].value == parameter->legal[v] &&
            !source_mentions(p->job->source, small->algorithm->name,
                             parameter->rule[k].word))
            return true;
    return false;
}

bool units_is_open(const struct units *p, const struct choice *small, int index,
                   int v)
{
    const struct parameter *const parameter =
        &small->implementation->parameters[index];
    struct choice base = *small; /* in a form with this parameter */

    return choice_take_form(&base, index, p->job->choice->given) &&
           !is_unknown_rule(p, small, parameter, v) &&
           (!p->job->source ||
            source_mentions(p->job->source, small->algorithm->name,
                            parameter->macro) ||
            shapes_launch(p, &base, index, v));
}

/* The values that the small setting does not have, and that are not wrong on
 * purpose; also one that is wrong only in some orders, for settings of several
 * values. Returns their number. */
static int open_values(const struct units *p, const struct choice *small,
                       struct value *out)
{
    const struct parameter *const list = small->implementation->parameters;
    int count = 0;

    for (int i = 0; list[i].name; i++) {
        if (p->job->choice->given[i])
            continue;
        for (int v = 0; parameter_has(&list[i], v); v++) {
            const bool is_wrong =
                list[i].lesson && list[i].legal[v] == list[i].wrong;
            if (list[i].legal[v] != small->value[i] &&
                (!is_wrong || can_start_in_order(p, &list[i])) &&
                units_is_open(p, small, i, v))
                out[count++] = (struct value){
                    .index = i, .v = v, .done = is_wrong, .in_order = is_wrong};
        }
    }
    return count;
}

/* "block, items and window". */
static void print_varied(struct units *p, const struct parameter *list,
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

void units_add_each_value(struct units *p, const struct choice *small)
{
    struct value list[MAX_PARAMETERS * MAX_LEGAL];
    bool varies[MAX_PARAMETERS] = {false};
    const int count = open_values(p, small, list);

    units_add_together(p, small, list, count);
    for (int k = 0; k < count && p->status == OK; k++) {
        if (list[k].done)
            continue;
        if (!units_add_setting(p, small, &list[k], count - k))
            note_untried(p, small, &list[k]);
    }
    for (int k = 0; k < count; k++)
        varies[list[k].index] |= !list[k].refused && !list[k].in_order;
    print_varied(p, small->implementation->parameters, varies);
}
