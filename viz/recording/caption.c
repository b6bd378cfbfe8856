/* caption.c - an event as a sentence. */
#include "caption.h"
#include "caption_parts.h"
#include "ways.h"

#include <stdio.h>
#include <string.h>

/* "elements 4 to 7: 21, at depth 2" */
static void say_made(const struct op *op, char *out, size_t bytes)
{
    int used = snprintf(out, bytes, "element%s %lld",
                        op->low < op->high ? "s" : "", op->low);

    if (op->low < op->high)
        used +=
            snprintf(out + used, bytes - (size_t)used, " to %lld", op->high);
    snprintf(out + used, bytes - (size_t)used, "%s%.200s, at depth %d.",
             op->value ? ": " : "", op->value ? op->value : "", op->depth);
}

/* Without tiles, the ops of one moment share a sentence: "15 ops at the same time,
 * 29 in all. ...". */
static void say_op(const struct recording *r, const struct event *e, char *out,
                   size_t bytes)
{
    int now = 0, all = 0;
    char made[300];

    for (const struct event *k = r->event; k <= e; k++) {
        all += k->kind == EVENT_OP;
        now += k->kind == EVENT_OP && k->at >= e->at;
    }
    say_made(&e->op, made, sizeof made);
    if (r->tiles == 0 && now > 1)
        snprintf(out, bytes,
                 "%d ops at the same time, %d in all. The last combines %s",
                 now, all, made);
    else
        snprintf(out, bytes, "An op %s %s",
                 e->op.left < 0 || e->op.right < 0 ? "joins the identity and"
                                                   : "combines",
                 made);
}

/* "Pass 1: 6 with digit 0, 5 with digit 1, 4 with digit 2, .... The first with digit 1
 * goes to place 6, after all smaller ones." */
static void say_digits(const struct recording *r, int pass, char *out,
                       size_t bytes)
{
    const struct digit *const digit = r->digit[pass];
    int used = snprintf(out, bytes, "Pass %d:", pass + 1);

    for (int k = 0; k < r->digits[pass] && k < 3; k++)
        used +=
            snprintf(out + used, bytes - (size_t)used, "%s %d with digit %d",
                     k ? "," : "", digit[k].count, digit[k].value);
    if (r->digits[pass] > 1)
        snprintf(out + used, bytes - (size_t)used,
                 "%s. The first with digit %d goes to place %d, after all "
                 "smaller ones.",
                 r->digits[pass] > 3 ? ", ..." : "", digit[1].value,
                 digit[1].begin);
    else
        snprintf(out + used, bytes - (size_t)used, " and no others.");
}

static void say_access(const struct recording *r, const struct event *e,
                       char *out, size_t bytes)
{
    const int pass = ways_counted(r, (int)(e - r->event));

    if (pass >= 0) {
        say_digits(r, pass, out, bytes);
        return;
    }
    const bool knows = !e->memory.writes && e->memory.value;

    snprintf(out, bytes, "Block %d, thread %d %s%s%s%s%s", e->block,
             e->memory.thread, e->name, knows ? " = " : "",
             knows ? e->memory.value : "", e->memory.line ? ", at " : "",
             e->memory.line ? e->memory.line : "");
}

static void say_barrier(const struct event *e, char *out, size_t bytes)
{
    char warp[32] = "";

    if (e->barrier.warp >= 0)
        snprintf(warp, sizeof warp, ", warp %d", e->barrier.warp);
    snprintf(out, bytes, "Block %d%s: all its %s have reached the barrier%s%s.",
             e->block, warp, *warp ? "lanes" : "threads",
             e->barrier.line ? " at " : "",
             e->barrier.line ? e->barrier.line : "");
}

/* Whether each block of the first launch has one tile, and there are no more. */
static bool has_block_for_each(const struct recording *r)
{
    const struct event *const e = r->event;
    bool fits = e->launch.grid == r->tiles && r->first_p >= 0;

    for (int k = 0; fits && k < r->tiles; k++)
        fits = r->tile[k].count > 0 && r->tile[k].from <= e->until;
    return fits;
}

/* The launch before this one, or NULL. */
static const struct event *launch_before(const struct recording *r,
                                         const struct event *e)
{
    while (--e >= r->event)
        if (e->kind == EVENT_LAUNCH)
            return e;
    return NULL;
}

int caption_of_ended(const struct recording *r, const struct event *launch,
                     double at, char *out, size_t bytes)
{
    char moved[96] = "";
    const int used =
        r->moves > 0 ? snprintf(moved, sizeof moved, "; so far ") : 0;

    if (used > 0)
        moved_say(r, recording_moved(r, at), moved + used,
                  sizeof moved - (size_t)used);
    return snprintf(out, bytes, "%s has ended%s.", launch->name, moved);
}

static void say_launch(const struct recording *r, const struct event *e,
                       char *out, size_t bytes)
{
    const char *const many = e->launch.grid == 1 ? "" : "s";
    const struct event *const before = launch_before(r, e);
    int used = 0;

    if (e == r->event && recording_has_flags(r) && has_block_for_each(r)) {
        snprintf(out, bytes,
                 "%d block%s, each for a tile of %s%lld elements. X: nothing "
                 "published yet.",
                 e->launch.grid, many,
                 r->tile[r->tiles - 1].count < r->tile[0].count ? "up to " : "",
                 r->tile[0].count);
        return;
    }
    if (before && r->tiles > 0) {
        used = caption_of_ended(r, before, e->at, out, bytes);
        if (used < 0 || (size_t)used >= bytes - 1)
            return; /* the kernel has a long name */
        used += snprintf(out + used, bytes - (size_t)used, " ");
    }
    snprintf(out + used, bytes - (size_t)used,
             "%s begins: %d block%s of %d thread%s.", e->name, e->launch.grid,
             many, e->launch.threads, e->launch.threads == 1 ? "" : "s");
}

/* "Block 0 of scan_totals scans.", for a block without a tile. */
static void say_phase(const struct recording *r, const struct event *e,
                      char *out, size_t bytes)
{
    static const char *const does[PHASES] = {
        "goes on", "loads",     "scans",   "looks back",
        "stores",  "counts",    "reduces", "scatters",
        "reduces", "exchanges", "scans",   "applies its carry"};
    const struct event *const launch = launch_before(r, e);

    snprintf(out, bytes, "Block %d%s%.100s %s.", e->block, launch ? " of " : "",
             launch ? launch->name : "", does[e->phase]);
}

static void say(const struct recording *recording, const struct event *event,
                int now, char *out, size_t bytes)
{
    if (recording->ranks > 0) {
        caption_of_rank(recording, event, out, bytes);
        return;
    }
    switch (event->kind) {
    case EVENT_LAUNCH: say_launch(recording, event, out, bytes); return;
    case EVENT_OP: say_op(recording, event, out, bytes); return;
    case EVENT_ACCESS: say_access(recording, event, out, bytes); return;
    case EVENT_BARRIER: say_barrier(event, out, bytes); return;
    case EVENT_BLOCK:
        snprintf(out, bytes, "Block %d starts.", event->block);
        return;
    case EVENT_FINDING:
        snprintf(out, bytes, "%s",
                 recording->end ? recording->end : event->name);
        return;
    case EVENT_WAIT:
        snprintf(out, bytes, "Block %d %s", event->block, event->name);
        return;
    default: break;
    }
    if (event->tile >= 0 && caption_of_tile(recording, event, now, out, bytes))
        return;
    if (event->kind == EVENT_PHASE && event->block >= 0)
        say_phase(recording, event, out, bytes);
    else
        snprintf(out, bytes, "%s", event->name);
}

/* The buffer may have ended within a character; cairo draws nothing after a
 * broken one. */
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
                int now, char *out, size_t bytes)
{
    say(recording, event, now, out, bytes);
    drop_broken_end(out);
}

void caption_of_stop(const struct stop *stop, bool answers, char *out,
                     size_t bytes)
{
    snprintf(out, bytes, "%s: %s", answers ? "Answer" : "Question",
             answers ? stop->answer : stop->question);
    drop_broken_end(out);
}

void remark_on_stop(const struct stop *stop, char *out, size_t bytes)
{
    snprintf(out, bytes, "%s", stop->says ? stop->says : "");
    drop_broken_end(out);
}

/* " 9 tiles waited at an X." */
static void say_waits(const struct recording *r, char *out, size_t bytes)
{
    const bool is_chain = r->first_a < 0 && r->is_chain;
    int waits = 0;
    char many[40];

    for (int k = 0; k < r->tiles; k++)
        waits += r->tile[k].waits;
    if (waits > 0)
        snprintf(many, sizeof many, "%d tile%s", waits, waits == 1 ? "" : "s");
    else
        snprintf(many, sizeof many, "%s tile", is_chain ? "no" : "No");
    if (is_chain)
        snprintf(out, bytes,
                 " Every tile after tile 0 took the prefix of the tile before "
                 "it, one after another; %s had to wait for it.",
                 many);
    else
        snprintf(out, bytes, " %s waited at an X.", many);
}

void caption_of_end(const struct recording *r, char *out, size_t bytes)
{
    int done = 0, used;

    if (r->end) {
        snprintf(out, bytes, "%s", r->end);
        return;
    }
    for (int k = 0; k < r->tiles; k++)
        done += r->tile[k].until > r->tile[k].from;
    if (r->ranks > 0)
        used = snprintf(out, bytes,
                        "All %d ranks are done, with %d message%s "
                        "between them, after ",
                        r->ranks, r->messages, r->messages == 1 ? "" : "s");
    else if (r->tiles == 1)
        used = snprintf(out, bytes, "The tile is done after ");
    else if (done == r->tiles)
        used = snprintf(out, bytes, "All %d tiles are done after ", done);
    else
        used = snprintf(out, bytes, "The run ends after ");
    used += snprintf(out + used, bytes - (size_t)used,
                     r->steps ? "%.0f steps." : "%.5g us.", r->duration);
    if (r->first_end >= 0) {
        say_waits(r, out + used, bytes - (size_t)used);
    } else if (r->moves > 0 && (r->launches > 1 || !recording_has_flags(r))) {
        char moved[96];
        moved_say(r, recording_moved(r, r->duration), moved, sizeof moved);
        snprintf(out + used, bytes - (size_t)used, " Global memory: %s.",
                 moved);
    }
}

/* ----------------------------------------------------------------- remarks */

static const char *remark_on_look(const struct look *look)
{
    if (look->ends && look->taken > 1)
        return "A prefix ends the look-back: nothing further back matters.";
    if (look->ends)
        return look->before < 0
                   ? "The best case: one look, and the tile's exclusive "
                     "prefix is known."
                   : "The nearest flag is a P: nothing further back matters.";
    if (look->taken > 0)
        return look->flags[look->taken] == 'X'
                   ? "It takes the aggregates that are there, and waits for "
                     "the first missing one."
                   : "No prefix among them yet: it takes them in and looks "
                     "further back.";
    return strchr(look->flags, 'X')
               ? "The tile can only look again. Could it happen that the other "
                 "tile never publishes?"
               : "An aggregate covers only its own tile, and none before it.";
}

static const char *remark_on_phase(const struct event *e)
{
    switch (e->phase) {
    case PHASE_LOAD:
        return "At least n loads: each element is read. Is it read again "
               "later?";
    case PHASE_STORE:
        return "n stores: together with the loads, at least 2n accesses.";
    case PHASE_SCAN: return "Which part of this needs global memory?";
    case PHASE_LOOK_BACK:
        return e->tile > 0 ? "How far back will it have to look?" : "";
    default: return "";
    }
}

void remark_on(const struct recording *recording, const struct event *event,
               char *out, size_t bytes)
{
    const char *remark = "";

    switch (event->kind) {
    case EVENT_TICKET:
        remark = recording->tickets > 0
                     ? "Tickets follow the order in which blocks start, so a "
                       "tile that others wait for has started."
                 : recording->tickets == 0
                     ? "No ticket: the tile's number is the block's, and tiles "
                       "before it might not have started."
                     : "";
        break;
    case EVENT_PUBLISH:
        remark = event->publish.state == 'P'
                     ? "A look that finds this P need not go further back."
                 : recording->first_p >= 0
                     ? "Early, and of little use alone, but later tiles need "
                       "not wait for its prefix."
                     : "";
        break;
    case EVENT_LOOK: remark = remark_on_look(&event->look); break;
    case EVENT_PHASE: remark = remark_on_phase(event); break;
    case EVENT_FINDING:
        remark = "What would have to change for this run to succeed?";
        break;
    default: break;
    }
    snprintf(out, bytes, "%s", remark);
}

void caption_of_head(const struct recording *recording, bool brief,
                     char line[2][HEAD_BYTES])
{
    const struct recording *const r = recording;
    const char *const variant = r->variant ? r->variant : "";

    if (brief)
        snprintf(line[0], HEAD_BYTES, "%s, n = %lld", r->title, r->n);
    else
        snprintf(line[0], HEAD_BYTES, "%s%s%s%s of %lld element%s%s%s",
                 r->title, r->kind ? ", " : "", r->kind ? r->kind : "",
                 !r->is_application ? " scan"
                 : r->kind          ? ","
                                    : "",
                 r->n, r->n == 1 ? "" : "s", r->is_story ? "" : " of ",
                 r->is_story ? "" : r->monoid);
    if (r->ranks > 0)
        snprintf(line[1], HEAD_BYTES, "%s%s%s by %d ranks, %s%s%s",
                 r->algorithm, *variant ? ":" : "", variant, r->ranks,
                 r->across, r->join ? " joined by " : "",
                 r->join ? r->join : "");
    else if (brief || r->is_story)
        snprintf(line[1], HEAD_BYTES, "%s%s%s", r->algorithm,
                 *variant ? ":" : "", variant);
    else
        snprintf(line[1], HEAD_BYTES, "%s%s%s on %s%s%s", r->algorithm,
                 *variant ? ":" : "", variant, r->device ? r->device : "?",
                 r->schedule ? ", schedule " : "",
                 r->schedule ? r->schedule : "");
}
