/* stale.h - loads of flags that return a value older than the newest. */
#ifndef SIMT_STALE_H
#define SIMT_STALE_H

#include "simt/judge/history.h"
#include "threads.h"

struct simt;

/* An older value that was read. */
struct stale_read {
    bool happened;
    uintptr_t address;
    uint32_t bytes, block, thread, site;
    uint32_t again; /* the site where the same thread reread it; 0: none */
    uint64_t old;
    stamp missed;     /* the first store that the load missed */
    enum scope scope; /* of a fence that orders the load and that store */
    enum { FENCE_OF_READER, FENCE_OF_WRITER, NO_FENCE_KNOWN } missing;
};

struct stale {
    bool on; /* in this launch */
    uint64_t random;
    uint32_t left;          /* how many more stale loads this launch may have */
    struct stale_read last; /* the last stale load of this run */
    /* The word that holds an older value only for the next load; bytes == 0:
     * there is none. */
    uintptr_t address;
    uint32_t bytes;
    uint64_t newest;
};

/* Before a run, and before a launch. */
void stale_begin_run(struct stale *stale);
void stale_begin(struct simt *simt);
/* The running thread's write has been judged, and is about to happen. */
void stale_written(struct simt *simt, uintptr_t address, size_t bytes,
                   enum access_kind kind, const void *pc);
/* The same for an update that changes nothing: it reads the newest value. */
void stale_looked(struct simt *simt, uintptr_t address, size_t bytes,
                  enum access_kind kind, const void *pc);
/* Called for a load that has been judged and is about to run: the thread learns
 * the releases that the flag carries. True: the load gets `old` instead of the
 * value in memory. */
bool stale_read(struct simt *simt, uintptr_t address, size_t bytes,
                enum access_kind kind, uint64_t *old);
/* The same; the word holds the old value until stale_ends(). */
void stale_lend(struct simt *simt, uintptr_t address, size_t bytes,
                enum access_kind kind);
/* Called when the thread next calls the machine. */
void stale_ends(struct simt *simt);
/* Adds the stale value that was read to the advice of a finding. */
void stale_tell(struct simt *simt);

#endif
