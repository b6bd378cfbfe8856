/* ways.c - see ways.h. */
#include "ways.h"

#include <stdlib.h>
#include <string.h>

struct value {
    const char *at;
    int bytes;
};

/* The number of lines of `values`, at most MAX_WAYS; -1: more. */
static int split(const char *values, struct value out[MAX_WAYS])
{
    int count = 0;

    while (values && *values && count < MAX_WAYS) {
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

/* The index of a value in the list; -1: none; -2: more than one. */
static int place_of(struct value x, const struct value *in, int count)
{
    int place = -1;

    for (int k = 0; k < count; k++)
        if (is_same(x, in[k]))
            place = place == -1 ? k : -2;
    return place;
}

/* The index of a load or store, such as 3 for "out[3]"; -1: another array, or not
 * below `most`. */
static int cell_below(const struct event *e, const char *array, bool writes,
                      int most)
{
    const size_t bytes = strlen(array);
    char *end;

    if (e->kind != EVENT_ACCESS || e->memory.writes != writes ||
        e->memory.shared >= 0 || strncmp(e->memory.word, array, bytes) != 0 ||
        e->memory.word[bytes] != '[')
        return -1;
    const long long cell = strtoll(e->memory.word + bytes + 1, &end, 10);
    return !strcmp(end, "]") && cell >= 0 && cell < most ? (int)cell : -1;
}

static int cell_of(const struct event *e, const char *array, bool writes)
{
    return cell_below(e, array, writes, MAX_WAYS);
}

/* Finds the paths of the next pass, from the elements `in` to those of the kernel's
 * `array`. */
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

/* The first event that moves an element of a pass; after the last pass, the end. */
static int begin_of(const struct recording *r, int pass)
{
    int first = r->events;

    for (int k = 0; pass < r->passes && k < r->ways; k++)
        if (r->way[pass][k].event < first)
            first = r->way[pass][k].event;
    return first;
}

/* Finds the counts that a pass loads before it moves an element: the counts of digits
 * 0, 1, ... for pass p are at p * R, where R is a power of two. */
static void find_digits(struct recording *r, int pass)
{
    enum { MAX_COUNTS = 1 << 17 };
    const int from = pass ? begin_of(r, pass - 1) : 0, to = begin_of(r, pass);
    int base = pass ? 1 : 0, begin = 0, count = 0;

    for (int i = from; i < to && count < MAX_WAYS; i++) {
        const struct event *const e = &r->event[i];
        const int cell = cell_below(e, "histograms", false, MAX_COUNTS);
        const int many = cell >= 0 && e->memory.value
                             ? (int)strtoll(e->memory.value, NULL, 10)
                             : 0;
        if (many < 1)
            continue;
        if (many > r->ways)
            return;      /* not counts of these elements */
        int k = count++; /* in the order of digits */
        for (; k > 0 && r->digit[pass][k - 1].value > cell; k--)
            r->digit[pass][k] = r->digit[pass][k - 1];
        r->digit[pass][k] = (struct digit){.value = cell, .count = many};
        r->counted[pass] = i;
    }
    while (pass && count > 0 && base * 2 <= r->digit[pass][0].value)
        base *= 2;
    for (int k = 0; k < count; k++) {
        r->digit[pass][k].value -= base;
        r->digit[pass][k].begin = begin;
        begin += r->digit[pass][k].count;
    }
    r->digits[pass] = begin == r->ways ? count : 0;
}

void ways_find(struct recording *r)
{
    static const char between[] = "elements between passes";
    struct value given[MAX_WAYS], made[MAX_WAYS], middle[MAX_WAYS] = {{0}};
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
    for (int pass = 0; pass < r->passes; pass++)
        find_digits(r, pass);
}

int ways_counted(const struct recording *r, int event)
{
    for (int pass = 0; pass < r->passes; pass++)
        if (r->digits[pass] > 0 && r->counted[pass] == event)
            return pass;
    return -1;
}
