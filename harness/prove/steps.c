/* steps.c - prints the recorded network with its values. */
#include "steps.h"
#include "count.h"
#include "monoids/interval_table.h"
#include "monoids/interval_values.h"
#include "base/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELL = 192, MAX_NODES = 4096, LINE_WIDTH = 140 };

struct steps {
    const struct monoid_table *monoid;
    size_t n;
    char *value;              /* of each node of the interval table */
    uint32_t *output;         /* node of each output */
    uint32_t cell[MAX_SHOWN]; /* the newest node that ends at a position */
    bool fresh[MAX_SHOWN];    /* new in this step */
    int width;                /* of a printed cell */
};

/* Too wide for a line: only the cells that changed, by position. */
static void print_changes(const struct steps *s, const char *label, bool all)
{
    char text[CELL];
    int used = 0;

    for (size_t i = 0; i < s->n; i++) {
        if (!all && !s->fresh[i])
            continue;
        if (used == 0)
            printf("  %-8s", label);
        monoid_print(s->monoid, s->value + s->cell[i] * s->monoid->bytes, text,
                     sizeof text);
        used += printf(" [%zu] %s", i, text);
        if (used > LINE_WIDTH - s->width) {
            printf("\n");
            used = 0;
            label = "";
        }
    }
    if (used > 0)
        printf("\n");
}

static void print_cells(const struct steps *s, const char *label, bool all)
{
    char text[CELL];

    if ((int)s->n * (s->width + 1) > LINE_WIDTH) {
        print_changes(s, label, all);
        return;
    }
    printf("  %-8s", label);
    for (size_t i = 0; i < s->n; i++) {
        monoid_print(s->monoid, s->value + s->cell[i] * s->monoid->bytes, text,
                     sizeof text);
        printf("%*s%s", s->width, text, s->fresh[i] ? "'" : " ");
    }
    printf("\n");
}

static void find_width(struct steps *s)
{
    char text[CELL];

    for (uint32_t i = INTERVAL_FIRST_LEAF; i < interval_nodes(); i++) {
        const int length = (int)strlen(monoid_print(
            s->monoid, s->value + i * s->monoid->bytes, text, sizeof text));
        if (length + 1 > s->width)
            s->width = length + 1;
    }
}

/* Adds all nodes of this depth; at each position the latest one counts. */
static void take_step(struct steps *s, uint32_t depth)
{
    for (size_t i = 0; i < s->n; i++)
        s->fresh[i] = false;
    for (uint32_t i = INTERVAL_FIRST_LEAF + (uint32_t)s->n;
         i < interval_nodes(); i++) {
        const struct interval_node *node = interval_node(i);
        if (node->depth != depth)
            continue;
        s->cell[node->high] = i;
        s->fresh[node->high] = true;
    }
}

static uint32_t deepest_node(void)
{
    uint32_t deepest = 0;
    for (uint32_t i = INTERVAL_FIRST_LEAF; i < interval_nodes(); i++)
        if (interval_node(i)->depth > deepest)
            deepest = interval_node(i)->depth;
    return deepest;
}

static void print_all(struct steps *s)
{
    char label[32];
    const uint32_t deepest = deepest_node();

    find_width(s);
    for (size_t i = 0; i < s->n; i++)
        s->cell[i] = (uint32_t)i + INTERVAL_FIRST_LEAF;
    print_cells(s, "in", true);
    for (uint32_t depth = 1; depth <= deepest; depth++) {
        take_step(s, depth);
        snprintf(label, sizeof label, "step %u", depth);
        print_cells(s, label, false);
    }
    for (size_t i = 0; i < s->n; i++) {
        s->cell[i] = s->output[i];
        s->fresh[i] = false;
    }
    print_cells(s, "out", true);
}

/* True: one element after another: n - 1 operations, each on the last
 * result. */
static bool is_chain(const struct counts *counts, size_t n)
{
    return n > 1 && counts->work == (double)n - 1 &&
           counts->depth == counts->work;
}

/* With less than one tile, a tiled algorithm runs the plain loop. If the
 * smallest tiles show more, their steps are recorded instead, and named. */
static enum status record_tiles(const struct setup *recorded, size_t n,
                                struct counts *counts, uint32_t *output,
                                struct problem *why)
{
    const bool alone = recorded->pool && pool_threads(recorded->pool) == 1;
    const struct choice small = choice_small(recorded->choice);
    struct setup in_tiles = *recorded;

    if (!is_chain(counts, n) || !small.implementation->parameters[0].name)
        return OK;
    if (alone)
        printf("\nA single thread runs the plain loop.\n");
    else
        printf("\nn = %zu is smaller than one tile: the plain loop ran on one "
               "thread.\n",
               n);
    in_tiles.choice = &small;
    if (alone || setup_refuses(&in_tiles, n))
        return OK;
    const enum status status = count_run(&in_tiles, n, counts, output, why);
    if (status == OK && !is_chain(counts, n))
        printf("Smaller tiles show how the algorithm works: %s:%s.\n",
               small.algorithm->name, small.variant);
    return status;
}

enum status steps_print(const struct setup *setup, const void *in, size_t n,
                        struct problem *why)
{
    struct monoid intervals;
    struct counts counts;
    uint32_t output[MAX_SHOWN];
    enum status status = monoid_open("interval", &intervals, why);

    if (status != OK)
        return status;
    struct setup recorded = *setup;
    recorded.monoid = &intervals;
    recorded.has_carry = false;
    status = count_run(&recorded, n, &counts, output, why);
    if (status == OK)
        status = record_tiles(&recorded, n, &counts, output, why);
    monoid_close(&intervals);
    if (status != OK || interval_nodes() > MAX_NODES)
        return status;
    struct steps s = {
        .monoid = &setup->monoid->table, .n = n, .output = output};
    s.value = interval_values(s.monoid, in, n);
    if (!s.value)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    printf("\nThe steps, as recorded on intervals: a cell shows the newest "
           "fold that ends there,\nand ' marks the folds of that step. %.0f "
           "operation%s, depth %.0f.\n",
           counts.work, counts.work == 1 ? "" : "s", counts.depth);
    print_all(&s);
    free(s.value);
    return OK;
}
