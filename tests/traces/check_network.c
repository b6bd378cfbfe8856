/* check_network.c - the ops of a small scan: each folds two neighbours that
 * existed before it; with sums of numbers, values and outputs are the sums of
 * the input. */
#include "check_trace.h"

#include <stdlib.h>
#include <string.h>

struct node {
    bool known;
    int64_t low, high, depth;
};

struct network {
    struct node *node;
    size_t leaves, nodes;
    int64_t *sum; /* sum[i] = in[0] + ... + in[i - 1]; or NULL: no numbers */
};

static size_t count_nodes(const struct checked *c)
{
    size_t most = (size_t)number_of(c, c->metadata, "n");

    for (size_t i = 0; i < json_array_size(c->events); i++) {
        const json_t *const event = json_array_get(c->events, i);
        if (!strcmp(category_of(event), "op")) {
            const int64_t number =
                number_of(c, json_object_get(event, "args"), "node");
            most = number >= (int64_t)most ? (size_t)number + 1 : most;
        }
    }
    return most;
}

static void find_sums(const struct checked *c, struct network *net)
{
    const json_t *const in = values_of(c, "in");

    if (json_array_size(in) == 0 ||
        strcmp(text_of(c, c->metadata, "monoid"), "add_i32") != 0)
        return;
    if (json_array_size(in) != net->leaves)
        wrong(c, "%zu inputs", json_array_size(in));
    net->sum = calloc(net->leaves + 1, sizeof *net->sum);
    for (size_t i = 0; i < net->leaves; i++)
        net->sum[i + 1] =
            net->sum[i] + atol(json_string_value(json_array_get(in, i)));
}

/* Node -1 is the identity: Blelloch's down-sweep starts from it. */
static const struct node *operand(const struct checked *c,
                                  const struct network *net, const json_t *args,
                                  const char *which)
{
    static const struct node nothing = {.low = 1, .high = 0};
    const int64_t number = number_of(c, args, which);

    if (number == -1)
        return &nothing;
    if (number < 0 || (size_t)number >= net->nodes || !net->node[number].known)
        wrong(c, "the %s operand is not there yet", which);
    return &net->node[number];
}

static void check_op(const struct checked *c, const struct network *net,
                     const json_t *args)
{
    const int64_t number = number_of(c, args, "node");
    struct node *const node = &net->node[number];

    if (node->known)
        wrong(c, "node %lld is made twice", (long long)number);
    const struct node *const left = operand(c, net, args, "left");
    const struct node *const right = operand(c, net, args, "right");
    const bool touch = left->low > left->high || right->low > right->high ||
                       left->high + 1 == right->low;
    *node = (struct node){true, left->low > left->high ? right->low : left->low,
                          right->low > right->high ? left->high : right->high,
                          number_of(c, args, "depth")};
    if (!touch || number_of(c, args, "low") != node->low ||
        number_of(c, args, "high") != node->high)
        wrong(c, "an op on what are no neighbours");
    if (node->depth !=
        1 + (left->depth > right->depth ? left->depth : right->depth))
        wrong(c, "the wrong depth");
    if (net->sum &&
        atol(text_of(c, args, "value")) !=
            (int32_t)(net->sum[node->high + 1] - net->sum[node->low]))
        wrong(c, "the value is not the sum");
}

/* Of a scan: one port in and one out. */
static void check_outputs(const struct checked *c, const struct network *net)
{
    const json_t *const out = values_of(c, "out");
    const char *const kind =
        json_string_value(json_object_get(c->metadata, "kind"));
    const size_t first = !kind || !strcmp(kind, "inclusive");
    const json_t *const ports = json_object_get(c->metadata, "ports");

    if (json_array_size(ports) > 2 || (ports && !kind) ||
        json_array_size(out) != net->leaves)
        return;
    for (size_t i = 0; net->sum && i < net->leaves; i++)
        if (atol(json_string_value(json_array_get(out, i))) !=
            (int32_t)net->sum[i + first])
            wrong(c, "out[%zu] is not the sum", i);
}

void check_network(struct checked *c)
{
    struct network net = {.leaves = (size_t)number_of(c, c->metadata, "n")};

    net.nodes = count_nodes(c);
    net.node = calloc(net.nodes + 1, sizeof *net.node);
    for (size_t i = 0; i < net.leaves; i++)
        net.node[i] = (struct node){true, (int64_t)i, (int64_t)i, 0};
    find_sums(c, &net);
    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        if (!strcmp(category_of(event), "op"))
            check_op(c, &net, json_object_get(event, "args"));
    }
    c->at = 0;
    check_outputs(c, &net);
    free(net.node);
    free(net.sum);
}
