/* trace_parts.h - parts of the recorder: only for its own files.
 *
 *     trace_events.c   events: launches, kernels' reports, the device's
 *     trace_rows.c     open events of a row, and how they end
 *     trace_ring.c     the newest events
 *     trace_texts.c    texts and values
 */
#ifndef TRACE_PARTS_H
#define TRACE_PARTS_H

#include "trace_record.h"

/* A look being assembled, lane by lane. */
struct trace_gathering {
    bool open;
    uint32_t lanes, warp, moment, order;
    uint64_t at, until;
    uint32_t times;
    uint32_t tile[TRACE_LANES];
    uint8_t state[TRACE_LANES];
};

/* The open events of a row, and the events that can be extended instead of
 * starting a new one. */
struct trace_row {
    uint64_t last; /* time */
    bool has_block, has_phase, has_wait;
    struct trace_event block, phase, wait;
    struct trace_gathering look;
    /* The numbers of the newest look and wait, if no other event followed: the
     * same event again extends them. 0: none. */
    uint64_t last_look, last_wait;
    uint64_t goes_on; /* number of the wait that the open one continues, or 0 */
    uint64_t newest_look; /* the block's newest look */
    uint32_t name;        /* a text */
};

struct trace_bytes {
    char *bytes;
    size_t used, room;
};

struct trace {
    struct trace_event *ring;
    size_t room, most;
    uint64_t recorded; /* events, including those that the ring dropped */
    uint32_t orders;   /* events begun so far */
    uint64_t origin, last;
    bool begun, told, has_finding;
    uint32_t accesses;
    size_t n;
    int rows;
    struct trace_row row[TRACE_ROWS];
    bool has_launch;
    struct trace_event launch;
    uint32_t launches;
    struct trace_shape *shape;
    size_t shapes, shape_room;
    /* Strings, and a hash table for looking up their numbers. */
    struct trace_bytes text, value;
    uint32_t *text_table;
    uint32_t texts, text_slots;
    struct trace_clock clock;
    uint64_t *published; /* times: A at [2 * tile], P at [2 * tile + 1] */
    size_t tiles;
};

/* ------------------------------------------------------- texts and values */

/* The table starts with one text, the empty one (number 0), and no values.
 * False: out of memory. */
bool trace_texts_open(struct trace *trace);
void trace_texts_reset(struct trace *trace);
void trace_texts_close(struct trace *trace);

/* Stores a value, if values are kept, and returns its number; 0: it is not
 * kept. */
uint32_t trace_keep_value(struct trace *trace, const void *value, size_t bytes);

/* ------------------------------------------------------------------- ring */

/* Events are numbered from 1. The first function puts an event in the ring and
 * returns its number; the second returns whether the event with a given number
 * is still there; the third returns that event. */
uint64_t trace_keep(struct trace *trace, const struct trace_event *event);
bool trace_is_kept(const struct trace *trace, uint64_t number);
struct trace_event *trace_kept(const struct trace *trace, uint64_t number);

/* ------------------------------------------------------------------- rows */

/* A new event that begins at `at`. */
struct trace_event trace_begin(struct trace *trace, enum event_kind kind,
                               int row, uint64_t at);
/* The same, for the block that is on the row. */
struct trace_event trace_moment(struct trace *trace, enum event_kind kind,
                                const struct trace_point *point, uint64_t at);

/* These four raise `at` to the row's own time, and return it. The first does
 * nothing else. The second is for events other than looks and waits: it ends an
 * open look, and the newest look and wait can no longer be extended. The third
 * is for an event in one thread while others of its warp may still be in a
 * look. The fourth is for a thread's report: it ends a look, unless other lanes
 * of its warp began one that this lane has yet to join. */
uint64_t trace_move_row(struct trace *trace, int row, uint64_t at);
uint64_t trace_interrupt(struct trace *trace, int row, uint64_t at);
uint64_t trace_add_to(struct trace *trace, int row, uint64_t at);
uint64_t trace_told(struct trace *trace, const struct trace_point *point);

/* End the open parts of a row, which become events. */
void trace_end_look(struct trace *trace, struct trace_row *row);
void trace_end_wait(struct trace *trace, struct trace_row *row, uint64_t at);
void trace_end_phase(struct trace *trace, struct trace_row *row, uint64_t at);
void trace_end_block(struct trace *trace, int row, uint64_t at, bool finished);

#endif
