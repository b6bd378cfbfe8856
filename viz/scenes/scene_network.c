/* scene_network.c - what was combined with what: a prefix network as textbooks
 * draw it, a column for each element, depth downwards.
 *
 *     work 4 of 4, depth 2 of 2
 *     in     0     1     2     3
 *            |`----o     |`----o      a line down from each operand, slanting
 *            |     |`----o     |      where the column changes
 *            |     |`----------o
 *     out    #     #     #     #      squares are results
 *
 * What has happened is filled, what is to come is an outline. All that goes
 * into one node is lit: under the pointer, the result that is followed, or the
 * newest op.
 */
#include "network_layout.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* -------------------------------------------------------------------- wires */

/* How a line looks, and in which order lines are drawn. */
enum stroke {
    STROKE_TO_COME,
    STROKE_DONE,
    STROKE_LIT_TO_COME,
    STROKE_LIT,
    STROKES
};

static enum stroke stroke_of(bool lit, bool done)
{
    return lit    ? done ? STROKE_LIT : STROKE_LIT_TO_COME
           : done ? STROKE_DONE
                  : STROKE_TO_COME;
}

static void use_stroke(cairo_t *cr, const struct drawing *d, enum stroke stroke)
{
    static const enum colour colours[STROKES] = {COLOUR_FAINT, COLOUR_INK,
                                                 COLOUR_WARN, COLOUR_WARN};
    static const double widths[STROKES] = {0.7, 0.9, 1.2, 2.4};
    const double line = d->stage->theme->line;
    const double dash[] = {line * 3, line * 2};

    use_colour(cr, d->stage->theme, colours[stroke]);
    cairo_set_line_width(cr,
                         fmin(widths[stroke] * line, fmin(d->w, d->h) * 0.25));
    cairo_set_dash(cr, dash, stroke == STROKE_LIT_TO_COME ? 2 : 0, 0);
}

/* Down the operand's column, then over to the op. The way down is shared by all
 * that take it in: it is drawn once, by draw_ways_down(). */
static void draw_wire(cairo_t *cr, const struct drawing *d, int from,
                      struct spot to, int depth)
{
    const struct spot at = d->spot[from];
    const int from_depth = d->network.node[from].depth;
    const double half = d->ranges ? d->label * 0.75 : 0; /* of a plate */
    double turn = at.y + (from_depth > 0 ? half : 0);

    if (from_depth < depth - 1)
        turn = drawing_level(d, depth - 1) + fmax(half, d->h * 0.3);
    if (at.x == to.x)
        turn = to.y;
    d->reach[from] = fmax(d->reach[from], turn);
    if (at.x == to.x)
        return;
    cairo_move_to(cr, at.x, turn);
    cairo_line_to(cr, to.x, to.y - half);
    cairo_line_to(cr, to.x, to.y);
    cairo_stroke(cr);
}

static void draw_ways_down(cairo_t *cr, const struct drawing *d)
{
    for (int k = 0; k < d->network.nodes; k++) {
        if (d->reach[k] > d->spot[k].y) {
            cairo_move_to(cr, d->spot[k].x, d->spot[k].y);
            cairo_line_to(cr, d->spot[k].x, d->reach[k]);
            cairo_stroke(cr);
        }
        d->reach[k] = 0;
    }
}

static void draw_operand(cairo_t *cr, const struct drawing *d, int node,
                         int from)
{
    if (from >= 0 && d->network.node[from].kind != NODE_NOTHING)
        draw_wire(cr, d, from, d->spot[node], d->network.node[node].depth);
}

static void draw_sink_wire(cairo_t *cr, const struct drawing *d, int output)
{
    const struct box sink = drawing_sink(d, output);
    const struct spot to = {sink.x + sink.w / 2, sink.y, 0};

    if (d->network.output[output] >= 0)
        draw_wire(cr, d, d->network.output[output], to, d->network.depth + 1);
}

static bool sink_is_lit(const struct drawing *d, int output)
{
    return d->lit_from >= 0
               ? output == d->lit_from
               : d->lit >= 0 && d->network.output[output] == d->lit;
}

static void draw_wires(cairo_t *cr, const struct drawing *d, enum stroke stroke)
{
    const struct network *const network = &d->network;

    use_stroke(cr, d, stroke);
    for (int k = network->leaves; k < network->nodes; k++) {
        const struct node *const node = &network->node[k];
        const bool done = node->needed && drawing_has(d, k);
        if (!node_is_drawn(node) || stroke_of(d->in_cone[k], done) != stroke)
            continue;
        draw_operand(cr, d, k, node->left);
        draw_operand(cr, d, k, node->right);
    }
    for (int i = 0; i < network->outputs; i++)
        if (stroke_of(sink_is_lit(d, i), drawing_has(d, network->output[i])) ==
            stroke)
            draw_sink_wire(cr, d, i);
    draw_ways_down(cr, d);
    cairo_set_dash(cr, NULL, 0, 0);
}

/* -------------------------------------------------------------------- nodes */

static void shape_node(cairo_t *cr, const struct drawing *d, int number)
{
    const struct node *const node = &d->network.node[number];
    const struct spot at = d->spot[number];

    cairo_new_path(cr);
    if (d->ranges && node->kind != NODE_LEAF) {
        const struct box plate = drawing_plate(d, at);
        const double r = plate.h / 2;
        cairo_arc(cr, plate.x + r, at.y, r, M_PI / 2, -M_PI / 2);
        cairo_arc(cr, plate.x + plate.w - r, at.y, r, -M_PI / 2, M_PI / 2);
        cairo_close_path(cr);
    } else {
        cairo_arc(cr, at.x, at.y, at.radius, 0, 2 * M_PI);
    }
}

/* What it combines, without brackets: "4..7". */
static void name_node(cairo_t *cr, const struct drawing *d, int number)
{
    const struct node *const node = &d->network.node[number];
    const struct spot at = d->spot[number];
    char name[64];

    network_range(&d->network, number, name, sizeof name);
    name[strcspn(name, "]")] = 0;
    draw_text(cr, d->stage->theme,
              node->kind == NODE_BROKEN ? "?" : name + strspn(name, "["),
              d->label, at.x, at.y, 0.5, d->w * 0.82);
}

/* What the colour says: orange goes into the lit one, blue has happened, grey
 * has happened and no result takes it in, paper is to come. A copy stays
 * hollow. */
static enum colour colour_of(const struct drawing *d, int number)
{
    const struct node *const node = &d->network.node[number];

    if (node->kind == NODE_COPY || !drawing_has(d, number))
        return COLOUR_PAPER;
    return node->kind == NODE_LEAF     ? COLOUR_INK
           : node->kind == NODE_BROKEN ? COLOUR_WARN
           : d->in_cone[number]        ? COLOUR_A
           : !node->needed             ? COLOUR_X
                                       : COLOUR_LOAD;
}

static enum colour edge_of(const struct drawing *d, int number)
{
    return d->in_cone[number]       ? COLOUR_WARN
           : drawing_has(d, number) ? COLOUR_INK
                                    : COLOUR_FAINT;
}

/* Too small for an outline. */
static void draw_dot(cairo_t *cr, const struct drawing *d, int number)
{
    const struct spot at = d->spot[number];
    const enum colour fill = colour_of(d, number);

    use_colour(cr, d->stage->theme,
               fill == COLOUR_PAPER || fill == COLOUR_X ? edge_of(d, number)
                                                        : fill);
    fill_box(cr, (struct box){at.x - at.radius, at.y - at.radius, at.radius * 2,
                              at.radius * 2});
}

static void draw_node(cairo_t *cr, const struct drawing *d, int number)
{
    const struct theme *const theme = d->stage->theme;
    const struct node *const node = &d->network.node[number];
    const enum colour fill = colour_of(d, number);
    const double width = theme->line * (d->in_cone[number] ? 1.6 : 0.9);

    if (d->spot[number].radius < theme->line * 1.5) {
        draw_dot(cr, d, number);
        return;
    }
    shape_node(cr, d, number);
    use_colour(cr, theme, fill);
    cairo_fill_preserve(cr);
    use_colour(cr, theme, edge_of(d, number));
    cairo_set_line_width(cr, fmin(width, d->spot[number].radius * 0.6));
    cairo_stroke(cr);
    if (!d->ranges || node->kind == NODE_LEAF || !drawing_has(d, number))
        return;
    if (fill == COLOUR_PAPER || fill == COLOUR_X)
        use_colour(cr, theme, COLOUR_INK);
    else
        use_ink_on(cr, theme, fill);
    name_node(cr, d, number);
}

static void draw_nodes(cairo_t *cr, const struct drawing *d, bool lit)
{
    for (int k = 0; k < d->network.nodes; k++)
        if (node_is_drawn(&d->network.node[k]) && d->in_cone[k] == lit)
            draw_node(cr, d, k);
}

static void draw_sink(cairo_t *cr, const struct drawing *d, int output)
{
    const struct theme *const theme = d->stage->theme;
    const int node = d->network.output[output];
    const bool done = node != NODE_UNKNOWN && drawing_has(d, node);
    const struct box sink = drawing_sink(d, output);

    use_colour(cr, theme, done ? COLOUR_P : COLOUR_PAPER);
    fill_box(cr, sink);
    use_colour(cr, theme,
               sink_is_lit(d, output) ? COLOUR_WARN
               : done                 ? COLOUR_INK
                                      : COLOUR_FAINT);
    stroke_box(
        cr, sink,
        fmin(theme->line * (sink_is_lit(d, output) ? 2 : 1), sink.w * 0.2));
}

/* ------------------------------------------------------------------ letters */

/* Every so manieth of labels that are so wide has room. */
static int label_step(const struct drawing *d, double wide)
{
    int step = 1;

    while (step < NETWORK_LEAVES && step * d->w < wide + d->label * 0.3)
        step *= 2;
    return step;
}

/* Names stay in sight when the network is larger than the window: depths at
 * its left, elements below its first line. */
static double seen_left(const struct drawing *d)
{
    return fmax(d->box.x, scene_window(d->stage->view).x + d->gutter);
}

static double seen_top(const struct drawing *d)
{
    return fmax(d->box.y - d->label * 0.55, scene_window(d->stage->view).y +
                                                d->stage->theme->text * 1.4 +
                                                d->label * 0.6);
}

static void draw_leaf_names(cairo_t *cr, const struct drawing *d)
{
    const struct theme *const theme = d->stage->theme;
    const struct box window = scene_window(d->stage->view);
    const int step = label_step(d, text_width(cr, theme, "60", d->label));
    const double y = seen_top(d);
    char name[16];

    use_colour(cr, theme, COLOUR_PAPER);
    fill_box(cr, (struct box){window.x, window.y, window.w,
                              y + d->label * 0.5 - window.y});
    use_colour(cr, theme, COLOUR_INK);
    draw_text(cr, theme, "in", d->label, seen_left(d) - d->label * 0.4, y, 1,
              d->gutter);
    for (int i = 0; i < d->network.outputs; i += step) {
        const double x = drawing_column(d, i + d->network.carry);
        snprintf(name, sizeof name, "%d", i);
        if (x > seen_left(d))
            draw_text(cr, theme, name, d->label, x, y, 0.5, 0);
    }
    if (d->network.carry && drawing_column(d, 0) > seen_left(d))
        draw_text(cr, theme, d->w < d->label * 3 ? "c" : "carry", d->label,
                  drawing_column(d, 0), y, 0.5, 0);
}

/* What each result combines; where that has no room, its number. */
static void draw_sink_names(cairo_t *cr, const struct drawing *d)
{
    const struct theme *const theme = d->stage->theme;
    const bool ranges =
        label_step(d, text_width(cr, theme, "[0..15]", d->label)) == 1;
    const int step =
        ranges ? 1 : label_step(d, text_width(cr, theme, "60", d->label));
    const double y = d->box.y + d->box.h + d->label * 0.6;
    char name[40];

    for (int i = 0; i < d->network.outputs; i += step) {
        const int node = d->network.output[i];
        snprintf(name, sizeof name, "%d", i);
        if (ranges && node == NODE_IDENTITY)
            snprintf(name, sizeof name, "none");
        else if (ranges && node >= 0)
            network_range(&d->network, node, name, sizeof name);
        draw_text(cr, theme, name, d->label,
                  drawing_column(d, i + d->network.carry), y, 0.5, 0);
    }
}

static void draw_depths(cairo_t *cr, const struct drawing *d)
{
    const struct theme *const theme = d->stage->theme;
    const struct box window = scene_window(d->stage->view);
    const double x = seen_left(d) - d->label * 0.4;
    char name[16];
    int step = 1;

    use_colour(cr, theme, COLOUR_PAPER);
    fill_box(cr, (struct box){window.x, window.y, x + d->label * 0.2 - window.x,
                              window.h});
    use_colour(cr, theme, COLOUR_INK);

    while (step * d->h < d->label * 1.3)
        step *= 2;
    for (int depth = step; depth <= d->network.depth; depth += step) {
        snprintf(name, sizeof name, "%d", depth);
        draw_text(cr, theme, name, d->label, x, drawing_level(d, depth), 1, 0);
    }
    draw_text(cr, theme, "out", d->label, x,
              d->box.y + d->box.h + d->label * 0.6, 1, d->gutter);
}

static void say_lit(const struct drawing *d, char *line, size_t bytes)
{
    char range[64];

    *line = 0;
    network_range(&d->network, d->lit, range, sizeof range);
    if (d->lit_from >= 0)
        snprintf(line, bytes, "lit: out[%d], %s by %d op%s", d->lit_from, range,
                 d->lit_ops, d->lit_ops == 1 ? "" : "s");
    else if (d->lit >= d->network.leaves)
        snprintf(line, bytes, "lit: op %d, %s by %d op%s",
                 d->lit - d->network.leaves, range, d->lit_ops,
                 d->lit_ops == 1 ? "" : "s");
}

/* Stays where it is when the network is larger than the window. */
static void draw_corner(cairo_t *cr, const struct drawing *d)
{
    const struct theme *const theme = d->stage->theme;
    const struct box window = scene_window(d->stage->view);
    const struct box row = {window.x, window.y, window.w, theme->text * 1.4};
    const struct progress all =
        network_progress(&d->network, d->stage->recording->events);
    const struct progress now =
        network_progress(&d->network, d->stage->instant->event);
    char line[96], lit[160];

    snprintf(line, sizeof line, "work %d of %d, depth %d of %d", now.work,
             all.work, now.depth, all.depth);
    if (d->network.idle > 0)
        snprintf(line + strlen(line), sizeof line - strlen(line),
                 "; no result needs %d of them", d->network.idle);
    use_colour(cr, theme, COLOUR_PAPER);
    fill_box(cr, row);
    use_colour(cr, theme, COLOUR_INK);
    draw_text(cr, theme, line, theme->text, row.x, row.y + row.h / 2, 0, row.w);
    say_lit(d, lit, sizeof lit);
    if (text_width(cr, theme, line, theme->text) +
            text_width(cr, theme, lit, theme->text) + theme->text * 2 <
        row.w)
        draw_text(cr, theme, lit, theme->text, row.x + row.w, row.y + row.h / 2,
                  1, 0);
}

/* -------------------------------------------------------------------- scene */

static void draw(cairo_t *cr, const struct stage *stage, struct box box)
{
    struct drawing d;

    if (!drawing_open(&d, stage, box))
        return;
    for (int stroke = 0; stroke < STROKES; stroke++)
        draw_wires(cr, &d, (enum stroke)stroke);
    draw_nodes(cr, &d, false);
    draw_nodes(cr, &d, true);
    for (int i = 0; i < d.network.outputs; i++)
        draw_sink(cr, &d, i);
    use_colour(cr, stage->theme, COLOUR_INK);
    draw_sink_names(cr, &d);
    draw_depths(cr, &d);
    draw_leaf_names(cr, &d);
    draw_corner(cr, &d);
    drawing_close(&d);
}

static void tell_op(const struct drawing *d, int number, char *line,
                    size_t bytes)
{
    const struct network *const network = &d->network;
    const struct node *const node = &network->node[number];
    const char *const value = d->stage->recording->event[node->event].op.value;
    char range[64], left[64], right[64];

    network_range(network, number, range, sizeof range);
    network_range(network, node->left, left, sizeof left);
    network_range(network, node->right, right, sizeof right);
    snprintf(line, bytes, "op %d makes %s%s%s at depth %d: %s with %s%s",
             number - network->leaves, range, value ? " = " : "",
             value ? value : "", node->depth, left, right,
             node->needed ? "" : "; no result needs it");
}

static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    struct drawing d;

    if (!drawing_open(&d, stage, box))
        return false;
    const int output = drawing_output_at(&d, x, y);
    const int number = drawing_node_at(&d, x, y);
    char range[64];
    if (output >= 0) {
        network_range(&d.network, d.network.output[output], range,
                      sizeof range);
        snprintf(line, bytes, "out[%d] is %s", output, range);
    } else if (number >= d.network.leaves) {
        tell_op(&d, number, line, bytes);
    } else if (number >= 0) {
        network_range(&d.network, number, range, sizeof range);
        range[strcspn(range, "]")] = 0;
        snprintf(line, bytes, "%s%s",
                 d.network.carry && number == 0 ? "the " : "element ",
                 range + strspn(range, "["));
    }
    drawing_close(&d);
    return output >= 0 || number >= 0;
}

const struct scene scene_network = {
    .name = "network",
    .about = "what was combined with what, by depth; work and depth so far",
    .lacks = network_lacks,
    .draw = draw,
    .tell = tell,
};
