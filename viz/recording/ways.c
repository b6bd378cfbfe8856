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
    return a.bytes == b.bytes && a.bytes > 0 &&
           !memcmp(a.at, b.at, (size_t)a.bytes);
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

/* Of a load or store of "out[3]", say, the 3; or -1. */
static int cell_of(const struct event *e, const char *array, bool writes)
{
    const size_t bytes = strlen(array);
    char *end;

    if (e->kind != EVENT_ACCESS || e->memory.writes != writes ||
        e->memory.shared >= 0 || strncmp(e->memory.word, array, bytes) != 0 ||
        e->memory.word[bytes] != '[')
        return -1;
    const long long cell = strtoll(e->memory.word + bytes + 1, &end, 10);
    return !strcmp(end, "]") && cell >= 0 && cell < MOST_WAYS ? (int)cell : -1;
}

/* The ways of the next pass, from `in` elements to `out` ones, which the kernel has
 * as `array`. */
static bool find_pass(struct recording *r, const struct value *from, int in,
                      const struct value *to, int out, const char *array)
{
    struct way *const way = r->way[r->passes];

    for (int k = 0; k < out; k++) {
        way[k] = (struct way){place_of(to[k], from, in), -1};
        if (way[k].from < 0 || place_of(to[k], to, out) < 0)
            return false;
    }
    for (int i = 0; i < r->events; i++) {
        const int cell = cell_of(&r->event[i], array, true);
        if (cell >= 0 && cell < out)
            way[cell].event = i;
    }
    for (int k = 0; k < out; k++)
        if (way[k].event < 0)
            return false;
    r->passes++;
    r->ways = out;
    return true;
}

void ways_find(struct recording *r)
{
    static const char between[] = "elements between passes";
    struct value given[MOST_WAYS], made[MOST_WAYS], middle[MOST_WAYS] = {{0}};
    const int in = split(r->given, given), out = split(r->made, made);
    int stores = 0; /* more than elements: there are further passes */
    bool known;

    r->ways = r->passes = 0;
    for (int i = 0; i < r->events; i++) {
        const int cell = cell_of(&r->event[i], between, false);
        stores += cell_of(&r->event[i], between, true) >= 0;
        if (cell >= 0 && r->event[i].memory.value)
            middle[cell] =
                (struct value){r->event[i].memory.value,
                               (int)strlen(r->event[i].memory.value)};
    }
    if (in == out && in > 0 && stores == in &&
        find_pass(r, given, in, middle, in, between))
        known = find_pass(r, middle, in, made, out, "out");
    else
        known = in > 0 && out > 0 && find_pass(r, given, in, made, out, "out");
    if (!known)
        r->ways = r->passes = 0;
}
