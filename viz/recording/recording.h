/* recording.h - a trace file of `scanlab trace`, read for the viewer.
 *
 * Events are in the order of the file, which is the order of time. The recording
 * owns all texts.
 * Source: harness/trace/README.md, "The file".
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "store.h"

#include <stdbool.h>
#include <stddef.h>

enum event_kind {
    EVENT_LAUNCH,
    EVENT_BLOCK,
    EVENT_PHASE,
    EVENT_WAIT,
    EVENT_TICKET,
    EVENT_PUBLISH,
    EVENT_LOOK,
    EVENT_BARRIER,
    EVENT_FLAG,
    EVENT_OP,
    EVENT_ACCESS,
    EVENT_FINDING,
    EVENT_SEND, /* between ranks */
    EVENT_RECEIVE
};

enum phase {
    PHASE_NONE,
    PHASE_LOAD,
    PHASE_SCAN,
    PHASE_LOOK_BACK,
    PHASE_STORE,
    PHASE_COUNT,
    PHASE_REDUCE,
    PHASE_SCATTER,
    /* Of a rank: */
    PHASE_REDUCE_SLICE,
    PHASE_EXCHANGE, /* sends, waits and receives */
    PHASE_SCAN_SLICE,
    PHASE_APPLY,
    PHASES
};

/* The fold of elements low to high on its way to another rank; high < low: no
 * element. A message has two events, each of which knows the other. */
struct message {
    int number, round; /* of the join; of overlap: the generation */
    int from, to;      /* ranks */
    long long low, high;
    long long carry; /* received: element 0 to the one before this are in the
                        carry; 0: not known */
    bool completes;  /* received: nothing is missing from the carry now */
    int other;       /* the event at the other end, or -1 */
};

/* A look at `flags`: X, A, P or '.' (not looked at), the nearest tile first.
 * A look that repeats with the same flags is one event: `times` looks, the last
 * one at `until`. */
struct look {
    int first; /* the nearest tile */
    const char *flags;
    int times;
    int found; /* the tile whose prefix ended the look-back, or -1 */
    /* The value read with each flag, one per line ("9\n7\n\n8"): empty if there
     * was no value. NULL: not recorded. */
    const char *values;
    /* Found by recording_complete(): `taken` is the number of nearest tiles taken
     * in, the last of them by its prefix if `ends`; `before` is the event of the
     * previous look in the same look-back, or -1. */
    int taken, before;
    bool ends;
    bool is_stale; /* a value read is older than its flag announces */
};

/* An op application: node = op(left, right), which combines low..high. Leaf i
 * is node i; -1 is the identity. */
struct op {
    int node, left, right, depth;
    int thread; /* index in its block */
    long long low, high;
    const char *value; /* or NULL */
};

struct event {
    enum event_kind kind;
    double at, until; /* by the trace's clock; equal for an instant */
    int row;          /* index into row_name, or -1 */
    int block, tile;  /* -1: none, or not known */
    const char *name;
    union {
        enum phase phase;
        struct {
            enum phase phase;
            int round;
            long long low, high; /* elements of the slice, or of a chunk */
        } work;                  /* the phase of a rank */
        struct look look;
        struct op op;
        struct {
            char state; /* 'A' or 'P' */
            const char *value;
        } publish;
        struct {
            long long begin, count;  /* elements of a block or a ticket */
            bool unfinished;         /* block: the run ended first */
            long long reads, writes; /* block: bytes of global memory */
        } tile_elements;
        struct {
            int grid, threads;
        } launch;
        struct {
            const char *word; /* waited for, read or written */
            int thread, times;
            bool writes, stale; /* stale: a load of a flag got an older value */
            const char *line;   /* "kernel.cu:73", or NULL */
            int bytes, shared;  /* offset in shared memory, or -1: global */
            const char *value;  /* the value read, or NULL */
        } memory;
        struct {
            const char *line; /* or NULL */
            int warp;         /* the warp that waits; -1: the whole block */
        } barrier;
        struct message message;
    };
};

struct network;

enum { MAX_STOPS = 8, MAX_WAYS = 64, MAX_PASSES = 2, MAX_PARTNERS = 2 };

/* A point at which a story stops, with its question and answer. */
struct stop {
    double at;
    const char *question, *answer;
    const char *says; /* the speaker's line, or NULL */
    int event; /* the look that the story's tile makes at that time, or -1 */
};

struct recording {
    char path[4096];
    const char *algorithm, *title, *variant, *schedule, *device, *monoid;
    const char *clock_words, *finding; /* or NULL */
    bool steps;                        /* the clock counts steps, not time */
    long long n;
    bool is_application; /* not a scan: its ports are not just in and out */
    const char *kind;    /* "inclusive", "exclusive"; or NULL: none */
    bool exclusive, carry;
    /* Ranks of a scan under mpirun, each with one row; 0: it is none. */
    int ranks;
    int messages;
    const char *across, *join; /* how their scans are joined; or NULL */
    int tickets;     /* 1: blocks draw tickets, 0: they do not, -1: unknown */
    bool lacks_some; /* the oldest events are missing */
    bool counts;    /* has a counting phase: tiles publish counts of elements */
    bool looks;     /* tiles look back */
    int elem_bytes; /* or 0: not known */
    int launches;
    int moves; /* entries of `moved`; 0: traffic is not known */
    struct moved {
        double at;               /* from this time on: */
        long long reads, writes; /* bytes moved so far by finished blocks */
    } * moved;
    const char *input; /* the elements of a small scan, as look.values; or NULL
                        */
    /* The input and the output of an application, as in `input`. */
    const char *given, *made;
    const char *heads; /* likewise: nonzero where a segment begins; or NULL */
    /* The paths of elements: for the k-th element after a pass, its index in the
     * input (or after the previous pass), and the event that writes it. */
    int ways, passes;
    struct way {
        int from, event;
    } way[MAX_PASSES][MAX_WAYS];
    /* A sort: the digits that occur in a pass (their number is 0 if they are not
     * known), their counts, and the place of the first element with each; known from
     * event `counted` on. */
    int digits[MAX_PASSES], counted[MAX_PASSES];
    struct digit {
        int value, count, begin;
    } digit[MAX_PASSES][MAX_WAYS];
    int rows;
    const char **row_name;
    int tiles; /* 0: the trace reports none */
    struct tile {
        long long begin, count;
        int row, block;      /* -1: none */
        double drawn;        /* time at which a block draws it; or INFINITY */
        double from, until;  /* when its block works on the tile; INFINITY, 0:
                                 never */
        double has_a, has_p; /* when it publishes A and P, or INFINITY */
        const char *a, *p;   /* the values published, or NULL */
        const char *right_p; /* the right prefix, if p is wrong; or NULL */
        double found; /* when its look-back finds a prefix, or INFINITY */
        const char *elements; /* "3 1 4 1", if they are few; or NULL */
        int distance;         /* in tiles, to that prefix */
        bool waits;           /* one of its looks stops at an X */
        bool unfinished;      /* the run ended before its block did */
    } * tile;
    /* The first A, the first P, and the first look that ends a look-back, which
     * get longer captions; -1: none. */
    int first_a, first_p, first_end;
    bool is_chain; /* each tile found the prefix of the tile just before it */
    int doubtful; /* the first look that read an older value, or -1: results after
                   * it may lack elements */
    /* The same blocks and phases in compact form, for loops over all of them.
     * */
    int spans;
    struct span {
        double at, until;
        int row, tile, block;
        enum phase phase; /* PHASE_NONE: the whole block */
    } * span;
    bool is_story;
    int follow;        /* a story: the tile that it is about, or -1 */
    bool hides_blocks; /* a story without block numbers and barriers */
    const char *end;   /* its last sentence, or NULL */
    int partners;      /* stories that are shown beside it */
    const char *partner[MAX_PARTNERS];
    int stops; /* of a story, in the order of time */
    struct stop stop[MAX_STOPS];
    double duration;
    int ops;        /* ops in the trace */
    int found;      /* the finding's event, or -1 */
    int culprit[2]; /* events: the accesses that the finding names, or -1 */
    int events;
    struct event *event;
    bool real;               /* recorded on a real machine, with its clock */
    struct network *network; /* its ops, or NULL: see network_lacks() */
    struct store texts;
};

/* Reads a file. The caller closes *out. On failure returns false, sets *out to NULL
 * and writes one line to *why, of `bytes` bytes: the path, then the error. */
bool recording_open(const char *path, struct recording **out, char *why,
                    size_t bytes);

/* Line k of values such as look.values: returns its length and sets *begin; -1:
 * there is no line k. */
int recording_value(const char *values, int k, const char **begin);

/* Finds the tiles, spans and network of a recording whose events, duration and
 * number of tiles are known. False: out of memory. */
bool recording_complete(struct recording *recording);

/* The flag of a tile at a time: X, A or P; '-': the tile is done and never
 * publishes, as the last tile need not. */
char recording_flag(const struct recording *recording, int tile, double at);

/* Whether any tile publishes a flag; in a scan of several launches none does.
 * */
bool recording_has_flags(const struct recording *recording);

/* The traffic of all blocks that are done at a time; zeros if it is not known. */
struct moved recording_moved(const struct recording *recording, double at);

/* "1184 bytes read, 672 written: 2.9n" */
void moved_say(const struct recording *recording, struct moved moved, char *out,
               size_t bytes);

void recording_close(struct recording *recording);

#endif
