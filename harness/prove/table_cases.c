/* table_cases.c - the cases that a proof runs for a size, and the inputs of a
 * case. */
#include "on_table.h"

/* ------------------------------------------------------------------- forms */

static const struct task *task_of_bench(const struct verify_bench *bench)
{
    return bench->setup->choice->algorithm->task;
}

/* The same case is placed the same way when it is run again on its own, and
 * under every schedule if trees are compared. */
bool table_is_other(const struct verify_bench *bench,
                    const struct verify_case *c)
{
    const struct simt_options *const simt = bench->setup->simt;
    const int turned = simt && simt->schedule == SCHEDULE_RANDOM &&
                       !bench->unit->compares_trees;
    const int kind = bench->setup->exclusive + turned;

    return task_of_bench(bench)->works_in_place
               ? (kind + c->in_place + c->carry) % 2
               : (kind + c->pattern + (int)c->n + (int)c->single) % 2;
}

/* Besides the patterns, for one schedule: the k-th case of a single flag, as a
 * place from 1 on; 0: there is none. If one flag decides (stops_at_first),
 * every place is tried, or some if n is large; else a place in each of the
 * first tiles, so that tiles without a flag follow one that has it. */
static size_t single_flag(const struct on_table *t, size_t n, int k)
{
    enum { EACH = 512, FEW = 64, TILES = 8 };
    const size_t tile = t->edge[TILE_EDGE], place = (size_t)k;
    const struct drawing drawing = pattern_draw(PATTERN_HALF, n);

    if (task_of(t)->function == FUNCTION_KEY || n == 0)
        return 0;
    if (task_of(t)->stops_at_first)
        return n <= EACH ? place < n ? place + 1 : 0
               : k < FEW ? 1 + drawing.number(&drawing, place) % n
                         : 0;
    const size_t at =
        tile ? place * tile + drawing.number(&drawing, place) % tile : n;
    return k < TILES && n > tile && at < n ? at + 1 : 0;
}

/* Out of place and in place, without a carry and with it. */
static bool scan_form(const struct verify_bench *bench, int form,
                      struct verify_case *out)
{
    out->in_place = form % 2;
    out->carry = form / 2;
    return form < (verify_explores(bench->job) ? 1 : 4);
}

/* Patterns, and single flags; alignments, if nothing depends on patterns. */
static bool pattern_form(const struct verify_bench *bench, int round, int form,
                         struct verify_case *out)
{
    enum { ALIGNMENTS = 2 };
    const bool has_patterns = task_of_bench(bench)->has_patterns;
    const int different = has_patterns || bench->unit->forms != ALL_FORMS
                              ? PATTERNS_PROVED
                              : ALIGNMENTS;

    out->single = 0;
    out->pattern = has_patterns ? form : form % ALIGNMENTS;
    if (has_patterns && form >= PATTERNS_PROVED) {
        out->pattern = PATTERN_HALF;
        if (round == 0 && !verify_explores(bench->job))
            out->single = single_flag((const struct on_table *)bench, out->n,
                                      form - PATTERNS_PROVED);
    }
    return form < different || out->single;
}

bool table_form(const struct verify_bench *bench, int round, int form,
                struct verify_case *out)
{
    const bool in_place = task_of_bench(bench)->works_in_place;
    const bool exists = in_place ? scan_form(bench, form, out)
                                 : pattern_form(bench, round, form, out);

    out->shifted = bench->job->simts && table_is_other(bench, out) &&
                   (!in_place || bench->setup->monoid->table.bytes < VECTOR);
    return exists;
}

/* ------------------------------------------------------------------- inputs */

/* The inputs of the case, the same in every run; but data left by an earlier
 * launch must not be right by chance. Under two schedules they differ, unless
 * trees are compared. Some runs have eight elements, the others
 * begin at edges. */
void table_draw(struct on_table *t, const struct verify_case *c)
{
    const uint64_t simt =
        t->trees ? 0 : (uint64_t)t->simt.schedule * 8 + t->simt.seed;
    size_t edges[EDGES];
    unsigned count = 0;

    t->drawing =
        pattern_draw(task_of(t)->has_patterns ? (enum pattern)c->pattern : 0,
                     (c->n * 64 + simt) * PATTERNS_PROVED +
                         (unsigned)c->pattern + (t->launches << 40));
    t->drawing.proves = proves(t);
    /* If half are not kept, a missing element would not be noticed. */
    if (task_of(t)->stops_at_first && c->n > 0)
        t->drawing.all_but = 1 + t->drawing.number(&t->drawing, 0) % c->n;
    if (c->single) {
        t->drawing.all_but = c->single;
        t->drawing.inverse = !task_of(t)->stops_at_first;
    }
    for (int k = 0; k < EDGES; k++)
        if (t->edge[k] > 2 && t->edge[k] < c->n)
            edges[count++] = t->edge[k];
    const uint64_t drawn = t->drawing.number(&t->drawing, c->n);
    if (c->pattern != PATTERN_RUNS || drawn % (count + 1) == count)
        return;
    t->drawing.edge = edges[drawn % (count + 1)];
    t->drawing.inverse = (drawn >> 32) % 8 == 0;
}
