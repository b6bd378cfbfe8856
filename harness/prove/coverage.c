/* coverage.c - see coverage.h. */
#include "coverage.h"
#include "source_mentions.h"
#include "verify_executor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_UNITS = 4096,
    SIZES_OF_T = 4,
    FORMS = 4,
    MOST_COST = 200000 /* elements and operations of a unit in turn */
};

/* While the list is made. */
struct planning {
    const struct verify_job *job;
    struct coverage *out;
    int rounds; /* of the executor */
    int turn;   /* which size of T, kind and schedule are next */
    struct monoid interval[SIZES_OF_T]; /* of 4, 8, 16 and 32 bytes */
    bool
        varies[MAX_PARAMETERS]; /* some other value than the small one is run */
    enum status status;
    struct problem *why;
};

/* ------------------------------------------------------------------- units */

/* A setup to ask the plan with. */
static struct setup setup_of(const struct planning *p, const struct unit *unit,
                             const struct monoid *monoid)
{
    return (struct setup){.device = p->job->device,
                          .choice = &unit->choice,
                          .monoid = monoid,
                          .source = p->job->source,
                          .exclusive = unit->exclusive,
                          .has_carry = true};
}

/* The user's sizes, but for those that the algorithm refuses. */
static enum status given_sizes(struct planning *p, const struct setup *setup,
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

static const struct monoid *interval_of(const struct planning *p,
                                        unsigned bytes)
{
    return &p->interval[bytes == 4 ? 0 : bytes == 8 ? 1 : bytes == 16 ? 2 : 3];
}

/* What a unit runs, in elements and operations. */
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

/* A unit of large tiles gets one form, then one schedule, then few sizes: of
 * these some are always more than one tile, where there can be. */
static enum status cut_down(const struct planning *p, const struct setup *setup,
                            struct unit *unit)
{
    const int turn = p->turn;

    if (cost_of(setup, unit) > MOST_COST)
        unit->forms = 1u << turn % FORMS;
    if (cost_of(setup, unit) > MOST_COST && unit->rounds > 1) {
        unit->first_round += turn % unit->rounds;
        unit->rounds = 1;
    }
    if (cost_of(setup, unit) <= MOST_COST)
        return OK;
    free(unit->sizes);
    unit->sizes = NULL;
    return fitting_sizes(setup, SIZES_FEW, &unit->sizes, &unit->size_count,
                         p->why);
}

/* Fills in the sizes, and appends. A unit without a size is left out. */
static void append(struct planning *p, struct unit unit,
                   const struct monoid *monoid)
{
    const bool dense = p->job->thorough;

    if (p->status != OK)
        return;
    if (p->out->units == MOST_UNITS) {
        p->status = problem_set(p->why, MACHINE_LACKS,
                                "more than %d parameter settings to verify",
                                MOST_UNITS);
        return;
    }
    snprintf(unit.monoid, sizeof unit.monoid, "%s", monoid->name);
    const struct setup setup = setup_of(p, &unit, monoid);
    p->status = p->job->sizes
                    ? given_sizes(p, &setup, &unit)
                    : fitting_sizes(&setup, dense ? SIZES_DENSE : SIZES_USUAL,
                                    &unit.sizes, &unit.size_count, p->why);
    if (p->status == OK && !p->job->sizes && !dense && unit.in_turn)
        p->status = cut_down(p, &setup, &unit);
    if (p->status == OK && unit.size_count > 0)
        p->out->unit[p->out->units++] = unit;
    else
        free(unit.sizes);
}

/* ------------------------------------------------------- sizes of T, kinds */

/* All of them, on each number of threads. */
static void add_all(struct planning *p, const struct choice *choice)
{
    for (unsigned bytes = 4; bytes <= 32; bytes *= 2) {
        if (!(p->job->elem_bytes & bytes))
            continue;
        for (int k = 0; k < 2 * p->job->thread_counts; k++)
            append(p,
                   (struct unit){.choice = *choice,
                                 .exclusive = k % 2,
                                 .threads = p->job->threads[k / 2],
                                 .forms = ALL_FORMS,
                                 .rounds = p->rounds},
                   interval_of(p, bytes));
    }
    p->out->settings++;
}

/* The turn-th of the sizes of T that are asked for. */
static unsigned bytes_in_turn(const struct planning *p, int turn)
{
    unsigned asked[SIZES_OF_T] = {4};
    int count = 0;

    for (unsigned bytes = 4; bytes <= 32; bytes *= 2)
        if (p->job->elem_bytes & bytes)
            asked[count++] = bytes;
    return asked[count ? turn % count : 0];
}

/* One size of T, one kind; two schedules where there are several. */
static void add_in_turn(struct planning *p, const struct choice *choice,
                        unsigned bytes, unsigned forms)
{
    const int turn = p->turn++;
    const int rounds = p->job->schedules_given || p->rounds < 2 ? p->rounds : 2;

    append(p,
           (struct unit){.choice = *choice,
                         .exclusive = turn / SIZES_OF_T % 2,
                         .threads = p->job->threads[0],
                         .forms = forms,
                         .in_turn = true,
                         .first_round = rounds < p->rounds
                                            ? turn % (p->rounds - rounds + 1)
                                            : 0,
                         .rounds = rounds},
           interval_of(p, bytes));
}

/* Tiles of tiles: each size of T once. */
static void add_second_level(struct planning *p, const struct choice *small)
{
    for (unsigned bytes = 4; bytes <= 32; bytes *= 2) {
        const struct unit unit = {.choice = *small};
        const struct setup setup = setup_of(p, &unit, interval_of(p, bytes));
        const size_t n = second_level_size(&setup);
        if (n == 0 || !(p->job->elem_bytes & bytes) || p->status != OK)
            continue;
        const int before = p->out->units;
        add_in_turn(p, small, bytes, 1u << p->turn % FORMS);
        if (p->out->units == before)
            continue;
        struct unit *const added = &p->out->unit[before];
        added->sizes[0] = n;
        added->size_count = 1;
        added->rounds = 1;
    }
}

/* ------------------------------------------------------- values in turn */

static const char *refusal_of(const struct planning *p,
                              const struct choice *choice, unsigned bytes)
{
    const struct unit unit = {.choice = *choice};
    const struct setup setup = setup_of(p, &unit, interval_of(p, bytes));

    return setup_refuses(&setup, 1);
}

static void set_legal(struct choice *choice, int index, int v)
{
    char value[32];
    struct problem ignored;
    const struct parameter *const p =
        &choice->implementation->parameters[index];

    snprintf(value, sizeof value, "%ld", p->legal[v]);
    choice_set(choice, p->name, value, &ignored);
}

/* Another parameter that has to be changed too: the value v of `index` does not
 * go with its small value. */
static bool find_company(const struct planning *p, struct choice *choice,
                         int index, unsigned bytes)
{
    const struct parameter *const list = choice->implementation->parameters;

    for (int other = 0; list[other].name; other++)
        for (int v = 0; parameter_has(&list[other], v); v++) {
            struct choice both = *choice;
            if (other == index || p->job->choice->given[other] ||
                (list[other].lesson &&
                 list[other].legal[v] == list[other].wrong))
                continue;
            set_legal(&both, other, v);
            if (!refusal_of(p, &both, bytes)) {
                *choice = both;
                return true;
            }
        }
    return false;
}

static void note_untried(struct planning *p, const struct parameter *parameter,
                         int v, const char *why)
{
    if (p->out->untried++ > 0)
        return;
    if (parameter->names[v])
        snprintf(p->out->untried_value, sizeof p->out->untried_value, "%s",
                 parameter->names[v]);
    else
        snprintf(p->out->untried_value, sizeof p->out->untried_value, "%s=%ld",
                 parameter->name, parameter->legal[v]);
    p->out->untried_why = why;
}

/* `small`, with the v-th legal value of a parameter. */
static void add_value(struct planning *p, const struct choice *small, int index,
                      int v)
{
    const struct parameter *const parameter =
        &small->implementation->parameters[index];
    struct choice choice = *small;

    set_legal(&choice, index, v);
    for (int k = 0; k < SIZES_OF_T; k++) {
        struct choice fits = choice;
        const unsigned bytes = bytes_in_turn(p, p->turn + k);
        if (refusal_of(p, &fits, bytes) &&
            !find_company(p, &fits, index, bytes))
            continue;
        p->varies[index] = true;
        p->out->settings++;
        add_in_turn(p, &fits, bytes, ALL_FORMS);
        return;
    }
    note_untried(p, parameter, v, refusal_of(p, &choice, 4));
}

/* Every legal value of every parameter that the user leaves open. */
static void add_each_value(struct planning *p, const struct choice *small)
{
    const struct parameter *const list = small->implementation->parameters;

    for (int i = 0; list[i].name; i++) {
        if (p->job->choice->given[i] ||
            (p->job->source &&
             !source_mentions(p->job->source, small->algorithm->name,
                              list[i].macro)))
            continue;
        for (int v = 0; parameter_has(&list[i], v); v++)
            if (list[i].legal[v] != small->value[i] &&
                !(list[i].lesson && list[i].legal[v] == list[i].wrong))
                add_value(p, small, i, v);
    }
}

/* "block, items and window". */
static void print_varied(struct planning *p, const struct choice *small)
{
    const struct parameter *const list = small->implementation->parameters;
    char *const text = p->out->each_value_of;
    const size_t size = sizeof p->out->each_value_of;
    size_t used = 0;
    int left = 0;

    for (int i = 0; list[i].name; i++)
        left += p->varies[i];
    for (int i = 0; list[i].name && used < size; i++) {
        if (!p->varies[i])
            continue;
        left--;
        used += (size_t)snprintf(text + used, size - used, "%s%s", list[i].name,
                                 left > 1    ? ", "
                                 : left == 1 ? " and "
                                             : "");
    }
}

/* --------------------------------------------------------- pairs of values */

/* Every two values of two parameters that go together, once. A setting is made
 * of a pair that is missing, and of the value of each further parameter that
 * brings the most missing pairs with it. */
struct pairs {
    const struct parameter *list;
    int count;
    int values[MAX_PARAMETERS]; /* 1: the user has given it */
    bool *seen;                 /* [i][j][v][w] */
};

static bool *pair_of(const struct pairs *pairs, int i, int v, int j, int w)
{
    return &pairs->seen[((i * MAX_PARAMETERS + j) * MAX_LEGAL + v) * MAX_LEGAL +
                        w];
}

/* How many missing pairs a value brings to those that are chosen (>= 0). */
static int brings(const struct pairs *pairs, const int *chosen, int i, int v)
{
    int count = 0;

    for (int j = 0; j < pairs->count; j++)
        if (j != i && chosen[j] >= 0)
            count += i < j ? !*pair_of(pairs, i, v, j, chosen[j])
                           : !*pair_of(pairs, j, chosen[j], i, v);
    return count;
}

static void mark(const struct pairs *pairs, const int *chosen)
{
    for (int i = 0; i < pairs->count; i++)
        for (int j = i + 1; j < pairs->count; j++)
            *pair_of(pairs, i, chosen[i], j, chosen[j]) = true;
}

static bool is_wrong(const struct parameter *p, int v)
{
    return p->lesson && p->legal[v] == p->wrong;
}

static void choose_rest(const struct pairs *pairs, int *chosen)
{
    for (int i = 0; i < pairs->count; i++) {
        int best = -1, most = -1;
        for (int v = 0; chosen[i] < 0 && v < pairs->values[i]; v++) {
            const int more = brings(pairs, chosen, i, v);
            if (!is_wrong(&pairs->list[i], v) && more > most) {
                most = more;
                best = v;
            }
        }
        if (chosen[i] < 0)
            chosen[i] = best < 0 ? 0 : best;
    }
}

/* The setting that a pair leads to; where it is refused, the pair with small
 * values beside it. */
static void add_pair(struct planning *p, const struct choice *small,
                     const struct pairs *pairs, const int *chosen, int i, int j)
{
    struct choice all = *small, two = *small;
    const unsigned bytes = bytes_in_turn(p, p->turn);

    for (int k = 0; k < pairs->count; k++)
        if (pairs->values[k] > 1)
            set_legal(&all, k, chosen[k]);
    if (!refusal_of(p, &all, bytes)) {
        mark(pairs, chosen);
        p->out->settings++;
        add_in_turn(p, &all, bytes, ALL_FORMS);
        return;
    }
    set_legal(&two, i, chosen[i]);
    set_legal(&two, j, chosen[j]);
    *pair_of(pairs, i, chosen[i], j, chosen[j]) = true;
    if (refusal_of(p, &two, bytes))
        return;
    p->out->settings++;
    add_in_turn(p, &two, bytes, ALL_FORMS);
}

static void add_pairs(struct planning *p, const struct choice *small)
{
    struct pairs pairs = {.list = small->implementation->parameters};

    pairs.seen =
        calloc((size_t)MAX_PARAMETERS * MAX_PARAMETERS * MAX_LEGAL * MAX_LEGAL,
               sizeof *pairs.seen);
    if (!pairs.seen) {
        p->status = problem_set(p->why, MACHINE_LACKS, "out of memory");
        return;
    }
    for (; pairs.list[pairs.count].name; pairs.count++)
        while (
            !p->job->choice->given[pairs.count] &&
            parameter_has(&pairs.list[pairs.count], pairs.values[pairs.count]))
            pairs.values[pairs.count]++;
    for (int i = 0; i < pairs.count; i++)
        for (int j = i + 1; j < pairs.count; j++)
            for (int v = 0; v < pairs.values[i]; v++)
                for (int w = 0; w < pairs.values[j]; w++) {
                    int chosen[MAX_PARAMETERS];
                    if (*pair_of(&pairs, i, v, j, w) ||
                        is_wrong(&pairs.list[i], v) ||
                        is_wrong(&pairs.list[j], w))
                        continue;
                    for (int k = 0; k < pairs.count; k++)
                        chosen[k] = k == i ? v : k == j ? w : -1;
                    choose_rest(&pairs, chosen);
                    add_pair(p, small, &pairs, chosen, i, j);
                }
    free(pairs.seen);
}

/* ------------------------------------------------- defaults and named forms */

/* A choice by the text after its colon. */
static bool choice_of(const struct planning *p, const char *settings,
                      struct choice *out)
{
    char text[512];
    struct problem ignored;

    snprintf(text, sizeof text, "%s:%s", p->job->choice->algorithm->name,
             settings);
    return choice_parse(text, p->job->device, out, &ignored) == OK;
}

/* Large tiles: one form and, mostly, one schedule of each. */
static void add_named(struct planning *p)
{
    const struct implementation *const code = p->job->choice->implementation;
    struct choice choice;

    for (const struct variant *v = code->variants; v && v->name; v++)
        if (choice_of(p, v->name, &choice)) {
            p->out->settings++;
            add_in_turn(p, &choice, bytes_in_turn(p, p->turn), ALL_FORMS);
        }
    for (const struct shape *s = code->shapes; s && s->settings; s++)
        if (choice_of(p, s->settings, &choice)) {
            const unsigned bytes =
                s->elem_bytes < 32 ? (unsigned)s->elem_bytes : 32;
            p->out->settings++;
            if (p->job->elem_bytes & bytes)
                add_in_turn(p, &choice, bytes, 1u << p->turn % 4);
        }
}

/* The plain name's own. */
static void add_default(struct planning *p)
{
    for (unsigned bytes = 4; bytes <= 32; bytes *= 2)
        if (p->job->elem_bytes & bytes)
            add_in_turn(p, p->job->choice, bytes, ALL_FORMS);
    p->out->settings++;
}

/* -------------------------------------------------------------- all of them */

static bool gives_any(const struct choice *choice)
{
    bool any = false;

    for (int i = 0; i < MAX_PARAMETERS; i++)
        any |= choice->given[i];
    return any;
}

/* Every order of one case says enough, and takes long. */
static void plan_exploration(struct planning *p)
{
    append(p,
           (struct unit){.choice = *p->job->choice,
                         .threads = p->job->threads[0],
                         .forms = 1,
                         .rounds = p->rounds},
           interval_of(p, bytes_in_turn(p, 0)));
    p->out->settings = 1;
}

/* The built-in monoids, with values that can be compared. */
static void plan_monoids(struct planning *p)
{
    for (const char *const *name = monoid_names(); *name; name++) {
        struct monoid monoid;
        if (p->status != OK || strncmp(*name, "interval", 8) == 0)
            continue;
        p->status = monoid_open(*name, &monoid, p->why);
        if (p->status != OK)
            return;
        for (int exclusive = 0; exclusive < 2; exclusive++)
            append(p,
                   (struct unit){.choice = *p->job->choice,
                                 .exclusive = exclusive,
                                 .entries = !exclusive,
                                 .threads = p->job->threads[0],
                                 .forms = ALL_FORMS,
                                 .rounds = p->rounds},
                   &monoid);
        monoid_close(&monoid);
    }
}

static void plan_all(struct planning *p)
{
    const struct verify_job *const job = p->job;
    const struct choice small = choice_small(job->choice);
    const bool differs = strcmp(small.variant, job->choice->variant) != 0;
    const bool thorough = job->thorough;

    add_all(p, &small);
    if (job->device->has_schedules && !job->sizes)
        add_second_level(p, &small);
    if (job->device->has_schedules)
        add_each_value(p, &small);
    print_varied(p, &small);
    if (differs && (thorough || !job->device->has_schedules))
        add_all(p, job->choice);
    else if (differs)
        add_default(p);
    if (job->device->has_schedules && !job->source && !gives_any(job->choice))
        add_named(p);
    if (thorough && job->device->has_schedules && !job->source)
        add_pairs(p, &small);
    if (verify_executor_of(job)->needs_monoids)
        plan_monoids(p);
}

enum status coverage_plan(const struct verify_job *job, struct coverage *out,
                          struct problem *why)
{
    struct planning p = {.job = job,
                         .out = out,
                         .rounds = verify_executor_of(job)->rounds(job),
                         .why = why};

    *out = (struct coverage){.unit = calloc(MOST_UNITS, sizeof *out->unit)};
    if (!out->unit)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int i = 0; i < SIZES_OF_T && p.status == OK; i++)
        p.status = monoid_open(verify_interval(4u << i), &p.interval[i], why);
    if (p.status == OK && verify_explores(job))
        plan_exploration(&p);
    else if (p.status == OK)
        plan_all(&p);
    for (int i = 0; i < SIZES_OF_T; i++)
        monoid_close(&p.interval[i]);
    if (p.status != OK)
        coverage_close(out);
    return p.status;
}

void coverage_close(struct coverage *coverage)
{
    for (int i = 0; i < coverage->units; i++)
        free(coverage->unit[i].sizes);
    free(coverage->unit);
    *coverage = (struct coverage){.unit = NULL};
}
