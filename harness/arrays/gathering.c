/* gathering.c - a buffer of numbers on their way to the builder. */
#include "gathering.h"
#include "number_text.h"

void gathering_begin(struct gathering *gathering,
                     const struct monoid_table *monoid, const char *name,
                     bool lifts)
{
    builder_begin(&gathering->builder, monoid, name, lifts);
    gathering->type = number_type_of(monoid);
    gathering->pending = 0;
}

static enum status push(struct gathering *gathering, struct problem *why)
{
    const size_t count = gathering->pending;

    gathering->pending = 0;
    return builder_push(&gathering->builder, gathering->components, count, why);
}

enum status gathering_take(struct gathering *gathering, const char *text,
                           char *reason, size_t size, struct problem *why)
{
    const size_t at = gathering->pending * (size_t)gathering->type.bytes;

    *reason = '\0';
    if (!number_read(text, gathering->type, gathering->components + at, reason,
                     size))
        return WRONG_USE;
    return ++gathering->pending == MAX_GATHERING ? push(gathering, why) : OK;
}

size_t gathering_units(const struct gathering *gathering)
{
    return gathering->builder.units + gathering->pending;
}

enum status gathering_finish(struct gathering *gathering, struct array *out,
                             struct problem *why)
{
    const enum status status = push(gathering, why);

    return status == OK ? builder_finish(&gathering->builder, out, why)
                        : status;
}
