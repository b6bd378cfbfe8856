/* proof_plan.h - the runs that make up a proof: the list of units.
 *
 *     small          every parameter at its smallest distinguishing value: all
 *                    sizes of T, both kinds, all schedules
 *     together       two warps, and as many compatible named values as
 *                    possible: packed,bulk,by_block
 *     each value     small, except for up to three parameters: every legal
 *                    value of every parameter once, sizes of T and schedules in
 *                    turn; a parameter of one form in that form
 *     default        the default settings
 *     named          the default of each device and element, and each variant
 *                    that has a name
 *     trees          with --require reproducible: all of these cases under every
 *                    schedule, to compare the trees of operands
 *     pairs          for a user's file, when all these are right: two values,
 *                    one of which changes the length of a __shared__ array
 *
 * Sizes fit the shape: about one, two and three tiles. Small shapes are also
 * run with as many tiles as a tile has elements, once for each size of T, and
 * with enough resident blocks for a look-back at 32 aggregates. Sizes,
 * parameters and schedules that the user gives are used as they are.
 *
 * A mistake shows soonest if a hundred elements fill several tiles, and most of
 * the time before a finding is spent on compiling modules. So units run in the
 * order of enum stage: after a few modules every path through the code has run.
 */
#ifndef PROOF_PLAN_H
#define PROOF_PLAN_H

#include "prove/verify.h"

/* When a unit is run. */
enum stage {
    STAGE_FIRST,    /* one size of T, one kind, in order; tiles of tiles */
    STAGE_WARPS,    /* two warps; tiles of tiles */
    STAGE_TOGETHER, /* named values together, or separately if they are few */
    STAGE_SOON,     /* like the first: other schedules, the other kind; a full
                       window */
    STAGE_NAMED,    /* each value that has a name */
    STAGE_SMALL,    /* the other sizes of T */
    STAGE_LATER,    /* numbers, defaults */
    STAGE_TREES     /* trees of operands, of code that is right */
};

/* One module and its runs: the work of one child process. */
struct unit {
    enum stage stage;
    struct choice choice;
    char monoid[64]; /* a name as after -m */
    bool exclusive;
    bool entries;   /* also reduce and apply carry */
    int threads;    /* cpu; else 0 */
    unsigned forms; /* a bit for each form of a case (verify_executor.h) */
    bool in_turn;   /* one of many: expensive cases may be left out */
    bool remembers; /* as in_turn, but tests data left by earlier launches */
    bool again;     /* repeats a wrong case, to describe it exactly */
    bool newest;    /* no weak memory: loads of flags return the newest value */
    bool starves;   /* no usual schedule, but one that lets a tile see a full
                       window */
    bool lots;      /* none of the usual schedules, only random ones */
    bool compares_trees; /* runs each case with the same inputs and alignments
                            under every schedule, and compares the trees of
                            operands (prove/operand_trees.h) */
    int first_round, rounds; /* executor's rounds: schedules, mostly */
    size_t *sizes;           /* the unit's own */
    size_t size_count;
    const struct verify_case *only; /* NULL, or the only case that is run */
};

enum { ALL_FORMS = 0xf };

/* Schedules that compare trees in small settings, besides the usual ones: from
 * random:2 on. */
enum { MORE_RANDOM = 7 };

struct proof_plan {
    struct unit *unit;
    int units;
    int settings; /* number of different parameter settings */
    /* Parameters whose every value is run, and values that cannot be run. */
    char each_value_of[256];
    int untried;
    char untried_value[64];
    const char *untried_why;
    /* Sizes given by the user that the algorithm does not support. */
    size_t refused;
    const char *refusal;
    /* The user's function, if given: its name, the monoids on whose elements it
     * ran, and those for whose elements it does not compile: "add_i32,
     * max_i32". */
    char function[64], fits[COVERED_NAMES], misfits[COVERED_NAMES];
};

/* A monoid with the element function of the job's application: a plan can
 * depend on the bits of a key. On OK the caller closes it. */
enum status proof_plan_monoid(const struct verify_job *job, const char *name,
                              struct monoid *out, struct problem *why);

/* On OK the caller closes it. */
enum status proof_plan_open(const struct verify_job *job,
                            struct proof_plan *out, struct problem *why);
/* For use when all units of *before are right: settings of two values, one for
 * a parameter that affects the lengths of __shared__ arrays (units.h).
 * arrays[k]: execution_arrays() of the k-th unit. On OK the caller closes it.
 */
enum status proof_plan_open_pairs(const struct verify_job *job,
                                  const struct proof_plan *before,
                                  const uint64_t *arrays,
                                  struct proof_plan *out, struct problem *why);
void proof_plan_close(struct proof_plan *plan);

/* How many sizes to use for a shape. */
enum size_range {
    SIZES_FEW,   /* one element more than a tile, and more than two tiles */
    SIZES_USUAL, /* about one, two and three tiles */
    SIZES_DENSE, /* as usual, and all from 0 to 70 and around 256 and 1024 */
};

/* The sizes that fit a shape, ascending and without duplicates. The caller
 * frees *out. */
enum status fitting_sizes(const struct setup *setup, enum size_range range,
                          size_t **out, size_t *count, struct problem *why);
/* Elements per tile. */
size_t tile_of(const struct setup *setup);
/* A size with more tiles than a window; 0: it would take too many elements, or
 * tiles do not communicate. WINDOW_AND_MORE blocks are resident. */
enum { WINDOW_AND_MORE = 36 };
size_t full_window_size(const struct setup *setup);
/* A size slightly larger than `tiles` tiles; 0: as for full_window_size(). */
size_t some_tiles_size(const struct setup *setup, size_t tiles);
/* A size that needs a second level, tiles of tiles: the totals of its tiles
 * fill one tile, and two are left over. 0: it would take too many elements or
 * operations. */
size_t second_level_size(const struct setup *setup);
/* The same, but the last tile of totals is a bit more than half full, so that
 * both warps of a two-warp block have elements of it; if that is too many
 * elements, the result of second_level_size(). */
size_t half_full_level_size(const struct setup *setup);

#endif
