/* knowledge.h - a thread's knowledge of other threads: the releases that it has
 * acquired.
 *
 *     thread 7 knows    release 3 of block 1 -> release 2 of block 0 -> ...
 *                             |                        |
 *                       what its thread knew     what its thread knew
 *
 * This is a graph of releases, each with its thread's knowledge at the time,
 * and not a vector with an entry for each thread of the grid. Entries never
 * change once they are made; the whole graph is dropped at the next launch.
 *
 * When memory runs out, the functions return an incomplete list, and set
 * `failed`. The caller must check `failed` before it trusts an answer.
 */
#ifndef SIMT_KNOWLEDGE_H
#define SIMT_KNOWLEDGE_H

#include "stamp.h"

struct node;

/* An entry of a list: one release, or a whole list. The newest is first. */
struct knowledge {
    const struct node *node;
    const struct knowledge *list, *next;
    uint32_t mark; /* number of the last search that came here */
    /* 0, or the source of this entry and its clock; the entry then includes
     * everything that the same source passed on earlier. */
    uint16_t source, clock;
};

/* A release: all that its thread had done and knew at one moment. Or it is an
 * event, which belongs to no thread: `thread` is NO_THREAD. */
enum { NO_THREAD = MAX_THREADS };

struct node {
    uint32_t block, thread;
    uint32_t clock;      /* of the thread */
    uint32_t warp_base;  /* accesses of the warp before this are known ... */
    uint32_t block_base; /* accesses of the block before this are known ... */
    uint32_t made;       /* the block's clock when this release was made */
    uint32_t mark;       /* number of the last search that came here */
    bool sc;             /* a fence.sc made it (order.c) */
    /* ... but of a lane that had returned, only accesses before its clock here;
     * other lanes have UINT32_MAX. NULL: no lane had returned. */
    const uint32_t *left;
    const uint32_t *met; /* ... and the same for the threads of the block */
    const struct knowledge *knows;
};

/* Memory that is released after each launch. */
struct pool_chunk {
    struct pool_chunk *next;
    size_t used;
    _Alignas(16) char bytes[(1 << 16) - 32];
};

/* Lists that a search still has to visit. */
struct list_queue {
    const struct knowledge **list;
    size_t first, count, room;
};

struct known {
    struct pool_chunk *pool, *pool_now;
    uint32_t search; /* number of the last search */
    struct list_queue near, far;
    bool failed; /* memory was out */
};

/* Memory that lives until the next known_forget(). NULL, with `failed` set:
 * out of memory. */
void *known_alloc(struct known *known, size_t bytes);
void known_forget(struct known *known);
void known_close(struct known *known);

/* A new entry before `next`. */
const struct knowledge *known_add(struct known *known, const struct node *node,
                                  const struct knowledge *list,
                                  const struct knowledge *next);
/* A copy of the entry, placed before `next`. */
const struct knowledge *known_copy(struct known *known,
                                   const struct knowledge *k,
                                   const struct knowledge *next);
enum { KNOWN_FAR = 32 }; /* at most this many entries of a list are compared */

/* A list of everything in the two lists, with the newest entry of each source.
 */
const struct knowledge *known_join(struct known *known,
                                   const struct knowledge *a,
                                   const struct knowledge *b);
/* True when one of the lists includes the access or event `s`, that is, holds a
 * release that came after `s`. */
bool known_tells(struct known *known, const struct knowledge *list,
                 const struct knowledge *other, stamp s);

#endif
