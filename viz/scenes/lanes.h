/* lanes.h - a row for each slot of a multiprocessor, time to the right.
 *
 *     slot 0  | load | scan | look back  | store |
 *     slot 1     | load   | scan | look back     | store |
 */
#ifndef LANES_H
#define LANES_H

#include "scene.h"

/* Rows of names and of things in time: lanes, or tiles. */
struct lanes {
    struct box box; /* without the names */
    int rows;
    double row;   /* height */
    double scale; /* pixels a unit of time; of two runs, the same */
};

/* In a bar: in its middle, or at its left. */
struct words {
    const char *text;
    enum colour colour; /* of the bar */
    bool at_left;
};

/* So many rows in the box, the names at its left; no row is higher than
 * `most`. */
struct lanes lanes_in(const struct stage *stage, struct box box, int rows,
                      double most);

/* Where a time is. */
double lanes_x(const struct lanes *lanes, double at);

/* The row at y, or -1. */
int lanes_row_at(const struct lanes *lanes, double y);

/* A row's bar, without what parts it from the next one; seen or not. */
struct box lanes_bar(const struct lanes *lanes, int row, double at,
                     double until);

/* True: the bars have room for letters. */
bool lanes_has_room(const struct stage *stage, const struct lanes *lanes);

/* Words in a bar, where they fit, on a plain ground of its colour; the line of
 * now runs beside them. False: they do not fit. */
bool lanes_words(cairo_t *cr, const struct stage *stage,
                 const struct lanes *lanes, struct box bar,
                 const struct words *words);

/* What the slots do. */
void lanes_draw(cairo_t *cr, const struct stage *stage,
                const struct lanes *lanes);

/* A name for each row, or for as many as have room; they stay at the left of
 * what is seen, when things pass below. */
void lanes_names(cairo_t *cr, const struct stage *stage,
                 const struct lanes *lanes,
                 void (*name)(const struct recording *recording, int row,
                              char *name, size_t bytes));

/* Those of slots. */
void lanes_slot_name(const struct recording *recording, int row, char *name,
                     size_t bytes);

/* What a phase looks like; at the left of what is seen, at y. */
double lanes_legend_height(const struct stage *stage);
void lanes_legend(cairo_t *cr, const struct stage *stage, double y);

/* One line from y to y: now. */
void lanes_now(cairo_t *cr, const struct stage *stage,
               const struct lanes *lanes, double from, double to);

/* The phase at that point, or else the block, or NULL. */
const struct span *lanes_span_at(const struct stage *stage,
                                 const struct lanes *lanes, double x, double y);
void lanes_tell(const struct recording *recording, const struct span *span,
                char *line, size_t bytes);

#endif
