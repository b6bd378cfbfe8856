/* caption_tiles.c - an event of a tile, as a sentence with its numbers. */
#include "caption_parts.h"
#include "running_sum.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A line of at most `bytes` bytes, to which text is appended. */
struct line {
    char *text;
    size_t bytes, used;
    int now; /* the newest event that has happened */
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

/* The state that a tile has published by now in this launch: A or P; 0: nothing. A
 * look may have seen less, since its lanes look one after the other. */
static char published(const struct recording *r, int tile,
                      const struct line *line)
{
    for (int i = line->now; i >= 0 && r->event[i].kind != EVENT_LAUNCH; i--)
        if (r->event[i].kind == EVENT_PUBLISH && r->event[i].tile == tile)
            return r->event[i].publish.state;
    return 0;
}

/* The next event of the same kind and tile, in the same block; or NULL. */
static const struct event *next_of(const struct recording *r,
                                   const struct event *e)
{
    for (int i = number_of(r, e) + 1; i < r->events; i++) {
        const struct event *const next = &r->event[i];
        if (next->tile == e->tile && next->kind == e->kind)
            return next;
        if (next->tile == e->tile && next->kind == EVENT_TICKET)
            break;
    }
    return NULL;
}

static void say_ticket(const struct recording *r, const struct event *e,
                       struct line *line)
{
    const long long begin = e->tile_elements.begin;
    const long long count = e->tile_elements.count;

    add(line, "Block %d ", e->block);
    if (r->tickets > 0)
        add(line, "draws ticket %d and ", e->tile);
    add(line, "takes tile %d", e->tile);
    if (begin >= 0 && count == 1)
        add(line, ": element %lld", begin);
    else if (begin >= 0 && count > 1)
        add(line, ": elements %lld to %lld", begin, begin + count - 1);
    add(line, ".");
}

/* "6 + 2 + 6 + 4 = ", if the tile has few elements. */
static void add_elements(const struct recording *r, int tile, struct line *line)
{
    const char *const elements = r->tile[tile].elements;

    if (!elements || !look_back_adds(r))
        return;
    for (const char *c = elements; *c; c++)
        add(line, *c == ' ' ? " + " : "%c", *c);
    add(line, " = ");
}

/* The things that a tile counts. */
static const char *counted(const struct recording *r)
{
    return !strcmp(r->algorithm, "radix_sort")  ? "digits"
           : !strcmp(r->algorithm, "histogram") ? "keys"
           : !strcmp(r->algorithm, "rle")       ? "runs that begin in it"
                                                : "elements that it keeps";
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
    if (value && r->counts) { /* a sort: the count of digit 0 is recorded */
        add(line, "%s %s.", value,
            !strcmp(r->algorithm, "radix_sort") ? "elements with digit 0"
                                                : counted(r));
        return;
    }
    if (value) {
        add_elements(r, e->tile, line);
        add(line, "%s, ", value);
    }
    add(line, r->is_application   ? "the result of its own elements alone."
              : look_back_adds(r) ? "the sum of its own elements alone."
                                  : "its own elements alone, combined.");
}

/* "97 + 18 = ": the tile's exclusive prefix, and its aggregate. */
static void add_before(const struct recording *r, const struct event *e,
                       struct line *line)
{
    struct term terms[MAX_TERMS];
    const char *const own = r->tile[e->tile].a;
    const int look = look_back_newest(r, number_of(r, e), e->tile);
    const int count = look < 0 ? 0 : look_back_terms(r, look, terms);

    char all[TERM_BYTES];

    if (own && count > 0 && terms[count - 1].sum[0] && look_back_adds(r) &&
        look_back_fold(r, terms[count - 1].sum, own, all, sizeof all) &&
        !strcmp(all, e->publish.value))
        add(line, "%s + %s = ", terms[count - 1].sum, own);
}

static void say_prefix(const struct recording *r, const struct event *e,
                       struct line *line)
{
    const char *const value = e->publish.value;
    const bool is_first = number_of(r, e) == r->first_p;

    add(line, "Tile %d publishes %s", e->tile,
        is_first ? "P, its inclusive prefix"
        : r->doubtful >= 0 && number_of(r, e) > r->doubtful
            ? "what should be its inclusive prefix"
            : "its inclusive prefix");
    if (value) {
        add(line, is_first ? ": " : ": P = ");
        add_before(r, e, line);
        add(line, "%s", value);
    }
    if (is_first)
        add(line, value ? ", %s" : ": %s",
            r->heads            ? "the result of its last segment so far"
            : r->is_application ? "the result of everything up to its end"
            : look_back_adds(r) ? "the sum of everything up to its end"
                                : "everything up to its end, combined");
    add(line, ".");
    if (e->tile > 0 && r->first_a >= 0 && r->tile[e->tile - 1].has_p > e->at &&
        !isinf(r->tile[e->tile - 1].has_p))
        add(line, " Tile %d, just before it, %s: tile %d did not need one.",
            e->tile - 1,
            published(r, e->tile - 1, line) == 'P' ? "had no P then"
                                                   : "has no P yet",
            e->tile);
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

/* ": 25 + 9 + 52 = 86": the sum known so far, the new terms, and the total. */
static void add_sum(const struct recording *r, int look, struct line *line)
{
    struct term terms[MAX_TERMS];
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
    const char by_now = published(r, look->first, line);

    if (by_now) {
        add(line,
            "Tile %d has published %c by now; tile %d has not seen it yet.",
            look->first, by_now, e->tile);
        return;
    }
    add(line, "Tile %d waits for tile %d, which has published nothing yet (X)",
        e->tile, look->first);
    if (look->times > 1)
        add(line, "; it looks %s", look->times > 2 ? "repeatedly" : "again");
    else if (strchr(look->flags, 'P') && r->first_a >= 0)
        add(line, "; a P further back does not help");
    add(line, ".");
}

/* The tile waits for the whole window, and has taken in nothing of it yet. */
static void say_waits_for_all(const struct recording *r, const struct event *e,
                              struct line *line)
{
    const char *const flags = e->look.flags;
    const int missing = e->look.first - (int)strcspn(flags, "X");

    add(line, "Tile %d looks at ", e->tile);
    add_tiles(line, e->look.first, (int)strlen(flags));
    add(line, " and takes in none of them yet: tile %d %s an X.", missing,
        published(r, missing, line) ? "was" : "is");
}

/* The tile checks only its neighbour, and takes in nothing. */
static void say_asks(const struct recording *r, const struct event *e,
                     struct line *line)
{
    const struct event *const next = next_of(r, e);

    add(line, "Tile %d sees that tile %d has an aggregate but no prefix yet",
        e->tile, e->look.first);
    if (next)
        add(line, strlen(next->look.flags) > strlen(e->look.flags)
                      ? ", so it will look at more tiles"
                      : ", so it will look again");
    add(line, ".");
    if (published(r, e->look.first, line) == 'P')
        add(line, " By now tile %d has published P.", e->look.first);
}

/* What the tile does next, if it has taken in only aggregates. */
static void say_goes_on(const struct recording *r, const struct event *e,
                        struct line *line)
{
    const struct look *const look = &e->look;
    const int next = look->first - look->taken;
    const char by_now = published(r, next, line);
    bool has_p = false;

    if (look->flags[look->taken] == 'X' && by_now)
        add(line, ". Tile %d was an X, but has published %c by now.", next,
            by_now);
    else if (look->flags[look->taken] == 'X')
        add(line, ". Tile %d is still an X: tile %d waits for it.", next,
            e->tile);
    else {
        for (int tile = look->first; tile > next; tile--)
            has_p |= published(r, tile, line) == 'P';
        add(line, ". %s %s P, so it looks further back.",
            look->taken > 1 ? "None of them" : "That",
            look->taken > 1 ? has_p ? "was a" : "is a"
            : has_p         ? "was not a"
                            : "is not a");
    }
}

/* A look that took in nothing. */
static void say_look_alone(const struct recording *r, const struct event *e,
                           struct line *line)
{
    const char *const flags = e->look.flags;

    if (flags[0] == 'X')
        say_wait(r, e, line);
    else if (flags[0] == 'A' || flags[0] == 'P')
        strchr(flags, 'X') ? say_waits_for_all(r, e, line)
                           : say_asks(r, e, line);
    else
        add(line, "Tile %d looks back.", e->tile);
}

/* The flag is new, but the value read with it is old. */
static void say_stale(const struct event *e, struct line *line)
{
    const struct look *const look = &e->look;
    const char *value;
    const int bytes = recording_value(look->values, 0, &value);

    add(line, "Tile %d sees the %c of tile %d, but reads an older value",
        e->tile, look->flags[0], look->first);
    if (bytes > 0)
        add(line, ": not the %.*s that was published", bytes, value);
    add(line, ".");
}

static void say_look(const struct recording *r, const struct event *e,
                     struct line *line)
{
    const struct look *const look = &e->look;
    const int aggregates = look->taken - look->ends;

    if (look->is_stale && look->taken == 1) {
        say_stale(e, line);
        return;
    }
    if (look->taken == 0) {
        say_look_alone(r, e, line);
        return;
    }
    add(line, "Tile %d %s ", e->tile, look_back_adds(r) ? "adds" : "takes in");
    if (aggregates > 0) {
        add(line, "the aggregate%s of ", aggregates > 1 ? "s" : "");
        add_tiles(line, look->first, aggregates);
    }
    if (look->ends)
        add(line, "%sthe inclusive prefix of tile %d",
            aggregates > 0 ? " and " : "", look->first - aggregates);
    add_sum(r, number_of(r, e), line);
    if (!look->ends && look->taken > look->first)
        add(line, ". That covers every tile before it.");
    else if (!look->ends)
        say_goes_on(r, e, line);
    else if (number_of(r, e) == r->first_end && look->first > aggregates)
        add(line, ". A P covers everything up to its tile, so the look-back "
                  "can stop here.");
    else
        add(line, ". That was a P: its look-back is done.");
}

/* ------------------------------------------------------------------ phases */

/* "; it publishes nothing" and the like, if a tile never publishes; or "". */
static const char *why_silent(const struct recording *r, const struct event *e)
{
    if (e->phase != PHASE_STORE || e->tile >= r->tiles || r->lacks_some ||
        !recording_has_flags(r) ||
        recording_flag(r, e->tile, r->duration) != '-')
        return "";
    return e->tile == r->tiles - 1 && e->tile > 0 && r->first_p >= 0
               ? "; it is the last tile: no other needs its prefix, so it "
                 "publishes none"
               : "; it publishes nothing";
}

static void say_phase(const struct recording *r, const struct event *e,
                      struct line *line)
{
    static const char *const words[PHASES] = {
        "goes on",
        "loads its elements",
        "scans its own elements",
        "looks back: what is its exclusive prefix?",
        "stores its results",
        "counts",
        "reduces its elements",
        "writes its results to their places"};
    const bool asks = e->phase == PHASE_LOOK_BACK;
    const struct event *const next = next_of(r, e);

    if (asks && e->tile == 0)
        add(line, r->carry ? "No tile comes before tile 0."
                           : "Nothing comes before tile 0: its aggregate is "
                             "its prefix.");
    else
        add(line, "Tile %d %s%s%s%s%s", e->tile,
            e->phase == PHASE_COUNT ? "counts " : words[e->phase],
            e->phase == PHASE_COUNT ? counted(r) : "",
            e->phase == PHASE_SCAN && next && next->phase == PHASE_LOOK_BACK
                ? "; it needs no other tile for that"
                : "",
            why_silent(r, e), asks ? "" : ".");
}

bool caption_of_tile(const struct recording *r, const struct event *e, int now,
                     char *out, size_t bytes)
{
    struct line line = {out, bytes, 0, now};

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
