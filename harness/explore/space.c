/* space.c - from "block=32..256,factor=2,4" to points. */
#include "space.h"
#include "devices/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct parameter *parameter_of(const struct space *space, int axis)
{
    return &space->base.implementation->parameters[space->axis[axis].parameter];
}

/* The values that an axis can have, "8, 16, 32 (thirty_two)". */
static const char *legal_of(const struct parameter *p)
{
    static char text[512];
    size_t used = 0;

    for (int i = 0; parameter_has(p, i) && used < sizeof text; i++)
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%s%ld%s%s%s", i ? ", " : "",
            p->legal[i], p->names[i] ? " (" : "",
            p->names[i] ? p->names[i] : "", p->names[i] ? ")" : "");
    return text;
}

static enum status no_value(const struct parameter *p, const char *typed,
                            struct problem *why)
{
    return problem_set(why, WRONG_USE,
                       "--space: %s=%s is not a value of %s; its values are %s",
                       p->name, typed, p->name, legal_of(p));
}

/* Adds a value in its place; one that is there already counts once. */
static void add_value(struct axis *axis, long value)
{
    int at = 0;

    while (at < axis->count && axis->value[at] < value)
        at++;
    if (at < axis->count && axis->value[at] == value)
        return;
    memmove(&axis->value[at + 1], &axis->value[at],
            (size_t)(axis->count++ - at) * sizeof *axis->value);
    axis->value[at] = value;
}

/* "32..256". */
static enum status add_range(const struct parameter *p, struct axis *axis,
                             const char *typed, const char *dots,
                             struct problem *why)
{
    char *end_low, *end_high;
    const long low = strtol(typed, &end_low, 10);
    const long high = strtol(dots + 2, &end_high, 10);
    const int before = axis->count;

    if (end_low == typed || end_low != dots || end_high == dots + 2 ||
        *end_high)
        return no_value(p, typed, why);
    for (int i = 0; parameter_has(p, i); i++)
        if (p->legal[i] >= low && p->legal[i] <= high)
            add_value(axis, p->legal[i]);
    return axis->count > before ? OK : no_value(p, typed, why);
}

static enum status add_values(const struct parameter *p, struct axis *axis,
                              const char *typed, struct problem *why)
{
    const char *const dots = strstr(typed, "..");
    char *end;
    const long value = strtol(typed, &end, 10);

    if (dots)
        return add_range(p, axis, typed, dots, why);
    for (int i = 0; parameter_has(p, i); i++)
        if ((*typed && !*end && p->legal[i] == value) ||
            (p->names[i] && !strcmp(p->names[i], typed))) {
            add_value(axis, p->legal[i]);
            return OK;
        }
    return no_value(p, typed, why);
}

static enum status lacks_parameter(const struct space *space, const char *name,
                                   struct problem *why)
{
    const struct parameter *const list = space->base.implementation->parameters;
    const char *names[MAX_PARAMETERS + 1];
    char known[512] = "";
    int count = 0;

    for (; list[count].name; count++) {
        names[count] = list[count].name;
        strncat(known, count ? ", " : "", sizeof known - strlen(known) - 1);
        strncat(known, names[count], sizeof known - strlen(known) - 1);
    }
    names[count] = NULL;
    const char *const near = nearest_name(name, names);
    return problem_set(why, WRONG_USE,
                       "--space: %s has no parameter '%s' on %s%s%s%s; it has "
                       "%s",
                       space->base.algorithm->name, name,
                       space->base.device->name, near ? ": did you mean '" : "",
                       near ? near : "", near ? "'?" : "",
                       count ? known : "none");
}

/* "block=32": a new axis, whose first value is left in *word. */
static enum status open_axis(struct space *space, char **word, char *equals,
                             struct problem *why)
{
    *equals = '\0';
    const int index = choice_parameter(space->base.implementation, *word);

    if (index < 0)
        return lacks_parameter(space, *word, why);
    for (int i = 0; i < space->axes; i++)
        if (space->axis[i].parameter == index)
            return problem_set(why, WRONG_USE, "--space: %s occurs twice",
                               *word);
    space->axis[space->axes++] = (struct axis){.parameter = index};
    *word = equals + 1;
    return OK;
}

static enum status parse_words(char *words, struct space *space,
                               struct problem *why)
{
    enum status status = OK;

    for (char *word; status == OK && (word = strsep(&words, ","));) {
        char *const equals = strchr(word, '=');
        if (equals)
            status = open_axis(space, &word, equals, why);
        else if (!space->axes)
            status = problem_set(why, WRONG_USE,
                                 "--space: '%s' has no '='; want block=32..256 "
                                 "or block=32,64,factor=2",
                                 word);
        if (status == OK)
            status = add_values(parameter_of(space, space->axes - 1),
                                &space->axis[space->axes - 1], word, why);
    }
    return status;
}

/* Every value of every parameter that was not given. */
static void take_all(struct space *space)
{
    const struct parameter *const list = space->base.implementation->parameters;

    for (int i = 0; list[i].name; i++) {
        struct axis axis = {.parameter = i};
        for (int v = 0; parameter_has(&list[i], v); v++)
            if (!list[i].lesson || list[i].legal[v] != list[i].wrong)
                add_value(&axis, list[i].legal[v]);
        if (axis.count > 1 && !space->base.given[i])
            space->axis[space->axes++] = axis;
    }
}

enum status space_parse(const char *text, const struct choice *base,
                        struct space *out, struct problem *why)
{
    const struct notation *const notation = base->implementation->notation;
    char line[512];

    *out = (struct space){.base = *base};
    struct choice usual;

    if (notation &&
        choice_parse(base->algorithm->name, base->device, &usual, why) == OK)
        out->base_is_usual = !strcmp(usual.variant, base->variant);
    if (notation)
        return notation->list(text, &out->list, line, sizeof line)
                   ? OK
                   : problem_set(why, WRONG_USE, "%s: %s",
                                 base->algorithm->name, line);
    char *const words = text ? strdup(text) : NULL;
    enum status status = OK;

    if (text && !words)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    if (text)
        status = parse_words(words, out, why);
    else
        take_all(out);
    free(words);
    if (status == OK && out->axes == 0)
        return problem_set(why, WRONG_USE,
                           "%s has no parameters to explore on %s",
                           base->algorithm->name, base->device->name);
    return status;
}

void space_free(struct space *space)
{
    free(space->list.values);
    space->list.values = NULL;
}

size_t space_points(const struct space *space)
{
    size_t points = 1;

    if (space->list.values)
        return space->list.count;
    for (int i = 0; i < space->axes; i++)
        points = points > (size_t)-1 / MAX_LEGAL
                     ? (size_t)-1
                     : points * (size_t)space->axis[i].count;
    return points;
}

struct choice space_point(const struct space *space, size_t index)
{
    struct choice point = space->base;
    struct problem ignored; /* its values are legal */

    if (space->list.values) {
        memcpy(point.value, space->list.values[index], sizeof point.value);
        choice_print(&point, NULL, point.variant, sizeof point.variant);
        return point;
    }
    for (int i = space->axes; i-- > 0;) {
        const struct axis *const axis = &space->axis[i];
        char value[32];
        snprintf(value, sizeof value, "%ld",
                 axis->value[index % (size_t)axis->count]);
        index /= (size_t)axis->count;
        choice_set(&point, parameter_of(space, i)->name, value, &ignored);
    }
    return point;
}

const char *space_value(const struct space *space, int axis, long value,
                        char *text, size_t size)
{
    const struct parameter *const p = parameter_of(space, axis);

    snprintf(text, size, "%ld", value);
    for (int i = 0; parameter_has(p, i); i++)
        if (p->legal[i] == value && p->names[i])
            snprintf(text, size, "%s", p->names[i]);
    return text;
}
