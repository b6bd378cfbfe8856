/* network.h - the ops of a recording as a network: the place of each op, its
 * operands, and the ops that make the results.
 *
 *     depth 0    0     1     2     3      leaves: a column for each element
 *           1    |`----o     |`----o      [0..1]      [2..3]
 *           2    |     |`----o     |            [0..2]
 *           2    |     |`----------o                  [0..3]
 *
 * An op is in the column of the last element that it combines. With n leaves, op k is
 * node n + k, as in the trace.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "recording.h"

enum { NETWORK_LEAVES = 64, NETWORK_OPS = 1 << 14 }; /* at most */

/* Operands that are not nodes. */
enum { NODE_IDENTITY = -1, NODE_UNKNOWN = -2 };

enum node_kind {
    NODE_MISSING, /* not in the trace */
    NODE_LEAF,
    NODE_OP,
    NODE_COPY,    /* one operand is empty, so this equals the other operand */
    NODE_NOTHING, /* empty: has no column, is not drawn */
    NODE_BROKEN   /* combines elements that are not adjacent */
};

struct node {
    enum node_kind kind;
    int left, right; /* nodes with lower numbers, or NODE_IDENTITY, _UNKNOWN */
    long long low, high;
    int column, depth;
    int place, places; /* index among the nodes of this column and depth */
    int event;         /* index of the event that made it; -1: a leaf */
    bool needed;       /* some result depends on it */
};

struct network {
    int leaves; /* the carry, if there is one, is leaf 0 */
    bool carry;
    int ops, nodes;
    int idle;  /* ops on which no result depends */
    int depth; /* of the deepest op that is drawn */
    struct node *node;
    int outputs;
    int output[NETWORK_LEAVES]; /* the node of each result */
};

/* NULL, or a sentence that explains why this recording shows no network. */
const char *network_lacks(const struct recording *recording);

/* Precondition: network_lacks() returns NULL. False: out of memory. The caller closes
 * the network. */
bool network_open(const struct recording *recording, struct network *network);
void network_close(struct network *network);

/* True if the node has a place in the picture. */
bool node_is_drawn(const struct node *node);

/* A dot on a line: an element, or a copy of another node. */
bool node_is_dot(const struct node *node);

/* Sets in[k] to true if node k is `node` or contributes to it, else to false.
 * Returns the number of ops among these nodes. */
int network_cone(const struct network *network, int node, bool *in);

/* The number of ops up to an event of the recording, and their depth. */
struct progress {
    int work, depth;
};
struct progress network_progress(const struct network *network, int event);

/* The newest op, among those up to that event, on which some result depends; or
 * NODE_UNKNOWN. */
int network_newest(const struct network *network, int event);

/* "[4..7]", "[4]", "[carry..7]", "the identity", "an unknown value". */
void network_range(const struct network *network, int node, char *out,
                   size_t bytes);

#endif
