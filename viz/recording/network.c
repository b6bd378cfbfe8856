/* network.c - turns ops into nodes, gives them columns and depths, finds results. */
#include "network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int leaves_of(const struct recording *recording)
{
    return (int)recording->n + recording->carry;
}

const char *network_lacks(const struct recording *recording)
{
    int ops = 0;

    if (recording->is_application)
        return "Networks are drawn for scans: the results of an application "
               "are not known here.";
    if (recording->n < 1)
        return "No elements: there is nothing to combine.";
    if (recording->real)
        return "Only the simulated machine records ops.";
    if (recording->n + recording->carry > NETWORK_LEAVES)
        return "Networks are drawn for up to 64 elements: record fewer, "
               "for example with scanlab trace ... -n 16.";
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (e->kind != EVENT_OP)
            continue;
        if (++ops > NETWORK_OPS ||
            e->op.node >= leaves_of(recording) + NETWORK_OPS)
            return "This trace has more ops than can be drawn.";
    }
    return ops > 0 ? NULL
                   : "This trace holds no ops: nothing was combined, or its "
                     "device does not record them.";
}

/* -------------------------------------------------------------------- nodes */

static bool holds_nothing(const struct network *network, int node)
{
    return node == NODE_IDENTITY ||
           (node >= 0 && network->node[node].kind == NODE_NOTHING);
}

/* Operands come before their op; any other number counts as unknown. */
static int operand(const struct network *network, int node, int of)
{
    return node == NODE_IDENTITY || (node >= 0 && node < of &&
                                     network->node[node].kind != NODE_MISSING)
               ? node
               : NODE_UNKNOWN;
}

static enum node_kind kind_of(const struct network *network,
                              const struct node *node)
{
    if (node->low < 0 || node->high >= network->leaves)
        return NODE_BROKEN;
    if (node->low > node->high)
        return NODE_NOTHING;
    return holds_nothing(network, node->left) ||
                   holds_nothing(network, node->right)
               ? NODE_COPY
               : NODE_OP;
}

/* A broken node has no last element: it is drawn below an operand. */
static int column_of(const struct network *network, const struct node *node)
{
    if (node->kind != NODE_BROKEN)
        return (int)node->high;
    if (node->right >= 0 && network->node[node->right].kind != NODE_NOTHING)
        return network->node[node->right].column;
    if (node->left >= 0 && network->node[node->left].kind != NODE_NOTHING)
        return network->node[node->left].column;
    return 0;
}

static void add_op(struct network *network, const struct recording *recording,
                   int event)
{
    const struct op *const op = &recording->event[event].op;

    if (op->node < network->leaves ||
        network->node[op->node].kind != NODE_MISSING)
        return;
    struct node *const node = &network->node[op->node];
    *node = (struct node){.left = operand(network, op->left, op->node),
                          .right = operand(network, op->right, op->node),
                          .low = op->low,
                          .high = op->high,
                          .depth = op->depth,
                          .event = event};
    if (node->depth < 1 || node->depth > NETWORK_OPS)
        node->depth = 1;
    node->kind = kind_of(network, node);
    node->column = column_of(network, node);
    network->ops++;
    if (node->kind != NODE_NOTHING && node->depth > network->depth)
        network->depth = node->depth;
}

bool node_is_drawn(const struct node *node)
{
    return node->kind != NODE_MISSING && node->kind != NODE_NOTHING;
}

bool node_is_dot(const struct node *node)
{
    return node->kind == NODE_LEAF || node->kind == NODE_COPY;
}

/* Nodes of one column and depth share a cell. */
static size_t cell_of(const struct network *network, const struct node *node)
{
    return (size_t)node->depth * (size_t)network->leaves + (size_t)node->column;
}

static bool give_places(struct network *network)
{
    int *const crowd = calloc(
        (size_t)(network->depth + 1) * (size_t)network->leaves, sizeof *crowd);

    if (!crowd)
        return false;
    for (int k = 0; k < network->nodes; k++) {
        struct node *const node = &network->node[k];
        if (node_is_drawn(node))
            node->place = crowd[cell_of(network, node)]++;
    }
    for (int k = 0; k < network->nodes; k++) {
        struct node *const node = &network->node[k];
        if (node_is_drawn(node))
            node->places = crowd[cell_of(network, node)];
    }
    free(crowd);
    return true;
}

/* ------------------------------------------------------------------ results */

/* The event that writes each result last; if accesses are not recorded, the end
 * of the run. */
static void find_writes(const struct recording *recording, int *write)
{
    for (int i = 0; i < NETWORK_LEAVES; i++)
        write[i] = recording->events;
    for (int k = 0; k < recording->events; k++) {
        const struct event *const e = &recording->event[k];
        if (e->kind != EVENT_ACCESS || !e->memory.writes || !e->memory.word ||
            strncmp(e->memory.word, "out[", 4) != 0)
            continue;
        const long long i = strtoll(e->memory.word + 4, NULL, 10);
        if (i >= 0 && i < NETWORK_LEAVES)
            write[i] = k;
    }
}

/* Was the result written by the thread that applied the op? Then that op made it;
 * other threads may have combined the same elements for their own use. */
static bool by_its_maker(const struct recording *recording, int op, int write)
{
    const struct event *const o = &recording->event[op];

    return write < recording->events &&
           recording->event[write].block == o->block &&
           recording->event[write].memory.thread == o->op.thread;
}

/* The newest op before the write that combines the right elements, preferably by
 * the thread that writes; a leaf if there is no op. */
static int find_output(const struct network *network,
                       const struct recording *recording, long long last,
                       int write)
{
    int found = last == 0 ? 0 : NODE_UNKNOWN;
    bool sure = false;

    if (last < 0)
        return NODE_IDENTITY;
    for (int k = network->leaves; k < network->nodes; k++) {
        const struct node *const node = &network->node[k];
        if ((node->kind != NODE_OP && node->kind != NODE_COPY) ||
            node->low != 0 || node->high != last || node->event > write)
            continue;
        const bool maker = by_its_maker(recording, node->event, write);
        if (maker || !sure)
            found = k;
        sure = sure || maker;
    }
    return found;
}

static void find_outputs(struct network *network,
                         const struct recording *recording)
{
    int write[NETWORK_LEAVES];

    find_writes(recording, write);
    network->outputs = (int)recording->n;
    for (int i = 0; i < network->outputs; i++)
        network->output[i] =
            find_output(network, recording,
                        i + recording->carry - recording->exclusive, write[i]);
}

/* Marks the ops that some result takes in; all of them if a result was not found. */
static void find_needed(struct network *network)
{
    bool found = true;

    for (int i = 0; i < network->outputs; i++)
        if (network->output[i] >= 0)
            network->node[network->output[i]].needed = true;
        else if (network->output[i] == NODE_UNKNOWN)
            found = false;
    for (int k = network->nodes - 1; k >= network->leaves; k--) {
        struct node *const node = &network->node[k];
        if (node->kind == NODE_MISSING)
            continue;
        node->needed = node->needed || !found;
        network->idle += !node->needed;
        if (node->needed && node->left >= 0)
            network->node[node->left].needed = true;
        if (node->needed && node->right >= 0)
            network->node[node->right].needed = true;
    }
}

/* -------------------------------------------------------------------- whole */

bool network_open(const struct recording *recording, struct network *network)
{
    *network = (struct network){.leaves = leaves_of(recording),
                                .carry = recording->carry};
    network->nodes = network->leaves;
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_OP &&
            recording->event[i].op.node >= network->nodes)
            network->nodes = recording->event[i].op.node + 1;
    network->node = calloc((size_t)network->nodes + 1, sizeof *network->node);
    if (!network->node)
        return false;
    for (int i = 0; i < network->leaves; i++)
        network->node[i] = (struct node){.kind = NODE_LEAF,
                                         .left = NODE_UNKNOWN,
                                         .right = NODE_UNKNOWN,
                                         .low = i,
                                         .high = i,
                                         .column = i,
                                         .event = -1};
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_OP)
            add_op(network, recording, i);
    if (!give_places(network)) {
        network_close(network);
        return false;
    }
    find_outputs(network, recording);
    find_needed(network);
    return true;
}

void network_close(struct network *network)
{
    free(network->node);
    network->node = NULL;
}

int network_cone(const struct network *network, int node, bool *in)
{
    int ops = 0;

    memset(in, 0, (size_t)network->nodes * sizeof *in);
    if (node < 0)
        return 0;
    in[node] = true;
    for (int k = node; k >= network->leaves; k--) {
        const struct node *const from = &network->node[k];
        if (!in[k])
            continue;
        ops++;
        if (from->left >= 0)
            in[from->left] = true;
        if (from->right >= 0)
            in[from->right] = true;
    }
    return ops;
}

struct progress network_progress(const struct network *network, int event)
{
    struct progress so_far = {0, 0};

    for (int k = network->leaves; k < network->nodes; k++) {
        const struct node *const node = &network->node[k];
        if (node->kind == NODE_MISSING || node->event > event)
            continue;
        so_far.work++;
        if (node->depth > so_far.depth)
            so_far.depth = node->depth;
    }
    return so_far;
}

int network_newest(const struct network *network, int event)
{
    int newest = NODE_UNKNOWN;

    for (int k = network->leaves; k < network->nodes; k++) {
        const struct node *const node = &network->node[k];
        if (node_is_drawn(node) && node->needed && node->event <= event &&
            (newest < 0 || node->event > network->node[newest].event))
            newest = k;
    }
    return newest;
}

/* "4", "carry". */
static void leaf_name(const struct network *network, long long leaf, char *out,
                      size_t bytes)
{
    if (network->carry && leaf == 0)
        snprintf(out, bytes, "carry");
    else
        snprintf(out, bytes, "%lld", leaf - network->carry);
}

void network_range(const struct network *network, int node, char *out,
                   size_t bytes)
{
    if (holds_nothing(network, node)) {
        snprintf(out, bytes, "the identity");
        return;
    }
    if (node < 0 || network->node[node].kind == NODE_MISSING) {
        snprintf(out, bytes, "an unknown value");
        return;
    }
    const struct node *const n = &network->node[node];
    char low[24], high[24];

    leaf_name(network, n->low, low, sizeof low);
    leaf_name(network, n->high, high, sizeof high);
    if (n->kind == NODE_BROKEN)
        snprintf(out, bytes, "elements that are not adjacent");
    else if (n->low == n->high)
        snprintf(out, bytes, "[%s]", low);
    else
        snprintf(out, bytes, "[%s..%s]", low, high);
}
