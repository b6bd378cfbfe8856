/* recording_tiles.c - what the events of a recording say of tiles and slots,
 * and what belongs to it. */
#include "network.h"

#include <math.h>
#include <stdlib.h>

/* What an event says about its tile. */
static void note_event(struct tile *tile, const struct event *e)
{
    if (e->kind == EVENT_BLOCK || e->kind == EVENT_TICKET) {
        tile->row = e->row;
        if (e->tile_elements.begin >= 0) {
            tile->begin = e->tile_elements.begin;
            tile->count = e->tile_elements.count;
        }
    }
    if (e->kind == EVENT_BLOCK) {
        tile->from = e->at;
        tile->until = e->until;
    } else if (e->kind == EVENT_PUBLISH) {
        const bool is_a = e->publish.state == 'A';
        *(is_a ? &tile->has_a : &tile->has_p) = e->at;
        *(is_a ? &tile->a : &tile->p) = e->publish.value;
    } else if (e->kind == EVENT_LOOK && e->look.found >= 0) {
        tile->found = e->at;
        tile->distance = e->tile - e->look.found;
    }
}

/* Which block has which tile, where and when. */
static bool find_tiles(struct recording *out)
{
    out->tile = calloc((size_t)out->tiles + 1, sizeof *out->tile);
    if (!out->tile)
        return false;
    for (int k = 0; k < out->tiles; k++)
        out->tile[k] = (struct tile){.begin = -1,
                                     .row = -1,
                                     .from = INFINITY,
                                     .has_a = INFINITY,
                                     .has_p = INFINITY,
                                     .found = INFINITY};
    for (int i = 0; i < out->events; i++)
        if (out->event[i].tile >= 0)
            note_event(&out->tile[out->event[i].tile], &out->event[i]);
    return true;
}

static bool is_span(const struct event *e)
{
    return e->row >= 0 && (e->kind == EVENT_BLOCK ||
                           (e->kind == EVENT_PHASE && e->phase != PHASE_NONE));
}

static bool find_spans(struct recording *out)
{
    size_t count = 0;

    for (int i = 0; i < out->events; i++) {
        count += is_span(&out->event[i]);
        out->ops += out->event[i].kind == EVENT_OP;
    }
    out->span = calloc(count + 1, sizeof *out->span);
    if (!out->span)
        return false;
    for (int i = 0; i < out->events; i++) {
        const struct event *const e = &out->event[i];
        if (is_span(e))
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

static bool find_network(struct recording *out)
{
    if (network_lacks(out))
        return true;
    out->network = calloc(1, sizeof *out->network);
    return out->network && network_open(out, out->network);
}

bool recording_complete(struct recording *recording)
{
    return find_tiles(recording) && find_spans(recording) &&
           find_network(recording);
}

char recording_flag(const struct recording *recording, int tile, double at)
{
    const struct tile *const t = &recording->tile[tile];
    const bool hangs = recording->finding && t->until >= recording->duration;

    return at >= t->has_p   ? 'P'
           : at >= t->has_a ? 'A'
           : isinf(fmin(t->has_a, t->has_p)) && !hangs && t->until > t->from &&
                   at >= t->until
               ? '-'
               : 'X';
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
    free(recording->event);
    free(recording);
}
