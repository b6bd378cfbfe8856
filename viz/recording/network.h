/* network.h - the ops of a recording as a network: where each one stands, what
 * it takes in, and which of them are the results.
 *
 *     depth 0    0     1     2     3      leaves: a column for each element
 *           1    |`----o     |`----o      [0..1]      [2..3]
 *           2    |     |`----o     |            [0..2]
 *           2    |     |`----------o                  [0..3]
 *
 * An op stands in the column of the last element that it takes in. Op k of n
 * leaves is node n + k, as in the trace.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "recording.h"

enum { NETWORK_LEAVES = 64, NETWORK_OPS = 1 << 14 }; /* at most */

/* Instead of a node. */
enum { NODE_IDENTITY = -1, NODE_UNKNOWN = -2 };

enum node_kind {
    NODE_MISSING, /* the trace does not tell of it */
    NODE_LEAF,
    NODE_OP,
    NODE_COPY,    /* one operand holds nothing, so this is the other one */
    NODE_NOTHING, /* holds nothing at all: has no column, is not drawn */
    NODE_BROKEN   /* combines elements that are no neighbors */
};

struct node {
    enum node_kind kind;
    int left, right; /* nodes of lower numbers, or one of those above */
    long long low, high;
    int column, depth;
    int place, places; /* which one of all in this column at this depth */
    int event;         /* of the recording; -1: a leaf */
    bool needed;       /* some result takes it in */
};

struct network {
    int leaves; /* with the carry, which is leaf 0 where there is one */
    bool carry;
    int ops, nodes;
    int idle;  /* ops that no result takes in */
    int depth; /* of the deepest op that is drawn */
    struct node *node;
    int outputs;
    int output[NETWORK_LEAVES]; /* the node of each result */
};

/* NULL, or a sentence: why this recording shows no network. */
const char *network_lacks(const struct recording *recording);

/* Of a recording that lacks nothing. False: out of memory. The caller closes
 * it. */
bool network_open(const struct recording *recording, struct network *network);
void network_close(struct network *network);

/* True where the node has a place in the picture. */
bool node_is_drawn(const struct node *node);

/* A dot on a line: an element, or a copy of another node. */
bool node_is_dot(const struct node *node);

/* in[k] says of each node whether `node` takes it in, itself included. Returns
 * how many ops that are. */
int network_cone(const struct network *network, int node, bool *in);

/* Ops up to an event of the recording, and how deep they go. */
struct progress {
    int work, depth;
};
struct progress network_progress(const struct network *network, int event);

/* The newest op up to that event that a result needs, or NODE_UNKNOWN. */
int network_newest(const struct network *network, int event);

/* "[4..7]", "[4]", "[carry..7]", "the identity", "what is not known". */
void network_range(const struct network *network, int node, char *out,
                   size_t bytes);

#endif
