/* units.h - builds the list of units (proof_plan.h).
 *
 * units.c makes units and gives them sizes; unit_values.c, unit_settings.c,
 * unit_company.c and unit_pairs.c choose the settings of parameters;
 * proof_plan.c puts everything in order. After a failure (`status`) nothing
 * more is added.
 */
#ifndef UNITS_H
#define UNITS_H

#include "proof_plan.h"

enum { MAX_UNITS = 4096, SIZES_OF_T = 4, FORMS = 4 };

struct units {
    const struct verify_job *job;
    struct proof_plan *out;
    int rounds;       /* of the executor */
    int turn;         /* selects the next size of T, kind and schedule */
    enum stage stage; /* of the units being added */
    bool names_soon;  /* few values have names, so they come early */
    struct monoid interval[SIZES_OF_T]; /* elements of 4, 8, 16 and 32 bytes */
    enum status status;
    struct problem *why;
};

/* Appends a unit and fills in its sizes. A unit without sizes is left out. */
void units_append(struct units *p, struct unit unit,
                  const struct monoid *monoid);

/* Adds a setting with all sizes of T, both kinds, and all numbers of
 * threads. */
void units_add_all(struct units *p, const struct choice *choice);
/* Adds the small setting: as units_add_all(), but splits the first unit in
 * two. */
void units_add_small(struct units *p, const struct choice *small);
/* Adds a setting with one size of T, one kind, and two of several schedules. */
void units_add_in_turn(struct units *p, const struct choice *choice,
                       unsigned bytes, unsigned forms);
/* Adds units with tiles of tiles: one for each size of T; for a user's
 * application, also one in each form. */
void units_add_second_level(struct units *p, const struct choice *small);
/* Gives the unit an additional last size of a dozen tiles or so. With few
 * tiles, a tile is rarely read while it publishes a new value, so torn reads
 * are rare. */
void units_add_dozen(struct units *p, struct unit *unit,
                     const struct monoid *monoid);
/* Adds a setting that should find mistakes early: one size of T and one kind,
 * under two schedules, or only `in_order`; in the same module also with a size
 * of many tiles: half_full_level_size() or full_window_size(). */
void units_add_soon(struct units *p, const struct choice *choice,
                    unsigned bytes, bool in_order,
                    size_t (*many)(const struct setup *setup));

/* Adds a size of more elements than 16 bits can count, if the user's file has
 * narrow types; for an application, with each value that has a name. */
void units_add_long(struct units *p, const struct choice *small);

/* Adds a full window of aggregates, for the small shape and for the default.
 */
void units_add_full_window(struct units *p, const struct choice *small);

/* For a user's application whose tiles communicate, adds units with few tiles
 * and many random schedules. A value of two words can be read between the
 * writes of its words, but this is rare. */
void units_add_lots(struct units *p, const struct choice *small);

/* Adds, for each unit on intervals so far, the same cases under every schedule,
 * to compare the trees of operands; none if no op is applied, since then the
 * outputs of a right run are the same in every run. A value that is right only
 * if blocks start in order has one schedule, so there is nothing to compare. */
void units_add_trees(struct units *p);

/* A value of a parameter. */
struct value {
    int index, v;
    bool done;     /* the value is in a setting, or was rejected */
    bool refused;  /* it cannot be run */
    bool in_order; /* it can run only if blocks start in order */
};
/* Adds a setting of the first value in the list and up to two later values that
 * are not done: values of other parameters that do not make the unit larger.
 * Named values and blocks of two warps get their own setting, as do (with every
 * size of T) values that change what tiles publish. False: the first value
 * cannot be run. */
bool units_add_setting(struct units *p, const struct choice *small,
                       struct value *list, int count);
/* Adds settings of two warps with as many compatible named values as possible,
 * until each has been used, and settings of a value that is rejected elsewhere;
 * such a value is then marked as done. Adds none if the user gave sizes, or if
 * only one parameter has named values. */
void units_add_together(struct units *p, const struct choice *small,
                        struct value *list, int count);
/* Adds `small` with every legal value of every parameter that the user leaves
 * open, up to three in one setting; lists these parameters in the plan. */
void units_add_each_value(struct units *p, const struct choice *small);
/* Can this value change the code of the user's file, or of ours? */
bool units_is_open(const struct units *p, const struct choice *small, int index,
                   int v);
/* Adds every compatible pair of values of two parameters. */
void units_add_pairs(struct units *p, const struct choice *small);
/* Adds those pairs in which one value belongs to a parameter that affects the
 * lengths of __shared__ arrays, unless an earlier unit has the pair; arrays[k]
 * is the execution_arrays() of the k-th unit. */
void units_add_array_pairs(struct units *p, const struct choice *small,
                           const struct proof_plan *before,
                           const uint64_t *arrays);

/* The interval monoid of 4, 8, 16 or 32 bytes. */
const struct monoid *units_interval(const struct units *p, unsigned bytes);
/* The turn-th of the requested sizes of T. */
unsigned units_bytes(const struct units *p, int turn);
/* The reason why a setting cannot be run, or NULL. */
const char *units_refusal(const struct units *p, const struct choice *choice,
                          unsigned bytes);
/* The cost of a unit of this setting, in elements and operations; and the limit
 * above which the unit would be cut down. */
double units_cost(const struct units *p, const struct choice *choice,
                  unsigned bytes);
double units_most_cost(const struct units *p, const struct choice *choice,
                       unsigned bytes);
/* The plan of a setting for a few thousand elements. False: cannot be run. */
bool units_some(const struct units *p, const struct choice *choice,
                struct plan *out);
/* Number of threads in a setting's largest block; 0 if the setting cannot be
 * run. */
unsigned units_threads(const struct units *p, const struct choice *choice);
/* Gives blocks of one warp a second warp: with one warp, a block barrier is
 * also a warp barrier. The value of the parameter `index` does not change. */
void units_take_two_warps(const struct units *p, struct choice *choice,
                          int index, unsigned bytes);
/* Changes another parameter if the value of `index` is not compatible with the
 * others. False: no other change helps. */
bool units_find_company(const struct units *p, struct choice *choice, int index,
                        unsigned bytes);
/* Sets the parameter of this index to its v-th legal value. */
void units_set_legal(struct choice *choice, int index, int v);

#endif
