/* judge.h - the judge: is an access allowed, and does it race?
 *
 *     judge_access         a thread loads or stores          access.c
 *     judge_copy           a bulk copy reads or writes       copies.c
 *     order_...            what orders threads               order.h
 *     shadow_..., global_  whose words there are             shadow.h
 *
 * What scanlab calls "proved" rests on this folder alone, as far as memory
 * goes. It returns verdicts, and calls nothing outside of itself: no words, no
 * schedule, no end of a launch. run/ tells it of every access and of every
 * moment that orders threads, and makes a finding of a verdict that is not
 * FINE (run/report.c).
 *
 * Read next: access.c, then order.c, each with an example in numbers.
 */
#ifndef SIMT_JUDGE_H
#define SIMT_JUDGE_H

#include "order.h"
#include "readers.h"
#include "shadow.h"

struct judge {
    struct order order;
    struct reader_lists lists;
    bool unsure; /* parts of a word were shared: races are not seen there */
};

enum verdict_kind {
    FINE,
    RACE,            /* with `other`, which wrote if `other_wrote` */
    OUT_OF_BOUNDS,   /* a word that belongs to no variable */
    TOUCHES_BARRIER, /* of a barrier in shared memory */
    UNINITIALISED,   /* the word holds nothing */
    UNFENCED,        /* a copy does not see what `other` wrote */
    NO_MEMORY        /* to judge it */
};

struct verdict {
    stamp other;
    enum verdict_kind kind;
    bool other_wrote;
};

/* A load, store or atomic of a thread. */
struct deed {
    const struct order_thread *thread;
    uint32_t site;
    enum access_kind kind;
    bool write; /* an atomic does both */
    bool whole; /* of all the words that it touches, all bytes */
    /* Elements that no thread can look into: none of them is a flag, so that
     * the deed is remembered as a plain one. */
    bool opaque;
};

/* False: no memory. */
bool judge_open(struct judge *judge);
void judge_close(struct judge *judge);
/* `apart`: the kernels order single threads, so that readers are to be told
 * apart; else all threads of a block, or of a warp, know the same. */
void judge_tells_apart(struct judge *judge, bool apart);
/* True: as order_launch_begins(). */
bool judge_launch_begins(struct judge *judge);

/* The words one by one; the first verdict that is not FINE. */
struct verdict judge_access(struct judge *judge, const struct deed *deed,
                            struct word *word, size_t words);

/* A copy that runs now. Its accesses are events; it knows what the thread knew
 * that asked for it. */
struct copy_deed {
    const struct order_block *block;
    const struct knowledge *knows;
    stamp event;
    bool write;
    bool shared; /* these words are in the shared memory of `block` */
};

/* As judge_access(); *at is the index of the word that the verdict is of. */
struct verdict judge_copy(struct judge *judge, const struct copy_deed *copy,
                          struct word *word, size_t words, size_t *at);

/* ------------------------------------------- of access.c, for copies.c */

/* The first of the readers since the last write of which the list does not
 * know; or 0. */
stamp access_unknown_reader(struct judge *judge, const struct word *word,
                            const struct knowledge *knows);
/* An event that knows so much: one more reader, in place of all that it knows.
 * False: no memory. */
bool access_add_reader(struct judge *judge, struct word *word, stamp event,
                       const struct knowledge *knows);
void access_write_by_event(struct judge *judge, struct word *word, stamp event);

#endif
