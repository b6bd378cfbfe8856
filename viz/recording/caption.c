/* caption.c - an event in words. */
#include "caption.h"
#include "caption_parts.h"

#include <stdio.h>
#include <string.h>

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

static void say_launch(const struct recording *r, const struct event *e,
                       char *out, size_t bytes)
{
    const char *const many = e->launch.grid == 1 ? "" : "s";

    if (r->first_p >= 0 && e == r->event && r->tile[0].count > 0)
        snprintf(out, bytes,
                 "%s starts: %d block%s, each for a tile of %lld elements. X: "
                 "a tile has published nothing yet.",
                 e->name, e->launch.grid, many, r->tile[0].count);
    else
        snprintf(out, bytes, "%s begins: %d block%s of %d thread%s", e->name,
                 e->launch.grid, many, e->launch.threads,
                 e->launch.threads == 1 ? "" : "s");
}

static void say(const struct recording *recording, const struct event *event,
                char *out, size_t bytes)
{
    switch (event->kind) {
    case EVENT_LAUNCH: say_launch(recording, event, out, bytes); return;
    case EVENT_OP: say_op(event, out, bytes); return;
    case EVENT_ACCESS: say_access(event, out, bytes); return;
    case EVENT_BARRIER: say_barrier(event, out, bytes); return;
    case EVENT_BLOCK:
        snprintf(out, bytes, "Block %d starts.", event->block);
        return;
    case EVENT_WAIT:
        snprintf(out, bytes, "block %d %s", event->block, event->name);
        return;
    default: break;
    }
    if (event->tile < 0 || !caption_of_tile(recording, event, out, bytes))
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

/* Of those that publish aggregates none waits for its neighbour's prefix. */
void caption_of_end(const struct recording *r, char *out, size_t bytes)
{
    char clock[64];

    snprintf(clock, sizeof clock, r->steps ? "%.0f steps" : "%.5g us",
             r->duration);
    if (r->longest_chain < 1)
        snprintf(out, bytes, "All %d tiles are done after %s.", r->tiles,
                 clock);
    else if (r->first_a < 0)
        snprintf(out, bytes,
                 "All %d tiles are done after %s. Each waited for the result "
                 "of the tile before it: %d waits, one after the other.",
                 r->tiles, clock, r->longest_chain);
    else
        snprintf(out, bytes,
                 "All %d tiles are done after %s. None had to wait for the "
                 "result of the tile before it; at most %d prefixes came one "
                 "after the other.",
                 r->tiles, clock, r->longest_chain);
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
