/* page_network.c - ops as a network, for the page: what network.c has found
 * out.
 *
 *     "node":[["leaf",-2,-2,0,0,0,1,-1,true,null,"[0]"], ..., null, ...]
 *             kind, left, right, column, depth, place, places, when it was
 * made, needed, value, range; null: the trace does not tell of it
 *     "output":[0,17,...]     the node of each result
 *     "made":[64,65,...]      ops, the oldest first
 */
#include "recording/network.h"
#include "page_data.h"
#include "page_text.h"

#include <stdlib.h>

static const char *const node_kinds[] = {
    [NODE_MISSING] = "",  [NODE_LEAF] = "leaf",       [NODE_OP] = "op",
    [NODE_COPY] = "copy", [NODE_NOTHING] = "nothing", [NODE_BROKEN] = "broken"};

static void put_node(const struct page *page, const struct network *network,
                     int number)
{
    const struct node *const node = &network->node[number];
    const struct event *const made =
        node->event < 0 ? NULL : &page->recording->event[node->event];
    FILE *const out = page->out;
    char range[64];

    if (node->kind == NODE_MISSING) {
        fputs("null", out);
        return;
    }
    network_range(network, number, range, sizeof range);
    fprintf(out, "[\"%s\",%d,%d,%d,%d,%d,%d,", node_kinds[node->kind],
            node->left, node->right, node->column, node->depth, node->place,
            node->places);
    put_number(out, made ? made->at : -1);
    fprintf(out, ",%s,", node->needed ? "true" : "false");
    put_json_text_or_null(out, made ? made->op.value : NULL);
    putc(',', out);
    put_json_text(out, range);
    putc(']', out);
}

static void put_numbers(FILE *out, const char *name, const int *number,
                        int count)
{
    fprintf(out, ",\n\"%s\":[", name);
    for (int k = 0; k < count; k++)
        fprintf(out, "%s%d", k ? "," : "", number[k]);
    fputs("]", out);
}

/* Ops in the order of their events. */
static void put_made(struct page *page, const struct network *network)
{
    const struct recording *const r = page->recording;
    int *const made = calloc((size_t)network->ops + 1, sizeof *made);
    int count = 0;

    page->good = page->good && made;
    for (int i = 0; made && i < r->events; i++) {
        const struct event *const e = &r->event[i];
        if (e->kind == EVENT_OP && e->op.node >= network->leaves &&
            network->node[e->op.node].event == i)
            made[count++] = e->op.node;
    }
    if (made)
        put_numbers(page->out, "made", made, count);
    free(made);
}

void page_put_network(struct page *page)
{
    FILE *const out = page->out;
    struct network network;

    fputs("\"network\":", out);
    if (network_lacks(page->recording)) {
        fputs("null,\n", out);
        return;
    }
    if (!network_open(page->recording, &network)) {
        page->good = false;
        return;
    }
    fprintf(out,
            "{\"leaves\":%d,\"carry\":%d,\"depth\":%d,\"idle\":%d,\"node\":[",
            network.leaves, network.carry, network.depth, network.idle);
    for (int k = 0; k < network.nodes; k++) {
        fputs(k ? ",\n" : "\n", out);
        put_node(page, &network, k);
    }
    fputs("]", out);
    put_numbers(out, "output", network.output, network.outputs);
    put_made(page, &network);
    fputs("},\n", out);
    network_close(&network);
}
