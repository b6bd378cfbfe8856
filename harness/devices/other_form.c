/* other_form.c - see other_form.h.
 *
 *     keep.cu has keep_tiles(), ...    filter's default plan calls
 *                                      filter_ahead(); that of
 *                                      filter:three_kernels calls these
 */
#include "other_form.h"

#include <stdio.h>

/* Enough for every launch that a form has. */
enum { MANY = 1 << 20 };

struct search {
    const struct setup *setup;
    takes_step *takes;
    const void *code;
};

/* True: the choice has a plan, and all of its kernels exist. */
static bool fits(const struct search *s, const struct choice *choice)
{
    struct setup setup = *s->setup;
    struct plan plan;

    setup.choice = choice;
    if (setup_refuses(&setup, MANY))
        return false;
    setup_plan(&setup, MANY, &plan);
    for (int i = 0; i < plan.steps; i++)
        if (!s->takes(s->code, &plan.step[i]))
            return false;
    return plan.steps > 0;
}

/* Finds a named value with which the choice fits. */
static const char *find_value(const struct search *s)
{
    const struct choice *const now = s->setup->choice;
    struct problem ignored;

    for (const struct parameter *p = now->implementation->parameters; p->name;
         p++)
        for (int v = 0; parameter_has(p, v); v++) {
            struct choice other = *now;
            if (p->names[v] &&
                choice_set(&other, p->name, p->names[v], &ignored) == OK &&
                fits(s, &other))
                return p->names[v];
        }
    return NULL;
}

static const char *find_variant(const struct search *s)
{
    const struct choice *const now = s->setup->choice;
    const struct variant *v = now->implementation->variants;
    struct problem ignored;

    for (; v && v->name; v++) {
        struct choice other;
        char text[256];
        snprintf(text, sizeof text, "%s:%s", now->algorithm->name, v->name);
        if (choice_parse(text, now->device, &other, &ignored) == OK &&
            fits(s, &other))
            return v->name;
    }
    return NULL;
}

void other_form_tell(const struct setup *setup, takes_step *takes,
                     const void *code, enum status status, struct problem *why)
{
    const struct search s = {setup, takes, code};
    const struct problem inner = *why;
    const char *const algorithm = setup->choice->algorithm->name;
    const char *name = find_value(&s);

    if (!name)
        name = find_variant(&s);
    if (name)
        problem_set(why, status,
                    "%s; this file defines the kernels of %s:%s, so use: "
                    "verify %s:%s --source FILE",
                    inner.line, algorithm, name, algorithm, name);
}
