/* caption_ranks.c - what ranks do and send each other, as sentences. */
#include "caption.h"
#include "caption_parts.h"
#include "messages.h"

#include <stdio.h>
#include <string.h>

/* "element 7", "elements 0 to 665" */
static void say_elements(long long low, long long high, char *out, size_t bytes)
{
    if (high < low)
        snprintf(out, bytes, "no elements");
    else if (high == low)
        snprintf(out, bytes, "element %lld", low);
    else
        snprintf(out, bytes, "elements %lld to %lld", low, high);
}

/* "the fold of elements 0 to 665" */
static void say_fold(const struct message *m, char *out, size_t bytes)
{
    char elements[64];

    say_elements(m->low, m->high, elements, sizeof elements);
    snprintf(out, bytes, "%s%s", m->high > m->low ? "the fold of " : "",
             elements);
}

static bool is_form(const struct recording *r, const char *across)
{
    return r->across && !strcmp(r->across, across);
}

/* The first element of a rank's slice. */
static long long begin_of(const struct recording *r, int rank)
{
    const int begin = messages_begin(r, rank);

    return begin < 0 ? 0 : r->event[begin].tile_elements.begin;
}

static void say_begin(const struct recording *r, const struct event *e,
                      char *out, size_t bytes)
{
    const long long begin = e->tile_elements.begin;
    const long long count = e->tile_elements.count;
    char elements[64];

    say_elements(begin, begin + count - 1, elements, sizeof elements);
    if (is_form(r, "overlap"))
        snprintf(out, bytes,
                 "Rank %d begins: it has %lld elements, in chunks that are "
                 "dealt in turn.",
                 e->row, count);
    else
        snprintf(out, bytes, "Rank %d begins: it has %s.", e->row, elements);
}

/* ------------------------------------------------------------------- phases */

/* The messages of a round: whom the rank sends to, and whom it waits for; -1:
 * nobody. */
static void find_partners(const struct recording *r, const struct event *e,
                          int *to, int *from)
{
    *to = *from = -1;
    for (const struct event *k = e; k < r->event + r->events; k++) {
        if (k->at > e->until)
            return;
        if (k->row == e->row && k->kind == EVENT_SEND)
            *to = k->message.to;
        if (k->row == e->row && k->kind == EVENT_RECEIVE)
            *from = k->message.from;
    }
}

static void say_exchange(const struct recording *r, const struct event *e,
                         char *out, size_t bytes)
{
    int to, from;

    find_partners(r, e, &to, &from);
    if (!strcmp(e->name, "MPI_Exscan"))
        snprintf(out, bytes,
                 "Rank %d calls MPI_Exscan, whose messages are not seen.",
                 e->row);
    else if (is_form(r, "overlap"))
        snprintf(out, bytes,
                 "Rank %d waits until it has the totals of all ranks in "
                 "generation %d.",
                 e->row, e->work.round);
    else if (to >= 0 && from >= 0)
        snprintf(out, bytes,
                 "Round %d: rank %d sends to rank %d and waits for rank %d.",
                 e->work.round, e->row, to, from);
    else if (to >= 0)
        snprintf(out, bytes, "Round %d: rank %d sends to rank %d.",
                 e->work.round, e->row, to);
    else
        snprintf(out, bytes, "Round %d: rank %d waits for rank %d.",
                 e->work.round, e->row, from);
}

static void say_scan(const struct recording *r, const struct event *e,
                     const char *elements, char *out, size_t bytes)
{
    if (is_form(r, "scan_propagate"))
        snprintf(out, bytes, "Rank %d scans %s alone; the carry comes later.",
                 e->row, elements);
    else if (e->work.low == 0)
        snprintf(out, bytes, "Rank %d scans %s: nothing comes before them.",
                 e->row, elements);
    else
        snprintf(out, bytes,
                 "Rank %d scans %s from its carry, the fold of all before "
                 "them.",
                 e->row, elements);
}

static void say_phase(const struct recording *r, const struct event *e,
                      char *out, size_t bytes)
{
    char elements[64];

    say_elements(e->work.low, e->work.high, elements, sizeof elements);
    switch (e->work.phase) {
    case PHASE_REDUCE_SLICE:
        snprintf(out, bytes, "Rank %d reduces %s to one value, their fold.",
                 e->row, elements);
        break;
    case PHASE_SCAN_SLICE: say_scan(r, e, elements, out, bytes); break;
    case PHASE_APPLY:
        snprintf(out, bytes, "Rank %d applies its carry to its outputs: %s.",
                 e->row, elements);
        break;
    default: say_exchange(r, e, out, bytes); break;
    }
}

/* ----------------------------------------------------------------- messages */

/* What a rank does once nothing is missing. */
static const char *then_of(const struct recording *r)
{
    return is_form(r, "scan_propagate")
               ? "its carry is complete, so it applies it to its slice"
           : is_form(r, "reduce_scan")
               ? "its carry is complete, so it scans its slice"
               : "its carry is complete, so it scans this chunk";
}

static void say_received(const struct recording *r, const struct event *e,
                         char *out, size_t bytes)
{
    const struct message *const m = &e->message;
    char fold[96], missing[64];

    say_fold(m, fold, sizeof fold);
    say_elements(0, m->low - 1, missing, sizeof missing);
    const int used = snprintf(out, bytes, "Rank %d receives %s from rank %d",
                              m->to, fold, m->from);
    if (used < 0 || (size_t)used >= bytes)
        return;
    out += used;
    bytes -= (size_t)used;
    if (m->completes)
        snprintf(out, bytes, ": %s.", then_of(r));
    else if (!r->join)
        snprintf(out, bytes, ", with the totals of all other ranks.");
    else if (m->low >= begin_of(r, m->to))
        snprintf(out, bytes,
                 ": these come after its slice, so its carry does not change.");
    else if (m->low > 0)
        snprintf(out, bytes, ": %s %s still missing from its carry.", missing,
                 m->low > 1 ? "are" : "is");
    else
        snprintf(out, bytes, ".");
}

void caption_of_message(const struct recording *recording,
                        const struct event *event, char *out, size_t bytes)
{
    const struct message *const m = &event->message;
    char fold[96], to[32] = "every rank";

    say_fold(m, fold, sizeof fold);
    if (recording->join)
        snprintf(to, sizeof to, "rank %d", m->to);
    snprintf(out, bytes, "rank %d sends %s %s", m->from, to, fold);
}

void caption_of_rank(const struct recording *recording,
                     const struct event *event, char *out, size_t bytes)
{
    char line[160];

    switch (event->kind) {
    case EVENT_BLOCK: say_begin(recording, event, out, bytes); break;
    case EVENT_PHASE: say_phase(recording, event, out, bytes); break;
    case EVENT_RECEIVE: say_received(recording, event, out, bytes); break;
    case EVENT_SEND:
        caption_of_message(recording, event, line, sizeof line);
        snprintf(out, bytes, "R%s.", line + 1);
        break;
    default: snprintf(out, bytes, "%s", event->name); break;
    }
}
