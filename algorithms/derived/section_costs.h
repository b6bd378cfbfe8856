/* section_costs.h - what a section costs: the rules, applied one after another
 * to the depths of its elements. */
#ifndef SECTION_COSTS_H
#define SECTION_COSTS_H

#include "derivation.h"

/* A section of `count` elements of depth 0 or more, while rules are applied. */
struct section {
    const struct derivation *d;
    int count;
    bool exclusive, has_carry;
    unsigned input, carry; /* depths */
    double work;
    unsigned total;                           /* depth */
    unsigned element[MAX_DERIVED_SECTION];    /* depths, of a run's folds */
    unsigned left_lanes[MAX_DERIVED_SECTION]; /* of a run: what the lanes
                                                 before it have */
    unsigned cell[MAX_DERIVED_SECTION];
    unsigned out[MAX_DERIVED_SECTION];
};

/* Scans it: fills in work, total and out. */
void section_scan(struct section *s);

/* The depth of the deepest output. */
unsigned section_deepest_output(const struct section *s);

#endif
