/* memory_layout.h - where the memory of a block is drawn: rows of words above
 * and below the threads, a column for each bank.
 */
#ifndef MEMORY_LAYOUT_H
#define MEMORY_LAYOUT_H

#include "recording/accesses.h"
#include "picture.h"

enum { MOST_ROWS = 16, MOST_WARPS = 2 };

struct memory_layout {
    const struct accesses *a;
    double text, least; /* of letters; smaller ones are left out */
    double letters;     /* of numbers: two digits fit into a column */
    struct box box;
    int columns;
    double left, column; /* x of column 0, width of one */
    double seen_left;    /* with zoom, things left of it are hidden */
    bool is_narrow;      /* rows have short names */
    double height;       /* of cells and threads */
    double apart;        /* from a row to the next one, at least */
    double head_y;       /* of the numbers of banks */
    double head_end;     /* above, things are hidden */
    int rows, row[MOST_ROWS];
    int places; /* for rows: those of global memory are free in some steps */
    double row_y[MOST_ROWS];
    int warps, first_warp;
    double warp_y[MOST_WARPS];
    int left_out; /* rows of the step that do not fit */
};

/* For the step of the accesses that is now. */
struct memory_layout memory_layout_of(const struct accesses *a,
                                      const struct stage *stage,
                                      struct box box);

/* False: it is not drawn. */
bool box_of_cell(const struct memory_layout *p, int cell, struct box *box);
bool box_of_thread(const struct memory_layout *p, int thread, struct box *box);

#endif
