/* decision.h - the decisions of a tile of look-back, as a diagram with the present
 * branch highlighted.
 *
 *     ticket -> load -> scan -> publish A -> look .-> X: look again
 *                                 ^ (tile 0: P)   |-> A ... A: add, look on
 *                                                 '-> A ... P: add, publish P
 *     -> store
 */
#ifndef DECISION_H
#define DECISION_H

#include "scene.h"

enum step {
    STEP_NONE,
    STEP_TICKET,
    STEP_LOAD,
    STEP_SCAN,
    STEP_AGGREGATE, /* the tile has published A */
    STEP_LOOK,      /* it begins its look-back */
    STEP_WAIT,      /* a look found nothing */
    STEP_FURTHER,   /* a look found only aggregates */
    STEP_FOUND,     /* a look found a prefix */
    STEP_PREFIX,    /* it has published P */
    STEP_STORE,
    STEPS
};

/* Rows of the diagram: the three outcomes of a look are side by side. */
struct plate {
    enum step step;
    int row;
    double left, width; /* parts of the box */
    const char *first, *second;
};

extern const struct plate decision_plates[];
extern const int decision_plate_count;

/* The step that an event belongs to. */
enum step decision_step(const struct event *event);

/* The step of the tile's newest event. */
enum step step_of(const struct recording *recording,
                  const struct instant *instant, int tile);

/* Draws the diagram for the tile in view. */
void draw_decision(struct drawing *d, const struct stage *stage,
                   struct box box);

#endif
