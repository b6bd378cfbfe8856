/* tables.h - monoids for the fuzzers: every shape of element, no operators. */
#ifndef TABLES_H
#define TABLES_H

#include "monoids/monoid.h"

/* x -> (x, x, x, x) */
static void lift_four(const void *component, void *out, size_t n)
{
    const int32_t *const x = component;
    int32_t *const four = out;

    for (size_t i = 0; i < 4 * n; i++)
        four[i] = x[i / 4];
}

static const struct monoid_table tables[] = {
    {.bytes = 1, .kind = SIGNED_INTEGER, .component_bytes = 1, .components = 1},
    {.bytes = 2, .kind = SIGNED_INTEGER, .component_bytes = 2, .components = 1},
    {.bytes = 4, .kind = SIGNED_INTEGER, .component_bytes = 4, .components = 1},
    {.bytes = 8, .kind = SIGNED_INTEGER, .component_bytes = 8, .components = 1},
    {.bytes = 1,
     .kind = UNSIGNED_INTEGER,
     .component_bytes = 1,
     .components = 1},
    {.bytes = 8,
     .kind = UNSIGNED_INTEGER,
     .component_bytes = 8,
     .components = 1},
    {.bytes = 4, .kind = FLOATING, .component_bytes = 4, .components = 1},
    {.bytes = 8, .kind = FLOATING, .component_bytes = 8, .components = 1},
    {.bytes = 8,
     .kind = UNSIGNED_INTEGER,
     .component_bytes = 4,
     .components = 2},
    {.bytes = 8, .kind = FLOATING, .component_bytes = 4, .components = 2},
    {.bytes = 16,
     .kind = SIGNED_INTEGER,
     .component_bytes = 4,
     .components = 4,
     .lift = lift_four},
};

enum { TABLES = sizeof tables / sizeof *tables };

#endif
