/* across.c - see across.h. */
#include "across.h"
#include "ranks.h"
#include "algorithms/contract/native.h"

#include <string.h>

/* Bytes of a chunk. A few of them, reduced but not yet scanned, must fit in the
 * cache of a core: better into a quarter of it, even if there are more
 * messages. */
enum { CHUNK_BYTES = 256 << 10 };

static const char *const names[] = {[ACROSS_PROPAGATE] = "scan_propagate",
                                    [ACROSS_REDUCE] = "reduce_scan",
                                    [ACROSS_OVERLAP] = "overlap"};

const char *across_name(enum across across)
{
    return names[across];
}

enum status across_find(const char *name, enum across *out, struct problem *why)
{
    for (int i = 0; i < ACROSSES; i++)
        if (!strcmp(name, names[i])) {
            *out = (enum across)i;
            return OK;
        }
    return problem_set(why, WRONG_USE,
                       "--across %s: scan_propagate, reduce_scan or overlap",
                       name);
}

struct layout across_layout(enum across across, size_t n, size_t bytes,
                            size_t chunk)
{
    struct layout layout = {.n = n, .ranks = ranks_count()};

    if (across == ACROSS_OVERLAP)
        layout.chunk = chunk ? chunk : CHUNK_BYTES / bytes;
    return layout;
}

/* ------------------------------------------------------------------ phases */

/* `round`: the generation of chunks, or 0. */
static enum status reduce(const struct across_scan *scan, const void *in,
                          void *fold, size_t n, size_t round,
                          struct problem *why)
{
    const uint64_t begin = rank_log_now(scan->log);
    const enum status status =
        execution_reduce(scan->execution, in, fold, n, why);

    rank_log_phase(scan->log, RANK_REDUCES, round, begin);
    return status;
}

struct across_piece {
    const void *in;
    void *out;
    size_t n, round;
};

static enum status scan_piece(const struct across_scan *scan,
                              const struct across_piece *piece,
                              const void *carry, struct problem *why)
{
    const uint64_t begin = rank_log_now(scan->log);
    const enum status status = execution_scan(scan->execution, piece->in,
                                              piece->out, piece->n, carry, why);

    rank_log_phase(scan->log, RANK_SCANS, piece->round, begin);
    return status;
}

/* ------------------------------------------------------------------ slices */

static uint32_t rounds;

uint32_t across_rounds(void)
{
    return rounds;
}

/* The fold of what all lower ranks give. */
static struct wire join(const struct across_scan *scan, const struct wire *own,
                        struct wire_op *op)
{
    const struct wire prefix = join_run(scan->join, own, op, scan->log);

    rounds = prefix.rounds;
    return prefix;
}

static struct wire of_me(struct wire wire)
{
    wire.first = (uint32_t)ranks_me();
    wire.end = wire.first + 1;
    return wire;
}

/* The value that this rank gives to the join: the carry of all comes first. */
static struct wire own_value(const struct across_scan *scan, const void *fold,
                             size_t n, struct wire_op *op)
{
    struct wire own = {.holds = 0}, carry;

    if (n > 0)
        own = wire_of(scan->monoid, fold);
    if (ranks_me() == 0 && scan->carry) {
        carry = wire_of(scan->monoid, scan->carry);
        wire_join(op, &carry, &own, &own);
    }
    return of_me(own);
}

/* The element that this rank starts from; NULL: it is the first. */
static const void *carry_in(const struct across_scan *scan,
                            const struct wire *prefix, struct wire_op *op,
                            void *room)
{
    if (ranks_me() == 0)
        return scan->carry;
    if (!prefix->holds)
        return NULL;
    wire_element(op, prefix, room);
    return room;
}

static enum status reduce_scan(const struct across_scan *scan, const void *in,
                               void *out, struct wire_op *op,
                               struct problem *why)
{
    _Alignas(16) char fold[64], carry[64];
    const size_t n = layout_piece(&scan->layout, ranks_me(), 0).n;
    enum status status = OK;

    if (n > 0)
        status = reduce(scan, in, fold, n, 0, why);
    const struct wire own = own_value(scan, fold, status == OK ? n : 0, op);
    const struct wire prefix = join(scan, &own, op);
    if (status != OK || n == 0)
        return status;
    return scan_piece(scan, &(struct across_piece){in, out, n, 0},
                      carry_in(scan, &prefix, op, carry), why);
}

/* The fold of a slice that is scanned: its last output, joined with the last
 * input if the scan is exclusive. */
static void total_of(const struct across_scan *scan, const void *last_in,
                     const char *out, size_t n, void *fold)
{
    const struct monoid_table *const m = &scan->monoid->table;
    const char *const last = out + (n - 1) * m->bytes;

    if (!scan->exclusive)
        memcpy(fold, last, m->bytes);
    else if (n == 1)
        memcpy(fold, last_in, m->bytes);
    else
        m->op(last, last_in, fold);
}

static enum status scan_propagate(const struct across_scan *scan,
                                  const void *in, void *out, struct wire_op *op,
                                  struct problem *why)
{
    _Alignas(16) char last_in[64], fold[64], room[64];
    const size_t bytes = scan->monoid->table.bytes;
    const size_t n = layout_piece(&scan->layout, ranks_me(), 0).n;
    enum status status = OK;

    if (n > 0) { /* `out` may be `in` */
        memcpy(last_in, (const char *)in + (n - 1) * bytes, bytes);
        status =
            scan_piece(scan, &(struct across_piece){in, out, n, 0}, NULL, why);
    }
    if (n > 0 && status == OK)
        total_of(scan, last_in, out, n, fold);
    const struct wire own = own_value(scan, fold, status == OK ? n : 0, op);
    const struct wire prefix = join(scan, &own, op);
    const void *const carry = carry_in(scan, &prefix, op, room);
    if (status != OK || n == 0 || !carry)
        return status;
    const uint64_t begin = rank_log_now(scan->log);
    status = execution_apply_carry(scan->execution, out, n, carry, why);
    rank_log_phase(scan->log, RANK_APPLIES, 0, begin);
    return status;
}

/* ------------------------------------------------------------------ chunks */

/* The fold of this rank's chunk of generation g, sent to all ranks. */
static enum status send_total(const struct across_scan *scan, const char *in,
                              size_t g, struct wire *mine, struct wire *all,
                              struct rank_event *noted, struct problem *why)
{
    _Alignas(16) char fold[64];
    const struct piece piece = layout_piece(&scan->layout, ranks_me(), g);
    enum status status = OK;

    *mine = (struct wire){.holds = 0};
    if (piece.n > 0) {
        status = reduce(scan, in + piece.at * scan->monoid->table.bytes, fold,
                        piece.n, g, why);
        if (status == OK)
            *mine = wire_of(scan->monoid, fold);
    }
    *mine = of_me(*mine);
    *noted = (struct rank_event){.phase = RANK_GATHERS,
                                 .round = (uint32_t)g,
                                 .to = -1,
                                 .from = -1,
                                 .sent_at = rank_log_now(scan->log),
                                 .sent = rank_range_of(mine)};
    ranks_mpi()->gather_begin(mine, sizeof *mine, all);
    return status;
}

static void wait_for_totals(const struct across_scan *scan,
                            struct rank_event *noted)
{
    noted->begin = rank_log_now(scan->log);
    ranks_mpi()->gather_wait();
    noted->got_at = rank_log_now(scan->log);
    rank_log_messages(scan->log, noted);
}

/* All totals of a generation: what comes before this rank's chunk, and, in
 * *running, before the next generation. */
static struct wire take_totals(const struct wire *all, struct wire *running,
                               struct wire_op *op)
{
    struct wire before = *running;

    for (int r = 0; r < ranks_count(); r++) {
        if (r == ranks_me())
            before = *running;
        wire_join(op, running, &all[r], running);
    }
    return before;
}

static enum status scan_chunk(const struct across_scan *scan, const char *in,
                              char *out, size_t g, const struct wire *before,
                              struct wire_op *op, struct problem *why)
{
    _Alignas(16) char carry[64];
    const size_t bytes = scan->monoid->table.bytes;
    const struct piece piece = layout_piece(&scan->layout, ranks_me(), g);

    if (piece.n == 0)
        return OK;
    if (before->holds)
        wire_element(op, before, carry);
    return scan_piece(scan,
                      &(struct across_piece){in + piece.at * bytes,
                                             out + piece.at * bytes, piece.n,
                                             g},
                      before->holds ? carry : NULL, why);
}

/* What publish() and collect() of native.h have done. */
struct dealing {
    const struct across_scan *scan;
    struct wire_op *op;
    struct wire mine, running;
    size_t published, collected;
};

static void publish(void *context, const void *fold)
{
    struct dealing *const d = context;

    d->mine = fold ? wire_of(d->scan->monoid, fold) : (struct wire){.holds = 0};
    d->published++;
    ranks_mpi()->gather_begin(&d->mine, sizeof d->mine, d->scan->totals);
}

static bool collect(void *context, void *before)
{
    struct dealing *const d = context;

    ranks_mpi()->gather_wait();
    d->collected++;
    const struct wire wire = take_totals(d->scan->totals, &d->running, d->op);
    if (wire.holds)
        wire_element(d->op, &wire, before);
    return wire.holds;
}

/* The execution itself scans a chunk while it reduces another. */
static enum status overlap_in_one(const struct across_scan *scan,
                                  const char *in, char *out,
                                  const struct wire *carry, struct wire_op *op,
                                  struct problem *why)
{
    _Alignas(16) char unused[64];
    struct dealing d = {.scan = scan, .op = op, .running = *carry};
    const struct native_dealt dealt = {.chunk = scan->layout.chunk,
                                       .generations =
                                           layout_pieces(&scan->layout),
                                       .context = &d,
                                       .publish = publish,
                                       .collect = collect};
    const enum status status = execution_scan_dealt(
        scan->execution, in, out, layout_own(&scan->layout, ranks_me()), &dealt,
        why);

    while (d.collected < dealt.generations) { /* it failed before its end */
        if (d.published == d.collected)
            publish(&d, NULL);
        collect(&d, unused);
    }
    return status;
}

/* The totals of generation g + 1 travel while the chunk of g is scanned. */
static enum status overlap(const struct across_scan *scan, const char *in,
                           char *out, struct wire_op *op, struct problem *why)
{
    const size_t generations = layout_pieces(&scan->layout);
    const int ranks = ranks_count();
    struct wire mine[2], running = {.holds = 0};
    struct rank_event noted[2];
    enum status status = OK;

    if (generations == 0)
        return OK;
    if (scan->carry)
        running = wire_of(scan->monoid, scan->carry);
    if (execution_scans_dealt(scan->execution) && !scan->log)
        return overlap_in_one(scan, in, out, &running, op, why);
    status = send_total(scan, in, 0, &mine[0], scan->totals, &noted[0], why);
    for (size_t g = 0; g < generations; g++) {
        struct wire *const all = scan->totals + g % 2 * (size_t)ranks;
        wait_for_totals(scan, &noted[g % 2]);
        if (g + 1 < generations) {
            const enum status sent =
                send_total(scan, in, g + 1, &mine[(g + 1) % 2],
                           scan->totals + (g + 1) % 2 * (size_t)ranks,
                           &noted[(g + 1) % 2], why);
            status = status == OK ? sent : status;
        }
        const struct wire before = take_totals(all, &running, op);
        if (status == OK)
            status = scan_chunk(scan, in, out, g, &before, op, why);
    }
    return status;
}

enum status across_run(const struct across_scan *scan, const void *in,
                       void *out, struct wire_op *op, struct problem *why)
{
    switch (scan->across) {
    case ACROSS_PROPAGATE: return scan_propagate(scan, in, out, op, why);
    case ACROSS_REDUCE: return reduce_scan(scan, in, out, op, why);
    default: return overlap(scan, in, out, op, why);
    }
}
