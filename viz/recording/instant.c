/* instant.c - replays a recording up to a time. */
#include "accesses.h"

#include <math.h>
#include <stdlib.h>

static void begin(const struct recording *r, struct instant *m)
{
    m->event = -1;
    m->ops = 0;
    m->at = 0;
    m->in_state[0] = r->tiles;
    m->in_state[1] = m->in_state[2] = 0;
    for (int k = 0; k < r->tiles; k++)
        m->tile[k] = (struct tile_now){.flag = 'X', .look = -1};
}

static int index_of(char flag)
{
    return flag == 'X' ? 0 : flag == 'A' ? 1 : 2;
}

static void publish(struct instant *m, const struct event *e)
{
    struct tile_now *const tile = &m->tile[e->tile];

    m->in_state[index_of(tile->flag)]--;
    tile->flag = e->publish.state;
    m->in_state[index_of(tile->flag)]++;
    if (tile->flag == 'A')
        tile->aggregate = e->publish.value;
    else
        tile->prefix = e->publish.value;
}

static void apply(const struct recording *r, struct instant *m,
                  const struct event *e, int number)
{
    m->ops += e->kind == EVENT_OP;
    if (e->tile < 0)
        return;
    struct tile_now *const tile = &m->tile[e->tile];
    switch (e->kind) {
    case EVENT_PUBLISH: publish(m, e); break;
    case EVENT_LOOK: tile->look = number; break;
    case EVENT_PHASE:
        tile->phase = e->phase;
        /* Blocks that the end of the run cut off stay as they were. */
        tile->phase_until =
            r->tile[e->tile].unfinished && e->until >= r->duration ? INFINITY
                                                                   : e->until;
        break;
    default: break;
    }
}

bool instant_open(const struct recording *recording, struct instant *instant)
{
    instant->tile = calloc((size_t)recording->tiles + 1, sizeof *instant->tile);
    instant->accesses = calloc(1, sizeof *instant->accesses);
    if (!instant->tile || !instant->accesses)
        return false;
    begin(recording, instant);
    instant_go(recording, instant, 0);
    return true;
}

void instant_close(struct instant *instant)
{
    free(instant->tile);
    if (instant->accesses)
        accesses_close(instant->accesses);
    free(instant->accesses);
    instant->tile = NULL;
    instant->accesses = NULL;
}

void instant_go(const struct recording *recording, struct instant *instant,
                double at)
{
    instant_go_until(recording, instant, at, recording->events);
}

void instant_go_until(const struct recording *recording,
                      struct instant *instant, double at, int until)
{
    if (at < instant->at || until < instant->event)
        begin(recording, instant);
    instant->at = at;
    while (instant->event + 1 < recording->events && instant->event < until &&
           recording->event[instant->event + 1].at <= at) {
        instant->event++;
        apply(recording, instant, &recording->event[instant->event],
              instant->event);
    }
}

enum phase phase_now(const struct instant *instant, int tile)
{
    const struct tile_now *const t = &instant->tile[tile];
    return instant->at < t->phase_until ? t->phase : PHASE_NONE;
}

int tile_of_instant(const struct recording *recording,
                    const struct instant *instant)
{
    for (int i = instant->event; i >= 0; i--) {
        const struct event *const e = &recording->event[i];
        if (e->kind == EVENT_LAUNCH)
            break; /* earlier work of the tiles is over */
        if (e->tile >= 0 &&
            (e->kind == EVENT_LOOK || e->kind == EVENT_PUBLISH ||
             e->kind == EVENT_TICKET || e->kind == EVENT_PHASE))
            return e->tile;
    }
    return -1;
}
