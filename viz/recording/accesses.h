/* accesses.h - the loads and stores of one block, step by step.
 *
 *     bank            0         1         2         3
 *     cells[0..]   cells[0]  cells[1]  cells[2]  cells[3]  ...   a row: as
 *     cells[32..]  cells[32] cells[33] ...                       wide as banks
 *
 *     load | barrier | read, read | barrier | write | barrier ...
 *     step 0             1                    2
 *
 * The k-th accesses from one line in a step, by the lanes of one warp, count as
 * one access by the warp, as on a GPU. If a bank must serve several of its
 * words, it serves them one after another: a bank conflict.
 */
#ifndef ACCESSES_H
#define ACCESSES_H

#include "instant.h"

enum { BANKS = 32, BANK_BYTES = 4, ROW_BYTES = BANKS * BANK_BYTES, LANES = 32 };

struct access {
    int event, cell, thread, step;
    int line, turn; /* index among its thread's accesses from that line, in its
                     * step */
    bool writes, done;
};

/* A word that the block accesses, as wide as the smallest access to it. */
struct cell {
    const char *word; /* "cells[3]" */
    long long byte;   /* offset in shared memory, or in its array */
    int bytes, row;
    bool shared;
    int array; /* number of its array, in order of appearance */

    /* now: */
    bool is_written;   /* by the block */
    int writer;        /* the access that wrote it, or -1 */
    const char *value; /* or NULL */
    int at_once;       /* words of its bank that one access of a warp touches */
    bool in_step;      /* a thread accesses it in the step */
};

/* The cells of one array in one row of banks. */
struct memory_row {
    int first, last; /* index of its first and last cell */
    bool shared, in_step;
};

struct step {
    int first, end; /* accesses */
    const char *begin,
        *over; /* lines of barriers or names of phases; or NULL */
    bool by_phase;
};

struct accesses {
    const struct recording *recording; /* NULL: the cache is empty */
    const struct event *launch;        /* or NULL */
    int from, until;                   /* events of the launch */
    int block, warp;                   /* only this warp; -1: all warps */
    int threads; /* one more than the last thread that accesses memory */
    struct access *access;
    struct cell *cell; /* in the order of rows */
    struct memory_row *row;
    struct step *step;
    int count, cells, rows, steps;
    int event;          /* the newest event of the current instant */
    int now;            /* step */
    int newest;         /* access, or -1 */
    int at_once[BANKS]; /* in the step so far */
    int wavefronts;     /* extra wavefronts from bank conflicts so far */
    int banks_in_conflict;
};

/* The accesses at an instant: those by the block that made the newest access, or the
 * newest access of tile `follow`. NULL: no access, or out of memory. The parts that do
 * not depend on the instant are found once for each block, and kept with the instant
 * until another block is shown. */
const struct accesses *accesses_at(const struct recording *recording,
                                   const struct instant *instant, int follow);

/* Frees the accesses that an instant keeps. */
void accesses_close(struct accesses *accesses);

/* The index in "cells[3]"; 0 if there is none. */
long long word_index(const char *word);

/* The length of a word's name, before the index. */
int word_name(const char *word);

#endif
