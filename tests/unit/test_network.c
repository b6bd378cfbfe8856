/* test_network.c - the viewer's network: results, cones, places, and traces
 * whose numbers make no sense.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "viz/recording/network.h"

enum { MOST = 512 };

static struct event events[MOST];

static struct recording recording_of(long n)
{
    memset(events, 0, sizeof events);
    return (struct recording){.n = n, .event = events};
}

static int leaves(const struct recording *r)
{
    return (int)r->n + r->carry;
}

/* The next op's node. */
static int add(struct recording *r, struct op op)
{
    struct event *const e = &events[r->events];

    assert_true(r->events < MOST);
    *e = (struct event){.kind = EVENT_OP, .at = r->events, .op = op};
    r->events++;
    return op.node;
}

static void writes(struct recording *r, const char *word, int thread)
{
    struct event *const e = &events[r->events];

    *e = (struct event){.kind = EVENT_ACCESS, .at = r->events};
    e->memory.word = word;
    e->memory.thread = thread;
    e->memory.writes = true;
    r->events++;
}

/* Each cell takes in the one 1, 2, 4, ... to its left. */
static void add_kogge_stone(struct recording *r)
{
    const int n = leaves(r);
    int cell[NETWORK_LEAVES], low[NETWORK_LEAVES], next = n;

    for (int i = 0; i < n; i++)
        cell[i] = low[i] = i;
    for (int stride = 1, depth = 1; stride < n; stride *= 2, depth++)
        for (int i = n - 1; i >= stride; i--) {
            low[i] = low[i - stride];
            cell[i] = add(r, (struct op){.node = next++,
                                         .left = cell[i - stride],
                                         .right = cell[i],
                                         .depth = depth,
                                         .thread = i,
                                         .low = low[i],
                                         .high = i});
        }
}

static const struct node *in_cone(const struct network *network, const bool *in,
                                  long low, long high)
{
    for (int k = network->leaves; k < network->nodes; k++)
        if (in[k] && network->node[k].low == low &&
            network->node[k].high == high)
            return &network->node[k];
    return NULL;
}

/* [0..13] is [0..5] with [6..13], and so on: a tree with no op twice. */
static void finds_results_and_cones(void **state)
{
    static const long want[][2] = {{0, 13}, {6, 13}, {10, 13}, {12, 13}, {0, 5},
                                   {2, 5},  {4, 5},  {0, 1},   {2, 3},   {6, 9},
                                   {6, 7},  {8, 9},  {10, 11}};
    struct recording r = recording_of(16);
    struct network network;
    bool in[MOST];

    (void)state;
    add_kogge_stone(&r);
    assert_null(network_lacks(&r));
    assert_true(network_open(&r, &network));
    assert_int_equal(network.ops, 49);
    assert_int_equal(network.depth, 4);
    assert_int_equal(network.idle, 0);
    assert_int_equal(network.outputs, 16);
    for (int i = 0; i < 16; i++) {
        const struct node *const node = &network.node[network.output[i]];
        assert_int_equal(node->low, 0);
        assert_int_equal(node->high, i);
        assert_int_equal(node->column, i);
        assert_int_equal(network_cone(&network, network.output[i], in), i);
        for (int leaf = 0; leaf < 16; leaf++)
            assert_int_equal(in[leaf], leaf <= i);
    }
    network_cone(&network, network.output[13], in);
    for (size_t k = 0; k < sizeof want / sizeof *want; k++)
        if (!in_cone(&network, in, want[k][0], want[k][1]))
            fail_msg("[%ld..%ld] is not in the cone", want[k][0], want[k][1]);
    assert_null(in_cone(&network, in, 12, 15));
    network_close(&network);
}

static void shifts_results(void **state)
{
    (void)state;
    for (int exclusive = 0; exclusive < 2; exclusive++)
        for (int carry = 0; carry < 2; carry++) {
            struct recording r = recording_of(15);
            struct network network;
            char range[64];
            r.exclusive = exclusive;
            r.carry = carry;
            add_kogge_stone(&r);
            assert_true(network_open(&r, &network));
            assert_int_equal(network.leaves, 15 + carry);
            assert_int_equal(network.outputs, 15);
            assert_int_equal(network.output[0] == NODE_IDENTITY,
                             exclusive && !carry);
            for (int i = 1; i < 15; i++)
                assert_int_equal(network.node[network.output[i]].high,
                                 i + carry - exclusive);
            network_range(&network, network.output[14], range, sizeof range);
            assert_string_equal(range, carry       ? exclusive ? "[carry..13]"
                                                               : "[carry..14]"
                                       : exclusive ? "[0..13]"
                                                   : "[0..14]");
            network_close(&network);
        }
}

/* Two threads fold the same; the one that writes it made the result. */
static void believes_who_writes(void **state)
{
    struct recording r = recording_of(2);
    struct network network;
    const struct op op = {
        .node = 2, .left = 0, .right = 1, .depth = 1, .low = 0, .high = 1};
    struct op again = op;

    (void)state;
    again.node = 3;
    again.thread = 1;
    add(&r, op);
    add(&r, again);
    writes(&r, "out[1]", 0);
    assert_true(network_open(&r, &network));
    assert_int_equal(network.output[1], 2);
    assert_int_equal(network.idle, 1);
    assert_true(network.node[2].needed && !network.node[3].needed);
    assert_int_equal(network.node[2].places, 2);
    assert_int_equal(network.node[2].place, 0);
    assert_int_equal(network.node[3].place, 1);
    network_close(&network);
}

static void counts_what_has_happened(void **state)
{
    struct recording r = recording_of(8);
    struct network network;

    (void)state;
    add_kogge_stone(&r);
    assert_true(network_open(&r, &network));
    for (int event = -1; event < r.events; event++) {
        const struct progress now = network_progress(&network, event);
        const int newest = network_newest(&network, event);
        assert_int_equal(now.work, event + 1);
        assert_int_equal(now.depth, event < 0    ? 0
                                    : event < 7  ? 1
                                    : event < 13 ? 2
                                                 : 3);
        assert_int_equal(newest, event < 0 ? NODE_UNKNOWN : 8 + event);
    }
    network_close(&network);
}

static void knows_what_folds_nothing(void **state)
{
    struct recording r = recording_of(2);
    struct network network;
    char range[64];

    (void)state;
    add(&r, (struct op){.node = 2,
                        .left = -1,
                        .right = -1,
                        .depth = 1,
                        .low = 1,
                        .high = 0});
    add(&r,
        (struct op){
            .node = 3, .left = 2, .right = 0, .depth = 2, .low = 0, .high = 0});
    add(&r,
        (struct op){
            .node = 4, .left = 3, .right = 1, .depth = 3, .low = 0, .high = 1});
    add(&r, (struct op){.node = 5,
                        .left = 1,
                        .right = 0,
                        .depth = 1,
                        .low = -1,
                        .high = -1});
    assert_true(network_open(&r, &network));
    assert_int_equal(network.node[2].kind, NODE_NOTHING);
    assert_int_equal(network.node[3].kind, NODE_COPY);
    assert_int_equal(network.node[4].kind, NODE_OP);
    assert_int_equal(network.node[5].kind, NODE_BROKEN);
    assert_int_equal(network.node[5].column, 0);
    assert_int_equal(network.output[0], 3);
    assert_int_equal(network.output[1], 4);
    network_range(&network, 2, range, sizeof range);
    assert_string_equal(range, "the identity");
    network_range(&network, 3, range, sizeof range);
    assert_string_equal(range, "[0]");
    network_range(&network, 5, range, sizeof range);
    assert_string_equal(range, "elements that are not adjacent");
    network_close(&network);
}

static void says_what_it_lacks(void **state)
{
    struct recording r = recording_of(65);

    (void)state;
    assert_non_null(strstr(network_lacks(&r), "up to 64 elements"));
    r.n = 64;
    assert_non_null(strstr(network_lacks(&r), "holds no ops"));
    r.carry = true;
    assert_non_null(strstr(network_lacks(&r), "up to 64 elements"));
    r = recording_of(0);
    assert_non_null(strstr(network_lacks(&r), "No elements"));
    r = recording_of(4);
    add(&r, (struct op){.node = 1 << 29});
    assert_non_null(strstr(network_lacks(&r), "more ops than"));
}

/* Whatever a trace says, each drawn node has a column and a depth. */
static void survives_nonsense(void **state)
{
    static const int numbers[] = {-1, 0, 1, 3, 4, 5, 6, 7, 100, 1 << 14};
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    uint32_t seed = 1;

    (void)state;
    for (int round = 0; round < 2000; round++) {
        struct recording r = recording_of(4);
        struct network network;
        bool in[(1 << 14) + 8];
        int pick[6];
        for (int k = 0; k < 12; k++) {
            for (int j = 0; j < 6; j++) {
                seed = seed * 1664525 + 1013904223;
                pick[j] = numbers[(seed >> 16) % NUMBERS];
            }
            add(&r, (struct op){.node = pick[0],
                                .left = pick[1],
                                .right = pick[2],
                                .depth = pick[3],
                                .low = pick[4],
                                .high = pick[5]});
        }
        if (network_lacks(&r))
            continue;
        assert_true(network_open(&r, &network));
        for (int k = 0; k < network.nodes; k++) {
            const struct node *const node = &network.node[k];
            assert_true(node->left < k && node->right < k);
            if (node_is_drawn(node)) {
                assert_in_range(node->column, 0, 3);
                assert_in_range(node->depth, 0, network.depth);
                assert_true(node->place < node->places);
            }
        }
        assert_in_range(network_cone(&network, network.nodes - 1, in), 0,
                        network.ops);
        network_close(&network);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_results_and_cones),
        cmocka_unit_test(shifts_results),
        cmocka_unit_test(believes_who_writes),
        cmocka_unit_test(counts_what_has_happened),
        cmocka_unit_test(knows_what_folds_nothing),
        cmocka_unit_test(says_what_it_lacks),
        cmocka_unit_test(survives_nonsense),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
