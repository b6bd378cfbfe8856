/* accesses.h - the loads and stores of one block, step by step.
 *
 *     bank            0         1         2         3
 *     cells[0..]   cells[0]  cells[1]  cells[2]  cells[3]  ...   a row: as
 *     cells[32..]  cells[32] cells[33] ...                       wide as banks
 *
 *     load | barrier | read, read | barrier | write | barrier ...
 *     step 0             1                    2
 *
 * Lanes of a warp whose accesses come from one line, as their first there in
 * the step, or their second, are taken to go together, as on a GPU; so a bank
 * that must give them several words gives one after another: a conflict.
 */
#ifndef ACCESSES_H
#define ACCESSES_H

#include "instant.h"

enum { BANKS = 32, BANK_BYTES = 4, ROW_BYTES = BANKS * BANK_BYTES, LANES = 32 };

struct access {
    int event, cell, thread, step;
    int line, turn; /* the how-many-th of its thread there, in its step */
    bool writes, done;
};

/* A word that the block accesses, as wide as its smallest access. */
struct cell {
    const char *word; /* "cells[3]" */
    long long byte;   /* of shared memory, or of its array */
    int bytes, row;
    bool shared;
    int array; /* by its name, in order of appearance */

    /* now: */
    bool is_written;   /* by the block */
    int writer;        /* access, or -1 */
    const char *value; /* or NULL */
    int at_once;       /* words of its bank that a warp wants together */
    bool in_step;      /* a thread accesses it in the step */
};

/* Cells of one array in one line of banks. */
struct memory_row {
    int first, last; /* cells */
    bool shared, in_step;
};

struct step {
    int first, end;           /* accesses */
    const char *begin, *over; /* lines of barriers, names of phases; or NULL */
    bool by_phase;
};

struct accesses {
    const struct recording *recording; /* NULL: nothing is kept */
    const struct event *launch;        /* or NULL */
    int from, until;                   /* events of the launch */
    int block, warp;                   /* warp: others are left out; -1: all */
    int threads;                       /* that access memory, from 0 on */
    struct access *access;
    struct cell *cell; /* in the order of rows */
    struct memory_row *row;
    struct step *step;
    int count, cells, rows, steps;
    int event;          /* the newest one of the instant that is now */
    int now;            /* step */
    int newest;         /* access, or -1 */
    int at_once[BANKS]; /* in the step, so far */
    int wavefronts;     /* more than without bank conflicts, so far */
    int banks_in_conflict;
};

/* At an instant, of the block that the newest access is by, or the newest of
 * tile `follow`; NULL: there is none, or no memory. What does not change with
 * the instant is found once for each block that is looked at: it is kept with
 * the instant, until another block's is asked for. */
const struct accesses *accesses_at(const struct recording *recording,
                                   const struct instant *instant, int follow);

/* For the instant that keeps them. */
void accesses_close(struct accesses *accesses);

/* The number in "cells[3]"; 0 without one. */
long long word_index(const char *word);

/* How many letters of a word are its name, before the index. */
int word_name(const char *word);

#endif
