/* trace_rows.c - the open parts of each row, and the events that they
 * become. */
#include "trace_parts.h"

struct trace_event trace_begin(struct trace *trace, enum event_kind kind,
                               int row, uint64_t at)
{
    if (!trace->begun) {
        trace->begun = true;
        trace->origin = trace->last = at;
    }
    return (struct trace_event){.kind = (uint8_t)kind,
                                .row = (int16_t)row,
                                .at = at,
                                .order = trace->orders++,
                                .tile = TRACE_NO_TILE};
}

void trace_name_row(struct trace *trace, int row, const char *name)
{
    trace->row[row].name = trace_text(trace, name);
    if (row >= trace->rows)
        trace->rows = row + 1;
}

const char *trace_row_name(const struct trace *trace, int row)
{
    return trace_text_of(trace, trace->row[row].name);
}

void trace_set_clock(struct trace *trace, const struct trace_clock *clock)
{
    trace->clock = *clock;
}

const struct trace_clock *trace_clock(const struct trace *trace)
{
    return &trace->clock;
}

uint64_t trace_move_row(struct trace *trace, int row, uint64_t at)
{
    struct trace_row *const r = &trace->row[row];

    if (at < r->last)
        at = r->last;
    r->last = at;
    if (at > trace->last)
        trace->last = at;
    if (row >= trace->rows)
        trace->rows = row + 1;
    return at;
}

static bool same_look(const struct trace_event *a, const struct trace_event *b)
{
    return a->of.look.nearest == b->of.look.nearest &&
           a->of.look.states == b->of.look.states && a->tile == b->tile &&
           a->thread == b->thread;
}

unsigned trace_seen(const struct trace_event *look, int k)
{
    return (unsigned)(look->of.look.states >> 2 * k) & 3;
}

/* The nearest tile that was seen with a P, after A's alone. */
static uint32_t prefix_in(const struct trace_event *look)
{
    for (int k = 0; k < TRACE_LANES; k++)
        if (trace_seen(look, k) != 1)
            return trace_seen(look, k) == 2
                       ? look->of.look.nearest - (uint32_t)k
                       : TRACE_NO_TILE;
    return TRACE_NO_TILE;
}

uint32_t trace_found(const struct trace_event *look)
{
    return look->of.look.ended ? prefix_in(look) : TRACE_NO_TILE;
}

/* All lanes have told what they saw: a look, or the last one again. */
void trace_end_look(struct trace *trace, struct trace_row *row)
{
    struct trace_gathering *const g = &row->look;

    if (!g->open)
        return;
    g->open = false;
    struct trace_event look = {
        .kind = EVENT_LOOK,
        .row = (int16_t)(row - trace->row),
        .at = g->at,
        .order = g->order,
        .block = row->block.block,
        .tile = row->block.tile,
        .length = g->until - g->at,
        .of.look = {.states = UINT64_MAX, .times = g->times}};
    look.thread = TRACE_LANES;
    for (uint32_t lane = 0; lane < TRACE_LANES; lane++) {
        if (!(g->lanes >> lane & 1))
            continue;
        if (look.thread == TRACE_LANES || g->tile[lane] > look.of.look.nearest)
            look.of.look.nearest = g->tile[lane];
        if (look.thread == TRACE_LANES)
            look.thread = lane; /* the first of them */
    }
    for (uint32_t lane = 0; lane < TRACE_LANES; lane++) {
        const uint32_t k = look.of.look.nearest - g->tile[lane];
        if (g->lanes >> lane & 1 && k < TRACE_LANES &&
            trace_seen(&look, (int)k) == 3)
            look.of.look.states ^= (uint64_t)(3 ^ g->state[lane]) << 2 * k;
    }
    if (trace_is_kept(trace, row->last_look)) {
        struct trace_event *const last = trace_kept(trace, row->last_look);
        if (same_look(last, &look)) {
            last->of.look.times += look.of.look.times;
            last->length = look.at + look.length - last->at;
            return;
        }
    }
    if (trace_is_kept(trace, row->newest_look)) /* that did not end it */
        trace_kept(trace, row->newest_look)->of.look.ended = false;
    look.of.look.ended = prefix_in(&look) != TRACE_NO_TILE;
    row->newest_look = row->last_look = trace_keep(trace, &look);
    row->last_wait = 0;
}

void trace_end_wait(struct trace *trace, struct trace_row *row, uint64_t at)
{
    if (!row->has_wait)
        return;
    row->has_wait = false;
    row->wait.length = at - row->wait.at;
    if (trace_is_kept(trace, row->goes_on))
        *trace_kept(trace, row->goes_on) = row->wait;
    else
        row->last_wait = trace_keep(trace, &row->wait);
}

uint64_t trace_interrupt(struct trace *trace, int number, uint64_t at)
{
    struct trace_row *const row = &trace->row[number];

    at = trace_move_row(trace, number, at);
    trace_end_look(trace, row);
    row->last_look = row->last_wait = 0;
    return at;
}

uint64_t trace_add_to(struct trace *trace, int number, uint64_t at)
{
    trace->row[number].last_look = trace->row[number].last_wait = 0;
    return trace_move_row(trace, number, at);
}

uint64_t trace_told(struct trace *trace, const struct trace_point *point)
{
    const struct trace_gathering *const g = &trace->row[point->row].look;
    const uint32_t lane = point->thread % TRACE_LANES;

    return g->open && g->warp == point->thread / TRACE_LANES &&
                   !(g->lanes >> lane & 1)
               ? trace_add_to(trace, point->row, point->at)
               : trace_interrupt(trace, point->row, point->at);
}

void trace_end_phase(struct trace *trace, struct trace_row *row, uint64_t at)
{
    trace_end_wait(trace, row, at);
    if (!row->has_phase)
        return;
    row->has_phase = false;
    row->phase.length = at - row->phase.at;
    trace_keep(trace, &row->phase);
}

void trace_end_block(struct trace *trace, int number, uint64_t at,
                     bool finished)
{
    struct trace_row *const row = &trace->row[number];

    at = trace_interrupt(trace, number, at);
    trace_end_phase(trace, row, at);
    if (!row->has_block)
        return;
    row->has_block = false;
    row->block.length = at - row->block.at;
    row->block.of.block.finished = finished;
    trace_keep(trace, &row->block);
}

struct trace_event trace_moment(struct trace *trace, enum event_kind kind,
                                const struct trace_point *point, uint64_t at)
{
    const struct trace_row *const row = &trace->row[point->row];
    struct trace_event event = trace_begin(trace, kind, point->row, at);

    event.thread = point->thread;
    event.block = row->block.block;
    event.tile = row->block.tile;
    return event;
}
