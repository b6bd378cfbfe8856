/* planning_pairs.c - see planning.h: pairs of values.
 *
 * Every two values of two parameters that go together, once. A setting is made
 * of a pair that is missing, and of the value of each further parameter that
 * brings the most missing pairs with it.
 */
#include "planning.h"

#include <stdlib.h>

struct pairs {
    const struct parameter *list;
    int count;
    int values[MAX_PARAMETERS]; /* 0: the user has given it */
    bool closed[MAX_PARAMETERS][MAX_LEGAL];
    bool *seen; /* [i][j][v][w] */
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

/* Counts the values of a parameter. Those that are wrong on purpose are closed,
 * and those that mean nothing to the user's file. */
static void note_values(const struct planning *p, const struct choice *small,
                        struct pairs *pairs, int i)
{
    const struct parameter *const parameter = &pairs->list[i];
    int open = 0, v = 0;

    for (; !p->job->choice->given[i] && parameter_has(parameter, v); v++) {
        pairs->closed[i][v] =
            (parameter->lesson && parameter->legal[v] == parameter->wrong) ||
            (p->job->source && !planning_is_open(p, small, i, v));
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

/* The setting that a pair leads to; where it is refused, the pair with small
 * values beside it. */
static void add_pair(struct planning *p, const struct choice *small,
                     const struct pairs *pairs, const int *chosen, int i, int j)
{
    struct choice all = *small, two = *small;
    const unsigned bytes = planning_bytes(p, p->turn);

    for (int k = 0; k < pairs->count; k++)
        if (pairs->values[k] > 1)
            planning_set_legal(&all, k, chosen[k]);
    if (choice_uses(&all, i) && choice_uses(&all, j) &&
        !planning_refusal(p, &all, bytes)) {
        mark(pairs, chosen);
        p->out->settings++;
        planning_add_in_turn(p, &all, bytes, ALL_FORMS);
        return;
    }
    planning_set_legal(&two, i, chosen[i]);
    planning_set_legal(&two, j, chosen[j]);
    *pair_of(pairs, i, chosen[i], j, chosen[j]) = true;
    if (!choice_take_form(&two, i, p->job->choice->given) ||
        !choice_take_form(&two, j, p->job->choice->given) ||
        !choice_uses(&two, i) || planning_refusal(p, &two, bytes))
        return;
    p->out->settings++;
    planning_add_in_turn(p, &two, bytes, ALL_FORMS);
}

void planning_add_pairs(struct planning *p, const struct choice *small)
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
        note_values(p, small, &pairs, pairs.count);
    for (int i = 0; i < pairs.count; i++)
        for (int j = i + 1; j < pairs.count; j++)
            for (int v = 0; v < pairs.values[i]; v++)
                for (int w = 0; w < pairs.values[j]; w++) {
                    int chosen[MAX_PARAMETERS];
                    if (*pair_of(&pairs, i, v, j, w) || pairs.closed[i][v] ||
                        pairs.closed[j][w])
                        continue;
                    for (int k = 0; k < pairs.count; k++)
                        chosen[k] = k == i ? v : k == j ? w : -1;
                    choose_rest(&pairs, chosen);
                    add_pair(p, small, &pairs, chosen, i, j);
                }
    free(pairs.seen);
}
