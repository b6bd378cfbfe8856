/* network_layout.c - a network in a box. */
#include "network_layout.h"
#include "picture.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ places */

double drawing_level(const struct drawing *d, double depth)
{
    return d->box.y + (depth + 0.25) * d->h;
}

double drawing_column(const struct drawing *d, double column)
{
    return d->box.x + (column + 0.5) * d->w;
}

/* So many nodes share a cell: the rows and columns in which they are large. */
struct pack {
    int columns, rows;
    double apart_x, apart_y, radius;
};

static struct pack pack_in(const struct drawing *d, int places, int rows)
{
    const double most = fmin(fmin(d->w * 0.26, d->h * 0.3), d->label * 0.6);
    const int columns = (places + rows - 1) / rows;
    const double w = d->w * 0.8 / columns, h = d->h * 0.7 / rows;
    const double radius = fmin(fmin(w, h) * 0.42, most);

    return (struct pack){columns, rows, fmin(w, radius * 3),
                         fmin(h, radius * 3), radius};
}

static struct pack pack_of(const struct drawing *d, int places)
{
    const int rows = (int)fmax(1, sqrt(places * d->h / d->w));
    const struct pack few = pack_in(d, places, rows);
    const struct pack more = pack_in(d, places, rows + 1);

    return places > 1 && more.radius > few.radius ? more : few;
}

static void place_node(struct drawing *d, int number)
{
    const struct node *const node = &d->network.node[number];
    struct spot *const spot = &d->spot[number];
    const struct pack pack = pack_of(d, node->places);

    spot->x =
        drawing_column(d, node->column) +
        (node->place % pack.columns - (pack.columns - 1) / 2.0) * pack.apart_x;
    spot->y =
        drawing_level(d, node->depth) +
        (node->place / pack.columns - (pack.rows - 1) / 2.0) * pack.apart_y;
    spot->radius = node->kind == NODE_LEAF ? pack.radius * 0.45 : pack.radius;
}

/* A node that has room for letters. */
struct box drawing_plate(const struct drawing *d, struct spot at)
{
    const double w = d->w * 0.86, h = d->label * 1.5;
    return (struct box){at.x - w / 2, at.y - h / 2, w, h};
}

struct box drawing_sink(const struct drawing *d, int output)
{
    const double side = fmin(fmin(d->w, d->h) * 0.6, d->label * 0.9);
    const double x = drawing_column(d, output + d->network.carry);
    const double y = drawing_level(d, d->network.depth + 1);

    return (struct box){x - side / 2, y - side / 2, side, side};
}

static bool inside(struct box box, double x, double y)
{
    return x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
}

/* --------------------------------------------------------------- pointed at */

/* The result with its square or label there, or -1. */
int drawing_output_at(const struct drawing *d, double x, double y)
{
    const int output =
        (int)floor((x - d->box.x) / d->w) - (int)d->network.carry;

    return y >= drawing_level(d, d->network.depth + 0.6) && x >= d->box.x &&
                   y < d->stage->view->height && output >= 0 &&
                   output < d->network.outputs
               ? output
               : -1;
}

int drawing_node_at(const struct drawing *d, double x, double y)
{
    const double near = d->label * 0.5;
    int found = NODE_UNKNOWN;
    double best = INFINITY;

    for (int k = 0; k < d->network.nodes; k++) {
        const struct node *const node = &d->network.node[k];
        if (!node_is_drawn(node))
            continue;
        const struct spot at = d->spot[k];
        const double away = hypot(at.x - x, at.y - y);
        const bool hit = (d->ranges && inside(drawing_plate(d, at), x, y)) ||
                         away <= fmax(near, at.radius * 1.2);
        if (hit && away < best) {
            best = away;
            found = k;
        }
    }
    return found;
}

static void light_output(struct drawing *d, int output)
{
    d->lit_from = output;
    d->lit = d->network.output[output];
}

static void choose_lit(struct drawing *d)
{
    const struct view *const view = d->stage->view;

    d->lit = NODE_UNKNOWN;
    d->lit_from = -1;
    if (inside(scene_window(view), view->hover_x, view->hover_y)) {
        const int output = drawing_output_at(d, view->hover_x, view->hover_y);
        if (output >= 0)
            light_output(d, output);
        else
            d->lit = drawing_node_at(d, view->hover_x, view->hover_y);
    }
    if (d->lit == NODE_UNKNOWN && d->lit_from < 0) {
        if (view->follow >= 0 && view->follow < d->network.outputs)
            light_output(d, view->follow);
        else
            d->lit = network_newest(&d->network, d->stage->instant->event);
    }
    d->lit_ops = network_cone(&d->network, d->lit, d->in_cone);
}

/* ------------------------------------------------------------------ opening */

static void lay_out(struct drawing *d, struct box box)
{
    const double text = d->stage->theme->text;
    const double above = text * 1.5 + d->label * 1.2, below = d->label * 1.4;

    d->gutter = text * 2;
    d->box = (struct box){box.x + d->gutter, box.y + above, box.w - d->gutter,
                          box.h - above - below};
    d->w = d->box.w / d->network.leaves;
    d->h = d->box.h / (d->network.depth + 1.5);
    d->ranges = d->h >= d->label * 2.2 && d->w >= d->label * 4;
    for (int k = 0; k < d->network.nodes; k++)
        if (d->network.node[k].places > 1)
            d->ranges = false;
}

void drawing_close(struct drawing *d)
{
    free(d->in_cone);
    free(d->spot);
    free(d->reach);
    network_close(&d->network);
}

bool drawing_open(struct drawing *d, const struct stage *stage, struct box box)
{
    *d = (struct drawing){
        .stage = stage,
        .label = fmax(stage->theme->text * 0.9, stage->theme->least)};
    if (!network_open(stage->recording, &d->network))
        return false;
    d->in_cone = calloc((size_t)d->network.nodes + 1, sizeof *d->in_cone);
    d->spot = calloc((size_t)d->network.nodes + 1, sizeof *d->spot);
    d->reach = calloc((size_t)d->network.nodes + 1, sizeof *d->reach);
    if (!d->in_cone || !d->spot || !d->reach) {
        drawing_close(d);
        return false;
    }
    lay_out(d, box);
    for (int k = 0; k < d->network.nodes; k++)
        if (node_is_drawn(&d->network.node[k]))
            place_node(d, k);
    choose_lit(d);
    return true;
}

bool drawing_has(const struct drawing *d, int node)
{
    return node < 0 || d->network.node[node].event <= d->stage->instant->event;
}
