/* unit_pairs.c - see units.h: pairs of values.
 *
 * Covers every compatible pair of values of two parameters once. A setting
 * consists of a missing pair and, for each further parameter, the value that
 * adds the most missing pairs.
 *
 * For a user's file the usual proof runs the pairs in which a parameter affects
 * the length of a __shared__ array: if padding is computed only for large
 * blocks, a padded array is too short in a small one, although each of the two
 * values is right without the other. The compiled modules of earlier units show
 * which parameters these are. Of numbers, only the smallest and the largest
 * value are run, since each pair is a module to compile. T also affects such a
 * length: each of these values, and each value that changes the shared memory
 * in the plan, is also run with the longest T, and with the next longest, since
 * the largest value may not fit with the longest T.
 */
#include "units.h"

#include <stdlib.h>
#include <string.h>

struct pairs {
    const struct parameter *list;
    int count;
    int values[MAX_PARAMETERS]; /* 0: given by the user */
    bool closed[MAX_PARAMETERS][MAX_LEGAL];
    bool *seen; /* [i][j][v][w] */
};

static bool *pair_of(const struct pairs *pairs, int i, int v, int j, int w)
{
    return &pairs->seen[((i * MAX_PARAMETERS + j) * MAX_LEGAL + v) * MAX_LEGAL +
                        w];
}

/* The number of missing pairs that a value adds to the chosen ones (>= 0). */
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

/* Counts the values of a parameter. Excludes values that are wrong on purpose,
 * and those without effect on the user's file. */
static void note_values(const struct units *p, const struct choice *small,
                        struct pairs *pairs, int i)
{
    const struct parameter *const parameter = &pairs->list[i];
    int open = 0, v = 0;

    for (; !p->job->choice->given[i] && parameter_has(parameter, v); v++) {
        pairs->closed[i][v] =
            (parameter->lesson && parameter->legal[v] == parameter->wrong) ||
            (p->job->source && !units_is_open(p, small, i, v));
        open += !pairs->closed[i][v];
    }
    pairs->values[i] = open ? v : 0;
}

static void choose_rest(const struct pairs *pairs, int *chosen)
{
    for (int i = 0; i < pairs->count; i++) {
        int best = -1, most = -1;
        for (int v = 0; chosen[i] < 0 && v < pairs->values[i]; v++) {
            const int more = brings(pairs, chosen, i, v);
            if (!pairs->closed[i][v] && more > most) {
                most = more;
                best = v;
            }
        }
        if (chosen[i] < 0)
            chosen[i] = best < 0 ? 0 : best;
    }
}

/* Adds the setting for a pair; if it is refused, the pair with small values for
 * the rest. */
static void add_pair(struct units *p, const struct choice *small,
                     const struct pairs *pairs, const int *chosen, int i, int j)
{
    struct choice all = *small, two = *small;
    const unsigned bytes = units_bytes(p, p->turn);

    for (int k = 0; k < pairs->count; k++)
        if (pairs->values[k] > 1)
            units_set_legal(&all, k, chosen[k]);
    if (choice_uses(&all, i) && choice_uses(&all, j) &&
        !units_refusal(p, &all, bytes)) {
        mark(pairs, chosen);
        p->out->settings++;
        units_add_in_turn(p, &all, bytes, ALL_FORMS);
        return;
    }
    units_set_legal(&two, i, chosen[i]);
    units_set_legal(&two, j, chosen[j]);
    *pair_of(pairs, i, chosen[i], j, chosen[j]) = true;
    if (!choice_take_form(&two, i, p->job->choice->given) ||
        !choice_take_form(&two, j, p->job->choice->given) ||
        !choice_uses(&two, i) || units_refusal(p, &two, bytes))
        return;
    p->out->settings++;
    units_add_in_turn(p, &two, bytes, ALL_FORMS);
}

/* False: out of memory. */
static bool open_pairs(struct units *p, const struct choice *small,
                       struct pairs *out)
{
    *out = (struct pairs){.list = small->implementation->parameters};
    out->seen =
        calloc((size_t)MAX_PARAMETERS * MAX_PARAMETERS * MAX_LEGAL * MAX_LEGAL,
               sizeof *out->seen);
    if (!out->seen) {
        p->status = problem_set(p->why, MACHINE_LACKS, "out of memory");
        return false;
    }
    for (; out->list[out->count].name; out->count++)
        note_values(p, small, out, out->count);
    return true;
}

static void add_missing(struct units *p, const struct choice *small,
                        const struct pairs *pairs)
{
    for (int i = 0; i < pairs->count; i++)
        for (int j = i + 1; j < pairs->count; j++)
            for (int v = 0; v < pairs->values[i]; v++)
                for (int w = 0; w < pairs->values[j]; w++) {
                    int chosen[MAX_PARAMETERS];
                    if (*pair_of(pairs, i, v, j, w) || pairs->closed[i][v] ||
                        pairs->closed[j][w])
                        continue;
                    for (int k = 0; k < pairs->count; k++)
                        chosen[k] = k == i ? v : k == j ? w : -1;
                    choose_rest(pairs, chosen);
                    add_pair(p, small, pairs, chosen, i, j);
                }
}

void units_add_pairs(struct units *p, const struct choice *small)
{
    struct pairs pairs;

    if (!open_pairs(p, small, &pairs))
        return;
    add_missing(p, small, &pairs);
    free(pairs.seen);
}

/* ------------------------------------------------- sizes of shared arrays */

/* Two units: which parameters differ, a bit for each; and are their arrays the
 * same? False: they cannot be compared. */
static bool compare(const struct proof_plan *before, const uint64_t *arrays,
                    int one, int other, uint32_t *differ, bool *same)
{
    const struct unit *const a = &before->unit[one];
    const struct unit *const b = &before->unit[other];

    *differ = 0;
    for (int i = 0; i < MAX_PARAMETERS; i++)
        if (a->choice.value[i] != b->choice.value[i])
            *differ |= 1u << i;
    *same = arrays[one] == arrays[other];
    return arrays[one] && arrays[other] &&
           (*same || !strcmp(a->monoid, b->monoid)); /* else it may be T */
}

static bool is_one_bit(uint32_t set)
{
    return set && !(set & (set - 1));
}

/* Decisive parameters differ between units with different arrays. Idle
 * parameters, left out, are the only difference between some units with equal
 * arrays, and never the only one between others; idle ones are not counted as a
 * difference. */
static uint32_t find_decisive(const struct proof_plan *before,
                              const uint64_t *arrays)
{
    uint32_t decisive = 0, idle = 0, sure = 0, was;
    uint32_t differ;
    bool same;

    do {
        was = idle | sure;
        for (int a = 0; a < before->units; a++)
            for (int b = 0; b < a; b++) {
                if (!compare(before, arrays, a, b, &differ, &same))
                    continue;
                const uint32_t left = differ & ~idle;
                if (!same)
                    decisive |= differ;
                if (is_one_bit(left) && !same)
                    sure |= left;
                else if (is_one_bit(left))
                    idle |= left & ~sure;
            }
        idle &= ~sure;
    } while ((idle | sure) != was);
    return decisive & ~idle;
}

static int legal_of(const struct pairs *pairs, const struct choice *choice,
                    int i)
{
    int v = 0;

    while (v < pairs->values[i] && pairs->list[i].legal[v] != choice->value[i])
        v++;
    return v;
}

/* Marks each pair of a setting as run. */
static void mark_run(const struct pairs *pairs, const struct choice *choice)
{
    for (int i = 0; i < pairs->count; i++)
        for (int j = i + 1; j < pairs->count; j++) {
            const int v = legal_of(pairs, choice, i);
            const int w = legal_of(pairs, choice, j);
            if (v < pairs->values[i] && w < pairs->values[j] &&
                choice_uses(choice, i) && choice_uses(choice, j))
                *pair_of(pairs, i, v, j, w) = true;
        }
}

/* True: a named value, or the smallest or largest open number. */
static bool is_extreme(const struct pairs *pairs, int i, int v)
{
    const struct parameter *const p = &pairs->list[i];
    bool below = false, above = false;

    for (int w = 0; w < pairs->values[i]; w++) {
        below |= !pairs->closed[i][w] && p->legal[w] < p->legal[v];
        above |= !pairs->closed[i][w] && p->legal[w] > p->legal[v];
    }
    return p->names[v] || !below || !above;
}

static bool is_wanted(const struct pairs *pairs, uint32_t decisive, int i,
                      int v, int j, int w)
{
    return (decisive >> i & 1 || decisive >> j & 1) &&
           is_extreme(pairs, i, v) && is_extreme(pairs, j, w);
}

/* True: it ran, and fitted on the machine. */
static bool has_run(const struct proof_plan *before, const uint64_t *arrays,
                    int i, long value, const struct monoid *monoid)
{
    bool found = false;

    for (int k = 0; k < before->units && !found; k++)
        found = arrays[k] && before->unit[k].choice.value[i] == value &&
                choice_uses(&before->unit[k].choice, i) &&
                !strcmp(before->unit[k].monoid, monoid->name);
    return found;
}

/* Parameters with a value that changes the size of shared memory in the
 * plan. */
static uint32_t find_sizing(const struct units *p, const struct choice *small,
                            const struct pairs *pairs)
{
    struct plan usual, other;
    uint32_t found = 0;

    for (int i = 0; i < pairs->count; i++)
        for (int v = 0; v < pairs->values[i]; v++) {
            struct choice choice = *small;
            units_set_legal(&choice, i, v);
            if (units_some(p, small, &usual) &&
                units_some(p, &choice, &other) &&
                usual.step[0].dynamic_shared_bytes !=
                    other.step[0].dynamic_shared_bytes)
                found |= 1u << i;
        }
    return found;
}

/* Adds a value with T of this size, with small values for the rest. */
static void add_size_of_t(struct units *p, const struct choice *small, int i,
                          int v, unsigned bytes)
{
    struct choice choice = *small;

    if (!choice_take_form(&choice, i, p->job->choice->given))
        return;
    units_set_legal(&choice, i, v);
    if (!choice_uses(&choice, i) || units_refusal(p, &choice, bytes))
        return;
    p->out->settings++;
    units_add_in_turn(p, &choice, bytes, ALL_FORMS);
}

static void add_sizes_of_t(struct units *p, const struct choice *small,
                           const struct pairs *pairs, uint32_t sizing,
                           const struct proof_plan *before,
                           const uint64_t *arrays)
{
    for (int i = 0; i < pairs->count; i++)
        for (int v = 0; v < pairs->values[i]; v++)
            for (unsigned bytes = 16; bytes <= 32; bytes *= 2)
                if (sizing >> i & 1 && !pairs->closed[i][v] &&
                    is_extreme(pairs, i, v) && p->job->elem_bytes & bytes &&
                    !has_run(before, arrays, i, pairs->list[i].legal[v],
                             units_interval(p, bytes)))
                    add_size_of_t(p, small, i, v, bytes);
}

void units_add_array_pairs(struct units *p, const struct choice *small,
                           const struct proof_plan *before,
                           const uint64_t *arrays)
{
    const uint32_t decisive = find_decisive(before, arrays);
    struct pairs pairs;

    if (!open_pairs(p, small, &pairs))
        return;
    for (int i = 0; i < pairs.count; i++)
        for (int j = i + 1; j < pairs.count; j++)
            for (int v = 0; v < pairs.values[i]; v++)
                for (int w = 0; w < pairs.values[j]; w++)
                    *pair_of(&pairs, i, v, j, w) =
                        !is_wanted(&pairs, decisive, i, v, j, w);
    for (int k = 0; k < before->units; k++)
        mark_run(&pairs, &before->unit[k].choice);
    add_missing(p, small, &pairs);
    add_sizes_of_t(p, small, &pairs, decisive | find_sizing(p, small, &pairs),
                   before, arrays);
    free(pairs.seen);
}
