/* recording_tiles.c - derives tiles and slots from the events of a recording. */
#include "network.h"
#include "running_sum.h"
#include "ways.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Notes an event in its tile. */
static void note_event(struct tile *tile, const struct event *e)
{
    if (e->kind == EVENT_BLOCK || e->kind == EVENT_TICKET) {
        tile->row = e->row;
        tile->block = e->block;
        if (e->tile_elements.begin >= 0) {
            tile->begin = e->tile_elements.begin;
            tile->count = e->tile_elements.count;
        }
    }
    if (e->kind == EVENT_TICKET)
        tile->drawn = fmin(tile->drawn, e->at);
    if (e->kind == EVENT_BLOCK) {
        tile->from = fmin(tile->from, e->at); /* over all launches */
        tile->until = fmax(tile->until, e->until);
        tile->unfinished |= e->tile_elements.unfinished;
    } else if (e->kind == EVENT_PUBLISH) {
        const bool is_a = e->publish.state == 'A';
        *(is_a ? &tile->has_a : &tile->has_p) = e->at;
        *(is_a ? &tile->a : &tile->p) = e->publish.value;
    } else if (e->kind == EVENT_LOOK && e->look.found >= 0) {
        tile->found = e->at;
        tile->distance = e->tile - e->look.found;
    }
}

/* Notes which block has which tile, where and when. */
static bool find_tiles(struct recording *out)
{
    out->tile = calloc((size_t)out->tiles + 1, sizeof *out->tile);
    if (!out->tile)
        return false;
    for (int k = 0; k < out->tiles; k++)
        out->tile[k] = (struct tile){.begin = -1,
                                     .row = -1,
                                     .block = -1,
                                     .drawn = INFINITY,
                                     .from = INFINITY,
                                     .has_a = INFINITY,
                                     .has_p = INFINITY,
                                     .found = INFINITY};
    for (int i = 0; i < out->events; i++)
        if (out->event[i].tile >= 0)
            note_event(&out->tile[out->event[i].tile], &out->event[i]);
    for (int k = 0; k < out->tiles; k++) {
        struct tile *const t = &out->tile[k];
        if (out->tickets != 0 && t->drawn > t->from && t->drawn < t->until)
            t->from = t->drawn;
    }
    return true;
}

/* A rank's whole time is no span: its phases are. */
static bool is_span(const struct recording *r, const struct event *e)
{
    return e->row >= 0 && ((e->kind == EVENT_BLOCK && r->ranks == 0) ||
                           (e->kind == EVENT_PHASE && e->phase != PHASE_NONE));
}

static bool find_spans(struct recording *out)
{
    size_t count = 0;

    for (int i = 0; i < out->events; i++) {
        count += is_span(out, &out->event[i]);
        out->ops += out->event[i].kind == EVENT_OP;
    }
    out->span = calloc(count + 1, sizeof *out->span);
    if (!out->span)
        return false;
    for (int i = 0; i < out->events; i++) {
        const struct event *const e = &out->event[i];
        if (is_span(out, e))
            out->span[out->spans++] = (struct span){
                .at = e->at,
                .until = e->until,
                .row = e->row,
                .tile = e->tile,
                .block = e->block,
                .phase = e->kind == EVENT_PHASE ? e->phase : PHASE_NONE};
    }
    return true;
}

/* ------------------------------------------------------------------ traffic */

static int by_time(const void *a, const void *b)
{
    const struct moved *const x = a, *const y = b;

    return (x->at > y->at) - (x->at < y->at);
}

/* Limited, so that the sum over all events of a trace does not overflow. */
static long long moved_bytes(long long bytes)
{
    return bytes < 0 ? 0 : bytes > UINT32_MAX ? UINT32_MAX : bytes;
}

/* A block's bytes count when it is done: one sum for each such time. */
static bool find_moved(struct recording *out)
{
    size_t count = 0;

    for (int i = 0; i < out->events; i++)
        count += out->event[i].kind == EVENT_BLOCK;
    for (int i = 0; i < out->events; i++)
        out->launches += out->event[i].kind == EVENT_LAUNCH;
    out->moved = calloc(count + 1, sizeof *out->moved);
    if (!out->moved)
        return false;
    for (int i = 0; i < out->events; i++) {
        const struct event *const e = &out->event[i];
        if (e->kind == EVENT_BLOCK &&
            (e->tile_elements.reads > 0 || e->tile_elements.writes > 0))
            out->moved[out->moves++] =
                (struct moved){.at = e->until,
                               .reads = moved_bytes(e->tile_elements.reads),
                               .writes = moved_bytes(e->tile_elements.writes)};
    }
    qsort(out->moved, (size_t)out->moves, sizeof *out->moved, by_time);
    for (int k = 1; k < out->moves; k++) {
        out->moved[k].reads += out->moved[k - 1].reads;
        out->moved[k].writes += out->moved[k - 1].writes;
    }
    return true;
}

struct moved recording_moved(const struct recording *recording, double at)
{
    int from = 0, to = recording->moves;

    while (from < to) {
        const int middle = (from + to) / 2;
        if (recording->moved[middle].at <= at)
            from = middle + 1;
        else
            to = middle;
    }
    return from > 0 ? recording->moved[from - 1] : (struct moved){.at = 0};
}

void moved_say(const struct recording *recording, struct moved moved, char *out,
               size_t bytes)
{
    const double all = (double)(moved.reads + moved.writes);
    const double n = (double)recording->n * recording->elem_bytes;
    const int used = snprintf(out, bytes, "%lld bytes read, %lld written",
                              moved.reads, moved.writes);

    if (n > 0 && used > 0 && (size_t)used < bytes)
        snprintf(out + used, bytes - (size_t)used, ": %.1fn", all / n);
}

static bool find_network(struct recording *out)
{
    if (network_lacks(out))
        return true;
    out->network = calloc(1, sizeof *out->network);
    return out->network && network_open(out, out->network);
}

/* -------------------------------------------------------------- look-backs */

int recording_value(const char *values, int k, const char **begin)
{
    for (; values && k > 0; k--) {
        values = strchr(values, '\n');
        values += values != NULL;
    }
    *begin = values;
    return values ? (int)strcspn(values, "\n") : -1;
}

/* The number of tiles taken in, unless a later look shows otherwise: the A's before
 * the first other flag, and that flag if it is a P. 0 if it sees the same X again:
 * then it looks at those A's again. */
static void guess_taken(struct look *look)
{
    look->taken = (int)strspn(look->flags, "A");
    look->ends = look->flags[look->taken] == 'P';
    look->taken += look->ends;
    if (look->times > 1 && look->flags[look->taken] == 'X' && !look->ends)
        look->taken = 0;
}

/* After a look that does not end the look-back, the next look begins at the first tile
 * not taken in: the same tile if it only checked its neighbour, or if it waits for the
 * whole window, even one with a P. */
static void end_look(struct look *look, const struct look *next)
{
    const int taken = look->first - next->first;

    if (taken == 0 && strchr(look->flags, 'X'))
        look->ends = false;
    if (!look->ends && taken >= 0 && taken < look->taken)
        look->taken = taken;
}

static void note_first(struct recording *out)
{
    out->first_a = out->first_p = out->first_end = out->doubtful = -1;
    for (int i = out->events - 1; i >= 0; i--) {
        const struct event *const e = &out->event[i];
        if (e->kind == EVENT_PUBLISH)
            *(e->publish.state == 'A' ? &out->first_a : &out->first_p) = i;
        if (e->kind == EVENT_LOOK && e->look.is_stale)
            out->doubtful = i;
        if (e->kind == EVENT_LOOK && e->look.ends)
            out->first_end = i;
        else if (e->kind == EVENT_LOOK && e->tile >= 0)
            out->tile[e->tile].waits |=
                e->look.flags[strspn(e->look.flags, "AP")] == 'X';
        out->counts |= e->kind == EVENT_PHASE && e->phase == PHASE_COUNT;
        out->looks |= e->kind == EVENT_LOOK;
    }
}

/* Whether each tile's prefix is based on the prefix of the tile before it. */
static void find_chain(struct recording *out)
{
    out->is_chain = out->tiles > 1;
    for (int k = 1; k < out->tiles; k++)
        out->is_chain &= out->tile[k].distance == 1 &&
                         out->tile[k].has_p >= out->tile[k].found;
}

/* Links the looks of each tile. */
static bool find_look_backs(struct recording *out)
{
    int *const newest = malloc(((size_t)out->tiles + 1) * sizeof *newest);
    int stale = -1; /* the newest stale load of a flag */

    if (!newest)
        return false;
    for (int k = 0; k <= out->tiles; k++)
        newest[k] = -1;
    for (int i = 0; i < out->events; i++) {
        struct event *const e = &out->event[i];
        if (e->tile < 0)
            continue;
        if (e->kind == EVENT_TICKET || e->kind == EVENT_BLOCK)
            newest[e->tile] = -1;
        if (e->kind == EVENT_FLAG && e->memory.stale)
            stale = i;
        if (e->kind != EVENT_LOOK)
            continue;
        /* Only a stale load just before the look is the load of the value; an
         * earlier one read the flag itself. */
        e->look.is_stale = stale >= 0 && out->event[stale].tile == e->tile &&
                           e->at - out->event[stale].at <= 1;
        const int before = newest[e->tile];
        struct look *const last = before < 0 ? NULL : &out->event[before].look;
        guess_taken(&e->look);
        if (last)
            end_look(last, &e->look);
        e->look.before =
            last && !last->ends && e->look.first <= last->first ? before : -1;
        newest[e->tile] = i;
    }
    free(newest);
    note_first(out);
    find_chain(out);
    return true;
}

/* ---------------------------------------------------------------- elements */

enum { MAX_ELEMENTS = 8, MAX_LETTERS = 40 }; /* shown for a tile */

/* Cuts the input into tiles, which follow each other in the array. */
static bool find_elements(struct recording *out)
{
    char line[MAX_LETTERS + 1];

    for (int k = 0; out->input && k < out->tiles; k++) {
        struct tile *const tile = &out->tile[k];
        size_t used = 0;
        if (tile->begin < 0 || tile->count < 1 || tile->count > MAX_ELEMENTS)
            continue;
        for (int i = 0; i < tile->count; i++) {
            const char *value;
            const int bytes =
                recording_value(out->input, (int)tile->begin + i, &value);
            if (bytes < 1 || used + (size_t)bytes + 1 > MAX_LETTERS) {
                used = 0;
                break;
            }
            memcpy(line + used, value, (size_t)bytes);
            used += (size_t)bytes;
            line[used++] = ' ';
        }
        line[used > 0 ? used - 1 : 0] = '\0';
        tile->elements = used > 0 ? store_text(&out->texts, line) : NULL;
        if (used > 0 && !tile->elements)
            return false;
    }
    return true;
}

/* Finds prefixes that are not the sum of all elements up to the tile's end. */
static bool find_wrong(struct recording *out)
{
    const char *at =
        out->is_application || out->carry || !out->input ? "" : out->input;
    char sum[TERM_BYTES] = "", element[TERM_BYTES];
    long long i = 0;

    for (int k = 0; *at && k < out->tiles && out->tile[k].begin == i; k++) {
        struct tile *const tile = &out->tile[k];
        for (; *at && i < tile->begin + tile->count; i++) {
            const size_t bytes = strcspn(at, "\n");
            if (bytes < 1 || bytes >= sizeof element)
                return true;
            snprintf(element, sizeof element, "%.*s", (int)bytes, at);
            at += bytes + (at[bytes] == '\n');
            if (i == 0)
                memcpy(sum, element, sizeof sum);
            else if (!look_back_fold(out, sum, element, sum, sizeof sum))
                return true;
        }
        if (i < tile->begin + tile->count || !tile->p || !strcmp(tile->p, sum))
            continue;
        tile->right_p = store_text(&out->texts, sum);
        if (!tile->right_p)
            return false;
    }
    return true;
}

static void find_stops(struct recording *out)
{
    for (int k = 0; k < out->stops; k++) {
        out->stop[k].event = -1;
        for (int i = 0; i < out->events; i++)
            if (out->event[i].kind == EVENT_LOOK &&
                out->event[i].tile == out->follow &&
                fabs(out->event[i].at - out->stop[k].at) < 1e-9)
                out->stop[k].event = i;
    }
}

bool recording_complete(struct recording *recording)
{
    find_stops(recording);
    ways_find(recording);
    return find_tiles(recording) && find_look_backs(recording) &&
           find_elements(recording) && find_wrong(recording) &&
           find_spans(recording) && find_moved(recording) &&
           find_network(recording);
}

char recording_flag(const struct recording *recording, int tile, double at)
{
    const struct tile *const t = &recording->tile[tile];

    return at >= t->has_p   ? 'P'
           : at >= t->has_a ? 'A'
           : isinf(fmin(t->has_a, t->has_p)) && !t->unfinished &&
                   t->until > t->from && at >= t->until
               ? '-'
               : 'X';
}

bool recording_has_flags(const struct recording *recording)
{
    return recording->first_a >= 0 || recording->first_p >= 0 ||
           recording->looks;
}

void recording_close(struct recording *recording)
{
    if (!recording)
        return;
    if (recording->network)
        network_close(recording->network);
    free(recording->network);
    store_free(&recording->texts);
    free(recording->row_name);
    free(recording->tile);
    free(recording->span);
    free(recording->moved);
    free(recording->event);
    free(recording);
}
