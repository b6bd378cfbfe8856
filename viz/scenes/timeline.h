/* timeline.h - a row for each slot of a multiprocessor, time to the right.
 *
 *     slot 0  | load | scan | look back  | store |
 *     slot 1     | load   | scan | look back     | store |
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "scene.h"

/* Rows of names and of things in time: slots, or tiles. */
struct timeline {
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
struct timeline timeline_in(const struct stage *stage, struct box box, int rows,
                            double most);

/* Where a time is. */
double timeline_x(const struct timeline *timeline, double at);

/* The row at y, or -1. */
int timeline_row_at(const struct timeline *timeline, double y);

/* A row's bar, without what parts it from the next one; seen or not. */
struct box timeline_bar(const struct timeline *timeline, int row, double at,
                        double until);

/* True: the bars have room for letters. */
bool timeline_has_room(const struct stage *stage,
                       const struct timeline *timeline);

/* Words in a bar, where they fit, on a plain ground of its colour; the line of
 * now runs beside them. False: they do not fit. */
bool timeline_words(struct drawing *d, const struct stage *stage,
                    const struct timeline *timeline, struct box bar,
                    const struct words *words);

/* What the slots do. */
void timeline_draw(struct drawing *d, const struct stage *stage,
                   const struct timeline *timeline);

/* A name for each row, or for as many as have room; they stay at the left of
 * what is seen, when things pass below. */
void timeline_names(struct drawing *d, const struct stage *stage,
                    const struct timeline *timeline,
                    void (*name)(const struct recording *recording, int row,
                                 char *name, size_t bytes));

/* Those of slots. */
void timeline_slot_name(const struct recording *recording, int row, char *name,
                        size_t bytes);

/* What a phase looks like; at the left of what is seen, at y. */
double timeline_legend_height(const struct stage *stage);
void timeline_legend(struct drawing *d, const struct stage *stage, double y);

/* One line from y to y: now. */
void timeline_now(struct drawing *d, const struct stage *stage,
                  const struct timeline *timeline, double from, double to);

/* The phase at that point, or else the block, or NULL. */
const struct span *timeline_span_at(const struct stage *stage,
                                    const struct timeline *timeline, double x,
                                    double y);
void timeline_tell(const struct recording *recording, const struct span *span,
                   char *line, size_t bytes);

#endif
