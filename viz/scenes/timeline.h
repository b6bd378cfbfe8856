/* timeline.h - a row for each slot of a multiprocessor, with time running to
 * the right.
 *
 *     slot 0  | load | scan | look back  | store |
 *     slot 1     | load   | scan | look back     | store |
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "scene.h"

/* Rows, each with a name and bars over time: slots, or tiles. */
struct timeline {
    struct box box; /* without the names */
    int rows;
    double row;   /* height */
    double gap;   /* above a row's bars and below them, as a part of it */
    double scale; /* pixels per unit of time; the same for two runs */
};

/* Text in a bar: in its middle, or at its left. */
struct words {
    const char *text;
    enum colour colour; /* of the bar */
    bool at_left;
};

/* Lays out `rows` rows in the box, with names at the left; no row is higher than
 * `most`. */
struct timeline timeline_in(const struct stage *stage, struct box box, int rows,
                            double most);

/* The x of a time. */
double timeline_x(const struct timeline *timeline, double at);

/* The row at y, or -1. */
int timeline_row_at(const struct timeline *timeline, double y);

/* The box of a row's bar, without the gap to the next row; visible or not. */
struct box timeline_bar(const struct timeline *timeline, int row, double at,
                        double until);

/* Whether the bars have room for letters. */
bool timeline_has_room(const struct stage *stage,
                       const struct timeline *timeline);

/* Writes text in a bar, if it fits, on a plain background in the bar's colour;
 * the line of the present is drawn beside the text. False: it does not fit. */
bool timeline_words(struct drawing *d, const struct stage *stage,
                    const struct timeline *timeline, struct box bar,
                    const struct words *words);

/* Draws the phases of all slots. */
void timeline_draw(struct drawing *d, const struct stage *stage,
                   const struct timeline *timeline);

/* Draws a name for each row, or for as many as fit; the names stay at the left
 * of the visible part. */
void timeline_names(struct drawing *d, const struct stage *stage,
                    const struct timeline *timeline,
                    void (*name)(const struct recording *recording, int row,
                                 char *name, size_t bytes));

/* The names of slots. */
void timeline_slot_name(const struct recording *recording, int row, char *name,
                        size_t bytes);

/* The legend of phases, at the left of the visible part, at y. */
double timeline_legend_height(const struct stage *stage);
void timeline_legend(struct drawing *d, const struct stage *stage, double y);

/* Draws the line of the present, between two values of y. */
void timeline_now(struct drawing *d, const struct stage *stage,
                  const struct timeline *timeline, double from, double to);

/* The phase at that point, or else the block, or NULL. */
const struct span *timeline_span_at(const struct stage *stage,
                                    const struct timeline *timeline, double x,
                                    double y);
void timeline_tell(const struct recording *recording, const struct span *span,
                   char *line, size_t bytes);

#endif
