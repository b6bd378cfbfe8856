/* memory_layout.h - where the memory of a block is drawn: rows of words above
 * and below the threads, a column for each bank.
 */
#ifndef MEMORY_LAYOUT_H
#define MEMORY_LAYOUT_H

#include "recording/accesses.h"
#include "picture.h"

enum { MAX_ROWS = 16, MAX_WARPS = 2 };

struct memory_layout {
    const struct accesses *a;
    double text, least; /* sizes of letters; smaller ones are left out */
    double letters;     /* size of numbers: two digits fit into a column */
    struct box box;
    int columns;
    double left, column; /* x of column 0, width of a column */
    double seen_left;    /* with zoom, everything left of this x is hidden */
    bool is_narrow;      /* rows have short names */
    double height;       /* of cells and threads */
    double apart;        /* least distance between rows */
    double head_y;       /* y of the bank numbers */
    double head_end;     /* everything above this y is hidden */
    int rows, row[MAX_ROWS];
    int places; /* for rows; in some steps global memory's place is unused */
    double row_y[MAX_ROWS];
    int warps, first_warp;
    double warp_y[MAX_WARPS];
    int left_out; /* rows of the step that do not fit */
};

/* The layout for the current step of the accesses. */
struct memory_layout memory_layout_of(const struct accesses *a,
                                      const struct stage *stage,
                                      struct box box);

/* False: the cell or thread is not drawn. */
bool box_of_cell(const struct memory_layout *p, int cell, struct box *box);
bool box_of_thread(const struct memory_layout *p, int thread, struct box *box);

#endif
