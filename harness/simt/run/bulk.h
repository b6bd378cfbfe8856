/* bulk.h - bulk copies: asked for, under way, done. */
#ifndef SIMT_BULK_H
#define SIMT_BULK_H

#include "threads.h"

struct simt;

/* What the lanes of a warp ask for. */
struct bulk_call {
    uintptr_t to, from;
    uintptr_t barrier;
    uint32_t bytes;
    uint32_t newest;
};

struct copy {
    struct copy *next; /* an older store of its warp */
    struct thread *thread;
    uint32_t site;
    uintptr_t to, from;
    uint32_t bytes;
    struct phase_barrier *barrier; /* NULL: a store */
    bool runs;                     /* or has run */
    stamp reads, writes;           /* a store's are apart */
    const struct knowledge *knows; /* when it was asked for */
    const struct node *node;       /* that, and that it has read */
    uint64_t time;                 /* of the timed schedule: when it is there */
};

/* Those that have not run, oldest first. */
struct bulk {
    struct copy **copy;
    uint32_t copies, room;
};

void bulk_forget(struct simt *simt);
void bulk_close(struct simt *simt);
/* The lanes of a warp have come; `any` is one of them. */
void bulk_together(struct simt *simt, struct thread *any);
/* Those whose moment has come, before a thread of the block goes on. */
void bulk_run_some(struct simt *simt, const struct block *block);
/* Nothing can go on but copies. */
void bulk_run_next(struct simt *simt);
/* A copy that will write there, or NULL. */
const struct copy *bulk_on_its_way(const struct simt *simt, uintptr_t address);
void bulk_block_ends(struct simt *simt, const struct block *block);

#endif
