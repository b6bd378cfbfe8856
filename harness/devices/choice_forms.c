/* choice_forms.c - parameters that belong to a form: see choice.h. */
#include "choice.h"

#include <stdio.h>
#include <string.h>

/* Finds the parameter that has a value of this name, and this value. */
static const struct parameter *find_form(const struct parameter *list,
                                         const char *name, int *v)
{
    for (const struct parameter *p = list; p->name; p++)
        for (*v = 0; parameter_has(p, *v); ++*v)
            if (p->names[*v] && !strcmp(p->names[*v], name))
                return p;
    return NULL;
}

bool choice_uses(const struct choice *choice, int index)
{
    const struct parameter *const list = choice->implementation->parameters;
    const char *const *const of = list[index].of;

    for (int k = 0; k < MAX_FORMS && of[k]; k++) {
        int v;
        const struct parameter *const form = find_form(list, of[k], &v);
        if (form && choice->value[form - list] == form->legal[v])
            return true;
    }
    return !of[0];
}

bool choice_take_form(struct choice *choice, int index, const bool *fixed)
{
    const struct parameter *const list = choice->implementation->parameters;
    struct problem ignored;
    char value[32];
    int v;

    if (choice_uses(choice, index))
        return true;
    const struct parameter *const form = find_form(list, list[index].of[0], &v);
    if (!form || fixed[form - list])
        return false;
    snprintf(value, sizeof value, "%ld", form->legal[v]);
    return choice_set(choice, form->name, value, &ignored) == OK;
}

bool choice_is_reproducible(const struct choice *choice)
{
    const struct implementation *const code = choice->implementation;
    const char *const *const with = code->reproducible_with;
    bool is = !code->depends_on_timing;

    for (int k = 0; k < MAX_FORMS && with[k]; k++) {
        int v;
        const struct parameter *const p =
            find_form(code->parameters, with[k], &v);
        is |= p && choice->value[p - code->parameters] == p->legal[v];
    }
    return is;
}
