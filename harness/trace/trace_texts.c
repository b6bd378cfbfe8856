/* trace_texts.c - the texts of events, each stored once, and the values that
 * were published or read. */
#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_TEXT = 16 << 20, /* bytes of all texts; further ones are "" */
    MAX_VALUES = 4 << 20
};

/* Room for so many more bytes. */
static bool grow(struct trace_bytes *chars, size_t more, size_t most)
{
    size_t room = chars->room ? chars->room : 256;

    if (more > most || chars->used > most - more)
        return false;
    while (room < chars->used + more)
        room *= 2;
    if (room == chars->room)
        return true;
    char *const bytes = realloc(chars->bytes, room);
    if (!bytes)
        return false;
    chars->bytes = bytes;
    chars->room = room;
    return true;
}

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u; /* FNV-1a */

    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

/* The slot of a text, or the free one where it belongs. */
static uint32_t *slot_of(const struct trace *trace, const char *text)
{
    const uint32_t mask = trace->text_slots - 1;

    for (uint32_t i = hash(text) & mask;; i = (i + 1) & mask) {
        uint32_t *const slot = &trace->text_table[i];
        if (!*slot || !strcmp(trace->text.bytes + *slot, text))
            return slot;
    }
}

static bool double_table(struct trace *trace)
{
    const uint32_t old_slots = trace->text_slots;
    uint32_t *const old = trace->text_table;

    trace->text_slots = old_slots ? 2 * old_slots : 256;
    trace->text_table = calloc(trace->text_slots, sizeof *trace->text_table);
    if (!trace->text_table) {
        trace->text_table = old;
        trace->text_slots = old_slots;
        return false;
    }
    for (uint32_t i = 0; i < old_slots; i++)
        if (old[i])
            *slot_of(trace, trace->text.bytes + old[i]) = old[i];
    free(old);
    return true;
}

uint32_t trace_text(struct trace *trace, const char *text)
{
    const size_t bytes = strlen(text) + 1;

    if (bytes == 1 ||
        (2 * trace->texts >= trace->text_slots && !double_table(trace)))
        return 0;
    uint32_t *const slot = slot_of(trace, text);
    const uint32_t known = *slot;
    if (known)
        return known;
    if (!grow(&trace->text, bytes, MAX_TEXT))
        return 0;
    *slot = (uint32_t)trace->text.used;
    memcpy(trace->text.bytes + trace->text.used, text, bytes);
    trace->text.used += bytes;
    trace->texts++;
    return *slot;
}

const char *trace_text_of(const struct trace *trace, uint32_t number)
{
    return trace->text.bytes + number;
}

/* ------------------------------------------------------------------ values */

uint32_t trace_keep_value(struct trace *trace, const void *value, size_t bytes)
{
    if (!trace_keeps_values(trace) || !value ||
        !grow(&trace->value, bytes + 1, MAX_VALUES))
        return 0;
    memcpy(trace->value.bytes + trace->value.used, value, bytes);
    trace->value.used += bytes;
    return (uint32_t)(trace->value.used - bytes + 1);
}

const void *trace_value(const struct trace *trace,
                        const struct trace_event *event)
{
    const uint32_t value =
        event->kind == EVENT_PUBLISH  ? event->of.publish.value
        : event->kind == EVENT_ACCESS ? event->of.access.value
                                      : 0;
    return value ? trace->value.bytes + value - 1 : NULL;
}

/* -------------------------------------------------------------------- both */

bool trace_texts_open(struct trace *trace)
{
    return double_table(trace) && grow(&trace->text, 1, MAX_TEXT);
}

void trace_texts_reset(struct trace *trace)
{
    trace->value.used = 0;
    trace->text.bytes[0] = '\0'; /* text 0 */
    trace->text.used = 1;
    trace->texts = 0;
    memset(trace->text_table, 0, trace->text_slots * sizeof *trace->text_table);
}

void trace_texts_close(struct trace *trace)
{
    free(trace->text.bytes);
    free(trace->value.bytes);
    free(trace->text_table);
}
