/* join.c - see join.h. */
#include "join.h"
#include "ranks.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {[JOIN_EXSCAN] = "exscan",
                                    [JOIN_CHAIN] = "chain",
                                    [JOIN_DOUBLING] = "doubling",
                                    [JOIN_123] = "123",
                                    [JOINS] = NULL};

const char *join_name(enum join join)
{
    return names[join];
}

enum status join_find(const char *name, enum join *out, struct problem *why)
{
    for (int i = 0; i < JOINS; i++)
        if (!strcmp(name, names[i])) {
            *out = (enum join)i;
            return OK;
        }
    return problem_set(why, WRONG_USE,
                       "--join %s: exscan, chain, doubling or 123", name);
}

/* ------------------------------------------------------------------ rounds */

/* 123: how far round k sends. After it, prefixes cover this many ranks and as
 * many as before: 1, 3, 6, 12, ... */
static int skip_of(int round)
{
    return round < 2 ? round + 1 : 3 << (round - 2);
}

int join_rounds(enum join join, int ranks)
{
    int rounds = 0;

    if (ranks < 2)
        return 0;
    if (join == JOIN_123) {
        for (int covered = 0; covered < ranks - 1; rounds++)
            covered += skip_of(rounds);
        return rounds;
    }
    if (join == JOIN_DOUBLING) {
        while (1 << rounds < ranks)
            rounds++;
        return rounds;
    }
    return ranks - 1;
}

/* Rank 0 has no prefix: in the first two rounds it sends its own value, later
 * nothing. */
static struct exchange exchange_123(int ranks, int me, int round)
{
    const int skip = skip_of(round), first = round < 2 ? 0 : 1;
    struct exchange e = {.to = -1, .from = -1, .takes = TAKES_BEFORE};

    e.sends = round < 2 ? SENDS_PREFIX_AND_OWN : SENDS_PREFIX;
    if (me >= first && me + skip < ranks)
        e.to = me + skip;
    if (me - skip >= first)
        e.from = me - skip;
    return e;
}

static struct exchange exchange_doubling(int ranks, int me, int round)
{
    const int other = me ^ 1 << round;
    struct exchange e = {.to = -1, .from = -1, .sends = SENDS_GROUP};

    e.last = round + 1 == join_rounds(JOIN_DOUBLING, ranks);
    e.takes = other < me ? TAKES_GROUP_BEFORE : TAKES_GROUP_AFTER;
    if (other < ranks)
        e.to = e.from = other;
    return e;
}

struct exchange join_exchange(enum join join, int ranks, int me, int round)
{
    if (join == JOIN_123)
        return exchange_123(ranks, me, round);
    if (join == JOIN_DOUBLING)
        return exchange_doubling(ranks, me, round);
    return (struct exchange){.to = me == round ? me + 1 : -1,
                             .from = me == round + 1 ? me - 1 : -1,
                             .sends = SENDS_PREFIX_AND_OWN,
                             .takes = TAKES_BEFORE};
}

struct wire join_send(const struct joining *joining, struct exchange exchange,
                      struct wire_op *op)
{
    struct wire sent = joining->group;

    if (exchange.sends == SENDS_PREFIX)
        sent = joining->prefix;
    /* In 123's first round the prefix holds nothing: this is the own value. */
    if (exchange.sends == SENDS_PREFIX_AND_OWN)
        wire_join(op, &joining->prefix, &joining->own, &sent);
    sent.rounds = joining->rounds;
    return sent;
}

void join_take(struct joining *joining, struct exchange exchange,
               const struct wire *received, struct wire_op *op)
{
    if (exchange.takes != TAKES_GROUP_AFTER)
        wire_join(op, received, &joining->prefix, &joining->prefix);
    if (exchange.takes == TAKES_BEFORE || exchange.last)
        return;
    if (exchange.takes == TAKES_GROUP_BEFORE)
        wire_join(op, received, &joining->group, &joining->group);
    else
        wire_join(op, &joining->group, received, &joining->group);
}

void join_count_round(struct joining *joining, const struct wire *received)
{
    if (received && received->rounds > joining->rounds)
        joining->rounds = received->rounds;
    joining->rounds++;
}

/* --------------------------------------------------------------------- run */

static struct wire exscan(const struct wire *own, struct wire_op *op,
                          struct rank_log *log)
{
    const uint64_t begin = rank_log_now(log);
    struct wire prefix = {.holds = 0};

    ranks_mpi()->exscan(own, &prefix, sizeof *own, wire_mpi_join, op);
    prefix.rounds = 0;
    rank_log_phase(log, RANK_EXSCANS, 0, begin);
    return prefix;
}

/* One round in which this rank sends, receives or does both. */
static void run_round(struct joining *joining, struct exchange e, int round,
                      struct wire_op *op, struct rank_log *log)
{
    const bool sends = e.to >= 0, receives = e.from >= 0;
    struct rank_event noted = {.begin = rank_log_now(log),
                               .phase = RANK_EXCHANGES,
                               .round = (uint32_t)round,
                               .to = e.to,
                               .from = e.from};
    struct wire sent = {.holds = 0}, received = {.holds = 0};

    if (sends)
        sent = join_send(joining, e, op);
    noted.sent_at = rank_log_now(log);
    ranks_mpi()->exchange(&sent, e.to, &received, e.from, sizeof sent);
    noted.got_at = rank_log_now(log);
    if (receives)
        join_take(joining, e, &received, op);
    join_count_round(joining, receives ? &received : NULL);
    noted.sent = rank_range_of(&sent);
    noted.got = rank_range_of(&received);
    noted.carry = rank_range_of(&joining->prefix);
    rank_log_messages(log, &noted);
}

struct wire join_run(enum join join, const struct wire *own, struct wire_op *op,
                     struct rank_log *log)
{
    const int ranks = ranks_count(), me = ranks_me();
    struct joining joining = {.own = *own, .group = *own};

    if (join == JOIN_EXSCAN)
        return exscan(own, op, log);
    for (int k = 0; k < join_rounds(join, ranks); k++) {
        const struct exchange e = join_exchange(join, ranks, me, k);
        if (e.to >= 0 || e.from >= 0)
            run_round(&joining, e, k, op, log);
    }
    joining.prefix.rounds = joining.rounds;
    return joining.prefix;
}

int join_calls(enum join join, int ranks)
{
    const int rounds = join_rounds(join, ranks);

    if (rounds == 0)
        return 0;
    if (join == JOIN_DOUBLING)
        return 2 * (rounds - 1);
    /* One for each later round; and a rank that has received all can have made
     * the second round's message too, if the last skip leaves room for it. */
    if (join == JOIN_123)
        return rounds < 2 ? 0
                          : rounds - 1 +
                                (ranks - 3 - skip_of(rounds - 1) >=
                                 (rounds > 2 ? 1 : 0));
    return ranks > 2 ? 1 : 0;
}
