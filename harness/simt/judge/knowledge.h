/* knowledge.h - what a thread knows of others: releases that it has acquired.
 *
 *     thread 7 knows    release 3 of block 1 -> release 2 of block 0 -> ...
 *                             |                        |
 *                       what that thread knew    what that one knew
 *
 * A graph of releases, each with the knowledge that it was made with; never a
 * vector with an entry for each thread of the grid. Nothing in it changes once
 * it is made, and all of it is forgotten at the next launch.
 *
 * Out of memory: a list is returned that tells less than it should, and
 * `failed` is set. The caller looks at that before it believes an answer.
 */
#ifndef SIMT_KNOWLEDGE_H
#define SIMT_KNOWLEDGE_H

#include "stamp.h"

struct node;

/* An entry is one release, or a whole list. Newest first. */
struct knowledge {
    const struct node *node;
    const struct knowledge *list, *next;
    uint32_t mark; /* of the last search */
    /* 0, or what tells this, and when: it then includes all that the same
     * source told before. */
    uint16_t source, clock;
};

/* A release: all that its thread had done, and knew, at one moment. Or an event
 * that came after it: then `thread` is NO_THREAD. */
enum { NO_THREAD = MOST_THREADS };

struct node {
    uint32_t block, thread;
    uint32_t clock;      /* of the thread */
    uint32_t warp_base;  /* its warp's accesses before this are known */
    uint32_t block_base; /* its block's */
    uint32_t made;       /* the block's clock then */
    uint32_t mark;       /* of the last search */
    const struct knowledge *knows;
};

/* Memory that is forgotten after each launch. */
struct pool_chunk {
    struct pool_chunk *next;
    size_t used;
    _Alignas(16) char bytes[(1 << 16) - 32];
};

/* Lists that a search has still to go through. */
struct list_queue {
    const struct knowledge **list;
    size_t first, count, room;
};

struct known {
    struct pool_chunk *pool, *pool_now;
    uint32_t search; /* number of the last one */
    struct list_queue near, far;
    bool failed; /* out of memory */
};

/* Until the next known_forget(); NULL, and `failed`, when memory is out. */
void *known_take(struct known *known, size_t bytes);
void known_forget(struct known *known);
void known_close(struct known *known);

/* One more entry before `next`. */
const struct knowledge *known_add(struct known *known, const struct node *node,
                                  const struct knowledge *list,
                                  const struct knowledge *next);
/* A copy of the entry before `next`. */
const struct knowledge *known_copy(struct known *known,
                                   const struct knowledge *k,
                                   const struct knowledge *next);
enum { KNOWN_FAR = 32 }; /* entries of a list that are compared */

/* Both: of each source the newest. */
const struct knowledge *known_join(struct known *known,
                                   const struct knowledge *a,
                                   const struct knowledge *b);
/* True when a release in one of the lists was after it. */
bool known_tells(struct known *known, const struct knowledge *list,
                 const struct knowledge *other, stamp s);

#endif
