/* caption_tiles.c - what a tile does, in a sentence with its numbers. */
#include "caption_parts.h"
#include "running_sum.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A line of at most so many bytes, to which words are added. */
struct line {
    char *text;
    size_t bytes, used;
};

static void add(struct line *line, const char *format, ...)
{
    va_list list;

    if (line->used + 1 >= line->bytes)
        return;
    va_start(list, format);
    const int more = vsnprintf(line->text + line->used,
                               line->bytes - line->used, format, list);
    va_end(list);
    if (more > 0)
        line->used += (size_t)more;
    if (line->used >= line->bytes)
        line->used = line->bytes - 1;
}

static int number_of(const struct recording *r, const struct event *e)
{
    return (int)(e - r->event);
}

static void say_ticket(const struct recording *r, const struct event *e,
                       struct line *line)
{
    const struct tile *const tile = &r->tile[e->tile];

    add(line,
        "Block %d draws ticket %d and takes tile %d: elements %lld to "
        "%lld.",
        e->block, e->tile, e->tile, tile->begin, tile->begin + tile->count - 1);
}

/* "6 + 2 + 6 + 4 = " where the elements of the tile are few. */
static void add_elements(const struct recording *r, int tile, struct line *line)
{
    const char *const elements = r->tile[tile].elements;

    if (!elements || !look_back_adds(r))
        return;
    for (const char *c = elements; *c; c++)
        add(line, *c == ' ' ? " + " : "%c", *c);
    add(line, " = ");
}

/* ---------------------------------------------------------------- publish */

static void say_aggregate(const struct recording *r, const struct event *e,
                          struct line *line)
{
    const char *const value = e->publish.value;

    if (number_of(r, e) != r->first_a) {
        add(line, "Tile %d publishes its aggregate%s%s.", e->tile,
            value ? ": A = " : " A", value ? value : "");
        return;
    }
    add(line, "Tile %d publishes A, its aggregate: ", e->tile);
    if (value) {
        add_elements(r, e->tile, line);
        add(line, "%s, ", value);
    }
    add(line, look_back_adds(r) ? "the sum of its own elements alone."
                                : "what its own elements alone combine to.");
}

/* "97 + 18 = ": what lies before the tile, and its aggregate. */
static void add_before(const struct recording *r, const struct event *e,
                       struct line *line)
{
    struct term terms[MOST_TERMS];
    const char *const own = r->tile[e->tile].a;
    const int look = look_back_newest(r, number_of(r, e), e->tile);
    const int count = look < 0 ? 0 : look_back_terms(r, look, terms);

    if (own && count > 0 && terms[count - 1].sum[0] && look_back_adds(r))
        add(line, "%s + %s = ", terms[count - 1].sum, own);
}

static void say_prefix(const struct recording *r, const struct event *e,
                       struct line *line)
{
    const char *const value = e->publish.value;
    const bool is_first = number_of(r, e) == r->first_p;

    add(line, "Tile %d publishes %s", e->tile,
        is_first ? "P, its inclusive prefix" : "its inclusive prefix");
    if (value) {
        add(line, is_first ? ": " : ": P = ");
        add_before(r, e, line);
        add(line, "%s", value);
    }
    if (is_first)
        add(line, value ? ", %s" : ": %s",
            look_back_adds(r) ? "the sum of everything up to its end"
                              : "everything up to its end, combined");
    add(line, ".");
    if (e->tile > 0 && r->first_a >= 0 && r->tile[e->tile - 1].has_p > e->at &&
        !isinf(r->tile[e->tile - 1].has_p))
        add(line,
            " Tile %d, just before it, has no P yet: tile %d did not "
            "wait for it.",
            e->tile - 1, e->tile);
}

/* ------------------------------------------------------------------- looks */

/* "tile 7", "tiles 7 and 6", "tiles 7, 6 and 5", "tiles 14 to 3". */
static void add_tiles(struct line *line, int first, int count)
{
    if (count == 1)
        add(line, "tile %d", first);
    else if (count > 3)
        add(line, "tiles %d to %d", first, first - count + 1);
    else
        for (int k = 0; k < count; k++)
            add(line, "%s%d",
                k == 0           ? "tiles "
                : k + 1 == count ? " and "
                                 : ", ",
                first - k);
}

/* ": 25 + 9 + 52 = 86": what was known, what is new, and both together. */
static void add_sum(const struct recording *r, int look, struct line *line)
{
    struct term terms[MOST_TERMS];
    const int count = look_back_terms(r, look, terms);
    const char *const sign = look_back_sign(r);
    int k = 0, shown = 0;

    while (k < count && !terms[k].is_new)
        k++;
    if (k == count || count < 2)
        return;
    add(line, ": ");
    if (k > 0 && terms[k - 1].sum[0])
        add(line, "%s%s", terms[k - 1].sum, sign);
    for (; k < count; k++, shown++)
        if (shown < 4 || k + 1 == count)
            add(line, "%s%s", terms[k].value, k + 1 < count ? sign : "");
        else if (shown == 4)
            add(line, "...%s", sign);
    if (terms[count - 1].sum[0])
        add(line, " = %s", terms[count - 1].sum);
}

static void say_wait(const struct recording *r, const struct event *e,
                     struct line *line)
{
    const struct look *const look = &e->look;

    add(line, "Tile %d waits for tile %d, which has published nothing yet (X)",
        e->tile, look->first);
    if (look->times > 1)
        add(line, "; it looks again and again");
    else if (look->flags[0] == 'X' && strchr(look->flags, 'P') &&
             r->first_a >= 0)
        add(line, "; a P further back does not help");
    add(line, ".");
}

/* It asks its neighbour alone: nothing of it is taken in. */
static void say_asks(const struct event *e, struct line *line)
{
    add(line,
        "Tile %d sees that tile %d has its aggregate, no prefix yet: it will "
        "look at more tiles.",
        e->tile, e->look.first);
}

static void say_look(const struct recording *r, const struct event *e,
                     struct line *line)
{
    const struct look *const look = &e->look;
    const int aggregates = look->taken - look->ends;
    const char *const adds = look_back_adds(r) ? "adds" : "takes in";

    if (look->taken == 0 && look->flags[0] != 'A') {
        say_wait(r, e, line);
        return;
    }
    if (look->taken == 0) {
        say_asks(e, line);
        return;
    }
    add(line, "Tile %d %s ", e->tile, adds);
    if (aggregates > 0) {
        add(line, "the aggregate%s of ", aggregates > 1 ? "s" : "");
        add_tiles(line, look->first, aggregates);
    }
    if (look->ends)
        add(line, "%sthe inclusive prefix of tile %d",
            aggregates > 0 ? " and " : "", look->first - aggregates);
    add_sum(r, number_of(r, e), line);
    if (!look->ends)
        add(line, ". %s, so it looks further back.",
            look->flags[look->taken] == 'X' ? "The next one is an X"
            : aggregates > 1                ? "None of them is a P"
                                            : "That is no P");
    else if (number_of(r, e) == r->first_end && look->first > aggregates)
        add(line, ". A P holds everything up to its tile: here the look-back "
                  "may stop.");
    else
        add(line, ". P: done.");
}

/* ------------------------------------------------------------------ phases */

/* Whether a tile never publishes, and why that may be. */
static const char *why_silent(const struct recording *r, const struct event *e)
{
    if (e->phase != PHASE_STORE || e->tile >= r->tiles ||
        recording_flag(r, e->tile, r->duration) != '-')
        return "";
    return e->tile == r->tiles - 1 && e->tile > 0
               ? "; it is the last: no tile needs its prefix, so it publishes "
                 "none"
               : "; it publishes nothing";
}

static void say_phase(const struct recording *r, const struct event *e,
                      struct line *line)
{
    static const char *const words[PHASES] = {
        "goes on",
        "loads its elements",
        "scans its own elements; it needs no other tile for that",
        "looks back: what lies before it?",
        "stores its results",
        "counts what it keeps",
        "reduces its elements",
        "writes each element to its place"};
    const bool asks = e->phase == PHASE_LOOK_BACK;

    if (asks && e->tile == 0)
        add(line, "Nothing lies before tile 0: its aggregate is its prefix.");
    else
        add(line, "Tile %d %s%s%s", e->tile, words[e->phase], why_silent(r, e),
            asks ? "" : ".");
}

bool caption_of_tile(const struct recording *r, const struct event *e,
                     char *out, size_t bytes)
{
    struct line line = {out, bytes, 0};

    *out = '\0';
    switch (e->kind) {
    case EVENT_TICKET: say_ticket(r, e, &line); return true;
    case EVENT_LOOK: say_look(r, e, &line); return true;
    case EVENT_PHASE: say_phase(r, e, &line); return true;
    case EVENT_PUBLISH:
        if (e->publish.state == 'A')
            say_aggregate(r, e, &line);
        else
            say_prefix(r, e, &line);
        return true;
    default: return false;
    }
}
