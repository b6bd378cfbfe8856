/* ways.c - see ways.h. */
#include "ways.h"

#include <stdlib.h>
#include <string.h>

struct value {
    const char *at;
    int bytes;
};

/* Lines of `values`, at most MOST_WAYS; -1: more. */
static int split(const char *values, struct value out[MOST_WAYS])
{
    int count = 0;

    while (values && *values && count < MOST_WAYS) {
        out[count].at = values;
        out[count++].bytes = (int)strcspn(values, "\n");
        values += strcspn(values, "\n");
        values += *values == '\n';
    }
    return values && *values ? -1 : count;
}

static bool is_same(struct value a, struct value b)
{
    return a.bytes == b.bytes && !memcmp(a.at, b.at, (size_t)a.bytes);
}

/* Which of them it is; -1: none; -2: more than one. */
static int place_of(struct value x, const struct value *in, int count)
{
    int place = -1;

    for (int k = 0; k < count; k++)
        if (is_same(x, in[k]))
            place = place == -1 ? k : -2;
    return place;
}

/* Of "out[3]" in global memory, or -1. */
static int written_cell(const struct event *e)
{
    char *end;

    if (e->kind != EVENT_ACCESS || !e->memory.writes || e->memory.shared >= 0 ||
        strncmp(e->memory.word, "out[", 4) != 0)
        return -1;
    const long long cell = strtoll(e->memory.word + 4, &end, 10);
    return !strcmp(end, "]") && cell >= 0 && cell < MOST_WAYS ? (int)cell : -1;
}

void ways_find(struct recording *r)
{
    struct value given[MOST_WAYS], made[MOST_WAYS];
    const int in = split(r->given, given), out = split(r->made, made);

    r->ways = 0;
    for (int k = 0; k < out && in > 0; k++) {
        r->way[k] = (struct way){place_of(made[k], given, in), -1};
        if (r->way[k].from < 0 || place_of(made[k], made, out) < 0)
            return;
    }
    for (int i = 0; i < r->events; i++) {
        const int cell = written_cell(&r->event[i]);
        if (cell >= 0 && cell < out)
            r->way[cell].event = i;
    }
    for (int k = 0; k < out; k++)
        if (r->way[k].event < 0)
            return;
    r->ways = in > 0 && out > 0 ? out : 0;
}
