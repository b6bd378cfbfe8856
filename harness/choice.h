/* choice.h - an algorithm as a user names it: "kogge_stone",
 * "lookback:plain", "brent_kung:block=64,factor=4". */
#ifndef CHOICE_H
#define CHOICE_H

#include "../algorithms/algorithm.h"
#include "status.h"

struct choice {
    const struct algorithm *algorithm;
    long value[MAX_PARAMETERS]; /* in the order of its parameter table */
    char variant[64];           /* what differs from the presets, or "" */
};

/* Resolves a name, with its variant behind a colon. Unknown names, parameters
 * and values are refused with what would be right. */
enum status choice_parse(const char *text, struct choice *out,
                         struct problem *why);

/* Sets a parameter by name and the text of its value. */
enum status choice_set(struct choice *choice, const char *name,
                       const char *value, struct problem *why);

/* Index of a parameter by name, or -1. */
int choice_parameter(const struct algorithm *algorithm, const char *name);

/* The same algorithm with every parameter at its smallest telling value: what
 * makes several tiles out of a hundred elements. */
struct choice choice_small(const struct choice *choice);

int choice_parameters(const struct algorithm *algorithm);

/* NULL-terminated names of all algorithms; static storage. */
const char *const *choice_names(void);

/* NULL-terminated distinct parameter names of all algorithms. */
const char *const *choice_parameter_names(void);

#endif
