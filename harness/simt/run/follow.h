/* follow.h - the path of a wrong element: a run with a wrong result is
 * repeated, and each of its loads, stores and calls to op() is kept.
 *
 *     step   what      element   place       by                address
 *     0      loads     [2,2]     kernel:71   block 0 thread 2  in[2]
 *     1      stores    [2,2]     kernel:71   block 0 thread 2  cell[2]
 *     2      makes     [0,1]     kernel:79   block 0 thread 0
 *     ...
 *     9      stores    [2,2]     kernel:94   block 0 thread 1  cell[2]
 *
 * An element is identified by its number in the interval table, which it keeps
 * in every copy. So the path of an element is traced back from its last store:
 * which thread loaded it before, and which thread stored it there.
 */
#ifndef SIMT_FOLLOW_H
#define SIMT_FOLLOW_H

#include "threads.h"

struct simt;
struct copy;
struct interval_blame;

enum step_kind { STEP_LOAD, STEP_STORE, STEP_MAKE };

struct follow_step {
    uint32_t node; /* of the interval table; 0: the word is not an element */
    uint32_t site;
    uint32_t block;
    uint16_t thread;
    uint8_t kind;
    uint8_t launch; /* of the run */
    uintptr_t address;
};

struct follow {
    bool on;
    bool is_full; /* steps were left out: the path is unknown */
    struct follow_step *step;
    uint32_t steps, room;
    uint8_t launch;
    uint32_t nodes; /* number of nodes in the table after the last launch */
    struct {        /* a store whose value is not in memory yet */
        uintptr_t address;
        size_t bytes;
        uint32_t site, block, before; /* the node that was there */
        uint16_t thread;
        bool is_late; /* its thread has made a load since then */
    } store;
    char words[4096]; /* the message about the previous run */
};

void follow_forget(struct follow *follow);
void follow_close(struct follow *follow);

/* The functions from here to follow_tell() are called only while `on`. */
void follow_launch_begins(struct simt *simt);
void follow_launch_ends(struct simt *simt);
void follow_access(struct simt *simt, const struct thread *thread,
                   uintptr_t address, size_t bytes, bool write, uint32_t site);
/* The bytes of this bulk copy were copied. */
void follow_copy(struct simt *simt, const struct copy *copy);

/* Adds to the finding's message how the wrong value at `memory` got there.
 * Does nothing unless `on`. */
void follow_tell(struct simt *simt, const struct interval_blame *blame,
                 const void *memory);
/* Adds " (block 0, thread 3)", for the call that made blame->node. */
void follow_tell_caller(struct simt *simt, const struct interval_blame *blame);

#endif
