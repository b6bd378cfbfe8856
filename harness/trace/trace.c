/* trace.c - the recorder: a ring of events, and what is open on each row. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_EVENTS = 1024,
    MOST_TEXT = 16 << 20, /* bytes of all texts; further ones are "" */
    MOST_VALUES = 4 << 20,
    MOST_TILES = 1 << 22
};

/* A look that is being put together, lane by lane. */
struct gathering {
    bool open;
    uint32_t lanes, moment, order;
    uint64_t at, until;
    uint32_t times;
    uint32_t tile[TRACE_LANES];
    uint8_t state[TRACE_LANES];
};

/* What is open on a row, and what may go on in place of a new event. */
struct row {
    uint64_t last; /* time */
    bool has_block, has_phase, has_wait;
    struct trace_event block, phase, wait;
    struct gathering look;
    /* The newest look and wait, by number, while nothing else came between:
     * the same again is that one, longer. 0: none. */
    uint64_t last_look, last_wait;
    uint64_t goes_on;     /* the wait that the open one goes on with, or 0 */
    uint64_t newest_look; /* of the block */
    uint32_t name;        /* a text */
};

struct chars {
    char *bytes;
    size_t used, room;
};

struct trace {
    struct trace_event *ring;
    size_t room, most;
    uint64_t recorded; /* events that were kept, at first */
    uint32_t orders;   /* events that have begun */
    uint64_t origin, last;
    bool begun, told, has_finding;
    uint32_t accesses;
    size_t n;
    int rows;
    struct row row[TRACE_ROWS];
    bool has_launch;
    struct trace_event launch;
    uint32_t launches;
    struct trace_shape *shape;
    size_t shapes, shape_room;
    /* texts, and where they are: a hash table of numbers */
    struct chars text, value;
    uint32_t *text_table;
    uint32_t texts, text_slots;
    struct trace_clock clock;
    uint64_t *published; /* times: [2 * tile] of A, [2 * tile + 1] of P */
    size_t tiles;
};

/* --------------------------------------------------------------------- texts
 */

/* Room for so many more bytes. */
static bool grow(struct chars *chars, size_t more, size_t most)
{
    size_t room = chars->room ? chars->room : 256;

    if (more > most || chars->used > most - more)
        return false;
    while (room < chars->used + more)
        room *= 2;
    if (room == chars->room)
        return true;
    char *const bytes = realloc(chars->bytes, room);
    if (!bytes)
        return false;
    chars->bytes = bytes;
    chars->room = room;
    return true;
}

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u; /* FNV-1a */

    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

/* The slot of a text, or the free one where it belongs. */
static uint32_t *slot_of(const struct trace *trace, const char *text)
{
    const uint32_t mask = trace->text_slots - 1;

    for (uint32_t i = hash(text) & mask;; i = (i + 1) & mask) {
        uint32_t *const slot = &trace->text_table[i];
        if (!*slot || !strcmp(trace->text.bytes + *slot, text))
            return slot;
    }
}

static bool double_table(struct trace *trace)
{
    const uint32_t old_slots = trace->text_slots;
    uint32_t *const old = trace->text_table;

    trace->text_slots = old_slots ? 2 * old_slots : 256;
    trace->text_table = calloc(trace->text_slots, sizeof *trace->text_table);
    if (!trace->text_table) {
        trace->text_table = old;
        trace->text_slots = old_slots;
        return false;
    }
    for (uint32_t i = 0; i < old_slots; i++)
        if (old[i])
            *slot_of(trace, trace->text.bytes + old[i]) = old[i];
    free(old);
    return true;
}

uint32_t trace_text(struct trace *trace, const char *text)
{
    const size_t bytes = strlen(text) + 1;

    if (bytes == 1 ||
        (2 * trace->texts >= trace->text_slots && !double_table(trace)))
        return 0;
    uint32_t *const slot = slot_of(trace, text);
    const uint32_t known = *slot;
    if (known)
        return known;
    if (!grow(&trace->text, bytes, MOST_TEXT))
        return 0;
    *slot = (uint32_t)trace->text.used;
    memcpy(trace->text.bytes + trace->text.used, text, bytes);
    trace->text.used += bytes;
    trace->texts++;
    return *slot;
}

const char *trace_text_of(const struct trace *trace, uint32_t number)
{
    return trace->text.bytes + number;
}

/* ---------------------------------------------------------------------- ring
 */

static bool is_kept(const struct trace *trace, uint64_t number)
{
    return number && number + trace->room > trace->recorded;
}

/* Events have numbers from 1 on. */
static struct trace_event *kept(const struct trace *trace, uint64_t number)
{
    return &trace->ring[(number - 1) % trace->room];
}

/* Returns the event's number. */
static uint64_t keep(struct trace *trace, const struct trace_event *event)
{
    if (trace->recorded == trace->room && trace->room < trace->most) {
        const size_t room =
            2 * trace->room < trace->most ? 2 * trace->room : trace->most;
        struct trace_event *const ring =
            realloc(trace->ring, room * sizeof *ring);
        if (ring) { /* else the oldest go */
            trace->ring = ring;
            trace->room = room;
        } else {
            trace->most = trace->room;
        }
    }
    const uint64_t number = ++trace->recorded;
    *kept(trace, number) = *event;
    return number;
}

struct trace *trace_open(size_t most_events)
{
    struct trace *const trace = calloc(1, sizeof *trace);

    if (!trace)
        return NULL;
    trace->most = most_events > 0 ? most_events : 1;
    trace->room = trace->most < FIRST_EVENTS ? trace->most : FIRST_EVENTS;
    trace->ring = malloc(trace->room * sizeof *trace->ring);
    if (!trace->ring || !double_table(trace) ||
        !grow(&trace->text, 1, MOST_TEXT)) {
        trace_close(trace);
        return NULL;
    }
    trace_reset(trace, SIZE_MAX);
    return trace;
}

void trace_close(struct trace *trace)
{
    if (!trace)
        return;
    free(trace->ring);
    free(trace->shape);
    free(trace->text.bytes);
    free(trace->value.bytes);
    free(trace->text_table);
    free(trace->published);
    free(trace);
}

void trace_reset(struct trace *trace, size_t n)
{
    trace->recorded = trace->orders = 0;
    trace->origin = trace->last = 0;
    trace->begun = trace->told = trace->has_finding = false;
    trace->has_launch = false;
    trace->n = n;
    trace->accesses = 0;
    memset(trace->row, 0, (size_t)trace->rows * sizeof *trace->row);
    trace->rows = 0;
    trace->clock = (struct trace_clock){.name = NULL};
    trace->launches = 0;
    trace->shapes = 0;
    trace->value.used = 0;
    trace->text.bytes[0] = '\0'; /* text 0 */
    trace->text.used = 1;
    trace->texts = 0;
    memset(trace->text_table, 0, trace->text_slots * sizeof *trace->text_table);
    if (trace->published)
        memset(trace->published, 0, 2 * trace->tiles * sizeof(uint64_t));
}

bool trace_keeps_values(const struct trace *trace)
{
    return trace->n <= TRACE_SMALL_N;
}

bool trace_keeps_accesses(const struct trace *trace)
{
    return trace->n <= TRACE_TINY_N;
}

/* ------------------------------------------------------------ rows and times
 */

static struct trace_event begin(struct trace *trace, enum event_kind kind,
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
                                .tile = TRACE_NO_TILE,
                                .times = 1};
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

/* The row's own time: `at`, if that is not before what was. */
static uint64_t move_row(struct trace *trace, int row, uint64_t at)
{
    struct row *const r = &trace->row[row];

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
    return a->what == b->what && a->data == b->data && a->tile == b->tile &&
           a->thread == b->thread;
}

/* The nearest tile that was seen with a P, behind A's alone. */
static uint32_t prefix_in(const struct trace_event *look)
{
    for (int k = 0; k < TRACE_LANES; k++)
        if (trace_seen(look, k) != 1)
            return trace_seen(look, k) == 2 ? look->what - (uint32_t)k
                                            : TRACE_NO_TILE;
    return TRACE_NO_TILE;
}

/* All lanes have told what they saw: a look, or the last one again. */
static void end_look(struct trace *trace, struct row *row)
{
    struct gathering *const g = &row->look;

    if (!g->open)
        return;
    g->open = false;
    struct trace_event look = {.kind = EVENT_LOOK,
                               .row = (int16_t)(row - trace->row),
                               .at = g->at,
                               .order = g->order,
                               .block = row->block.block,
                               .tile = row->block.tile,
                               .length = g->until - g->at,
                               .times = g->times,
                               .data = UINT64_MAX};
    look.thread = TRACE_LANES;
    for (uint32_t lane = 0; lane < TRACE_LANES; lane++) {
        if (!(g->lanes >> lane & 1))
            continue;
        if (look.thread == TRACE_LANES || g->tile[lane] > look.what)
            look.what = g->tile[lane];
        if (look.thread == TRACE_LANES)
            look.thread = lane; /* the first of them */
    }
    for (uint32_t lane = 0; lane < TRACE_LANES; lane++) {
        const uint32_t k = look.what - g->tile[lane];
        if (g->lanes >> lane & 1 && k < TRACE_LANES &&
            trace_seen(&look, (int)k) == 3)
            look.data ^= (uint64_t)(3 ^ g->state[lane]) << 2 * k;
    }
    if (is_kept(trace, row->last_look)) {
        struct trace_event *const last = kept(trace, row->last_look);
        if (same_look(last, &look)) {
            last->times += look.times;
            last->length = look.at + look.length - last->at;
            return;
        }
    }
    if (is_kept(trace, row->newest_look)) /* that did not end it */
        kept(trace, row->newest_look)->state = false;
    look.state = prefix_in(&look) != TRACE_NO_TILE;
    row->newest_look = row->last_look = keep(trace, &look);
    row->last_wait = 0;
}

static void end_wait(struct trace *trace, struct row *row, uint64_t at)
{
    if (!row->has_wait)
        return;
    row->has_wait = false;
    row->wait.length = at - row->wait.at;
    if (is_kept(trace, row->goes_on))
        *kept(trace, row->goes_on) = row->wait;
    else
        row->last_wait = keep(trace, &row->wait);
}

/* Something else than a look or a wait comes. */
static uint64_t interrupt(struct trace *trace, int number, uint64_t at)
{
    struct row *const row = &trace->row[number];

    at = move_row(trace, number, at);
    end_look(trace, row);
    row->last_look = row->last_wait = 0;
    return at;
}

/* Of a single thread: others of its warp may be at a look still. */
static uint64_t add_to(struct trace *trace, int number, uint64_t at)
{
    trace->row[number].last_look = trace->row[number].last_wait = 0;
    return move_row(trace, number, at);
}

static void end_phase(struct trace *trace, struct row *row, uint64_t at)
{
    end_wait(trace, row, at);
    if (!row->has_phase)
        return;
    row->has_phase = false;
    row->phase.length = at - row->phase.at;
    keep(trace, &row->phase);
}

static void end_block(struct trace *trace, int number, uint64_t at,
                      bool finished)
{
    struct row *const row = &trace->row[number];

    at = interrupt(trace, number, at);
    end_phase(trace, row, at);
    if (!row->has_block)
        return;
    row->has_block = false;
    row->block.length = at - row->block.at;
    row->block.state = finished;
    keep(trace, &row->block);
}

/* Of the block that is on the row. */
static struct trace_event moment(struct trace *trace, enum event_kind kind,
                                 const struct trace_point *point, uint64_t at)
{
    const struct row *const row = &trace->row[point->row];
    struct trace_event event = begin(trace, kind, point->row, at);

    event.thread = point->thread;
    event.block = row->block.block;
    event.tile = row->block.tile;
    return event;
}

/* ------------------------------------------------------------------ launches
 */

void trace_launch_begins(struct trace *trace, uint64_t at, const char *kernel,
                         const unsigned grid[3], const unsigned block[3])
{
    trace_launch_ends(trace, at);
    if (at < trace->last)
        at = trace->last;
    trace->launch = begin(trace, EVENT_LAUNCH, TRACE_NOBODY, at);
    trace->launch.what = trace_text(trace, kernel);
    trace->launch.block = trace->launches++;
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
    trace->launch.data = trace->shapes; /* its number + 1 */
}

void trace_launch_ends(struct trace *trace, uint64_t at)
{
    if (!trace->has_launch)
        return;
    if (at < trace->last)
        at = trace->last;
    for (int r = 0; r < trace->rows; r++)
        if (trace->row[r].has_block)
            end_block(trace, r, at, false);
    trace->last = at;
    trace->launch.length = at - trace->launch.at;
    keep(trace, &trace->launch);
    trace->has_launch = false;
}

void trace_block_begins(struct trace *trace, const struct trace_point *point,
                        uint32_t block)
{
    struct row *const row = &trace->row[point->row];
    const uint64_t at = interrupt(trace, point->row, point->at);

    row->block = begin(trace, EVENT_BLOCK, point->row, at);
    row->block.block = block;
    row->block.times = 0; /* tiles that it has taken */
    row->newest_look = 0;
    row->has_block = true;
}

void trace_block_ends(struct trace *trace, const struct trace_point *point)
{
    end_block(trace, point->row, point->at, true);
}

/* ---------------------------------------------------------- the kernel tells
 */

void trace_ticket(struct trace *trace, const struct trace_point *point,
                  uint32_t tile, uint64_t begins, uint32_t count)
{
    struct row *const row = &trace->row[point->row];
    const uint64_t at = interrupt(trace, point->row, point->at);

    trace->told = true;
    row->block.tile = tile;
    row->block.data = begins;
    row->block.what = count;
    row->block.times++;
    struct trace_event ticket = moment(trace, EVENT_TICKET, point, at);
    ticket.data = begins;
    ticket.what = count;
    keep(trace, &ticket);
}

void trace_phase(struct trace *trace, const struct trace_point *point,
                 unsigned phase)
{
    struct row *const row = &trace->row[point->row];
    const uint64_t at = interrupt(trace, point->row, point->at);

    trace->told = true;
    end_phase(trace, row, at);
    row->phase = moment(trace, EVENT_PHASE, point, at);
    row->phase.state = (uint8_t)phase;
    row->has_phase = true;
}

/* Room to note when tiles up to this one have published. */
static bool has_times(struct trace *trace, uint32_t tile)
{
    size_t tiles = trace->tiles ? trace->tiles : 256;

    if (tile >= MOST_TILES)
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

static uint32_t keep_value(struct trace *trace, const void *value, size_t bytes)
{
    if (!trace_keeps_values(trace) || !value ||
        !grow(&trace->value, bytes + 1, MOST_VALUES))
        return 0;
    memcpy(trace->value.bytes + trace->value.used, value, bytes);
    trace->value.used += bytes;
    return (uint32_t)(trace->value.used - bytes + 1);
}

void trace_publish(struct trace *trace, const struct trace_point *point,
                   uint32_t tile, unsigned state, const void *value,
                   size_t bytes)
{
    const uint64_t at = interrupt(trace, point->row, point->at);
    struct trace_event event = moment(trace, EVENT_PUBLISH, point, at);

    trace->told = true;
    event.what = tile;
    event.state = (uint8_t)state;
    event.where = keep_value(trace, value, bytes);
    if ((state == 1 || state == 2) && has_times(trace, tile))
        trace->published[2 * (size_t)tile + (state == 2)] = at;
    keep(trace, &event);
}

void trace_look(struct trace *trace, const struct trace_point *point,
                uint32_t when, uint32_t tile, unsigned state)
{
    struct row *const row = &trace->row[point->row];
    struct gathering *const g = &row->look;
    const uint32_t lane = point->thread % TRACE_LANES;
    uint64_t at = point->at;

    trace->told = true;
    if (g->open && (g->moment != when || g->lanes >> lane & 1))
        end_look(trace, row);
    if ((state == 1 || state == 2) && tile < trace->tiles &&
        at < trace->published[2 * (size_t)tile + (state == 2)])
        at = trace->published[2 * (size_t)tile + (state == 2)];
    at = move_row(trace, point->row, at);
    if (!g->open) {
        *g = (struct gathering){
            .open = true, .times = 1, .moment = when, .order = trace->orders++};
    }
    g->at = g->until = at;
    g->lanes |= (uint32_t)1 << lane;
    g->tile[lane] = tile;
    g->state[lane] = (uint8_t)(state < 3 ? state : 0);
}

void trace_looks_on(struct trace *trace, const struct trace_point *point,
                    uint32_t times)
{
    struct gathering *const g = &trace->row[point->row].look;

    if (!g->open)
        return;
    g->until = move_row(trace, point->row, point->at);
    g->times = times;
}

/* ------------------------------------------------------------ the device sees
 */

void trace_waits(struct trace *trace, const struct trace_point *point,
                 uint32_t what, uint32_t where)
{
    struct row *const row = &trace->row[point->row];

    if (row->has_wait)
        return;
    const uint64_t at = move_row(trace, point->row, point->at);
    if (is_kept(trace, row->last_wait)) {
        const struct trace_event *last = kept(trace, row->last_wait);
        if (last->what == what && last->where == where &&
            last->thread == point->thread) {
            row->wait = *last; /* it goes on */
            row->wait.times++;
            row->has_wait = true;
            row->goes_on = row->last_wait;
            return;
        }
    }
    row->last_wait = row->goes_on = 0;
    row->wait = moment(trace, EVENT_WAIT, point, at);
    row->wait.what = what;
    row->wait.where = where;
    row->has_wait = true;
}

void trace_goes_on(struct trace *trace, const struct trace_point *point)
{
    struct row *const row = &trace->row[point->row];

    if (row->has_wait)
        end_wait(trace, row, move_row(trace, point->row, point->at));
}

void trace_barrier(struct trace *trace, const struct trace_point *point,
                   uint32_t where)
{
    if (trace->told)
        return;
    const uint64_t at = interrupt(trace, point->row, point->at);
    struct trace_event event = moment(trace, EVENT_BARRIER, point, at);
    event.where = where;
    keep(trace, &event);
}

void trace_warp_barrier(struct trace *trace, const struct trace_point *point,
                        uint32_t where)
{
    if (trace->told)
        return;
    const uint64_t at = add_to(trace, point->row, point->at);
    struct trace_event event = moment(trace, EVENT_BARRIER, point, at);
    event.where = where;
    event.state = true;
    keep(trace, &event);
}

void trace_flag(struct trace *trace, const struct trace_point *point,
                uint32_t what, uint32_t where, bool atomic, uint64_t value)
{
    if (trace->told)
        return;
    const uint64_t at = interrupt(trace, point->row, point->at);
    struct trace_event event = moment(trace, EVENT_FLAG, point, at);
    event.what = what;
    event.where = where;
    event.state = atomic;
    event.data = value;
    keep(trace, &event);
}

void trace_op(struct trace *trace, const struct trace_point *point,
              uint32_t node)
{
    const uint64_t at = add_to(trace, point->row, point->at);
    struct trace_event event = moment(trace, EVENT_OP, point, at);

    event.what = node;
    keep(trace, &event);
}

/* `data`: where in shared memory; above it, as of a publish, the value. */
bool trace_access(struct trace *trace, const struct trace_point *point,
                  const struct trace_access *access)
{
    if (++trace->accesses > TRACE_MOST_ACCESSES)
        return false;
    const uint64_t at = add_to(trace, point->row, point->at);
    struct trace_event event = moment(trace, EVENT_ACCESS, point, at);

    event.what = access->what;
    event.where = access->where;
    event.state = access->writes;
    event.times = access->bytes;
    event.data = (uint64_t)keep_value(trace, access->value, access->bytes)
                     << 32 |
                 access->shared;
    keep(trace, &event);
    return true;
}

void trace_finding(struct trace *trace, const struct trace_point *point,
                   const char *sentence)
{
    struct trace_event event;

    trace->has_finding = true;
    if (point->row == TRACE_NOBODY) {
        const uint64_t at = trace->last > point->at ? trace->last : point->at;
        event = begin(trace, EVENT_FINDING, TRACE_NOBODY, at);
        trace->last = at;
    } else {
        const uint64_t at = interrupt(trace, point->row, point->at);
        event = moment(trace, EVENT_FINDING, point, at);
    }
    event.what = trace_text(trace, sentence);
    keep(trace, &event);
}

/* ------------------------------------------------------------ to write it down
 */

static uint64_t overwritten(const struct trace *trace)
{
    return trace->recorded > trace->room ? trace->recorded - trace->room : 0;
}

uint64_t trace_dropped(const struct trace *trace)
{
    return overwritten(trace) + trace->clock.dropped;
}

size_t trace_events(const struct trace *trace)
{
    return (size_t)(trace->recorded - overwritten(trace));
}

const struct trace_event *trace_event(const struct trace *trace, size_t i)
{
    return kept(trace, overwritten(trace) + i + 1);
}

uint64_t trace_recorded(const struct trace *trace)
{
    return trace->orders;
}

uint64_t trace_origin(const struct trace *trace)
{
    return trace->origin;
}

uint64_t trace_last(const struct trace *trace)
{
    return trace->last;
}

int trace_rows(const struct trace *trace)
{
    return trace->rows;
}

bool trace_is_told(const struct trace *trace)
{
    return trace->told;
}

bool trace_has_finding(const struct trace *trace)
{
    return trace->has_finding;
}

const void *trace_value(const struct trace *trace,
                        const struct trace_event *event)
{
    const uint32_t value = event->kind == EVENT_PUBLISH  ? event->where
                           : event->kind == EVENT_ACCESS ? event->data >> 32
                                                         : 0;
    return value ? trace->value.bytes + value - 1 : NULL;
}

uint32_t trace_shared(const struct trace_event *event)
{
    return (uint32_t)event->data;
}

unsigned trace_seen(const struct trace_event *event, int k)
{
    return (unsigned)(event->data >> 2 * k) & 3;
}

uint32_t trace_found(const struct trace_event *event)
{
    return event->state ? prefix_in(event) : TRACE_NO_TILE;
}

const struct trace_shape *trace_shape(const struct trace *trace,
                                      const struct trace_event *event)
{
    static const struct trace_shape none;

    return event->data ? &trace->shape[event->data - 1] : &none;
}
