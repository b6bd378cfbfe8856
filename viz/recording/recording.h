/* recording.h - a trace that `scanlab trace` has written, read for the viewer.
 *
 * Events stand in the order of the file, which is that of time. All texts
 * belong to the recording.
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
    EVENT_FINDING
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
    PHASES
};

/* A look at `flags`: the nearest tile first, X, A, P or '.' (not looked at).
 * The same may be seen again, `times` times, until `until`. */
struct look {
    int first; /* the nearest tile */
    const char *flags;
    int times;
    int found; /* the tile whose prefix ended the look-back, or -1 */
    /* What each flag came with, a line for each ("9\n7\n\n8"): empty where
     * nothing was there. NULL: not recorded. */
    const char *values;
    /* Found by recording_complete(): so many of the nearest tiles were taken
     * in; the last one of them by its prefix, if `ends`; and which event is the
     * look before this one in the same look-back, or -1. */
    int taken, before;
    bool ends;
    bool is_stale; /* what it has read is older than what a flag announces */
};

/* An op application: node = op(left, right), which combines low..high. Leaf i
 * is node i; -1 is the identity. */
struct op {
    int node, left, right, depth;
    int thread; /* of its block */
    long long low, high;
    const char *value; /* or NULL */
};

struct event {
    enum event_kind kind;
    double at, until; /* of the trace's clock; equal for an instant */
    int row;          /* of the recording, or -1 */
    int block, tile;  /* -1: none, or not known */
    const char *name;
    union {
        enum phase phase;
        struct look look;
        struct op op;
        struct {
            char state; /* 'A' or 'P' */
            const char *value;
        } publish;
        struct {
            long long begin, count;  /* elements; of a block or a ticket */
            bool unfinished;         /* block: the run ended before it did */
            long long reads, writes; /* block: bytes of global memory */
        } tile_elements;
        struct {
            int grid, threads;
        } launch;
        struct {
            const char *word; /* waited for, read or written */
            int thread, times;
            bool writes, stale; /* stale: a flag's load, of an older value */
            const char *line;   /* "kernel.cu:73", or NULL */
            int bytes, shared;  /* where in shared memory, or -1: global */
            const char *value;  /* that is read, or NULL */
        } memory;
        struct {
            const char *line; /* or NULL */
            int warp;         /* that meets there; -1: the whole block */
        } barrier;
    };
};

struct network;

enum { MOST_STOPS = 8, MOST_WAYS = 64, MOST_PASSES = 2, MOST_PARTNERS = 2 };

/* Where a story stops, and what is asked and said there. */
struct stop {
    double at;
    const char *question, *answer;
    const char *says; /* the speaker; or NULL */
    int event;        /* the look of the story's tile at that time, or -1 */
};

struct recording {
    char path[4096];
    const char *algorithm, *title, *variant, *schedule, *device, *monoid;
    const char *clock_words, *finding; /* or NULL */
    bool steps;                        /* the clock counts steps, and no time */
    long long n;
    bool is_application; /* not a scan: other ports than one in, one out */
    const char *kind;    /* "inclusive", "exclusive"; or NULL: it has none */
    bool exclusive, carry;
    int tickets;     /* 1: blocks draw them, 0: they do not, -1: not told */
    bool lacks_some; /* of the events: the oldest are missing */
    bool counts;    /* tiles publish numbers of elements: it has such a phase */
    bool looks;     /* tiles look back */
    int elem_bytes; /* or 0: not known */
    int launches;
    int moves; /* 0: not known; what blocks that are done have moved */
    struct moved {
        double at;               /* since then, */
        long long reads, writes; /* so many bytes of global memory in all */
    } * moved;
    const char *input; /* the elements of a small scan, as look.values; or NULL
                        */
    /* What an application is given, and what it has made of it: likewise. */
    const char *given, *made;
    const char *heads; /* likewise: where segments begin, not 0; or NULL */
    /* Where elements go: which of the input, or of those that the pass before has
     * moved, is the k-th after a pass, and the event that writes it. */
    int ways, passes;
    struct way {
        int from, event;
    } way[MOST_PASSES][MOST_WAYS];
    /* A sort: the digits that occur in a pass, how often, and where the first one
     * goes; since that event. 0: not known. */
    int digits[MOST_PASSES], counted[MOST_PASSES];
    struct digit {
        int value, count, begin;
    } digit[MOST_PASSES][MOST_WAYS];
    int rows;
    const char **row_name;
    int tiles; /* 0: the trace tells of none */
    struct tile {
        long long begin, count;
        int row, block;     /* -1: none */
        double drawn;       /* a ticket gives it to that block; or INFINITY */
        double from, until; /* its block runs, and has the tile; INFINITY, 0: it
                                 never does */
        double has_a, has_p;  /* when it publishes, or INFINITY */
        const char *a, *p;    /* what, or NULL */
        const char *right_p;  /* where p is not that: what lies up to its end */
        double found;         /* its look-back meets a prefix, or INFINITY */
        const char *elements; /* "3 1 4 1", where they are few; or NULL */
        int distance;         /* so many tiles before it */
        bool waits;           /* a look of it stops at an X */
        bool unfinished;      /* the run ended before its block did */
    } * tile;
    /* The first events of their kind, which are told in more words: an A, a P,
     * a look that ends a look-back; -1: there is none. */
    int first_a, first_p, first_end;
    bool is_chain; /* each tile's prefix was found by the next */
    int doubtful; /* the first look that has read an older value: what is made after
                   * it may lack something. Or -1 */
    /* Blocks and phases once more, in few bytes: for what goes
     * through all of them. */
    int spans;
    struct span {
        double at, until;
        int row, tile, block;
        enum phase phase; /* PHASE_NONE: the whole block */
    } * span;
    bool is_story;
    int follow;        /* a story: the tile that it is about, or -1 */
    bool hides_blocks; /* ... numbers of blocks, and barriers, are left out */
    const char *end;   /* what it says at its end, or NULL */
    int partners;      /* stories that are shown beside it */
    const char *partner[MOST_PARTNERS];
    int stops; /* a story's, in the order of time */
    struct stop stop[MOST_STOPS];
    double duration;
    int ops;        /* that are told of */
    int found;      /* the finding's event, or -1 */
    int culprit[2]; /* events: the accesses that it tells of, or -1 */
    int events;
    struct event *event;
    bool real;               /* of a real machine, by its clock */
    struct network *network; /* its ops, or NULL: network_lacks() tells why */
    struct store texts;
};

/* Reads a file. False: *why, of `bytes` bytes, says in a line what is wrong,
 * beginning with the path, and *out is NULL. The caller closes *out. */
bool recording_open(const char *path, struct recording **out, char *why,
                    size_t bytes);

/* Line k of such values: its bytes, and where it begins; -1: there is none. */
int recording_value(const char *values, int k, const char **begin);

/* Finds tiles, spans and the network of one whose events, duration and number
 * of tiles are known. False: out of memory. */
bool recording_complete(struct recording *recording);

/* What a tile has published at a time: X, A or P; '-': it is done and never
 * will, as the last one need not. */
char recording_flag(const struct recording *recording, int tile, double at);

/* Whether any tile publishes: a scan of several launches has no flags. */
bool recording_has_flags(const struct recording *recording);

/* What blocks that are done at a time have moved; zeros where it is not known. */
struct moved recording_moved(const struct recording *recording, double at);

/* "1184 bytes read, 672 written: 2.9n" */
void moved_say(const struct recording *recording, struct moved moved, char *out,
               size_t bytes);

void recording_close(struct recording *recording);

#endif
