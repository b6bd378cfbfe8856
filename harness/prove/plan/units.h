/* units.h - while the list of units is made (proof_plan.h).
 *
 * units.c makes units and gives them sizes; unit_values.c,
 * unit_settings.c, unit_company.c and unit_pairs.c choose the
 * settings of parameters; proof_plan.c puts it all in order. After a failure
 * (`status`) nothing is added any more.
 */
#ifndef UNITS_H
#define UNITS_H

#include "proof_plan.h"

enum { MOST_UNITS = 4096, SIZES_OF_T = 4, FORMS = 4 };

struct units {
    const struct verify_job *job;
    struct proof_plan *out;
    int rounds;       /* of the executor */
    int turn;         /* which size of T, kind and schedule are next */
    enum stage stage; /* of the units that are added */
    bool names_soon;  /* few values have names: they come early */
    struct monoid interval[SIZES_OF_T]; /* of 4, 8, 16 and 32 bytes */
    enum status status;
    struct problem *why;
};

/* One unit: its sizes are filled in here. One without a size is left out. */
void units_append(struct units *p, struct unit unit,
                  const struct monoid *monoid);

/* A setting with all sizes of T and both kinds, on each number of threads. */
void units_add_all(struct units *p, const struct choice *choice);
/* The small one: as units_add_all(), but the first unit comes in two. */
void units_add_small(struct units *p, const struct choice *small);
/* A setting with one size of T, one kind, and two schedules of several. */
void units_add_in_turn(struct units *p, const struct choice *choice,
                       unsigned bytes, unsigned forms);
/* Tiles of tiles: each size of T once; of a user's application one in each
 * form. */
void units_add_second_level(struct units *p, const struct choice *small);
/* The unit gets a size of a dozen tiles or so, after its others: few tiles look
 * at one while it tells something else, and tear what it tells. */
void units_add_dozen(struct units *p, struct unit *unit,
                     const struct monoid *monoid);
/* A setting that shall find much soon: with one size of T and one kind, under
 * two schedules, or `in_order` alone; and in the same module a size of many
 * tiles, which is half_full_level_size() or full_window_size(). */
void units_add_soon(struct units *p, const struct choice *choice,
                    unsigned bytes, bool in_order,
                    size_t (*many)(const struct setup *setup));

/* More elements than 16 bits count, where the user's file has such types; of
 * an application with each value that has a name. */
void units_add_long(struct units *p, const struct choice *small);

/* A full window of aggregates, of the small shape's window and the default's.
 */
void units_add_full_window(struct units *p, const struct choice *small);

/* Of a user's application, where tiles tell each other things: few tiles, and
 * many random schedules. What takes two words may be read between the writes of
 * these, and that is seldom. */
void units_add_lots(struct units *p, const struct choice *small);

/* A value of a parameter. */
struct value {
    int index, v;
    bool done;     /* it is in a setting, or refused */
    bool refused;  /* it cannot be run */
    bool in_order; /* it can be where blocks start in order, and not alone */
};
/* A setting of the first value of the list, and of up to two that come after it
 * and are not done: those of other parameters that make a unit no larger. Alone
 * stay values that have a name, and blocks of two warps; and with every size
 * of T, values that change what tiles tell each other. False: the first cannot
 * be run. */
bool units_add_setting(struct units *p, const struct choice *small,
                       struct value *list, int count);
/* Settings of two warps and as many values that have names as go together,
 * until each has been in one; and of a value that is refused elsewhere: that
 * one is done then. None with the user's sizes, or where one parameter alone
 * has names. */
void units_add_together(struct units *p, const struct choice *small,
                        struct value *list, int count);
/* `small` with every legal value of every parameter that the user leaves open,
 * up to three in one setting; says in the plan of which. */
void units_add_each_value(struct units *p, const struct choice *small);
/* Can the user's file, or ours, be another one with this value? */
bool units_is_open(const struct units *p, const struct choice *small, int index,
                   int v);
/* Every two values of two parameters that go together. */
void units_add_pairs(struct units *p, const struct choice *small);
/* Of these the pairs in which one value is of a parameter that the lengths of
 * __shared__ arrays depend on, and that no unit before has; arrays[k] is the
 * number of execution_arrays() of the k-th. */
void units_add_array_pairs(struct units *p, const struct choice *small,
                           const struct proof_plan *before,
                           const uint64_t *arrays);

/* The interval monoid of 4, 8, 16 or 32 bytes. */
const struct monoid *units_interval(const struct units *p, unsigned bytes);
/* The turn-th of the sizes of T that are asked for. */
unsigned units_bytes(const struct units *p, int turn);
/* Why a setting cannot be run; or NULL. */
const char *units_refusal(const struct units *p, const struct choice *choice,
                          unsigned bytes);
/* What a unit of this setting runs, in elements and operations; and the most
 * that it may, above which it would be cut down. */
double units_cost(const struct units *p, const struct choice *choice,
                  unsigned bytes);
double units_most_cost(const struct units *p, const struct choice *choice,
                       unsigned bytes);
/* The plan of a setting for some thousands of elements. False: it cannot be
 * run. */
bool units_some(const struct units *p, const struct choice *choice,
                struct plan *out);
/* Threads of the largest block of a setting; 0: it cannot be run. */
unsigned units_threads(const struct units *p, const struct choice *choice);
/* Where blocks are one warp, they get two: to one warp a barrier for the block
 * is one for the warp. The value of the parameter `index` stays. */
void units_take_two_warps(const struct units *p, struct choice *choice,
                          int index, unsigned bytes);
/* Another parameter that has to be changed too: the value of `index` does not
 * go with the others. False: no other change helps. */
bool units_find_company(const struct units *p, struct choice *choice, int index,
                        unsigned bytes);
/* The parameter of this index gets its v-th legal value. */
void units_set_legal(struct choice *choice, int index, int v);

#endif
