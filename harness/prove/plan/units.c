/* units.c - see units.h: units, their sizes and the limits on their cost. */
#include "units.h"
#include "simt/code/source_mentions.h"
#include "prove/verify_executor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_COST = 100000,   /* elements and operations of a unit in turn */
    MAX_ALONE = 1 << 26, /* of any other unit, e.g. naive's tiles of 1024 */
};

/* A setup for requesting the plan. */
static struct setup setup_of(const struct units *p, const struct unit *unit,
                             const struct monoid *monoid)
{
    return (struct setup){.device = p->job->device,
                          .choice = &unit->choice,
                          .monoid = monoid,
                          .source = p->job->source,
                          .exclusive = unit->exclusive,
                          .has_carry = true};
}

/* The user's sizes, except those that the algorithm does not support. */
static enum status given_sizes(struct units *p, const struct setup *setup,
                               struct unit *unit)
{
    const struct verify_job *const job = p->job;
    const struct verify_executor *const executor = verify_executor_of(job);
    const size_t most =
        executor->most ? executor->most(setup->monoid) : SIZE_MAX;

    unit->sizes = malloc((job->size_count + 1) * sizeof *unit->sizes);
    if (!unit->sizes)
        return problem_set(p->why, MACHINE_LACKS, "out of memory");
    for (size_t i = 0; i < job->size_count; i++) {
        if (job->sizes[i] > most)
            continue;
        const char *const refusal = setup_refuses(setup, job->sizes[i]);
        if (!refusal) {
            unit->sizes[unit->size_count++] = job->sizes[i];
        } else {
            p->out->refused++;
            p->out->refusal = refusal;
        }
    }
    return OK;
}

const struct monoid *units_interval(const struct units *p, unsigned bytes)
{
    return &p->interval[bytes == 4 ? 0 : bytes == 8 ? 1 : bytes == 16 ? 2 : 3];
}

/* The cost of a unit, in elements and operations. */
static double cost_of(const struct setup *setup, const struct unit *unit)
{
    double sum = 0;
    int forms = 0;

    for (int form = 0; form < FORMS; form++)
        forms += unit->forms >> form & 1;
    for (size_t i = 0; i < unit->size_count; i++) {
        const double work = setup_forms(setup, unit->sizes[i]).work.low;
        sum += (double)unit->sizes[i] * (1 + isnan(work)) +
               (isnan(work) ? 0 : work);
    }
    return sum * forms * unit->rounds * 2; /* encodings */
}

double units_cost(const struct units *p, const struct choice *choice,
                  unsigned bytes)
{
    struct unit unit = {.choice = *choice, .forms = ALL_FORMS, .rounds = 2};
    const struct setup setup = setup_of(p, &unit, units_interval(p, bytes));
    struct problem ignored;

    if (fitting_sizes(&setup, SIZES_USUAL, &unit.sizes, &unit.size_count,
                      &ignored) != OK)
        return INFINITY;
    const double cost = cost_of(&setup, &unit);
    free(unit.sizes);
    return cost;
}

double units_most_cost(const struct units *p, const struct choice *choice,
                       unsigned bytes)
{
    return fmax(MAX_COST, units_cost(p, choice, bytes));
}

/* A unit of large tiles is cut to one form, then one schedule, then few sizes:
 * some are always more than one tile, if that is possible. */
static enum status cut_down(const struct units *p, const struct setup *setup,
                            struct unit *unit)
{
    const int turn = unit->in_turn ? p->turn : p->out->units;

    if (cost_of(setup, unit) > MAX_COST)
        unit->forms = 1u << turn % FORMS;
    if (cost_of(setup, unit) > MAX_COST && unit->rounds > 1) {
        unit->first_round += turn % unit->rounds;
        unit->rounds = 1;
    }
    if (cost_of(setup, unit) <= MAX_COST)
        return OK;
    free(unit->sizes);
    unit->sizes = NULL;
    return fitting_sizes(setup, SIZES_FEW, &unit->sizes, &unit->size_count,
                         p->why);
}

/* True: it can be exclusive, too. */
static bool has_kinds(const struct choice *choice)
{
    return choice->algorithm->task->has_kinds;
}

void units_append(struct units *p, struct unit unit,
                  const struct monoid *monoid)
{
    const bool dense = p->job->thorough;

    if (p->status != OK)
        return;
    if (p->out->units == MAX_UNITS) {
        p->status =
            problem_set(p->why, MACHINE_LACKS,
                        "more than %d parameter settings to verify", MAX_UNITS);
        return;
    }
    unit.stage = p->stage;
    unit.exclusive &= has_kinds(&unit.choice);
    snprintf(unit.monoid, sizeof unit.monoid, "%s", monoid->name);
    const struct setup setup = setup_of(p, &unit, monoid);
    p->status = p->job->sizes
                    ? given_sizes(p, &setup, &unit)
                    : fitting_sizes(&setup, dense ? SIZES_DENSE : SIZES_USUAL,
                                    &unit.sizes, &unit.size_count, p->why);
    if (p->status == OK && !p->job->sizes && !dense &&
        (unit.in_turn || cost_of(&setup, &unit) > MAX_ALONE))
        p->status = cut_down(p, &setup, &unit);
    if (p->status == OK && unit.size_count > 0)
        p->out->unit[p->out->units++] = unit;
    else
        free(unit.sizes);
}

/* ------------------------------------------------------- sizes of T, kinds */

void units_add_all(struct units *p, const struct choice *choice)
{
    for (unsigned bytes = 4; bytes <= 32; bytes *= 2) {
        if (!(p->job->elem_bytes & bytes))
            continue;
        for (int k = 0; k < 2 * p->job->thread_counts; k++) {
            if (k % 2 && !has_kinds(choice))
                continue;
            units_append(p,
                         (struct unit){.choice = *choice,
                                       .exclusive = k % 2,
                                       .threads = p->job->threads[k / 2],
                                       .forms = ALL_FORMS,
                                       .rounds = p->rounds},
                         units_interval(p, bytes));
        }
    }
    p->out->settings++;
}

/* Splits off the first schedule of a unit, to run before the others. */
static void split_first(struct units *p)
{
    struct unit *const first = &p->out->unit[0];
    struct unit rest = *first;
    const size_t bytes = (first->size_count + 1) * sizeof *first->sizes;

    if (first->rounds < 2 || !p->job->device->has_schedules)
        return;
    rest.sizes = malloc(bytes);
    if (!rest.sizes) {
        p->status = problem_set(p->why, MACHINE_LACKS, "out of memory");
        return;
    }
    memcpy(rest.sizes, first->sizes, first->size_count * sizeof *rest.sizes);
    rest.stage = STAGE_SOON;
    rest.first_round++;
    rest.rounds--;
    p->out->unit[p->out->units++] = rest;
    /* Data left by earlier launches is tested once, after the last schedule. */
    first->rounds = 1;
    first->in_turn = true;
}

void units_add_small(struct units *p, const struct choice *small)
{
    struct unit *const unit = p->out->unit;

    units_add_all(p, small);
    if (p->status != OK || p->out->units == 0 || p->out->units == MAX_UNITS)
        return;
    for (int k = 0; k < p->out->units; k++)
        if (!strcmp(unit[k].monoid, unit[0].monoid))
            unit[k].stage = k == 0 ? STAGE_FIRST : STAGE_SOON;
    split_first(p);
}

unsigned units_bytes(const struct units *p, int turn)
{
    unsigned asked[SIZES_OF_T] = {4};
    int count = 0;

    for (unsigned bytes = 4; bytes <= 32; bytes *= 2)
        if (p->job->elem_bytes & bytes)
            asked[count++] = bytes;
    return asked[count ? turn % count : 0];
}

void units_add_in_turn(struct units *p, const struct choice *choice,
                       unsigned bytes, unsigned forms)
{
    const int turn = p->turn++;
    const int rounds = p->job->schedules_given || p->rounds < 2 ? p->rounds : 2;
    /* Not in step with the sizes of T, so that each runs under each
     * schedule. */
    const int first = turn + turn / SIZES_OF_T;

    units_append(
        p,
        (struct unit){.choice = *choice,
                      .exclusive = turn / SIZES_OF_T % 2,
                      .threads = p->job->threads[0],
                      .forms = forms,
                      .in_turn = true,
                      .first_round = rounds < p->rounds
                                         ? first % (p->rounds - rounds + 1)
                                         : 0,
                      .rounds = rounds},
        units_interval(p, bytes));
}

/* One size, under one schedule; and before it one element, in a launch of few
 * blocks: so many blocks then find a counter that differs from its state at the
 * very first launch. An application's forms are patterns of the input, each
 * with its own counts: runs all of them. */
static void run_just(struct unit *unit, size_t n)
{
    if (unit->choice.algorithm->task->has_patterns)
        unit->forms = ALL_FORMS;
    const size_t least = unit->sizes[0] > 0 || unit->size_count < 2
                             ? unit->sizes[0]
                             : unit->sizes[1];

    unit->rounds = 1;
    if (unit->size_count < 2 || least == 0 || least >= n) {
        unit->sizes[0] = n;
        unit->size_count = 1;
        return;
    }
    unit->sizes[0] = least;
    unit->sizes[1] = n;
    unit->size_count = 2;
}

/* Adds a size after the others, which are smaller. */
static void add_size(struct unit *unit, size_t n)
{
    size_t *const sizes =
        realloc(unit->sizes, (unit->size_count + 1) * sizeof *sizes);

    if (!sizes)
        return;
    unit->sizes = sizes;
    if (n > sizes[unit->size_count - 1])
        sizes[unit->size_count++] = n;
}

/* The small setting with each value that has a name: an application's forms are
 * separate kernels. */
static void each_form(struct units *p, const struct choice *small,
                      void (*add)(struct units *, const struct choice *))
{
    const struct parameter *const list = small->implementation->parameters;

    if (small->algorithm->task == &scan_task)
        return;
    for (int i = 0; list[i].name; i++)
        for (int v = 0; parameter_has(&list[i], v); v++) {
            struct choice choice = *small;
            if (!list[i].names[v] || p->job->choice->given[i] ||
                list[i].legal[v] == small->value[i])
                continue;
            units_set_legal(&choice, i, v);
            add(p, &choice);
        }
}

/* Each form has its own kernels for the second level. */
static void add_second_level_form(struct units *p, const struct choice *choice)
{
    const unsigned bytes = units_bytes(p, 0);
    const struct unit unit = {.choice = *choice};
    const struct setup setup = setup_of(p, &unit, units_interval(p, bytes));
    const size_t n = half_full_level_size(&setup);
    const int before = p->out->units, turn = p->turn;

    if (n == 0 || p->status != OK)
        return;
    units_add_in_turn(p, choice, bytes, 1u << turn % FORMS);
    p->turn = turn;
    if (p->out->units > before)
        run_just(&p->out->unit[before], n);
}

/* Adds more blocks than run at the same time, the last of which start first, if
 * tiles communicate. */
static void add_reverse(const struct units *p, const struct setup *setup,
                        struct unit *unit)
{
    enum { REVERSE = 1 };

    if (p->job->schedules_given || p->rounds <= REVERSE ||
        some_tiles_size(setup, 1) == 0)
        return;
    unit->first_round = 0;
    unit->rounds = REVERSE + 1;
}

void units_add_second_level(struct units *p, const struct choice *small)
{
    const enum stage stage = p->stage;

    for (unsigned bytes = 4; bytes <= 32; bytes *= 2) {
        const struct unit unit = {.choice = *small};
        const struct setup setup = setup_of(p, &unit, units_interval(p, bytes));
        const size_t n = second_level_size(&setup);
        if (n == 0 || !(p->job->elem_bytes & bytes) || p->status != OK)
            continue;
        const int before = p->out->units;
        p->stage = bytes == units_bytes(p, 0) ? STAGE_FIRST : stage;
        units_add_in_turn(p, small, bytes, 1u << p->turn % FORMS);
        p->stage = stage;
        if (p->out->units == before)
            continue;
        run_just(&p->out->unit[before], n);
        if (bytes == units_bytes(p, 0)) {
            add_size(&p->out->unit[before], half_full_level_size(&setup));
            add_reverse(p, &setup, &p->out->unit[before]);
        }
    }
    if (p->job->source)
        each_form(p, small, add_second_level_form);
}

void units_add_dozen(struct units *p, struct unit *unit,
                     const struct monoid *monoid)
{
    const struct setup setup = setup_of(p, unit, monoid);
    const size_t n = 4 * unit->sizes[unit->size_count - 1];

    if (!p->job->sizes && !setup_refuses(&setup, n))
        add_size(unit, n);
}

void units_add_soon(struct units *p, const struct choice *choice,
                    unsigned bytes, bool in_order,
                    size_t (*many)(const struct setup *setup))
{
    const struct monoid *const monoid = units_interval(p, bytes);
    const int turn = p->turn++;
    int before = p->out->units;
    const bool all = p->job->schedules_given || p->rounds < 3;
    struct unit unit = {.choice = *choice,
                        .exclusive = turn % 2 == 0,
                        .threads = p->job->threads[0],
                        .forms = ALL_FORMS,
                        .in_turn = true,
                        .first_round = all || in_order ? 0 : 1,
                        .rounds = in_order ? 1
                                  : all    ? p->rounds
                                           : 2};

    units_append(p, unit, monoid);
    const struct setup setup = setup_of(p, &unit, monoid);
    const size_t n = p->job->sizes ? 0 : many(&setup);
    if (p->out->units == before || n == 0)
        return;
    before = p->out->units;
    unit.forms = 1u << turn % FORMS;
    units_append(p, unit, monoid);
    if (p->out->units > before)
        run_just(&p->out->unit[before], n);
}

static void add_long(struct units *p, const struct choice *small)
{
    enum { LONG = (1 << 16) + 201, MAX_WORK = 3000000 };
    const unsigned bytes = units_bytes(p, 0);
    const struct unit unit = {.choice = *small};
    const struct setup setup = setup_of(p, &unit, units_interval(p, bytes));
    const int before = p->out->units;

    if (p->status != OK || !p->job->source ||
        !source_has_narrow_types(p->job->source) ||
        setup_refuses(&setup, LONG) ||
        setup_forms(&setup, LONG).work.low > MAX_WORK)
        return;
    units_add_in_turn(p, small, bytes, 1);
    if (p->out->units > before)
        run_just(&p->out->unit[before], LONG);
}

void units_add_long(struct units *p, const struct choice *small)
{
    add_long(p, small);
    each_form(p, small, add_long);
}

/* False: it has no such size. */
static bool add_starved(struct units *p, const struct choice *choice,
                        unsigned bytes)
{
    const struct unit unit = {.choice = *choice};
    const struct setup setup = setup_of(p, &unit, units_interval(p, bytes));
    const size_t n = full_window_size(&setup);
    const int before = p->out->units;

    if (n == 0)
        return false;
    units_add_in_turn(p, choice, bytes, 1);
    if (p->out->units == before)
        return false;
    run_just(&p->out->unit[before], n);
    p->out->unit[before].starves = true;
    return true;
}

/* Each form has its own look-back. */
static void add_starved_form(struct units *p, const struct choice *choice)
{
    add_starved(p, choice, units_bytes(p, 0));
}

void units_add_full_window(struct units *p, const struct choice *small)
{
    const struct parameter *const list = small->implementation->parameters;

    if (p->job->source)
        each_form(p, small, add_starved_form);
    if (!add_starved(p, small, units_bytes(p, p->turn)))
        return;
    for (int i = 0; list[i].name; i++)
        for (int v = 0; parameter_has(&list[i], v); v++) {
            struct choice choice = *small;
            if (strcmp(list[i].name, "window") != 0 ||
                p->job->choice->given[i] ||
                list[i].legal[v] != list[i].by_default)
                continue;
            units_set_legal(&choice, i, v);
            add_starved(p, &choice, units_bytes(p, 0));
        }
}

void units_add_lots(struct units *p, const struct choice *small)
{
    enum { TILES = 4, LOTS = 12 };
    const unsigned bytes = units_bytes(p, 0);
    const struct unit unit = {.choice = *small};
    const struct setup setup = setup_of(p, &unit, units_interval(p, bytes));
    const size_t n = some_tiles_size(&setup, TILES);
    const int before = p->out->units;

    if (!p->job->source || small->algorithm->task == &scan_task || n == 0)
        return;
    units_add_in_turn(p, small, bytes, ALL_FORMS);
    if (p->out->units == before)
        return;
    struct unit *const lots = &p->out->unit[before];
    run_just(lots, some_tiles_size(&setup, TILES + 1));
    lots->sizes[0] = n;
    lots->lots = true;
    lots->first_round = 0;
    lots->rounds = LOTS;
}

/* True: both units have the same cases. */
static bool has_same_cases(const struct unit *a, const struct unit *b)
{
    return !memcmp(a->choice.value, b->choice.value, sizeof a->choice.value) &&
           !strcmp(a->monoid, b->monoid) && a->exclusive == b->exclusive &&
           a->threads == b->threads && a->forms == b->forms &&
           a->size_count == b->size_count &&
           !memcmp(a->sizes, b->sizes, a->size_count * sizeof *a->sizes);
}

static void add_trees(struct units *p, const struct unit *of)
{
    struct proof_plan *const out = p->out;
    struct unit unit = *of;

    for (int k = 0; k < out->units; k++)
        if (out->unit[k].compares_trees && has_same_cases(&out->unit[k], of))
            return;
    unit.sizes = malloc((of->size_count + 1) * sizeof *unit.sizes);
    if (!unit.sizes || out->units == MAX_UNITS) {
        free(unit.sizes);
        p->status = problem_set(p->why, MACHINE_LACKS,
                                "more runs to compare than fit into memory");
        return;
    }
    memcpy(unit.sizes, of->sizes, of->size_count * sizeof *unit.sizes);
    unit.stage = STAGE_TREES;
    unit.compares_trees = true;
    unit.entries = unit.remembers = false;
    unit.in_turn = true; /* without a history of other launches */
    unit.first_round = 0;
    unit.rounds =
        p->rounds + (p->job->schedules_given || !p->job->simts || of->in_turn
                         ? 0
                         : MORE_RANDOM);
    out->unit[out->units++] = unit;
}

/* True: a value in it, not given by the user, is right only if blocks start in
 * order. */
static bool is_right_in_order(const struct units *p, const struct unit *unit)
{
    const struct parameter *const list =
        unit->choice.implementation->parameters;
    bool is = false;

    for (int i = 0; list[i].name; i++)
        is |= list[i].right_in_order && !p->job->choice->given[i] &&
              unit->choice.value[i] == list[i].wrong;
    return is;
}

void units_add_trees(struct units *p)
{
    const int units =
        p->job->choice->algorithm->task->has_op ? p->out->units : 0;

    for (int k = 0; k < units && p->status == OK; k++) {
        const struct unit unit = p->out->unit[k];
        if (!strncmp(unit.monoid, "interval", 8) && !unit.starves &&
            !unit.lots && !is_right_in_order(p, &unit))
            add_trees(p, &unit);
    }
}

const char *units_refusal(const struct units *p, const struct choice *choice,
                          unsigned bytes)
{
    const struct unit unit = {.choice = *choice};
    const struct setup setup = setup_of(p, &unit, units_interval(p, bytes));

    return setup_refuses(&setup, 1);
}

void units_set_legal(struct choice *choice, int index, int v)
{
    char value[32];
    struct problem ignored;
    const struct parameter *const p =
        &choice->implementation->parameters[index];

    snprintf(value, sizeof value, "%ld", p->legal[v]);
    choice_set(choice, p->name, value, &ignored);
}
