/* trace_record.h - a record, in memory, of the events in a run.
 *
 *     row 0   | block 0: load | scan | look back | store | block 3: load ...
 *     row 1   | block 1: load | scan |   wait    | ...
 *                 ticket ^      A ^     ^ look: X    ^ look: P
 *
 * A device reports each event, its time and its row (a slot for a block, a
 * multiprocessor, a thread), and trace_json.c writes them. Times are ticks of
 * the device's clock and never decrease on a row: a smaller time is raised. A
 * look is never earlier than the publication that it saw.
 *
 * Memory is bounded: if there are more events than fit, the newest are kept,
 * and the others counted. Anything with a duration is a single event, made when
 * it ends, so no event is cut in half.
 *
 * A trace is filled by one thread at a time.
 */
#ifndef TRACE_RECORD_H
#define TRACE_RECORD_H

#include "algorithms/contract/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum event_kind {
    EVENT_LAUNCH,
    EVENT_BLOCK,
    EVENT_PHASE,
    EVENT_WAIT, /* until a word changes */
    EVENT_TICKET,
    EVENT_PUBLISH,
    EVENT_LOOK, /* by a warp at a window, or by one thread at one tile */
    EVENT_BARRIER,
    EVENT_FLAG, /* an atomic, a volatile store, or a load of an older value */
    EVENT_OP,   /* on intervals only */
    EVENT_ACCESS,
    EVENT_FINDING,
    EVENT_KINDS
};

/* Runs up to TRACE_SMALL_N also record elements and ops; up to TRACE_TINY_N,
 * each load and store. */
enum { TRACE_SMALL_N = 1024, TRACE_TINY_N = 64 };
/* The usual limits on events: for a whole run (some 130 MB), for the newest
 * events before a finding, and for loads and stores, of which only the first
 * are recorded. */
enum {
    TRACE_MOST_EVENTS = 1 << 21,
    TRACE_FINDING_EVENTS = 1 << 17,
    TRACE_MOST_ACCESSES = 1 << 15
};
enum { TRACE_ROWS = 8192, TRACE_LANES = 32, TRACE_NO_ROW = -1 };
#define TRACE_NO_TILE UINT32_MAX
#define TRACE_GLOBAL  UINT32_MAX

/* The data of an event besides its time and place, by its kind. Texts are
 * numbers of trace_text. */
union trace_detail {
    struct {
        uint32_t kernel; /* a text */
        uint32_t index;  /* among the launches of the run, from 0 */
        uint32_t shape;  /* see trace_shape */
    } launch;
    struct {
        uint64_t begin; /* first element of the last tile that it took */
        uint32_t count; /* and its elements */
        uint32_t reads, writes; /* bytes of global memory; both 0: not known */
        bool finished;          /* before its launch ended */
    } block;
    struct {
        unsigned which; /* of algorithms/contract/trace.h */
    } phase;
    struct {
        uint32_t what, where; /* texts: the word, the line */
        uint32_t times;       /* how often the word was seen unchanged */
    } wait;
    struct {
        uint64_t begin; /* first element of the tile */
        uint32_t count; /* its elements */
    } ticket;
    struct {
        uint32_t tile;
        uint32_t value; /* see trace_value */
        unsigned state; /* 1: A, 2: P */
        bool is_count;  /* the value is a uint64_t, not an element */
    } publish;
    struct {
        uint64_t states;  /* see trace_seen */
        uint32_t nearest; /* nearest tile that was looked at */
        uint32_t times;   /* how often the same states were seen */
        bool ended;       /* it ended the look-back */
    } look;
    struct {
        uint32_t where; /* a text */
        bool of_warp;   /* __syncwarp() */
    } barrier;
    struct {
        uint64_t value;
        uint32_t what, where; /* texts: the word, the line */
        bool atomic;
        bool stale; /* a load that returned an older value */
    } flag;
    struct {
        uint32_t node; /* of the table of interval_table.h */
    } op;
    struct {
        uint32_t what, where; /* texts: the word, the line */
        uint32_t bytes;
        uint32_t value;  /* see trace_value */
        uint32_t shared; /* byte of shared memory, or TRACE_GLOBAL */
        bool writes;
    } access;
    struct {
        uint32_t sentence; /* a text */
    } finding;
};

struct trace_event {
    uint64_t at, length; /* ticks; `length` 0: a moment */
    uint32_t order;      /* when it began, among all events */
    uint32_t block;      /* blockIdx, linear */
    uint32_t tile;       /* taken by the block, or TRACE_NO_TILE */
    uint32_t thread;
    int16_t row; /* or TRACE_NO_ROW */
    uint8_t kind;
    union trace_detail of;
};

/* Where and when. */
struct trace_point {
    int row;
    uint64_t at;
    uint32_t thread;
};

struct trace;

/* A trace of at most `most_events` events; for a small run it keeps values and
 * ops. The caller closes it; NULL: out of memory. */
struct trace *trace_open(size_t most_events);
void trace_close(struct trace *trace); /* NULL is fine */

/* Clears everything, for a next run whose largest size is n elements. */
void trace_reset(struct trace *trace, size_t n);
bool trace_keeps_values(const struct trace *trace);   /* and ops */
bool trace_keeps_accesses(const struct trace *trace); /* loads and stores */

/* The number of a text, for `what` and `where`; the same text always has the
 * same number. 0 is the number of "", and is also returned when memory has run
 * out. */
uint32_t trace_text(struct trace *trace, const char *text);
const char *trace_text_of(const struct trace *trace, uint32_t number);

/* A row is called "slot 3" unless it has a name; trace_reset clears it. */
void trace_name_row(struct trace *trace, int row, const char *name);
const char *trace_row_name(const struct trace *trace, int row); /* or "" */

/* How the times of a real machine were measured. */
struct trace_clock {
    const char *name;  /* "globaltimer"; NULL: this trace has no such clock */
    const char *words; /* describes what the clock counts */
    const char *device;
    double resolution_ns; /* smallest step between two of its times; 0: none */
    double traced_us, untraced_us; /* the same scan, traced and untraced */
    uint64_t dropped;              /* records for which the device had no
                                      room */
    /* Looks noted before the flag they saw, and moved to its time: their
     * number, and the largest distance. */
    uint64_t moved;
    double moved_ns;
};

/* The texts are borrowed; trace_reset drops them. */
void trace_set_clock(struct trace *trace, const struct trace_clock *clock);
const struct trace_clock *trace_clock(const struct trace *trace);

/* --------------------------------------------------------------- events */

/* A launch ends the previous launch; all open events end with their launch. */
void trace_launch_begins(struct trace *trace, uint64_t at, const char *kernel,
                         const unsigned grid[3], const unsigned block[3]);
void trace_launch_ends(struct trace *trace, uint64_t at);

void trace_block_begins(struct trace *trace, const struct trace_point *point,
                        uint32_t block);
void trace_block_ends(struct trace *trace, const struct trace_point *point);
/* Bytes of global memory read and written by the row's block, which is about to
 * end. */
void trace_block_moved(struct trace *trace, int row, uint64_t reads,
                       uint64_t writes);

/* Reports of the kernel: algorithms/contract/trace.h. Looks with the same
 * `moment` are part of one look by a warp. */
void trace_ticket(struct trace *trace, const struct trace_point *point,
                  uint32_t tile, uint64_t begin, uint32_t count);
void trace_phase(struct trace *trace, const struct trace_point *point,
                 unsigned phase);
void trace_publish(struct trace *trace, const struct trace_point *point,
                   uint32_t tile, unsigned state, const void *value,
                   size_t bytes);
void trace_publish_count(struct trace *trace, const struct trace_point *point,
                         uint32_t tile, unsigned state, uint64_t count);
void trace_look(struct trace *trace, const struct trace_point *point,
                uint32_t moment, uint32_t tile, unsigned state);
/* The states in the row's latest look were seen `times` times in total, the
 * last time at point->at. */
void trace_looks_on(struct trace *trace, const struct trace_point *point,
                    uint32_t times);

/* Observations by the device; `what` and `where` are texts. A wait lasts until
 * the block continues; other threads of the block that wait in the meantime are
 * not noted. */
void trace_waits(struct trace *trace, const struct trace_point *point,
                 uint32_t what, uint32_t where);
void trace_goes_on(struct trace *trace, const struct trace_point *point);
void trace_barrier(struct trace *trace, const struct trace_point *point,
                   uint32_t where);
/* A barrier of the lanes of the point's warp: __syncwarp(). */
void trace_warp_barrier(struct trace *trace, const struct trace_point *point,
                        uint32_t where);
void trace_flag(struct trace *trace, const struct trace_point *point,
                uint32_t what, uint32_t where, bool atomic, uint64_t value);
/* A load of a flag returned `value`, which is older than the newest. */
void trace_stale(struct trace *trace, const struct trace_point *point,
                 uint32_t what, uint32_t where, uint64_t value);
/* `node` is a number in the table of interval_table.h. */
void trace_op(struct trace *trace, const struct trace_point *point,
              uint32_t node);
struct trace_access {
    uint32_t what, where;
    bool writes;
    uint32_t bytes;
    uint32_t shared;   /* byte of the block's shared memory, or TRACE_GLOBAL */
    const void *value; /* for a read: the value read; or NULL */
};
/* A load or store of a kernel's memory. False: no more are recorded.
 */
bool trace_access(struct trace *trace, const struct trace_point *point,
                  const struct trace_access *access);
/* A finding. The row may be TRACE_NO_ROW: then the finding concerns the whole
 * run, and its time is the end. */
void trace_finding(struct trace *trace, const struct trace_point *point,
                   const char *sentence);

/* -------------------------------------------------------- for writing it */

/* All kept events, in the order in which they ended; valid until the next call.
 * */
size_t trace_events(const struct trace *trace);
const struct trace_event *trace_event(const struct trace *trace, size_t i);
uint64_t trace_dropped(const struct trace *trace); /* by ring and device */

/* The number of all events since trace_reset, dropped or not. */
uint64_t trace_recorded(const struct trace *trace);
struct trace_extent {
    uint64_t first, last; /* times */
    int rows;
};
struct trace_extent trace_extent(const struct trace *trace);
bool trace_is_told(const struct trace *trace); /* the kernel made reports */
bool trace_has_finding(const struct trace *trace);
/* The value that an EVENT_PUBLISH published or an EVENT_ACCESS read; or
 * NULL. */
const void *trace_value(const struct trace *trace,
                        const struct trace_event *event);
/* For EVENT_LOOK: the state seen k tiles before the nearest; 3: no lane
 * looked. */
unsigned trace_seen(const struct trace_event *look, int k);
/* The tile whose prefix ended the look-back with this look, or
 * TRACE_NO_TILE. */
uint32_t trace_found(const struct trace_event *look);
/* For EVENT_LAUNCH. */
struct trace_shape {
    unsigned grid[3], block[3];
};
const struct trace_shape *trace_shape(const struct trace *trace,
                                      const struct trace_event *event);

#endif
