/* judge.h - the judge: is an access allowed, and does it race?
 *
 *     judge_access         a thread loads or stores          access.c
 *     judge_copy           a bulk copy reads or writes       copies.c
 *     order_...            what orders threads               order.h
 *     shadow_..., global_  which words there are             shadow.h
 *
 * What scanlab calls "proved" rests on this folder alone, as far as memory
 * goes. It returns verdicts and calls nothing outside of itself: it writes no
 * messages, schedules nothing and ends no launch. run/ tells it of every access
 * and of every moment that orders threads, and turns each verdict but FINE into
 * a finding (run/report.c).
 *
 * Read next: access.c, then order.c, each with an example in numbers.
 */
#ifndef SIMT_JUDGE_H
#define SIMT_JUDGE_H

#include "order.h"
#include "readers.h"
#include "shadow.h"

/* Two lanes of a warp touch a volatile word of shared memory, one of them writes
 * it, and nothing orders them. That is no race, but may not be what code has in
 * mind that was written for lanes in step. */
struct lanes {
    stamp earlier, later; /* the first two of the launch; 0: there are none */
    bool later_writes;
};

struct judge {
    struct order order;
    struct reader_lists lists;
    struct lanes lanes;
};

enum verdict_kind {
    FINE,
    RACE,            /* with `other`: a write if `other_wrote`, else a read */
    OUT_OF_BOUNDS,   /* the word belongs to no variable */
    TOUCHES_BARRIER, /* the word is of a barrier in shared memory */
    UNINITIALISED,   /* the word holds nothing */
    SAME_STORE, /* RACE, but for stores of one value: the caller compares */
    READ_ONLY,  /* `other` has written the word in this launch */
    UNFENCED,   /* a copy does not see what `other` wrote */
    NO_MEMORY   /* memory is out: no verdict */
};

struct verdict {
    stamp other;
    stamp before; /* of a RACE with a read: the write before that */
    enum verdict_kind kind;
    bool other_wrote;
};

/* A load, store or atomic of a thread. */
struct deed {
    const struct order_thread *thread;
    uint32_t site;
    enum access_kind kind;
    bool write;          /* true for an atomic, which also reads */
    bool blind;          /* an atomic that is a store, or is taken for one:
                            atomicExch() */
    bool shared;         /* its words are in the shared memory of its block */
    bool whole;          /* it touches all bytes of each of its words */
    unsigned char first; /* the first byte, of the first word: 0 to 3 */
    size_t bytes;
    /* The words are elements of a proof: none of them is a flag, so the deed is
     * judged as a plain one; a load is so but beside compare-and-swaps. */
    bool opaque;
};

static inline bool deed_reads(const struct deed *deed)
{
    return !deed->write || (deed->kind >= ACCESS_ATOMIC && !deed->blind);
}

/* False: memory is out. */
bool judge_open(struct judge *judge);
void judge_close(struct judge *judge);
/* `apart` is true when the kernels order single threads, so that readers must
 * be kept apart; otherwise all threads of a block, or of a warp, know the same.
 */
void judge_tells_apart(struct judge *judge, bool apart);
/* Returns what order_launch_begins() returns. */
bool judge_launch_begins(struct judge *judge);

/* Judges the words one by one; returns the first verdict that is not FINE. */
struct verdict judge_access(struct judge *judge, const struct deed *deed,
                            struct shadow shadow, size_t words);

/* Before a load by a cache that does not see the writes of this launch, not
 * even of the same thread. It begins with the byte `first` of the first word.
 */
struct verdict judge_readonly(const struct judge *judge, struct shadow shadow,
                              size_t first, size_t bytes);

/* A bulk copy that runs now. Its accesses are events; it knows what lane 0 knew
 * when it asked for the copy. */
struct copy_deed {
    const struct order_block *block;
    const struct knowledge *knows;
    stamp event;
    bool write;
    bool shared; /* the words are in the shared memory of `block` */
};

/* As judge_access(). *at is the index of the word that the verdict is about. */
struct verdict judge_copy(struct judge *judge, const struct copy_deed *copy,
                          struct shadow shadow, size_t words, size_t *at);

/* ---------------------------------- in bytes.c, for access.c and copies.c */

/* The k-th word of an access, which touches only a part of it, or which has
 * shadows of its bytes already. `me`: the stamp of the access. */
struct verdict bytes_access(struct judge *judge, const struct deed *deed,
                            const struct shadow *shadow, size_t k, stamp me);
/* What some bytes of a word forbid, whatever other threads do. A read is
 * allowed when one of them holds something: a struct is copied with the bytes
 * between its members. */
enum verdict_kind bytes_allow(const struct word *byte, size_t bytes, bool read);
/* One shadow for the word again, if its bytes have the same. */
void bytes_join(struct word *word, const struct word *byte);

/* ------------------------------------ in access.c, for bytes.c and copies.c */

/* Judges an access to a word, or to a byte of one: does it race? */
struct verdict access_cell(struct judge *judge, const struct deed *deed,
                           struct word *cell, stamp me);

/* A list with the same readers as that of `read`, if that has one. False:
 * memory is out. */
bool access_copy_readers(struct judge *judge, stamp *read);

/* The first reader since the last write that `knows` does not tell of; or 0. */
stamp access_unknown_reader(struct judge *judge, const struct word *word,
                            const struct knowledge *knows);
/* Adds an event as a reader. It takes the place of all readers that `knows`
 * tells of. False: memory is out. */
bool access_add_reader(struct judge *judge, struct word *word, stamp event,
                       const struct knowledge *knows);
void access_write_by_event(struct judge *judge, struct word *word, stamp event);

#endif
