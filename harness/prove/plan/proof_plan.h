/* proof_plan.h - which runs a proof is made of: the list of units.
 *
 *     small          every parameter at its smallest telling value: all sizes
 *                    of T, both kinds, all schedules
 *     together       two warps, and values that have names, as many as go
 *                    together: packed,bulk,by_block
 *     each value     small, but for up to three parameters: every legal value
 *                    of every parameter once, sizes of T and schedules in turn;
 *                    one that is of a form in that form
 *     default        as the plain name runs
 *     named          the default of each device and element, and each variant
 *                    that has a name
 *     pairs          of a user's file, when all these are right: two values, of
 *                    which one changes the length of a __shared__ array
 *
 * Sizes fit the shape: about one, two and three tiles; small ones are also run
 * with as many tiles as a tile has elements, once for each size of T, and with
 * so many resident blocks that one may look back at 32 aggregates. What the
 * user gives (sizes, parameters, schedules) is taken as it is.
 *
 * A mistake shows soonest where a hundred elements are several tiles, and most
 * of the time to a finding is spent on compiling modules. So the order is that
 * of enum stage: after a few modules every way through the code has been run.
 */
#ifndef PROOF_PLAN_H
#define PROOF_PLAN_H

#include "prove/verify.h"

/* When a unit is run. */
enum stage {
    STAGE_FIRST,    /* one size of T, one kind, in order; tiles of tiles */
    STAGE_WARPS,    /* two warps; tiles of tiles */
    STAGE_TOGETHER, /* named values together, or each, where they are few */
    STAGE_SOON,     /* as the first: other schedules, the other kind; a full
                       window */
    STAGE_NAMED,    /* each value that has a name */
    STAGE_SMALL,    /* the other sizes of T */
    STAGE_LATER     /* numbers, defaults */
};

/* One module and what is run with it: what a child process is given. */
struct unit {
    enum stage stage;
    struct choice choice;
    char monoid[64]; /* a name, as after -m */
    bool exclusive;
    bool entries;   /* also reduce and apply carry */
    int threads;    /* cpu; else 0 */
    unsigned forms; /* a bit for each form of a case (verify_executor.h) */
    bool in_turn;   /* one of many: what costs much may be left out */
    bool remembers; /* in turn; but what earlier launches leave is tried, too */
    bool again;     /* a case that was wrong: to tell it exactly */
    bool newest;    /* no weak memory: loads of flags return the newest value */
    bool starves; /* in place of them: one that lets a tile see a full window */
    bool lots;    /* in place of them: random ones alone */
    int first_round, rounds; /* of the executor's: schedules, mostly */
    size_t *sizes;           /* the unit's own */
    size_t size_count;
    const struct verify_case *only; /* NULL, or the one case that is run */
};

enum { ALL_FORMS = 0xf };

struct proof_plan {
    struct unit *unit;
    int units;
    int settings; /* of parameters, that differ */
    /* Parameters of which each value is run, and values that cannot be run. */
    char each_value_of[256];
    int untried;
    char untried_value[64];
    const char *untried_why;
    /* Sizes that the algorithm refuses, of those that the user gave. */
    size_t refused;
    const char *refusal;
    /* The user's function, if given: its name, the monoids on whose elements it
     * ran, and those for whose elements it does not compile: "add_i32,
     * max_i32". */
    char function[64], fits[COVERED_NAMES], misfits[COVERED_NAMES];
};

/* A monoid with the function that the job's application asks of elements: a
 * plan may depend on the bits of a key. On OK the caller closes it. */
enum status proof_plan_monoid(const struct verify_job *job, const char *name,
                              struct monoid *out, struct problem *why);

/* On OK the caller closes it. */
enum status proof_plan_open(const struct verify_job *job,
                            struct proof_plan *out, struct problem *why);
/* When all units of *before are right: settings of two values, of which one is
 * of a parameter that the lengths of __shared__ arrays depend on (units.h).
 * arrays[k]: execution_arrays() of the k-th unit. On OK the caller closes it.
 */
enum status proof_plan_open_pairs(const struct verify_job *job,
                                  const struct proof_plan *before,
                                  const uint64_t *arrays,
                                  struct proof_plan *out, struct problem *why);
void proof_plan_close(struct proof_plan *plan);

/* How many sizes of a shape. */
enum size_range {
    SIZES_FEW,   /* one element more than a tile, and more than two tiles */
    SIZES_USUAL, /* about one, two and three tiles */
    SIZES_DENSE, /* also all from 0 to 70, and those about 256 and 1024 */
};

/* The sizes that fit a shape, ascending and each once; *out is the caller's to
 * free. */
enum status fitting_sizes(const struct setup *setup, enum size_range range,
                          size_t **out, size_t *count, struct problem *why);
/* Elements of a tile. */
size_t tile_of(const struct setup *setup);
/* A size of more tiles than a window has; 0: it would take too many elements,
 * or the tiles tell each other nothing. So many of them are resident. */
enum { WINDOW_AND_MORE = 36 };
size_t full_window_size(const struct setup *setup);
/* So many tiles and a bit; 0: as above. */
size_t some_tiles_size(const struct setup *setup, size_t tiles);
/* A size that needs a second level: tiles of tiles, and one tile more, whose
 * totals make a full tile and two totals. 0: it would take too many elements or
 * operations. */
size_t second_level_size(const struct setup *setup);
/* The same, but the last tile of totals is a bit more than half full, so that
 * both warps of a block of two have elements of it; where that is too much, as
 * above. */
size_t half_full_level_size(const struct setup *setup);

#endif
