/* scene_network.c - which elements each op combined: a prefix network as textbooks
 * draw it, a column for each element, depth downwards.
 *
 *     work 4 of 4, depth 2 of 2
 *     in     0     1     2     3
 *            |`----o     |`----o      a line down from each operand, slanting
 *            |     |`----o     |      where the column changes
 *            |     |`----------o
 *     out    #     #     #     #      squares are results
 *
 * Ops that have happened are filled, later ones are outlines. One node is highlighted,
 * with everything that goes into it: the node under the pointer, the result that is
 * followed, or the newest op.
 */
#include "network_layout.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* -------------------------------------------------------------------- wires */

/* The look of a line, and the order in which lines are drawn. */
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

static void use_stroke(struct drawing *d, const struct net *net,
                       enum stroke stroke)
{
    static const enum colour colours[STROKES] = {COLOUR_FAINT, COLOUR_INK,
                                                 COLOUR_WARN, COLOUR_WARN};
    static const double widths[STROKES] = {0.7, 0.9, 1.2, 2.4};
    const double line = net->stage->theme->line;

    use_colour(d, colours[stroke]);
    use_width(d, fmin(widths[stroke] * line, fmin(net->w, net->h) * 0.25));
    if (stroke == STROKE_LIT_TO_COME)
        use_dash(d, line * 3, line * 2);
}

/* A line down the operand's column, then over to the op. All ops that take in the
 * operand share the line down: draw_ways_down() draws it once. */
static void draw_wire(struct drawing *d, const struct net *net, int from,
                      struct spot to, int depth)
{
    const struct spot at = net->spot[from];
    const int from_depth = net->network->node[from].depth;
    const double half = net->ranges ? net->label * 0.75 : 0; /* of a plate */
    double turn = at.y + (from_depth > 0 ? half : 0);

    if (from_depth < depth - 1)
        turn = net_level(net, depth - 1) + fmax(half, net->h * 0.3);
    if (at.x == to.x)
        turn = to.y;
    net->reach[from] = fmax(net->reach[from], turn);
    if (at.x == to.x)
        return;
    path_move(d, at.x, turn);
    path_line(d, to.x, to.y - half);
    path_line(d, to.x, to.y);
    path_stroke(d);
    if (turn > at.y + half) { /* the point where it leaves its column */
        path_arc(d, at.x, turn, net->stage->theme->line * 1.6, 0, 2 * M_PI);
        path_fill(d);
    }
}

static void draw_ways_down(struct drawing *d, const struct net *net)
{
    for (int k = 0; k < net->network->nodes; k++) {
        if (net->reach[k] > net->spot[k].y) {
            path_move(d, net->spot[k].x, net->spot[k].y);
            path_line(d, net->spot[k].x, net->reach[k]);
            path_stroke(d);
        }
        net->reach[k] = 0;
    }
}

static void draw_operand(struct drawing *d, const struct net *net, int node,
                         int from)
{
    if (from >= 0 && net->network->node[from].kind != NODE_NOTHING)
        draw_wire(d, net, from, net->spot[node],
                  net->network->node[node].depth);
}

static void draw_sink_wire(struct drawing *d, const struct net *net, int output)
{
    const struct box sink = net_sink(net, output);
    const struct spot to = {sink.x + sink.w / 2, sink.y, 0};

    if (net->network->output[output] >= 0)
        draw_wire(d, net, net->network->output[output], to,
                  net->network->depth + 1);
}

static bool sink_is_lit(const struct net *net, int output)
{
    return net->lit_from >= 0
               ? output == net->lit_from
               : net->lit >= 0 && net->network->output[output] == net->lit;
}

static void draw_wires(struct drawing *d, const struct net *net,
                       enum stroke stroke)
{
    const struct network *const network = net->network;

    use_stroke(d, net, stroke);
    for (int k = network->leaves; k < network->nodes; k++) {
        const struct node *const node = &network->node[k];
        const bool done = node->needed && net_has(net, k);
        if (!node_is_drawn(node) || stroke_of(net->in_cone[k], done) != stroke)
            continue;
        draw_operand(d, net, k, node->left);
        draw_operand(d, net, k, node->right);
    }
    for (int i = 0; i < network->outputs; i++)
        if (stroke_of(sink_is_lit(net, i), net_has(net, network->output[i])) ==
            stroke)
            draw_sink_wire(d, net, i);
    draw_ways_down(d, net);
    use_dash(d, 0, 0);
}

/* -------------------------------------------------------------------- nodes */

static void shape_node(struct drawing *d, const struct net *net, int number)
{
    const struct node *const node = &net->network->node[number];
    const struct spot at = net->spot[number];

    path_new(d);
    if (net->ranges && !node_is_dot(node)) {
        const struct box plate = net_plate(net, at);
        const double r = plate.h / 2;
        path_arc(d, plate.x + r, at.y, r, M_PI / 2, -M_PI / 2);
        path_arc(d, plate.x + plate.w - r, at.y, r, -M_PI / 2, M_PI / 2);
        path_close(d);
    } else {
        path_arc(d, at.x, at.y, at.radius, 0, 2 * M_PI);
    }
}

/* The range of a node, without brackets: "4..7". */
static void name_node(struct drawing *d, const struct net *net, int number)
{
    const struct node *const node = &net->network->node[number];
    const struct spot at = net->spot[number];
    char name[64];

    network_range(net->network, number, name, sizeof name);
    name[strcspn(name, "]")] = 0;
    draw_text(d, node->kind == NODE_BROKEN ? "?" : name + strspn(name, "["),
              net->label, at.x, at.y, 0.5, net->w * 0.82);
}

/* The colour of a node: orange if it goes into the highlighted one, blue if it has
 * happened, grey if it has happened and no result takes it in, paper if it is still to
 * come. A copy is a dot on its line, like an element. */
static enum colour colour_of(const struct net *net, int number)
{
    const struct node *const node = &net->network->node[number];

    if (!net_has(net, number))
        return COLOUR_PAPER;
    return node_is_dot(node)           ? COLOUR_INK
           : node->kind == NODE_BROKEN ? COLOUR_WARN
           : net->in_cone[number]      ? COLOUR_A
           : !node->needed             ? COLOUR_X
                                       : COLOUR_LOAD;
}

static enum colour edge_of(const struct net *net, int number)
{
    return net->in_cone[number]   ? COLOUR_WARN
           : net_has(net, number) ? COLOUR_INK
                                  : COLOUR_FAINT;
}

/* Whether a node is too small for an outline. */
static void draw_dot(struct drawing *d, const struct net *net, int number)
{
    const struct spot at = net->spot[number];
    const enum colour fill = colour_of(net, number);

    use_colour(d, fill == COLOUR_PAPER || fill == COLOUR_X
                      ? edge_of(net, number)
                      : fill);
    fill_box(d, (struct box){at.x - at.radius, at.y - at.radius, at.radius * 2,
                             at.radius * 2});
}

static void draw_node(struct drawing *d, const struct net *net, int number)
{
    const struct theme *const theme = net->stage->theme;
    const struct node *const node = &net->network->node[number];
    const enum colour fill = colour_of(net, number);
    const double width = theme->line * (net->in_cone[number] ? 1.6 : 0.9);

    if (net->spot[number].radius < theme->line * 1.5) {
        draw_dot(d, net, number);
        return;
    }
    shape_node(d, net, number);
    use_colour(d, fill);
    path_fill_keep(d);
    use_colour(d, edge_of(net, number));
    use_width(d, fmin(width, net->spot[number].radius * 0.6));
    path_stroke(d);
    if (!net->ranges || node_is_dot(node) || !net_has(net, number))
        return;
    if (fill == COLOUR_PAPER || fill == COLOUR_X)
        use_colour(d, COLOUR_INK);
    else
        use_ink_on(d, fill);
    name_node(d, net, number);
}

static void draw_nodes(struct drawing *d, const struct net *net, bool lit)
{
    for (int k = 0; k < net->network->nodes; k++)
        if (node_is_drawn(&net->network->node[k]) && net->in_cone[k] == lit)
            draw_node(d, net, k);
}

static void draw_sink(struct drawing *d, const struct net *net, int output)
{
    const struct theme *const theme = net->stage->theme;
    const int node = net->network->output[output];
    const bool done = node != NODE_UNKNOWN && net_has(net, node);
    const struct box sink = net_sink(net, output);

    use_colour(d, done ? COLOUR_P : COLOUR_PAPER);
    fill_box(d, sink);
    use_colour(d, sink_is_lit(net, output) ? COLOUR_WARN
                  : done                   ? COLOUR_INK
                                           : COLOUR_FAINT);
    stroke_box(
        d, sink,
        fmin(theme->line * (sink_is_lit(net, output) ? 2 : 1), sink.w * 0.2));
}

/* ------------------------------------------------------------------ letters */

/* The step k such that every k-th label of this width has room. */
static int label_step(const struct net *net, double wide)
{
    int step = 1;

    while (step < NETWORK_LEAVES && step * net->w < wide + net->label * 0.3)
        step *= 2;
    return step;
}

/* Labels stay visible if the network is larger than the window: depths at its left,
 * elements below its first line. */
static double seen_left(const struct net *net)
{
    return fmax(net->box.x, scene_window(net->stage->view).x + net->gutter);
}

static double seen_top(const struct net *net)
{
    return fmax(net->box.y - net->label * 0.55,
                scene_window(net->stage->view).y +
                    net->stage->theme->text * 1.4 + net->label * 0.6);
}

/* The value of element i, if all are known and have room; else its number. */
static void name_leaf(const struct net *net, int i, bool by_value, char *name,
                      size_t bytes)
{
    const char *value = NULL;
    const int length =
        by_value ? recording_value(net->stage->recording->input, i, &value) : 0;

    if (length > 0 && (size_t)length < bytes)
        snprintf(name, bytes, "%.*s", length, value);
    else
        snprintf(name, bytes, "%d", i);
}

static bool has_room_for_values(const struct net *net)
{
    double widest = 0;
    char name[24];

    for (int i = 0; net->stage->recording->input && i < net->network->outputs;
         i++) {
        name_leaf(net, i, true, name, sizeof name);
        widest = fmax(widest, text_width(net->stage->theme, name, net->label));
    }
    return widest > 0 && label_step(net, widest) == 1;
}

static void draw_leaf_names(struct drawing *d, const struct net *net)
{
    const struct theme *const theme = net->stage->theme;
    const struct box window = scene_window(net->stage->view);
    const bool by_value = has_room_for_values(net);
    const int step =
        by_value ? 1 : label_step(net, text_width(theme, "60", net->label));
    const double y = seen_top(net);
    char name[24];

    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){window.x, window.y, window.w,
                             y + net->label * 0.5 - window.y});
    use_colour(d, COLOUR_INK);
    draw_text(d, "in", net->label, seen_left(net) - net->label * 0.4, y, 1,
              net->gutter);
    for (int i = 0; i < net->network->outputs; i += step) {
        const double x = net_column(net, i + net->network->carry);
        name_leaf(net, i, by_value, name, sizeof name);
        if (x > seen_left(net))
            draw_text(d, name, net->label, x, y, 0.5, 0);
    }
    if (net->network->carry && net_column(net, 0) > seen_left(net))
        draw_text(d, net->w < net->label * 3 ? "c" : "carry", net->label,
                  net_column(net, 0), y, 0.5, 0);
}

/* The range of each result, or if there is not enough room, its number. */
static void draw_sink_names(struct drawing *d, const struct net *net)
{
    const struct theme *const theme = net->stage->theme;
    const bool ranges =
        label_step(net, text_width(theme, "[0..15]", net->label)) == 1;
    const int step =
        ranges ? 1 : label_step(net, text_width(theme, "60", net->label));
    const double y = net->box.y + net->box.h + net->label * 0.6;
    char name[40];

    for (int i = 0; i < net->network->outputs; i += step) {
        const int node = net->network->output[i];
        snprintf(name, sizeof name, "%d", i);
        if (ranges && node == NODE_IDENTITY)
            snprintf(name, sizeof name, "none");
        else if (ranges && node >= 0)
            network_range(net->network, node, name, sizeof name);
        draw_text(d, name, net->label, net_column(net, i + net->network->carry),
                  y, 0.5, 0);
    }
}

static void draw_depths(struct drawing *d, const struct net *net)
{
    const struct box window = scene_window(net->stage->view);
    const double x = seen_left(net) - net->label * 0.4;
    char name[16];
    int step = 1;

    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){window.x, window.y,
                             x + net->label * 0.2 - window.x, window.h});
    use_colour(d, COLOUR_INK);

    while (step * net->h < net->label * 1.3)
        step *= 2;
    for (int depth = step; depth <= net->network->depth; depth += step) {
        snprintf(name, sizeof name, "%d", depth);
        draw_text(d, name, net->label, x, net_level(net, depth), 1, 0);
    }
    draw_text(d, "out", net->label, x,
              net->box.y + net->box.h + net->label * 0.6, 1, net->gutter);
}

static void say_lit(const struct net *net, char *line, size_t bytes)
{
    char range[64];

    *line = 0;
    network_range(net->network, net->lit, range, sizeof range);
    if (net->lit_from >= 0)
        snprintf(line, bytes, "lit: out[%d], %s by %d op%s", net->lit_from,
                 range, net->lit_ops, net->lit_ops == 1 ? "" : "s");
    else if (net->lit >= net->network->leaves)
        snprintf(line, bytes, "lit: %s by %d op%s", range, net->lit_ops,
                 net->lit_ops == 1 ? "" : "s");
}

/* Does not move if the network is larger than the window. */
static void draw_corner(struct drawing *d, const struct net *net)
{
    const struct theme *const theme = net->stage->theme;
    const struct box window = scene_window(net->stage->view);
    const struct box row = {window.x, window.y, window.w, theme->text * 1.4};
    const struct progress all =
        network_progress(net->network, net->stage->recording->events);
    const struct progress now =
        network_progress(net->network, net->stage->instant->event);
    char line[96], lit[160];

    snprintf(line, sizeof line, "work %d of %d, depth %d of %d", now.work,
             all.work, now.depth, all.depth);
    if (net->network->idle > 0)
        snprintf(line + strlen(line), sizeof line - strlen(line),
                 "; no result needs %d of them", net->network->idle);
    use_colour(d, COLOUR_PAPER);
    fill_box(d, row);
    use_colour(d, COLOUR_INK);
    draw_text(d, line, theme->text, row.x, row.y + row.h / 2, 0, row.w);
    say_lit(net, lit, sizeof lit);
    if (text_width(theme, line, theme->text) +
            text_width(theme, lit, theme->text) + theme->text * 2 <
        row.w)
        draw_text(d, lit, theme->text, row.x + row.w, row.y + row.h / 2, 1, 0);
}

/* -------------------------------------------------------------------- scene */

/* The place of the legend, which does not move with zoom. */
static void draw_signs(struct drawing *d, const struct net *net)
{
    const struct box window = scene_window(net->stage->view);
    const struct box box = {window.x, window.y + window.h - net->legend,
                            window.w, net->legend};
    const struct sign *signs[NET_SIGNS];
    const int count = net_signs(net->network, signs);

    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    draw_legend(d, net->stage->theme, signs, count, box);
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    struct net net;

    if (!net_open(&net, stage, box))
        return;
    for (int stroke = 0; stroke < STROKES; stroke++)
        draw_wires(d, &net, (enum stroke)stroke);
    draw_nodes(d, &net, false);
    draw_nodes(d, &net, true);
    for (int i = 0; i < net.network->outputs; i++)
        draw_sink(d, &net, i);
    use_colour(d, COLOUR_INK);
    draw_sink_names(d, &net);
    draw_depths(d, &net);
    draw_leaf_names(d, &net);
    draw_corner(d, &net);
    draw_signs(d, &net);
    net_close(&net);
}

static void tell_op(const struct net *net, int number, char *line, size_t bytes)
{
    const struct network *const network = net->network;
    const struct node *const node = &network->node[number];
    const char *const value =
        net->stage->recording->event[node->event].op.value;
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
    struct net net;

    if (!net_open(&net, stage, box))
        return false;
    const int output = net_output_at(&net, x, y);
    const int number = net_node_at(&net, x, y);
    char range[64];
    if (output >= 0) {
        network_range(net.network, net.network->output[output], range,
                      sizeof range);
        snprintf(line, bytes, "out[%d] is %s", output, range);
    } else if (number >= net.network->leaves) {
        tell_op(&net, number, line, bytes);
    } else if (number >= 0) {
        network_range(net.network, number, range, sizeof range);
        range[strcspn(range, "]")] = 0;
        snprintf(line, bytes, "%s%s",
                 net.network->carry && number == 0 ? "the " : "element ",
                 range + strspn(range, "["));
    }
    net_close(&net);
    return output >= 0 || number >= 0;
}

const struct scene scene_network = {
    .name = "network",
    .about = "which elements each op combined, by depth; work and depth so far",
    .lacks = network_lacks,
    .draw = draw,
    .tell = tell,
};
