/* trace_events.c - turns a run into events. */
#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TILES = 1 << 22 };

/* ----------------------------------------------------------------- launches */

void trace_launch_begins(struct trace *trace, uint64_t at, const char *kernel,
                         const unsigned grid[3], const unsigned block[3])
{
    trace_launch_ends(trace, at);
    if (at < trace->last)
        at = trace->last;
    trace->launch = trace_begin(trace, EVENT_LAUNCH, TRACE_NO_ROW, at);
    trace->launch.of.launch.kernel = trace_text(trace, kernel);
    trace->launch.of.launch.index = trace->launches++;
    trace->has_launch = true;
    if (trace->published)
        memset(trace->published, 0, 2 * trace->tiles * sizeof(uint64_t));
    if (trace->shapes == trace->shape_room) {
        const size_t room = trace->shape_room ? 2 * trace->shape_room : 16;
        struct trace_shape *const shape =
            realloc(trace->shape, room * sizeof *shape);
        if (!shape)
            return;
        trace->shape = shape;
        trace->shape_room = room;
    }
    struct trace_shape *const shape = &trace->shape[trace->shapes++];
    memcpy(shape->grid, grid, sizeof shape->grid);
    memcpy(shape->block, block, sizeof shape->block);
    trace->launch.of.launch.shape = (uint32_t)trace->shapes; /* from 1 */
}

void trace_launch_ends(struct trace *trace, uint64_t at)
{
    if (!trace->has_launch)
        return;
    if (at < trace->last)
        at = trace->last;
    for (int r = 0; r < trace->rows; r++)
        if (trace->row[r].has_block)
            trace_end_block(trace, r, at, false);
    trace->last = at;
    trace->launch.length = at - trace->launch.at;
    trace_keep(trace, &trace->launch);
    trace->has_launch = false;
}

void trace_block_begins(struct trace *trace, const struct trace_point *point,
                        uint32_t block)
{
    struct trace_row *const row = &trace->row[point->row];
    const uint64_t at = trace_interrupt(trace, point->row, point->at);

    row->block = trace_begin(trace, EVENT_BLOCK, point->row, at);
    row->block.block = block;
    row->newest_look = 0;
    row->has_block = true;
}

void trace_block_ends(struct trace *trace, const struct trace_point *point)
{
    trace_end_block(trace, point->row, point->at, true);
}

static uint32_t fitting(uint64_t bytes)
{
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

void trace_block_moved(struct trace *trace, int row, uint64_t reads,
                       uint64_t writes)
{
    trace->row[row].block.of.block.reads = fitting(reads);
    trace->row[row].block.of.block.writes = fitting(writes);
}

/* --------------------------------------------------------- the kernel tells */

void trace_ticket(struct trace *trace, const struct trace_point *point,
                  uint32_t tile, uint64_t begins, uint32_t count)
{
    struct trace_row *const row = &trace->row[point->row];
    const uint64_t at = trace_interrupt(trace, point->row, point->at);

    trace->told = true;
    row->block.tile = tile;
    row->block.of.block.begin = begins;
    row->block.of.block.count = count;
    struct trace_event ticket = trace_moment(trace, EVENT_TICKET, point, at);
    ticket.of.ticket.begin = begins;
    ticket.of.ticket.count = count;
    trace_keep(trace, &ticket);
}

void trace_phase(struct trace *trace, const struct trace_point *point,
                 unsigned phase)
{
    struct trace_row *const row = &trace->row[point->row];
    const uint64_t at = trace_told(trace, point);

    trace->told = true;
    trace_end_phase(trace, row, at);
    row->phase = trace_moment(trace, EVENT_PHASE, point, at);
    row->phase.of.phase.which = phase;
    row->has_phase = true;
}

/* Room to note when tiles up to this one have published. */
static bool has_times(struct trace *trace, uint32_t tile)
{
    size_t tiles = trace->tiles ? trace->tiles : 256;

    if (tile >= MAX_TILES)
        return false;
    while (tiles <= tile)
        tiles *= 2;
    if (tiles == trace->tiles)
        return true;
    uint64_t *const times =
        realloc(trace->published, 2 * tiles * sizeof *times);
    if (!times)
        return false;
    memset(times + 2 * trace->tiles, 0,
           2 * (tiles - trace->tiles) * sizeof *times);
    trace->published = times;
    trace->tiles = tiles;
    return true;
}

static void keep_publication(struct trace *trace,
                             const struct trace_point *point, uint32_t tile,
                             unsigned state, uint32_t value, bool is_count)
{
    const uint64_t at = trace_told(trace, point);
    struct trace_event event = trace_moment(trace, EVENT_PUBLISH, point, at);

    trace->told = true;
    event.of.publish.tile = tile;
    event.of.publish.state = state;
    event.of.publish.value = value;
    event.of.publish.is_count = is_count;
    if ((state == 1 || state == 2) && has_times(trace, tile))
        trace->published[2 * (size_t)tile + (state == 2)] = at;
    trace_keep(trace, &event);
}

void trace_publish(struct trace *trace, const struct trace_point *point,
                   uint32_t tile, unsigned state, const void *value,
                   size_t bytes)
{
    keep_publication(trace, point, tile, state,
                     trace_keep_value(trace, value, bytes), false);
}

void trace_publish_count(struct trace *trace, const struct trace_point *point,
                         uint32_t tile, unsigned state, uint64_t count)
{
    keep_publication(trace, point, tile, state,
                     trace_keep_value(trace, &count, sizeof count), true);
}

void trace_look(struct trace *trace, const struct trace_point *point,
                uint32_t when, uint32_t tile, unsigned state)
{
    struct trace_row *const row = &trace->row[point->row];
    struct trace_gathering *const g = &row->look;
    const uint32_t lane = point->thread % TRACE_LANES;
    uint64_t at = point->at;

    trace->told = true;
    if (g->open && (g->moment != when || g->lanes >> lane & 1))
        trace_end_look(trace, row);
    if ((state == 1 || state == 2) && tile < trace->tiles &&
        at < trace->published[2 * (size_t)tile + (state == 2)])
        at = trace->published[2 * (size_t)tile + (state == 2)];
    at = trace_move_row(trace, point->row, at);
    if (!g->open) {
        *g = (struct trace_gathering){.open = true,
                                      .times = 1,
                                      .warp = point->thread / TRACE_LANES,
                                      .moment = when,
                                      .order = trace->orders++};
    }
    g->at = g->until = at;
    g->lanes |= (uint32_t)1 << lane;
    g->tile[lane] = tile;
    g->state[lane] = (uint8_t)(state < 3 ? state : 0);
}

void trace_looks_on(struct trace *trace, const struct trace_point *point,
                    uint32_t times)
{
    struct trace_gathering *const g = &trace->row[point->row].look;

    if (!g->open)
        return;
    g->until = trace_move_row(trace, point->row, point->at);
    g->times = times;
}

/* ---------------------------------------------------------- the device sees */

void trace_waits(struct trace *trace, const struct trace_point *point,
                 uint32_t what, uint32_t where)
{
    struct trace_row *const row = &trace->row[point->row];

    if (row->has_wait)
        return;
    const uint64_t at = trace_move_row(trace, point->row, point->at);
    if (trace_is_kept(trace, row->last_wait)) {
        const struct trace_event *last = trace_kept(trace, row->last_wait);
        if (last->of.wait.what == what && last->of.wait.where == where &&
            last->thread == point->thread) {
            row->wait = *last; /* it goes on */
            row->wait.of.wait.times++;
            row->has_wait = true;
            row->goes_on = row->last_wait;
            return;
        }
    }
    row->last_wait = row->goes_on = 0;
    row->wait = trace_moment(trace, EVENT_WAIT, point, at);
    row->wait.of.wait.what = what;
    row->wait.of.wait.where = where;
    row->wait.of.wait.times = 1;
    row->has_wait = true;
}

void trace_goes_on(struct trace *trace, const struct trace_point *point)
{
    struct trace_row *const row = &trace->row[point->row];

    if (row->has_wait)
        trace_end_wait(trace, row,
                       trace_move_row(trace, point->row, point->at));
}

static void keep_barrier(struct trace *trace, const struct trace_point *point,
                         uint64_t at, uint32_t where, bool of_warp)
{
    struct trace_event event = trace_moment(trace, EVENT_BARRIER, point, at);

    event.of.barrier.where = where;
    event.of.barrier.of_warp = of_warp;
    trace_keep(trace, &event);
}

void trace_barrier(struct trace *trace, const struct trace_point *point,
                   uint32_t where)
{
    if (!trace->told)
        keep_barrier(trace, point,
                     trace_interrupt(trace, point->row, point->at), where,
                     false);
}

void trace_warp_barrier(struct trace *trace, const struct trace_point *point,
                        uint32_t where)
{
    if (!trace->told)
        keep_barrier(trace, point, trace_add_to(trace, point->row, point->at),
                     where, true);
}

void trace_flag(struct trace *trace, const struct trace_point *point,
                uint32_t what, uint32_t where, bool atomic, uint64_t value)
{
    if (trace->told)
        return;
    const uint64_t at = trace_interrupt(trace, point->row, point->at);
    struct trace_event event = trace_moment(trace, EVENT_FLAG, point, at);
    event.of.flag.what = what;
    event.of.flag.where = where;
    event.of.flag.atomic = atomic;
    event.of.flag.value = value;
    trace_keep(trace, &event);
}

void trace_stale(struct trace *trace, const struct trace_point *point,
                 uint32_t what, uint32_t where, uint64_t value)
{
    const uint64_t at = trace_interrupt(trace, point->row, point->at);
    struct trace_event event = trace_moment(trace, EVENT_FLAG, point, at);

    event.of.flag.what = what;
    event.of.flag.where = where;
    event.of.flag.stale = true;
    event.of.flag.value = value;
    trace_keep(trace, &event);
}

void trace_op(struct trace *trace, const struct trace_point *point,
              uint32_t node)
{
    const uint64_t at = trace_add_to(trace, point->row, point->at);
    struct trace_event event = trace_moment(trace, EVENT_OP, point, at);

    event.of.op.node = node;
    trace_keep(trace, &event);
}

bool trace_access(struct trace *trace, const struct trace_point *point,
                  const struct trace_access *access)
{
    if (++trace->accesses > TRACE_MOST_ACCESSES)
        return false;
    const uint64_t at = trace_add_to(trace, point->row, point->at);
    struct trace_event event = trace_moment(trace, EVENT_ACCESS, point, at);

    event.of.access.what = access->what;
    event.of.access.where = access->where;
    event.of.access.writes = access->writes;
    event.of.access.bytes = access->bytes;
    event.of.access.value =
        trace_keep_value(trace, access->value, access->bytes);
    event.of.access.shared = access->shared;
    trace_keep(trace, &event);
    return true;
}

void trace_finding(struct trace *trace, const struct trace_point *point,
                   const char *sentence)
{
    struct trace_event event;

    trace->has_finding = true;
    if (point->row == TRACE_NO_ROW) {
        const uint64_t at = trace->last > point->at ? trace->last : point->at;
        event = trace_begin(trace, EVENT_FINDING, TRACE_NO_ROW, at);
        trace->last = at;
    } else {
        const uint64_t at = trace_interrupt(trace, point->row, point->at);
        event = trace_moment(trace, EVENT_FINDING, point, at);
    }
    event.of.finding.sentence = trace_text(trace, sentence);
    trace_keep(trace, &event);
}
