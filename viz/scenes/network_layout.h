/* network_layout.h - a network in a box: where each node is drawn, which node is at a
 * point, and which one is highlighted.
 *
 *     level 0      o   o   o   o
 *     level 1      |   o   |   o
 *                  |   |   o  oo      two in one column at one depth share
 *                  #   #   #   #      its cell
 */
#ifndef NETWORK_LAYOUT_H
#define NETWORK_LAYOUT_H

#include "recording/network.h"
#include "scene.h"
#include "signs.h"

/* Where a node is drawn, and how large. */
struct spot {
    double x, y, radius;
};

struct net {
    const struct stage *stage;
    const struct network *network;
    struct box box; /* of the columns: leaves above, results below */
    double w, h;    /* width of a column, height of a level */
    double label;   /* size of the small letters */
    double gutter;  /* left of the columns, for depths */
    double legend;  /* height, below the results */
    bool ranges;    /* nodes have room for their ranges */
    int lit,
        lit_from;  /* highlighted node, and the result that it makes, or -1 */
    int lit_ops;   /* ops that go into the highlighted node */
    bool *in_cone; /* whether each node goes into the highlighted node */
    struct spot *spot; /* place of each node that is drawn */
    double *reach;     /* how far down its column each node's line goes */
};

/* Fills in the signs of the legend, and returns their number. */
enum { NET_SIGNS = 6 };
int net_signs(const struct network *network,
              const struct sign *signs[NET_SIGNS]);

/* False: out of memory; then there is nothing to close. */
bool net_open(struct net *net, const struct stage *stage, struct box box);
void net_close(struct net *net);

/* The y of a depth and the x of a column; a fraction lies between two of them.
 * */
double net_level(const struct net *net, double depth);
double net_column(const struct net *net, double column);

/* The box of a node with room for letters; the square of a result. */
struct box net_plate(const struct net *net, struct spot at);
struct box net_sink(const struct net *net, int output);

/* The result whose square or label is at that point, or -1. */
int net_output_at(const struct net *net, double x, double y);

/* The node at that point, or NODE_UNKNOWN. */
int net_node_at(const struct net *net, double x, double y);

/* True if the node exists by now; leaves and the identity always do. */
bool net_has(const struct net *net, int node);

#endif
