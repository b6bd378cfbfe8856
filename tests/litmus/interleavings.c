/* interleavings.c - sets of outcomes, and the outcomes of a program whose
 * operations take effect one after another.
 */
#include "model.h"

#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- outcomes */

bool outcomes_have(const struct outcomes *set, const struct outcome *outcome)
{
    for (size_t i = 0; i < set->count; i++)
        if (!memcmp(&set->outcome[i], outcome, sizeof *outcome))
            return true;
    return false;
}

bool outcomes_add(struct outcomes *set, const struct outcome *outcome)
{
    if (outcomes_have(set, outcome))
        return false;
    if (set->count == MAX_OUTCOMES)
        abort(); /* the rest would count as forbidden */
    set->outcome[set->count++] = *outcome;
    return true;
}

int program_threads(const struct program *program)
{
    int threads = 0;

    while (threads < MAX_THREADS_OF_TEST &&
           program->op[threads][0].kind != OP_END)
        threads++;
    return threads;
}

int program_reads(const struct program *program)
{
    int reads = 0;

    for (int t = 0; t < program_threads(program); t++)
        for (const struct op *op = program->op[t]; op->kind != OP_END; op++)
            reads += op->kind == OP_READ;
    return reads;
}

/* ------------------------------------------------------------ interleavings */

struct interleaving {
    const struct program *program;
    int at[MAX_THREADS_OF_TEST], now[VARIABLES];
    bool left_out[MAX_THREADS_OF_TEST];
    struct outcome outcome;
};

static int read_at(const struct program *program, int thread, int at)
{
    int read = 0;

    for (int t = 0; t <= thread; t++)
        for (int k = 0; t < thread ? program->op[t][k].kind != OP_END : k < at;
             k++)
            read += program->op[t][k].kind == OP_READ;
    return read;
}

static const struct op *next_op(const struct interleaving *state, int t)
{
    return &state->program->op[t][state->at[t]];
}

/* All threads of the meeting have come, and all that it waits for have ended.
 */
static bool is_met(const struct interleaving *state, unsigned meeting)
{
    for (int t = 0; t < program_threads(state->program); t++)
        for (const struct op *op = next_op(state, t); op->kind != OP_END; op++)
            if (state->program->ended[meeting] >> t & 1 ||
                (op->kind == OP_MEET && op->meeting == meeting &&
                 op != next_op(state, t)))
                return false;
    return true;
}

/* Thread t does its next operation. False: it waits. */
static bool do_next(struct interleaving *state, int t)
{
    const struct op *const op = next_op(state, t);

    if (op->kind == OP_MEET) {
        if (!is_met(state, op->meeting))
            return false;
        for (int other = 0; other < program_threads(state->program); other++) {
            const struct op *const its = next_op(state, other);
            if (its->kind == OP_MEET && its->meeting == op->meeting)
                state->at[other] += 1;
        }
        return true;
    }
    if (op->kind == OP_WRITE && !state->left_out[t])
        state->now[op->variable] = op->value;
    if (op->kind == OP_READ) {
        const int now = state->now[op->variable];
        state->outcome.value[read_at(state->program, t, state->at[t])] =
            state->left_out[t] ? NOT_READ : now;
        state->left_out[t] |= op->guard && now != op->guard;
    }
    state->at[t]++;
    return true;
}

static void step(struct interleaving state, struct outcomes *strong)
{
    bool ended = true;

    for (int t = 0; t < program_threads(state.program); t++) {
        struct interleaving next = state;
        if (next_op(&state, t)->kind == OP_END)
            continue;
        ended = false;
        if (do_next(&next, t))
            step(next, strong);
    }
    if (!ended)
        return;
    for (int v = 0; v < VARIABLES; v++)
        state.outcome.value[READS + v] = state.now[v];
    outcomes_add(strong, &state.outcome);
}

void model_interleave(const struct program *program, struct outcomes *strong)
{
    step((struct interleaving){.program = program}, strong);
}
