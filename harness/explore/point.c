/* point.c - a setting on another device. */
#include "point.h"

#include <stdio.h>

const char *point_state_name(enum point_state state)
{
    static const char *const names[] = {"waiting", "refused", "failed",
                                        "wrong",   "proved",  "timed"};

    return names[state];
}

enum status point_settled(const struct point *point,
                          const struct device *device, size_t elem_bytes,
                          bool floating, struct choice *out,
                          struct problem *why)
{
    const struct choice shaped =
        choice_for(&point->choice, elem_bytes, floating, 0);
    const struct parameter *const list = shaped.implementation->parameters;
    enum status status = choice_parse(shaped.algorithm->name, device, out, why);

    if (status == OK && shaped.implementation->notation)
        choice_copy(&shaped, out);
    for (int i = 0; list[i].name && status == OK; i++) {
        char value[32];
        snprintf(value, sizeof value, "%ld", shaped.value[i]);
        status = choice_set(out, list[i].name, value, why);
    }
    return status;
}
