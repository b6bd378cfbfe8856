/* network_layout.c - a network in a box. */
#include "network_layout.h"
#include "picture.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ places */

double net_level(const struct net *net, double depth)
{
    return net->box.y + (depth + 0.25) * net->h;
}

double net_column(const struct net *net, double column)
{
    return net->box.x + (column + 0.5) * net->w;
}

/* The rows and columns in which the nodes that share a cell are largest. */
struct pack {
    int columns, rows;
    double apart_x, apart_y, radius;
};

static struct pack pack_in(const struct net *net, int places, int rows)
{
    const double most =
        fmin(fmin(net->w * 0.26, net->h * 0.3), net->label * 0.6);
    const int columns = (places + rows - 1) / rows;
    const double w = net->w * 0.8 / columns, h = net->h * 0.7 / rows;
    const double radius = fmin(fmin(w, h) * 0.42, most);

    return (struct pack){columns, rows, fmin(w, radius * 3),
                         fmin(h, radius * 3), radius};
}

static struct pack pack_of(const struct net *net, int places)
{
    const int rows = (int)fmax(1, sqrt(places * net->h / net->w));
    const struct pack few = pack_in(net, places, rows);
    const struct pack more = pack_in(net, places, rows + 1);

    return places > 1 && more.radius > few.radius ? more : few;
}

static void place_node(struct net *net, int number)
{
    const struct node *const node = &net->network->node[number];
    struct spot *const spot = &net->spot[number];
    const struct pack pack = pack_of(net, node->places);

    spot->x =
        net_column(net, node->column) +
        (node->place % pack.columns - (pack.columns - 1) / 2.0) * pack.apart_x;
    spot->y =
        net_level(net, node->depth) +
        (node->place / pack.columns - (pack.rows - 1) / 2.0) * pack.apart_y;
    spot->radius = node_is_dot(node) ? pack.radius * 0.45 : pack.radius;
}

/* The box of a node that has room for letters. */
struct box net_plate(const struct net *net, struct spot at)
{
    const double w = net->w * 0.86, h = net->label * 1.5;
    return (struct box){at.x - w / 2, at.y - h / 2, w, h};
}

struct box net_sink(const struct net *net, int output)
{
    const double side = fmin(fmin(net->w, net->h) * 0.6, net->label * 0.9);
    const double x = net_column(net, output + net->network->carry);
    const double y = net_level(net, net->network->depth + 1);

    return (struct box){x - side / 2, y - side / 2, side, side};
}

static bool inside(struct box box, double x, double y)
{
    return x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
}

/* --------------------------------------------------------------- pointed at */

/* The result whose square or label is at that point, or -1. */
int net_output_at(const struct net *net, double x, double y)
{
    const int output =
        (int)floor((x - net->box.x) / net->w) - (int)net->network->carry;

    return y >= net_level(net, net->network->depth + 0.6) && x >= net->box.x &&
                   y < net->box.y + net->box.h + net->label * 1.6 &&
                   output >= 0 && output < net->network->outputs
               ? output
               : -1;
}

int net_node_at(const struct net *net, double x, double y)
{
    const double near = net->label * 0.5;
    int found = NODE_UNKNOWN;
    double best = INFINITY;

    for (int k = 0; k < net->network->nodes; k++) {
        const struct node *const node = &net->network->node[k];
        if (!node_is_drawn(node))
            continue;
        const struct spot at = net->spot[k];
        const double away = hypot(at.x - x, at.y - y);
        const bool hit = (net->ranges && inside(net_plate(net, at), x, y)) ||
                         away <= fmax(near, at.radius * 1.2);
        if (hit && away < best) {
            best = away;
            found = k;
        }
    }
    return found;
}

static void light_output(struct net *net, int output)
{
    net->lit_from = output;
    net->lit = net->network->output[output];
}

static void choose_lit(struct net *net)
{
    const struct view *const view = net->stage->view;

    net->lit = NODE_UNKNOWN;
    net->lit_from = -1;
    if (inside(scene_window(view), view->hover_x, view->hover_y)) {
        const int output = net_output_at(net, view->hover_x, view->hover_y);
        if (output >= 0)
            light_output(net, output);
        else
            net->lit = net_node_at(net, view->hover_x, view->hover_y);
    }
    if (net->lit == NODE_UNKNOWN && net->lit_from < 0) {
        if (view->follow >= 0 && view->follow < net->network->outputs)
            light_output(net, view->follow);
        else
            net->lit = network_newest(net->network, net->stage->instant->event);
    }
    net->lit_ops = network_cone(net->network, net->lit, net->in_cone);
}

/* ------------------------------------------------------------------ opening */

int net_signs(const struct network *network,
              const struct sign *signs[NET_SIGNS])
{
    static const struct sign all[NET_SIGNS] = {
        {"an op that has been applied", COLOUR_LOAD, HATCH_NONE},
        {"lit: one op, and all its inputs", COLOUR_A, HATCH_NONE},
        {"not yet computed", COLOUR_PAPER, HATCH_NONE},
        {"a result", COLOUR_P, HATCH_NONE},
        {"a dot: an op with the identity", COLOUR_INK, HATCH_NONE},
        {"an op that no result needs", COLOUR_X, HATCH_NONE}};
    bool copies = false;
    int count = 0;

    for (int k = 0; k < network->nodes; k++)
        copies |= network->node[k].kind == NODE_COPY;
    for (int k = 0; k < NET_SIGNS; k++)
        if (k < 4 || (k == 4 ? copies : network->idle > 0))
            signs[count++] = &all[k];
    return count;
}

static void lay_out(struct net *net, struct box box)
{
    const struct theme *const theme = net->stage->theme;
    const double text = theme->text;
    const struct sign *signs[NET_SIGNS];
    const int count = net_signs(net->network, signs);

    net->legend =
        legend_height(theme, signs, count, scene_window(net->stage->view).w);
    const double above = text * 1.5 + net->label * 1.2,
                 below = net->label * 1.6 + net->legend;

    net->gutter = text * 2;
    net->box = (struct box){box.x + net->gutter, box.y + above,
                            box.w - net->gutter, box.h - above - below};
    net->w = net->box.w / net->network->leaves;
    net->h = net->box.h /
             (fmax(net->network->depth, net->stage->view->levels) + 1.5);
    net->box.h = net->h * (net->network->depth + 1.5);
    net->ranges = net->h >= net->label * 2.2 && net->w >= net->label * 4;
    for (int k = 0; k < net->network->nodes; k++)
        if (net->network->node[k].places > 1)
            net->ranges = false;
}

void net_close(struct net *net)
{
    free(net->in_cone);
    free(net->spot);
    free(net->reach);
}

bool net_open(struct net *net, const struct stage *stage, struct box box)
{
    *net = (struct net){
        .stage = stage,
        .network = stage->recording->network,
        .label = fmax(stage->theme->text * 0.9, stage->theme->least)};
    if (!net->network)
        return false;
    net->in_cone =
        calloc((size_t)net->network->nodes + 1, sizeof *net->in_cone);
    net->spot = calloc((size_t)net->network->nodes + 1, sizeof *net->spot);
    net->reach = calloc((size_t)net->network->nodes + 1, sizeof *net->reach);
    if (!net->in_cone || !net->spot || !net->reach) {
        net_close(net);
        return false;
    }
    lay_out(net, box);
    for (int k = 0; k < net->network->nodes; k++)
        if (node_is_drawn(&net->network->node[k]))
            place_node(net, k);
    choose_lit(net);
    return true;
}

bool net_has(const struct net *net, int node)
{
    return node < 0 ||
           net->network->node[node].event <= net->stage->instant->event;
}
