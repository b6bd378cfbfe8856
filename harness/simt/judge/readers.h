/* readers.h - lists of readers, by number; forgotten after each launch. */
#ifndef SIMT_READERS_H
#define SIMT_READERS_H

#include "stamp.h"

/* Readers of one word: of a warp those lanes that read it at one moment, each
 * lane's newest read alone; or, where only barriers order, those of a block; or
 * one event. */
struct reader {
    stamp stamp; /* 0: free */
    uint32_t lanes;
};

/* A list: a hash table of them. */
struct readers {
    uint32_t used, room; /* room: a power of two */
    uint32_t next_free;  /* list + 1 */
    struct reader *reader;
};

struct reader_lists {
    struct readers *list;
    uint32_t used, room, free; /* free: list + 1 */
    bool apart;                /* lanes are kept one by one (judge.h) */
};

/* A new, empty list. False: no memory. */
bool readers_new(struct reader_lists *lists, uint32_t *list);
bool readers_add(struct reader_lists *lists, uint32_t list, stamp s);
void readers_forget(struct reader_lists *lists, uint32_t list);
void readers_forget_all(struct reader_lists *lists);
void readers_close(struct reader_lists *lists);

#endif
