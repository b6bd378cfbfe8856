/* array.c - a growing aligned array; amortised cost of a push is O(count). */
#include "array.h"
#include "base/host.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 64,          /* a cache line, and the widest vector */
    MIN_BYTES = 4096,        /* of a buffer that has to grow */
    ASK_FROM_BYTES = 1 << 20 /* below, asking costs more than it saves */
};

void array_free(struct array *array)
{
    free(array->data);
    *array = (struct array){0};
}

void builder_begin(struct array_builder *builder,
                   const struct monoid_table *monoid, const char *name,
                   bool lifts)
{
    assert(!lifts || monoid->lift);
    *builder = (struct array_builder){
        .monoid = monoid,
        .name = name,
        .lifts = lifts,
        .unit_bytes = lifts ? monoid->bytes : (size_t)monoid->component_bytes,
    };
}

enum status builder_reserve(struct array_builder *builder, size_t units,
                            struct problem *why)
{
    const size_t wanted = builder->monoid->alignment;
    const size_t alignment = wanted > ALIGNMENT ? wanted : ALIGNMENT;
    size_t bytes;

    if (builder->data && units <= builder->capacity)
        return OK;
    if (__builtin_mul_overflow(units, builder->unit_bytes, &bytes) ||
        bytes > PTRDIFF_MAX - alignment)
        return problem_set(why, MACHINE_LACKS,
                           "%s: %zu numbers are more than any memory can hold",
                           builder->name, units);
    bytes = (bytes / alignment + 1) * alignment;
    if (bytes >= ASK_FROM_BYTES && bytes > host_available_bytes())
        return problem_set(
            why, MACHINE_LACKS,
            "%s: needs %zu bytes of memory, but only %zu are available",
            builder->name, bytes, host_available_bytes());
    void *const data = aligned_alloc(alignment, bytes);
    if (!data)
        return problem_set(
            why, MACHINE_LACKS,
            "%s: the system could not provide %zu bytes of memory",
            builder->name, bytes);
    if (builder->units)
        memcpy(data, builder->data, builder->units * builder->unit_bytes);
    free(builder->data);
    builder->data = data;
    builder->capacity = bytes / builder->unit_bytes;
    return OK;
}

/* The index of the first NaN of `count` components, or count. */
static size_t first_nan(const void *components, size_t count, int bytes)
{
    size_t i = 0;

    if (bytes == sizeof(float))
        for (const float *x = components; i < count && !isnan(x[i]);)
            i++;
    else
        for (const double *x = components; i < count && !isnan(x[i]);)
            i++;
    return i;
}

static enum status refuse_nan(const struct array_builder *builder,
                              const void *components, size_t count,
                              struct problem *why)
{
    char where[64];
    const struct monoid_table *const monoid = builder->monoid;
    const size_t bad = first_nan(components, count, monoid->component_bytes);

    if (bad == count)
        return OK;
    builder_where(builder, builder->units + bad, where, sizeof where);
    return problem_set(why, WRONG_USE,
                       "%s: %s is NaN, and a scan of NaN cannot be checked; "
                       "replace it with a number",
                       builder->name, where);
}

enum status builder_push(struct array_builder *builder, const void *components,
                         size_t count, struct problem *why)
{
    const size_t need = builder->units + count;
    enum status status = OK;

    if (builder->monoid->kind == FLOATING && !builder->monoid->takes_nan)
        status = refuse_nan(builder, components, count, why);
    if (status == OK && need > builder->capacity) {
        size_t units = MIN_BYTES / builder->unit_bytes;
        if (units < 2 * builder->capacity)
            units = 2 * builder->capacity;
        status = builder_reserve(builder, units > need ? units : need, why);
    }
    if (status != OK || count == 0)
        return status;
    char *const at =
        (char *)builder->data + builder->units * builder->unit_bytes;
    if (builder->lifts)
        builder->monoid->lift(components, at, count);
    else
        memcpy(at, components, count * builder->unit_bytes);
    builder->units = need;
    return OK;
}

char *builder_where(const struct array_builder *builder, size_t unit,
                    char *text, size_t size)
{
    const size_t components = (size_t)builder->monoid->components;

    if (builder->lifts || components == 1)
        snprintf(text, size, "element %zu", builder->first + unit);
    else
        snprintf(text, size, "element %zu, component %zu",
                 builder->first + unit / components, unit % components);
    return text;
}

enum status builder_finish(struct array_builder *builder, struct array *out,
                           struct problem *why)
{
    const size_t per_element =
        builder->lifts ? 1 : (size_t)builder->monoid->components;
    const enum status status = builder_reserve(builder, builder->units, why);

    assert(builder->units % per_element == 0);
    if (status != OK)
        return status;
    *out = (struct array){builder->data, builder->units / per_element};
    builder->data = NULL;
    return OK;
}

void builder_drop(struct array_builder *builder)
{
    free(builder->data);
    builder->data = NULL;
}
