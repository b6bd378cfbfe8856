/* test_join.c - the joins of ranks, run in one process for any number of ranks.
 *
 * Values are intervals: rank r has [r, r], so its carry must be [0, r - 1].
 */
#include "ranks/join.h"
#include "ranks/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct monoid monoid;

static int open_monoid(void **state)
{
    struct problem why;

    (void)state;
    return monoid_open("interval", &monoid, &why) == OK ? 0 : -1;
}

static int close_monoid(void **state)
{
    (void)state;
    monoid_close(&monoid);
    return 0;
}

/* What a join took: in rounds, in calls of op on one rank, and on all. */
struct taken {
    int rounds;
    uint64_t most_calls;
};

/* All ranks, round by round: first all send, then all receive. Every second
 * rank has nothing if `gaps`. */
static struct taken simulate(enum join join, int ranks, bool gaps)
{
    struct joining *const rank = calloc((size_t)ranks, sizeof *rank);
    struct wire *const sent = calloc((size_t)ranks, sizeof *sent);
    struct wire_op *const op = calloc((size_t)ranks, sizeof *op);
    struct taken taken = {0, 0};

    assert_true(rank && sent && op);
    for (int r = 0; r < ranks; r++) {
        op[r].monoid = &monoid;
        rank[r].own.holds = !(gaps && r % 2);
        rank[r].own.low = rank[r].own.high = (uint32_t)(gaps ? r / 2 : r);
        rank[r].group = rank[r].own;
    }
    for (int k = 0; k < join_rounds(join, ranks); k++) {
        for (int r = 0; r < ranks; r++) {
            const struct exchange e = join_exchange(join, ranks, r, k);
            if (e.to < 0)
                continue;
            assert_int_equal(join_exchange(join, ranks, e.to, k).from, r);
            sent[r] = join_send(&rank[r], e, &op[r]);
        }
        for (int r = 0; r < ranks; r++) {
            const struct exchange e = join_exchange(join, ranks, r, k);
            if (e.from < 0)
                continue;
            assert_int_equal(join_exchange(join, ranks, e.from, k).to, r);
            join_take(&rank[r], e, &sent[e.from], &op[r]);
        }
        for (int r = 0; r < ranks; r++) {
            const struct exchange e = join_exchange(join, ranks, r, k);
            if (e.to >= 0 || e.from >= 0)
                join_count_round(&rank[r], e.from < 0 ? NULL : &sent[e.from]);
        }
    }
    for (int r = 0; r < ranks; r++) {
        const struct wire *const got = &rank[r].prefix;
        const int before = gaps ? (r + 1) / 2 : r;
        assert_int_equal(got->holds, before > 0);
        assert_false(before > 0 && got->broken);
        assert_int_equal(got->low, 0);
        assert_int_equal(got->high, before > 0 ? before - 1 : 0);
        if ((int)rank[r].rounds > taken.rounds)
            taken.rounds = (int)rank[r].rounds;
        if (op[r].calls > taken.most_calls)
            taken.most_calls = op[r].calls;
    }
    free(rank);
    free(sent);
    free(op);
    return taken;
}

static const enum join own[] = {JOIN_CHAIN, JOIN_DOUBLING, JOIN_123};

static void every_rank_gets_all_before_it(void **state)
{
    (void)state;
    for (int ranks = 1; ranks <= 300; ranks++)
        for (int i = 0; i < 3; i++) {
            simulate(own[i], ranks, false);
            simulate(own[i], ranks, true);
        }
}

static void counts_are_those_of_the_closed_forms(void **state)
{
    (void)state;
    for (int ranks = 1; ranks <= 300; ranks++)
        for (int i = 0; i < 3; i++) {
            const struct taken taken = simulate(own[i], ranks, false);
            const int calls = join_calls(own[i], ranks);
            assert_int_equal(taken.rounds, join_rounds(own[i], ranks));
            const bool exact =
                own[i] != JOIN_DOUBLING || (ranks & (ranks - 1)) == 0;
            if (exact)
                assert_int_equal(taken.most_calls, calls);
            assert_true(taken.most_calls <= (uint64_t)calls);
        }
}

/* Rounds of the papers, for the numbers of ranks that they name. */
static void rounds_are_those_of_the_papers(void **state)
{
    static const struct {
        int ranks, chain, doubling, after_123;
    } want[] = {{1, 0, 0, 0},           {2, 1, 1, 1},   {3, 2, 2, 2},
                {8, 7, 3, 4},           {36, 35, 6, 6}, {1152, 1151, 11, 11},
                {100000, 99999, 17, 18}};

    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const int ranks = want[i].ranks;
        assert_int_equal(join_rounds(JOIN_CHAIN, ranks), want[i].chain);
        assert_int_equal(join_rounds(JOIN_DOUBLING, ranks), want[i].doubling);
        assert_int_equal(join_rounds(JOIN_123, ranks), want[i].after_123);
    }
    assert_int_equal(simulate(JOIN_123, 100000, false).most_calls,
                     join_calls(JOIN_123, 100000));
    assert_true(simulate(JOIN_DOUBLING, 100000, false).most_calls <=
                (uint64_t)join_calls(JOIN_DOUBLING, 100000));
    simulate(JOIN_CHAIN, 1152, false);
}

/* Pieces of all ranks, in order, are the n elements; each rank keeps its own
 * side by side. */
static void pieces_are_all_elements(void **state)
{
    static const size_t sizes[] = {0, 1, 2, 5, 6, 7, 100, 1000};
    static const size_t chunks[] = {0, 1, 3, 7, 1000};

    (void)state;
    for (size_t s = 0; s < 8; s++)
        for (size_t c = 0; c < 5; c++)
            for (int ranks = 1; ranks <= 8; ranks++) {
                const struct layout layout = {sizes[s], ranks, chunks[c]};
                size_t at = 0, own_at[8] = {0};
                for (size_t k = 0; k < layout_pieces(&layout); k++)
                    for (int r = 0; r < ranks; r++) {
                        const struct piece p = layout_piece(&layout, r, k);
                        assert_int_equal(p.begin, at);
                        assert_true(p.n == 0 || p.at == own_at[r]);
                        assert_true(p.n <= layout_largest(&layout));
                        at += p.n;
                        own_at[r] += p.n;
                    }
                assert_int_equal(at, sizes[s]);
                for (int r = 0; r < ranks; r++)
                    assert_int_equal(layout_own(&layout, r), own_at[r]);
            }
}

/* A join out of order is seen: the test above could not pass by accident. */
static void an_order_that_is_wrong_is_seen(void **state)
{
    struct wire_op op = {.monoid = &monoid};
    struct wire left = {.holds = 1, .low = 3, .high = 3};
    struct wire right = {.holds = 1, .low = 2, .high = 2}, joined;

    (void)state;
    wire_join(&op, &left, &right, &joined);
    assert_true(joined.broken);
    wire_join(&op, &right, &left, &joined);
    assert_false(joined.broken);
    assert_int_equal(op.calls, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rank_gets_all_before_it),
        cmocka_unit_test(counts_are_those_of_the_closed_forms),
        cmocka_unit_test(rounds_are_those_of_the_papers),
        cmocka_unit_test(pieces_are_all_elements),
        cmocka_unit_test(an_order_that_is_wrong_is_seen),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_monoid, close_monoid);
}
