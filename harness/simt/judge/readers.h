/* readers.h - lists of readers. A list has a number, and is dropped after the
 * launch. */
#ifndef SIMT_READERS_H
#define SIMT_READERS_H

#include "stamp.h"

/* An entry for readers of one word: the lanes of a warp that read it at one
 * clock, each with only its newest read; or one event. If only barriers order
 * threads, an entry represents all readers of a block. Likewise, one entry
 * represents all threads of a block that wrote the word before it was written
 * as a flag (access.c). */
struct reader {
    stamp stamp; /* 0: free */
    uint32_t lanes;
    bool wrote;
};

/* A list: a hash table of entries. */
struct readers {
    uint32_t used, room; /* room: a power of two */
    uint32_t next_free;  /* number of the next free list + 1; 0: none */
    bool apart;          /* entries distinguish lanes */
    bool has_plain;      /* some entries can race with system-scope flags */
    struct reader *reader;
};

struct reader_lists {
    struct readers *list;
    uint32_t used, room,
        free;   /* free: number of the first free list + 1; 0: none */
    bool apart; /* judge_tells_apart() */
    bool gpus;  /* judge_spans_gpus() */
};

/* Makes an empty list. Its entries distinguish lanes if `apart`, or if those of
 * all lists do. False: out of memory. */
bool readers_new(struct reader_lists *lists, uint32_t *list, bool apart);
/* Makes a new list with the same readers. False: out of memory. */
bool readers_copy(struct reader_lists *lists, uint32_t list, uint32_t *copy);
bool readers_add(struct reader_lists *lists, uint32_t list, stamp s,
                 bool wrote);
void readers_forget(struct reader_lists *lists, uint32_t list);
void readers_forget_all(struct reader_lists *lists);
void readers_close(struct reader_lists *lists);

#endif
