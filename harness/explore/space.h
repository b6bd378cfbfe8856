/* space.h - the settings of an algorithm to be tried.
 *
 *     block=32..256,factor=2,4      block 32, 64, 128, 256; factor 2, 4
 *
 * Each named parameter is an axis; a point of the space has one value on each
 * axis. Other parameters keep the value given with the algorithm, or their
 * default. An algorithm with a notation (algorithms/derived) lists its points
 * itself.
 */
#ifndef SPACE_H
#define SPACE_H

#include "devices/choice.h"
#include "base/status.h"

#include <stddef.h>

struct axis {
    int parameter; /* index in the implementation's table */
    int count;
    long value[MAX_LEGAL]; /* legal values, ascending */
};

struct space {
    struct choice base; /* the choice that gets the values */
    bool base_is_usual; /* with a notation: it is the default */
    int axes;
    struct axis axis[MAX_PARAMETERS];
    struct settings_list list; /* of an algorithm with a notation, in place of
                                  axes */
};

/* Reads a space as typed. A value is a legal number or the name of one; a range
 * stands for the legal values from its first to its last. NULL: every legal
 * value of every parameter not given in `base`, except values that are wrong on
 * purpose. WRONG_USE names the wrong part: an unknown or repeated parameter, an
 * illegal value, a range without a legal value, a space without a parameter. */
enum status space_parse(const char *text, const struct choice *base,
                        struct space *out, struct problem *why);
/* Call it whatever space_parse() returned. */
void space_free(struct space *space);

/* The number of its points. */
size_t space_points(const struct space *space);

/* The index-th point; the last axis changes fastest. */
struct choice space_point(const struct space *space, size_t index);

/* The value of an axis as typed: its name, or the number. */
const char *space_value(const struct space *space, int axis, long value,
                        char *text, size_t size);

#endif
