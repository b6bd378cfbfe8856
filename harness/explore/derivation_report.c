/* derivation_report.c - see derivation_report.h. */
#include "derivation_report.h"
#include "algorithms/derived/derivation.h"
#include "base/output_file.h"
#include "monoids/interval_table.h"
#include "prove/measure_report.h"

#include <stdio.h>
#include <stdlib.h>

/* Where it is counted. */
static struct setup setup_of(const struct search_job *job,
                             const struct choice *settled, size_t n)
{
    return (struct setup){.device = job->prover,
                          .choice = settled,
                          .monoid = job->interval,
                          .simt = job->counting,
                          .exclusive = job->exclusive,
                          .largest_n = n,
                          .others = sizes_of_scan(n)};
}

static enum status settle(const struct search_job *job,
                          const struct choice *choice, struct choice *out,
                          struct problem *why)
{
    const enum status status =
        choice_parse(choice->algorithm->name, job->prover, out, why);

    if (status == OK)
        choice_copy(choice, out);
    return status;
}

bool derivation_print_counts(const struct search_job *job,
                             const struct point *point)
{
    const struct measure_report report = {.device = job->prover->name,
                                          .monoid = job->interval,
                                          .exclusive = job->exclusive,
                                          .wide = true};
    struct measure_report shown = report;
    struct choice settled;
    struct problem ignored;

    if (!point->counted ||
        settle(job, &point->choice, &settled, &ignored) != OK)
        return true;
    const struct setup setup = setup_of(job, &settled, job->count_n);
    const struct measured row = {.choice = &point->choice,
                                 .n = job->count_n,
                                 .counts = point->counts,
                                 .forms = setup_forms(&setup, job->count_n)};
    printf("\n");
    measure_report_header(&shown, 0);
    measure_report_row(&shown, &row);
    return measure_disagreements(&row) == 0;
}

/* ----------------------------------------------------------------- drawing */

enum {
    MARGIN = 24,
    LEFT_WIDTH = 300, /* of the levels */
    LEVEL_HEIGHT = 56,
    NETWORK_WIDTH = 960,
    TEXT_WIDTH = 92 /* of a level's words, at least */
};

struct sheet {
    FILE *out;
    struct derivation d;
    size_t n;           /* columns */
    unsigned depth;     /* rows */
    double column, row; /* pixels */
};

/* A level of the section as a bar, its length the logarithm of what is left,
 * and the rule that leads to the next one. */
static void draw_level(const struct sheet *g, int at, int left,
                       const char *what, const char *rule)
{
    const int y = MARGIN + 30 + at * LEVEL_HEIGHT;
    int width = 20;

    for (int k = left; k > 1; k /= 2)
        width += 18;
    if (left > 1 && width < TEXT_WIDTH)
        width = TEXT_WIDTH;
    fprintf(g->out,
            "<rect x='%d' y='%d' width='%d' height='20' rx='3' "
            "class='level'/>\n<text x='%d' y='%d'>%d%s%s</text>\n",
            MARGIN, y, width, MARGIN + 8, y + 15, left,
            left == 1 ? "\u2003\u2002" : " ", what);
    if (*rule)
        fprintf(g->out,
                "<path d='M%d %d v26 m-4 -6 l4 6 l4 -6' class='arrow'/>\n"
                "<text x='%d' y='%d' class='rule'>%s</text>\n",
                MARGIN + 12, y + 24, MARGIN + 24, y + 42, rule);
}

static void draw_levels(const struct sheet *g)
{
    const struct derivation *const d = &g->d;
    const char *const kind = d->exclusive_tree ? "blelloch" : "brent_kung";
    const char *what = "elements", *end = "";
    int left = d->section, at = 0;
    char rule[64];

    if (d->run > 1) {
        snprintf(rule, sizeof rule, "sequential(%d)", d->run);
        draw_level(g, at++, left, what, rule);
        left /= d->run;
        what = "runs";
    }
    if (d->warps) {
        draw_level(g, at++, left, what, "warps");
        left = d->cells;
        what = "warps";
    }
    for (int k = 0; k < d->trees; k++) {
        snprintf(rule, sizeof rule, "%s(%d)@depth=%d", kind, d->tree[k].factor,
                 d->tree[k].levels);
        draw_level(g, at++, left, what, rule);
        for (int level = 0; level < d->tree[k].levels; level++)
            left /= d->tree[k].factor;
        what = "nodes";
    }
    if (left > 1)
        end = d->kogge_stone ? "kogge_stone" : "a plain loop";
    draw_level(g, at, left, left > 1 ? what : "root", end);
    if (left > 1)
        draw_level(g, at + 1, 1, "scanned", "");
}

static double x_of(const struct sheet *g, uint32_t position)
{
    return MARGIN + LEFT_WIDTH + ((double)position + 0.5) * g->column;
}

static double y_of(const struct sheet *g, uint32_t depth)
{
    return MARGIN + 40 + (double)depth * g->row;
}

/* An op: from its left operand to the place where it ends, one row lower. */
static void draw_op(const struct sheet *g, uint32_t number)
{
    const struct interval_node *const node = interval_node(number);
    const struct interval_operands from = interval_operands(number);
    const struct interval_node *const left = interval_node(from.left);

    if (interval_is_broken(node))
        return;
    /* The identity has no place: the op is drawn straight down. */
    fprintf(g->out, "<path d='M%.1f %.1f L%.1f %.1f' class='op'/>\n",
            x_of(g, interval_is_identity(left) ? node->high : left->high),
            y_of(g, node->depth - 1), x_of(g, node->high),
            y_of(g, node->depth));
    if (g->column >= 4)
        fprintf(g->out, "<circle cx='%.1f' cy='%.1f' r='%.1f'/>\n",
                x_of(g, node->high), y_of(g, node->depth),
                g->column < 10 ? 1.6 : 3.0);
}

static void draw_network(const struct sheet *g)
{
    for (uint32_t k = 0; k < g->n && g->column >= 4; k++)
        fprintf(g->out, "<path d='M%.1f %.1f V%.1f' class='wire'/>\n",
                x_of(g, k), y_of(g, 0), y_of(g, g->depth));
    for (uint32_t d = 0; d <= g->depth; d++)
        fprintf(g->out, "<text x='%d' y='%.1f' class='depth'>%u</text>\n",
                MARGIN + LEFT_WIDTH - 8, y_of(g, d) + 4, d);
    for (uint32_t i = INTERVAL_FIRST_LEAF + (uint32_t)g->n;
         i < interval_nodes(); i++)
        draw_op(g, i);
}

static void draw_page(struct sheet *g, const struct choice *choice,
                      const struct counts *counts)
{
    const int levels = 4 + g->d.trees;
    const int tall = MARGIN + 40 + levels * LEVEL_HEIGHT;
    char rules[256];
    double height = 2 * MARGIN + 40 + (double)g->depth * g->row;

    if (height < tall)
        height = tall;
    choice->implementation->notation->print(choice->value, false, rules,
                                            sizeof rules);
    fprintf(g->out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %.0f' "
            "font-family='sans-serif' font-size='13'>\n"
            "<style>.level{fill:#dbe7f4;stroke:#31618f}.arrow{fill:none;"
            "stroke:#31618f;stroke-width:1.5}.rule{font-style:italic}"
            ".wire{stroke:#ccc;stroke-width:.6}.op{stroke:#b3451b;"
            "stroke-width:%.1f;fill:none}circle{fill:#b3451b}"
            ".depth{text-anchor:end;fill:#666}</style>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n"
            "<text x='%d' y='%d' font-size='15'>%s</text>\n"
            "<text x='%d' y='%d'>a full section of %zu: %.0f operations, depth "
            "%.0f (each row is one operation deeper)</text>\n",
            2 * MARGIN + LEFT_WIDTH + NETWORK_WIDTH, height,
            g->column < 4 ? 0.5 : 1.2, MARGIN, MARGIN, rules,
            MARGIN + LEFT_WIDTH, MARGIN + 22, g->n, counts->work,
            counts->depth);
    draw_levels(g);
    draw_network(g);
    fprintf(g->out, "</svg>\n");
}

enum status derivation_draw(const struct search_job *job, const char *path,
                            struct problem *why)
{
    const struct choice *const base = &job->space->base;
    struct sheet g = {.d = derivation_of(base->value)};
    struct counts counts;
    struct choice settled;
    struct output output;
    enum status status = settle(job, base, &settled, why);

    g.n = (size_t)g.d.section;
    const struct setup setup = setup_of(job, &settled, g.n);
    if (status == OK)
        status = output_open(path, &output, why);
    if (status != OK)
        return status;
    uint32_t nodes[DRAWN_SECTION];
    status = count_run(&setup, g.n, &counts, nodes, why);
    if (status == OK) {
        for (uint32_t i = INTERVAL_FIRST_LEAF; i < interval_nodes(); i++)
            if (interval_node(i)->depth > g.depth)
                g.depth = interval_node(i)->depth;
        g.column = (double)NETWORK_WIDTH / (double)g.n;
        g.row = g.depth <= 24 ? 26 : 640.0 / g.depth;
        g.out = output.file;
        draw_page(&g, base, &counts);
        return output_commit(&output, why);
    }
    output_discard(&output);
    return status;
}
