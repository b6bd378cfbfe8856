/* caption.c - an event in words. */
#include "caption.h"

#include <stdio.h>
#include <string.h>

static void say_ticket(const struct recording *r, const struct event *e,
                       char *out, size_t bytes)
{
    const struct tile *const tile = &r->tile[e->tile];

    snprintf(out, bytes,
             "block %d draws ticket %d: it takes tile %d, elements %lld..%lld",
             e->block, e->tile, e->tile, tile->begin,
             tile->begin + tile->count - 1);
}

static void say_publish(const struct event *e, char *out, size_t bytes)
{
    const bool is_a = e->publish.state == 'A';
    const char *const value = e->publish.value;

    snprintf(out, bytes, "tile %d publishes its %s%s%s: %s, combined", e->tile,
             is_a ? "aggregate A" : "inclusive prefix P", value ? " = " : "",
             value ? value : "",
             is_a ? "its own elements alone" : "all elements up to its end");
}

/* "tile 9 looks back: takes in the aggregates of tiles 8 to 6 and the prefix
 * of tile 5": the A's before the first flag that is another one, and that. */
static void say_look(const struct event *e, char *out, size_t bytes)
{
    const struct look *const look = &e->look;
    const int first = look->first;
    const int taken = (int)strspn(look->flags, "A");
    const char stop = look->flags[taken];
    char of[64], and_p[80] = "";

    if (taken > 1)
        snprintf(of, sizeof of, "s of tiles %d to %d", first,
                 first - taken + 1);
    else
        snprintf(of, sizeof of, " of tile %d", first);
    if (stop == 'P')
        snprintf(and_p, sizeof and_p,
                 "%sthe prefix of tile %d: all before it "
                 "is known",
                 taken ? " and " : "", first - taken);
    if (taken == 0 && stop == 'X')
        snprintf(out, bytes,
                 "tile %d waits for tile %d: it has published nothing yet%s",
                 e->tile, first,
                 look->times > 1 ? " (looks again and again)" : "");
    else if (taken == 0)
        snprintf(out, bytes, "tile %d looks back and meets %s", e->tile, and_p);
    else
        snprintf(out, bytes, "tile %d looks back: takes in the aggregate%s%s",
                 e->tile, of, and_p);
}

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
                      char *out, size_t bytes)
{
    static const char *const words[PHASES] = {
        "goes on",
        "loads its elements",
        "scans its own elements",
        "wants to know what lies before it",
        "stores its results",
        "counts what it keeps",
        "reduces its elements",
        "writes each element to its place"};

    snprintf(out, bytes, "tile %d %s%s", e->tile, words[e->phase],
             why_silent(r, e));
}

static void say_op(const struct event *e, char *out, size_t bytes)
{
    snprintf(out, bytes, "op makes [%lld,%lld]%s%s, at depth %d", e->op.low,
             e->op.high, e->op.value ? " = " : "",
             e->op.value ? e->op.value : "", e->op.depth);
}

static void say_access(const struct event *e, char *out, size_t bytes)
{
    const bool knows = !e->memory.writes && e->memory.value;

    snprintf(out, bytes, "block %d, thread %d %s%s%s%s%s", e->block,
             e->memory.thread, e->name, knows ? " = " : "",
             knows ? e->memory.value : "", e->memory.line ? ", at " : "",
             e->memory.line ? e->memory.line : "");
}

static void say_barrier(const struct event *e, char *out, size_t bytes)
{
    const char *const line = e->barrier.line ? e->barrier.line : "a barrier";

    if (e->barrier.warp >= 0)
        snprintf(out, bytes, "block %d, warp %d: its lanes have met at %s",
                 e->block, e->barrier.warp, line);
    else
        snprintf(out, bytes, "block %d: all its threads have met at %s",
                 e->block, line);
}

static void say(const struct recording *recording, const struct event *event,
                char *out, size_t bytes)
{
    switch (event->kind) {
    case EVENT_LAUNCH:
        snprintf(out, bytes, "%s begins: %d block%s of %d thread%s",
                 event->name, event->launch.grid,
                 event->launch.grid == 1 ? "" : "s", event->launch.threads,
                 event->launch.threads == 1 ? "" : "s");
        return;
    case EVENT_TICKET:
        if (event->tile >= 0) {
            say_ticket(recording, event, out, bytes);
            return;
        }
        break;
    case EVENT_PUBLISH: say_publish(event, out, bytes); return;
    case EVENT_LOOK: say_look(event, out, bytes); return;
    case EVENT_OP: say_op(event, out, bytes); return;
    case EVENT_ACCESS: say_access(event, out, bytes); return;
    case EVENT_BARRIER: say_barrier(event, out, bytes); return;
    case EVENT_PHASE:
        if (event->tile >= 0) {
            say_phase(recording, event, out, bytes);
            return;
        }
        break;
    case EVENT_BLOCK:
        snprintf(out, bytes, "block %d starts", event->block);
        return;
    case EVENT_WAIT:
        snprintf(out, bytes, "block %d %s", event->block, event->name);
        return;
    default: break;
    }
    snprintf(out, bytes, "%s", event->name);
}

/* Room may have ended within a character; cairo draws nothing more after one
 * that is broken. */
static void drop_broken_end(char *text)
{
    size_t length = strlen(text), tail = 0;

    while (tail < length && tail < 3 &&
           ((unsigned char)text[length - 1 - tail] & 0xc0) == 0x80)
        tail++;
    if (tail == length)
        return;
    const unsigned char lead = (unsigned char)text[length - 1 - tail];
    const size_t wants = lead >= 0xf0   ? 3
                         : lead >= 0xe0 ? 2
                         : lead >= 0xc0 ? 1
                                        : 0;
    if (tail < wants)
        text[length - 1 - tail] = 0;
}

void caption_of(const struct recording *recording, const struct event *event,
                char *out, size_t bytes)
{
    say(recording, event, out, bytes);
    drop_broken_end(out);
}

/* ----------------------------------------------------------------- remarks */

static const char *remark_on_look(const struct look *look)
{
    const int taken = (int)strspn(look->flags, "A");
    const char stop = look->flags[taken];

    if (taken == 0 && stop == 'X')
        return "The tile can only look again. Why must the other one publish "
               "sooner or later?";
    if (stop == 'P' && taken == 0)
        return "The best case: one look, and all before the tile is known.";
    if (stop == 'P')
        return "A prefix cuts the way short: nothing further back counts any "
               "more.";
    if (stop == 'X')
        return "It takes what is there, and waits for the first that is "
               "missing.";
    return "No prefix among them yet: it adds them up and looks further back.";
}

void remark_on(const struct event *event, char *out, size_t bytes)
{
    const char *remark = "";

    switch (event->kind) {
    case EVENT_TICKET:
        remark = "Tickets follow the order in which blocks start: so a tile "
                 "that others wait for has started.";
        break;
    case EVENT_PUBLISH:
        remark = event->publish.state == 'A'
                     ? "Early, and of little use alone: but later tiles need "
                       "not wait for its prefix."
                     : "From now on no tile looks further back than this one.";
        break;
    case EVENT_LOOK: remark = remark_on_look(&event->look); break;
    case EVENT_PHASE:
        remark = event->phase == PHASE_LOAD
                     ? "The only time that the input is read: n loads."
                 : event->phase == PHASE_STORE
                     ? "The only time that the output is written: n stores, "
                       "2n in all."
                 : event->phase == PHASE_SCAN
                     ? "In shared memory and registers: no traffic."
                 : event->phase == PHASE_LOOK_BACK
                     ? "How far back will it have to look?"
                     : "";
        break;
    case EVENT_FINDING:
        remark = "What would have to be different for this to end?";
        break;
    default: break;
    }
    snprintf(out, bytes, "%s", remark);
}
