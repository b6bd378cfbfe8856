/* check_ranks.c - the trace of a scan by several ranks.
 *
 *     rows       a row for each rank; its phases follow each other, and are
 *                those of the form
 *     messages   each is sent once and received once, later, and is the same at
 *                both ends, where an arrow begins and ends
 *     join       exactly the messages of the join, computed here from its
 *                definition, with the elements that they fold
 *     carries    a rank that needs one has all elements before its slice, or
 *                chunk, before it scans or applies
 */
#include "check_trace.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 256, MOST_MESSAGES = 1 << 16, PHASES = 3 };

struct message {
    bool sent, got, arrow, arrived;
    bool wanted;
    int64_t round, from, to, low, high, at;
};

struct ranks {
    struct checked *c;
    int64_t count, chunk, n;
    const char *across, *join; /* join: "" for overlap */
    int64_t begin[MOST_RANKS + 1], end[MOST_RANKS], until[MOST_RANKS];
    int64_t
        carry[MOST_RANKS + 1]; /* elements before this one are in the carry */
    int64_t phases[MOST_RANKS][PHASES];
    bool is_there[MOST_RANKS];
    struct message *message; /* by number, from 1 */
    int64_t messages;
};

static bool is_form(const struct ranks *r, const char *name)
{
    return !strcmp(r->across, name);
}

/* The first element of a rank's slice, or of its chunk of a generation. */
static int64_t begin_of(const struct ranks *r, int64_t rank, int64_t round)
{
    if (r->chunk == 0)
        return r->begin[rank];
    const int64_t at = (round * r->count + rank) * r->chunk;
    return at < r->n ? at : r->n;
}

/* --------------------------------------------------------------------- rows */

static int64_t rank_of(const struct ranks *r, const json_t *event)
{
    const int64_t rank = number_of(r->c, event, "tid") - 2;

    if (rank < 0 || rank >= r->count ||
        number_of(r->c, event, "pid") != rank + 1)
        wrong(r->c, "is on the row of no rank");
    return rank;
}

static void read_rank(struct ranks *r, const json_t *event, int64_t rank)
{
    const json_t *const args = json_object_get(event, "args");

    if (r->is_there[rank])
        wrong(r->c, "rank %lld begins twice", (long long)rank);
    r->is_there[rank] = true;
    r->begin[rank] = number_of(r->c, args, "begin");
    r->until[rank] = ns_of(event, "ts");
    r->end[rank] = r->until[rank] + ns_of(event, "dur");
    r->begin[r->count] = r->n;
    if (r->chunk == 0 && rank == r->count - 1 &&
        r->begin[rank] + number_of(r->c, args, "count") != r->n)
        wrong(r->c, "the last slice ends before n");
}

/* The carry is there, before it is needed; messages of MPI_Exscan are not seen.
 */
static void check_carry(const struct ranks *r, int64_t rank, int64_t round)
{
    const int64_t has = r->carry[rank] - 1;
    const int64_t needs = begin_of(r, rank, round) - 1;

    if (rank == 0 || !strcmp(r->join, "exscan") || has == needs)
        return;
    wrong(r->c, "rank %lld goes on with elements 0 to %lld, not to %lld",
          (long long)rank, (long long)has, (long long)needs);
}

static void read_work(struct ranks *r, const json_t *event, int64_t rank)
{
    const json_t *const args = json_object_get(event, "args");
    const char *const name = text_of(r->c, event, "name");
    const int64_t at = ns_of(event, "ts"), end = at + ns_of(event, "dur");
    const int64_t round = number_of(r->c, args, "round");

    if (!r->is_there[rank] || at < r->until[rank] || end > r->end[rank])
        wrong(r->c, "this phase is not between the one before and the end");
    r->until[rank] = end;
    if (!strcmp(name, "reduce"))
        r->phases[rank][0]++;
    else if (!strcmp(name, "scan"))
        r->phases[rank][1]++;
    else if (!strcmp(name, "apply carry"))
        r->phases[rank][2]++;
    if (!strcmp(name, is_form(r, "scan_propagate") ? "apply carry" : "scan"))
        check_carry(r, rank, round);
    if ((!strcmp(name, "scan") || !strcmp(name, "reduce")) &&
        number_of(r->c, args, "low") != begin_of(r, rank, round))
        wrong(r->c, "does not begin where the rank's elements do");
}

static int64_t pieces_of(const struct ranks *r, int64_t rank)
{
    int64_t pieces = 0;

    if (r->chunk == 0)
        return r->begin[rank] < r->begin[rank + 1];
    while (begin_of(r, rank, pieces) < r->n)
        pieces++;
    return pieces;
}

static void check_phases(const struct ranks *r)
{
    for (int64_t rank = 0; rank < r->count; rank++)
        if (!r->is_there[rank])
            wrong(r->c, "no rank %lld", (long long)rank);
    for (int64_t rank = 0; rank < r->count; rank++) {
        const int64_t *const phases = r->phases[rank];
        const int64_t pieces = pieces_of(r, rank);
        const bool applies = is_form(r, "scan_propagate");
        if (phases[1] != pieces || phases[0] != (applies ? 0 : pieces) ||
            phases[2] != (applies && rank > 0 ? pieces : 0))
            wrong(r->c,
                  "rank %lld reduces, scans and applies %lld, %lld, %lld "
                  "times, with %lld pieces",
                  (long long)rank, (long long)phases[0], (long long)phases[1],
                  (long long)phases[2], (long long)pieces);
    }
}

/* ----------------------------------------------------------------- messages */

static struct message *message_of(struct ranks *r, int64_t id)
{
    if (id < 1 || id > r->messages)
        wrong(r->c, "message %lld of %lld", (long long)id,
              (long long)r->messages);
    return &r->message[id];
}

static void read_send(struct ranks *r, const json_t *event, int64_t rank)
{
    const json_t *const args = json_object_get(event, "args");
    struct message *const m = message_of(r, number_of(r->c, args, "message"));

    if (m->sent)
        wrong(r->c, "sent twice");
    *m = (struct message){.sent = true,
                          .round = number_of(r->c, args, "round"),
                          .from = number_of(r->c, args, "from"),
                          .to = number_of(r->c, args, "to"),
                          .low = number_of(r->c, args, "low"),
                          .high = number_of(r->c, args, "high"),
                          .at = ns_of(event, "ts")};
    if (m->from != rank)
        wrong(r->c, "sent from the row of another rank");
}

static void read_receive(struct ranks *r, const json_t *event, int64_t rank)
{
    const json_t *const args = json_object_get(event, "args");
    struct message *const m = message_of(r, number_of(r->c, args, "message"));

    if (!m->sent || m->got)
        wrong(r->c, "received before it is sent, or twice");
    m->got = true;
    if (m->to != rank || number_of(r->c, args, "to") != rank ||
        number_of(r->c, args, "from") != m->from ||
        number_of(r->c, args, "round") != m->round ||
        number_of(r->c, args, "low") != m->low ||
        number_of(r->c, args, "high") != m->high)
        wrong(r->c, "received otherwise than it was sent");
    if (number_of(r->c, args, "carry_low") == 0)
        r->carry[rank] = number_of(r->c, args, "carry_high") + 1;
}

/* An arrow follows its instant, at the same time. */
static void read_arrow(struct ranks *r, const json_t *event, int64_t rank,
                       bool begins)
{
    struct message *const m = message_of(r, number_of(r->c, event, "id"));

    if (rank != (begins ? m->from : m->to) || !(begins ? m->sent : m->got) ||
        (begins ? m->arrow : m->arrived))
        wrong(r->c, "an arrow without its message");
    if (begins)
        m->arrow = true;
    else
        m->arrived = true;
}

/* -------------------------------------------------------------------- joins */

/* This message must be there, and folds the elements of these ranks. */
static void want(struct ranks *r, int64_t round, int64_t from, int64_t to,
                 int64_t first, int64_t end)
{
    const int64_t low = begin_of(r, first, round);
    const int64_t high = begin_of(r, end, round) - 1;

    for (int64_t id = 1; id <= r->messages; id++) {
        struct message *const m = &r->message[id];
        if (m->wanted || m->round != round || m->from != from || m->to != to)
            continue;
        if (m->low != low || m->high != high)
            wrong(r->c,
                  "message %lld folds elements %lld to %lld, not %lld to %lld",
                  (long long)id, (long long)m->low, (long long)m->high,
                  (long long)low, (long long)high);
        m->wanted = true;
        return;
    }
    wrong(r->c, "round %lld: no message from rank %lld to rank %lld",
          (long long)round, (long long)from, (long long)to);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void want_doubling(struct ranks *r)
{
    for (int64_t round = 0; (int64_t)1 << round < r->count; round++)
        for (int64_t from = 0; from < r->count; from++) {
            const int64_t side = (int64_t)1 << round, to = from ^ side;
            const int64_t first = from / side * side;
            if (to < r->count)
                want(r, round, from, to, first,
                     smaller(first + side, r->count));
        }
}

/* 1, 2, 3, 6, 12, ... ranks on; from the third round on all that the sender has
 * before its own value, which is as far back as it sends on. */
static void want_123(struct ranks *r)
{
    int64_t skip = 1, covered = 0;

    for (int64_t round = 0; covered < r->count - 1; round++) {
        for (int64_t from = round > 1; from + skip < r->count; from++)
            want(r, round, from, from + skip, larger(from - covered, 0),
                 from + (round < 2));
        covered += skip;
        skip = round == 0 ? 2 : covered;
    }
}

static void want_totals(struct ranks *r)
{
    for (int64_t round = 0; begin_of(r, 0, round) < r->n; round++)
        for (int64_t to = 1; to < r->count; to++)
            for (int64_t from = 0; from < to && begin_of(r, to, round) < r->n;
                 from++)
                want(r, round, from, to, from, from + 1);
}

static void check_join(struct ranks *r)
{
    if (is_form(r, "overlap"))
        want_totals(r);
    else if (!strcmp(r->join, "chain"))
        for (int64_t from = 0; from + 1 < r->count; from++)
            want(r, from, from, from + 1, 0, from + 1);
    else if (!strcmp(r->join, "doubling"))
        want_doubling(r);
    else if (!strcmp(r->join, "123"))
        want_123(r);
    for (int64_t id = 1; id <= r->messages; id++) {
        const struct message *const m = &r->message[id];
        if (!m->sent || !m->got || !m->arrow || !m->arrived)
            wrong(r->c, "message %lld is lost, or its arrow is", (long long)id);
        if (!m->wanted)
            wrong(r->c, "message %lld is none of the join", (long long)id);
    }
}

/* ---------------------------------------------------------------- all of it */

static void read_event(struct ranks *r, const json_t *event)
{
    const char *const category = category_of(event);
    const char phase = *text_of(r->c, event, "ph");

    if (phase == 'M')
        return;
    const int64_t rank = rank_of(r, event);
    if (!strcmp(category, "rank"))
        read_rank(r, event, rank);
    else if (!strcmp(category, "work"))
        read_work(r, event, rank);
    else if (!strcmp(category, "send"))
        read_send(r, event, rank);
    else if (!strcmp(category, "receive"))
        read_receive(r, event, rank);
    else if (!strcmp(category, "message"))
        read_arrow(r, event, rank, phase == 's');
    else
        wrong(r->c, "an event of no rank: %s", category);
}

/* One clock of each rank, which is not wrong by more than it says. */
static void check_clocks(const struct ranks *r)
{
    const json_t *const clocks = json_object_get(r->c->metadata, "rank_clocks");

    if ((int64_t)json_array_size(clocks) != r->count)
        wrong(r->c, "not one clock of each rank");
    for (size_t k = 0; k < json_array_size(clocks); k++) {
        const json_t *const clock = json_array_get(clocks, k);
        number_of(r->c, clock, "offset_ns");
        if (number_of(r->c, clock, "uncertainty_ns") < 0)
            wrong(r->c, "an uncertainty below 0");
    }
}

void check_ranks(struct checked *c)
{
    static struct ranks r;

    memset(&r, 0, sizeof r);
    r.c = c;
    r.count = number_of(c, c->metadata, "ranks");
    r.chunk = number_of(c, c->metadata, "chunk");
    r.n = number_of(c, c->metadata, "n");
    r.across = text_of(c, c->metadata, "across");
    r.join = is_form(&r, "overlap") ? "" : text_of(c, c->metadata, "join");
    r.messages = number_of(c, c->metadata, "messages");
    if (r.count < 1 || r.count > MOST_RANKS || r.messages < 0 ||
        r.messages > MOST_MESSAGES)
        wrong(c, "%lld ranks and %lld messages", (long long)r.count,
              (long long)r.messages);
    r.message = calloc((size_t)r.messages + 1, sizeof *r.message);
    if (!r.message)
        wrong(c, "out of memory");
    for (c->at = 0; c->at < json_array_size(c->events); c->at++)
        read_event(&r, json_array_get(c->events, c->at));
    c->at = 0;
    check_phases(&r);
    check_join(&r);
    check_clocks(&r);
    free(r.message);
}
