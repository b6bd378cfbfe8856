/* judge.h - the judge: is an access allowed, and does it race?
 *
 *     judge_access         a thread loads or stores          access.c
 *     judge_copy           a bulk copy reads or writes       copies.c
 *     order_...            what orders threads               order.h
 *     shadow_..., global_  which words there are             shadow.h
 *
 * Where memory is concerned, what scanlab calls "proved" rests on this folder
 * alone. The judge returns verdicts and calls no code outside this folder: it
 * writes no messages, schedules nothing and ends no launch. run/ reports every
 * access to it, and every step that orders threads, and turns each verdict
 * except FINE into a finding (run/report.c).
 *
 * Read next: access.c, then order.c, each with a worked example.
 */
#ifndef SIMT_JUDGE_H
#define SIMT_JUDGE_H

#include "order.h"
#include "readers.h"
#include "shadow.h"

/* Two lanes of a warp touch a volatile word of shared memory, one of the lanes
 * writes it, and nothing orders them. That is not a race, but code that was
 * written for lanes in lockstep may expect an order. */
struct lanes {
    stamp earlier,
        later; /* the first such pair in the launch; 0: no such pair yet */
    bool later_writes;
};

struct judge {
    struct order order;
    struct reader_lists lists;
    struct lanes lanes;
};

enum verdict_kind {
    FINE,
    RACE, /* with the access `other`: a write if `other_wrote`, else a read */
    OUT_OF_BOUNDS,   /* the word belongs to no variable */
    TOUCHES_BARRIER, /* the word is part of a barrier in shared memory */
    UNINITIALISED,   /* the word is unwritten */
    SAME_STORE, /* RACE, unless the values are equal: the caller compares */
    READ_ONLY,  /* `other` wrote the word in this launch */
    UNFENCED,   /* a copy does not see the value that `other` wrote */
    NO_MEMORY   /* out of memory: no verdict */
};

struct verdict {
    stamp other;
    stamp before; /* for a RACE with a read: the write before that read */
    enum verdict_kind kind;
    bool other_wrote;
};

/* A load, store or atomic by a thread. */
struct judged_access {
    const struct order_thread *thread;
    uint32_t site;
    enum access_kind kind;
    bool write;          /* true for an atomic, which also reads */
    bool blind;          /* an atomic that is a store, or counts as a store:
                            atomicExch() */
    bool shared;         /* its words are in the shared memory of its block */
    bool whole;          /* it touches all bytes of each of its words */
    unsigned char first; /* its first byte within the first word: 0 to 3 */
    size_t bytes;
    /* The words are elements of a proof, so none is a flag, and the access is
     * judged as a plain access, except a load against compare-and-swaps. */
    bool opaque;
};

static inline bool access_reads(const struct judged_access *access)
{
    return !access->write || (access->kind >= ACCESS_ATOMIC && !access->blind);
}

/* False: out of memory. */
bool judge_open(struct judge *judge);
void judge_close(struct judge *judge);
/* `apart` is true when the kernels order single threads, so that readers must
 * be listed one by one; otherwise all threads of a block, or of a warp, have
 * the same knowledge. */
void judge_tells_apart(struct judge *judge, bool apart);
/* The next launch runs on `gpus` GPUs, with so many blocks each: the blocks of
 * the first GPU have the lowest numbers, and so on. */
void judge_spans_gpus(struct judge *judge, int gpus, uint32_t blocks);
/* Returns what order_launch_begins() returns. */
bool judge_launch_begins(struct judge *judge);

/* Judges the words one by one; returns the first verdict that is not FINE. */
struct verdict judge_access(struct judge *judge,
                            const struct judged_access *access,
                            struct shadow shadow, size_t words);

/* Called before a load through a cache that does not see the writes of this
 * launch, not even those by the same thread. The load begins at byte `first` of
 * the first word.
 */
struct verdict judge_readonly(const struct judge *judge, struct shadow shadow,
                              size_t first, size_t bytes);

/* A bulk copy that runs now. Its accesses are events; the copy knows what lane
 * 0 knew on issuing it. */
struct judged_copy {
    const struct order_block *block;
    const struct knowledge *knows;
    stamp event;
    bool write;
    bool shared; /* the words are in the shared memory of `block` */
};

/* As judge_access(). *at is the index of the word that the verdict is about. */
struct verdict judge_copy(struct judge *judge, const struct judged_copy *copy,
                          struct shadow shadow, size_t words, size_t *at);

/* ---------------------------------- in bytes.c, for access.c and copies.c */

/* Judges the k-th word of an access if the access touches only a part of this
 * word, or if the word's bytes already have shadows. `me`: the stamp of the
 * access. */
struct verdict bytes_access(struct judge *judge,
                            const struct judged_access *access,
                            const struct shadow *shadow, size_t k, stamp me);
/* Checks some bytes of a word, whatever other threads do. A read is allowed if
 * one of the bytes was written: a struct is copied together with the padding
 * between its members. */
enum verdict_kind bytes_allow(const struct word *byte, size_t bytes, bool read);
/* Gives the word one shadow again if the shadows of its bytes are equal. */
void bytes_join(struct word *word, const struct word *byte);

/* ------------------------------------ in access.c, for bytes.c and copies.c */

/* Judges an access to a word, or to one of its bytes: does it race? */
struct verdict access_cell(struct judge *judge,
                           const struct judged_access *access,
                           struct word *cell, stamp me);

/* If `read` refers to a list of readers, makes it refer to a copy of that list.
 * False: out of memory. */
bool access_copy_readers(struct judge *judge, stamp *read);

/* The first read since the last write that `knows` does not include; 0 if there
 * is none. */
stamp access_unknown_reader(struct judge *judge, const struct word *word,
                            const struct knowledge *knows);
/* Adds an event as a reader. The event replaces all readers that `knows`
 * includes. False: out of memory. */
bool access_add_reader(struct judge *judge, struct word *word, stamp event,
                       const struct knowledge *knows);
void access_write_by_event(struct judge *judge, struct word *word, stamp event);

#endif
