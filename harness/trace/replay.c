/* replay.c - turns records into a trace, in a possible order.
 *
 *     all beginnings, records and ends of blocks, by time
 *         |
 *     one after another; but a look after the state that it saw, a block after
 *     the block that had its row before, and a block's records in their order
 */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { A = 1, P = 2, NO_LANE = 3 };
enum { MAX_TILES = 1 << 24, MAX_DEEP = 10000 };

/* A block's beginning is its step 0, then its records, then its end. */
struct step {
    uint64_t at;
    size_t block, number;
};

/* The block that published a state of a tile, + 1, or 0; and its step. */
struct publisher {
    size_t block, number;
};

struct progress {
    size_t next;   /* step */
    size_t before; /* the block that had the row before it, + 1; or 0 */
    bool busy;
};

struct player {
    struct trace *trace;
    const struct told_launch *launch;
    size_t value_bytes;
    struct trace_clock *clock;
    struct progress *progress; /* of each block */
    struct publisher *publisher;
    size_t tiles;
    int deep;
};

static enum told_kind kind_of(const struct scan_record *told)
{
    return (enum told_kind)(told->tag & 0xff);
}

static unsigned state_of(const struct scan_record *told)
{
    return told->tag >> 8 & 0xff;
}

static bool publishes(const struct scan_record *told)
{
    return kind_of(told) == TOLD_PUBLISH || kind_of(told) == TOLD_COUNT;
}

/* What was seen k tiles before the nearest. */
static unsigned seen(const struct scan_record *look, int k)
{
    return (unsigned)(look->data[0] >> k & 1) |
           (unsigned)(look->data[0] >> (32 + k) & 1) << 1;
}

/* -------------------------------------------------------------------- rows */

static int by_unit(const void *a, const void *b)
{
    const struct told_block *const x = *(struct told_block *const *)a;
    const struct told_block *const y = *(struct told_block *const *)b;

    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->block < y->block ? -1 : x->block > y->block;
}

static size_t count_blocks(const struct told_launch *launch, size_t launches)
{
    size_t count = 0;

    for (size_t i = 0; i < launches; i++)
        count += launch[i].blocks;
    return count;
}

/* The blocks of all launches, unit by unit, in the order in which they begin;
 * the caller frees it. */
static struct told_block **sort_blocks(struct told_launch *launch,
                                       size_t launches, size_t count)
{
    struct told_block **const all = malloc((count + 1) * sizeof *all);
    size_t at = 0;

    if (!all)
        return NULL;
    for (size_t i = 0; i < launches; i++)
        for (size_t k = 0; k < launch[i].blocks; k++)
            all[at++] = &launch[i].block[k];
    qsort(all, count, sizeof *all, by_unit);
    return all;
}

/* Gives the blocks of one unit rows from `first` on; returns how many. */
static int give_rows(struct told_block **block, size_t count, int first)
{
    uint64_t *const ends = calloc(count, sizeof *ends);
    int rows = 0;

    for (size_t i = 0; i < count; i++) {
        int row = 0;
        while (ends && row < rows && ends[row] > block[i]->begin)
            row++;
        rows += row == rows;
        block[i]->row = first + row;
        if (ends)
            ends[row] = block[i]->end;
    }
    free(ends);
    return rows;
}

static void name_rows(struct trace *trace, const char *unit, unsigned number,
                      int first, int rows)
{
    char name[64];

    for (int row = 0; row < rows && first + row < TRACE_ROWS; row++) {
        if (rows > 1)
            snprintf(name, sizeof name, "%s %u, slot %d", unit, number, row);
        else
            snprintf(name, sizeof name, "%s %u", unit, number);
        trace_name_row(trace, first + row, name);
    }
}

static enum status find_rows(struct trace *trace, struct told_launch *launch,
                             size_t launches, const char *unit,
                             struct problem *why)
{
    const size_t count = count_blocks(launch, launches);
    struct told_block **const all = sort_blocks(launch, launches, count);
    int rows = 0;

    if (!all)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && all[next]->unit == all[i]->unit;)
            next++;
        const int more = give_rows(all + i, next - i, rows);
        name_rows(trace, unit, all[i]->unit, rows, more);
        rows += more;
    }
    free(all);
    return OK;
}

/* ------------------------------------------------------------------- steps */

static size_t steps_of(const struct told_block *block)
{
    return block->count + 2;
}

static uint64_t time_of(const struct told_block *block, size_t number)
{
    return number == 0              ? block->begin
           : number <= block->count ? block->told[number - 1].at
                                    : block->end;
}

static int by_time(const void *a, const void *b)
{
    const struct step *const x = a, *const y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* In the order of time; the caller frees it. */
static struct step *sort_steps(const struct told_launch *launch, size_t *count)
{
    size_t steps = 0, at = 0;

    for (size_t b = 0; b < launch->blocks; b++)
        steps += steps_of(&launch->block[b]);
    struct step *const all = malloc((steps + 1) * sizeof *all);
    for (size_t b = 0; all && b < launch->blocks; b++)
        for (size_t k = 0; k < steps_of(&launch->block[b]); k++)
            all[at++] = (struct step){time_of(&launch->block[b], k), b, k};
    if (all)
        qsort(all, steps, sizeof *all, by_time);
    *count = steps;
    return all;
}

/* A handful of times may lie far apart by chance. */
enum { ENOUGH_TIMES = 64 };

static void note_resolution(struct trace_clock *clock, const struct step *step,
                            size_t count)
{
    if (count < ENOUGH_TIMES)
        return;
    for (size_t i = 1; i < count; i++) {
        const double ns = (double)(step[i].at - step[i - 1].at);
        if (ns > 0 && (clock->resolution_ns <= 0 || ns < clock->resolution_ns))
            clock->resolution_ns = ns;
    }
}

/* ------------------------------------------------------------ dependencies */

static struct publisher *publisher_of(const struct player *p, uint32_t tile,
                                      unsigned state)
{
    return tile < p->tiles && (state == A || state == P)
               ? &p->publisher[2 * (size_t)tile + (state == P)]
               : NULL;
}

static bool find_publishers(struct player *p)
{
    const struct told_launch *const launch = p->launch;

    for (size_t b = 0; b < launch->blocks; b++)
        for (size_t k = 0; k < launch->block[b].count; k++) {
            const struct scan_record *const told = &launch->block[b].told[k];
            if (publishes(told) && told->tile < MAX_TILES &&
                told->tile >= p->tiles)
                p->tiles = (size_t)told->tile + 1;
        }
    p->publisher = calloc(2 * p->tiles + 1, sizeof *p->publisher);
    for (size_t b = 0; p->publisher && b < launch->blocks; b++)
        for (size_t k = 0; k < launch->block[b].count; k++) {
            const struct scan_record *const told = &launch->block[b].told[k];
            struct publisher *const by =
                publishes(told) ? publisher_of(p, told->tile, state_of(told))
                                : NULL;
            if (by && by->block == 0)
                *by = (struct publisher){b + 1, k + 1};
        }
    return p->publisher != NULL;
}

/* Notes for each block which one had its row before: blocks come on a row one
 * after another. */
static bool find_progress(struct player *p, const struct step *step,
                          size_t steps)
{
    size_t *const newest = calloc(TRACE_ROWS, sizeof *newest);

    p->progress = calloc(p->launch->blocks + 1, sizeof *p->progress);
    for (size_t i = 0; newest && p->progress && i < steps; i++) {
        const int row = p->launch->block[step[i].block].row;
        if (step[i].number != 0 || row >= TRACE_ROWS)
            continue;
        p->progress[step[i].block].before = newest[row];
        newest[row] = step[i].block + 1;
    }
    free(newest);
    return newest && p->progress;
}

/* ----------------------------------------------------------------- reports */

static void tell_look(const struct player *p, const struct told_block *block,
                      const struct scan_record *told, struct trace_point point)
{
    const uint32_t thread = point.thread, times = (uint32_t)told->data[1];

    for (int k = 0; k < TRACE_LANES; k++) {
        point.thread = thread + (uint32_t)k;
        if (seen(told, k) != NO_LANE)
            trace_look(p->trace, &point, block->block + 1,
                       told->tile - (uint32_t)k, seen(told, k));
    }
    point.at += told->data[1] >> 32;
    if (times > 1)
        trace_looks_on(p->trace, &point, times);
}

static void tell_record(const struct player *p, const struct told_block *block,
                        const struct scan_record *told)
{
    const struct trace_point point = {
        .row = block->row, .at = told->at, .thread = told->tag >> 16};
    const void *const value =
        p->value_bytes <= sizeof told->data ? told->data : NULL;

    switch (kind_of(told)) {
    case TOLD_TICKET:
        trace_ticket(p->trace, &point, told->tile, told->data[0],
                     (uint32_t)told->data[1]);
        break;
    case TOLD_PHASE: trace_phase(p->trace, &point, state_of(told)); break;
    case TOLD_PUBLISH:
        trace_publish(p->trace, &point, told->tile, state_of(told), value,
                      p->value_bytes);
        break;
    case TOLD_LOOK: tell_look(p, block, told, point); break;
    case TOLD_COUNT:
        trace_publish_count(p->trace, &point, told->tile, state_of(told),
                            told->data[0]);
        break;
    }
}

static void tell_step(const struct player *p, const struct told_block *block,
                      size_t number)
{
    const struct trace_point point = {.row = block->row,
                                      .at = time_of(block, number)};

    if (number == 0)
        trace_block_begins(p->trace, &point, block->block);
    else if (number <= block->count)
        tell_record(p, block, &block->told[number - 1]);
    else
        trace_block_ends(p->trace, &point);
}

static void advance(struct player *p, size_t block, size_t upto);

/* Tells all that the look saw, before the look itself is told. */
static void tell_what_was_seen(struct player *p, const struct scan_record *look)
{
    uint64_t latest = 0;

    for (int k = 0; k < TRACE_LANES; k++) {
        const struct publisher *const by =
            publisher_of(p, look->tile - (uint32_t)k, seen(look, k));
        if (!by || by->block == 0)
            continue;
        const uint64_t at =
            time_of(&p->launch->block[by->block - 1], by->number);
        latest = at > latest ? at : latest;
        advance(p, by->block - 1, by->number);
    }
    if (latest <= look->at)
        return;
    p->clock->moved++;
    if ((double)(latest - look->at) > p->clock->moved_ns)
        p->clock->moved_ns = (double)(latest - look->at);
}

/* Tells the steps of a block up to this one. A circle, which only a wrong
 * record can make, is cut where it closes. */
static void advance(struct player *p, size_t number, size_t upto)
{
    const struct told_block *const block = &p->launch->block[number];
    struct progress *const progress = &p->progress[number];

    if (progress->busy || p->deep > MAX_DEEP || block->row >= TRACE_ROWS)
        return;
    progress->busy = true;
    p->deep++;
    for (; progress->next <= upto; progress->next++) {
        const size_t next = progress->next;
        if (next == 0 && progress->before) {
            const size_t before = progress->before - 1;
            advance(p, before, p->launch->block[before].count + 1);
        } else if (next > 0 && next <= block->count &&
                   kind_of(&block->told[next - 1]) == TOLD_LOOK) {
            tell_what_was_seen(p, &block->told[next - 1]);
        }
        tell_step(p, block, next);
    }
    p->deep--;
    progress->busy = false;
}

static void drop_rows(struct player *p)
{
    for (size_t b = 0; b < p->launch->blocks; b++)
        if (p->launch->block[b].row >= TRACE_ROWS)
            p->clock->dropped += steps_of(&p->launch->block[b]);
}

static enum status play_launch(struct player *p, struct problem *why)
{
    size_t steps;
    struct step *const step = sort_steps(p->launch, &steps);
    const bool ready =
        step && find_publishers(p) && find_progress(p, step, steps);
    uint64_t end = 0;

    if (ready && steps > 0) {
        note_resolution(p->clock, step, steps);
        drop_rows(p);
        trace_launch_begins(p->trace, step[0].at, p->launch->kernel,
                            p->launch->grid, p->launch->threads);
        for (size_t i = 0; i < steps; i++)
            advance(p, step[i].block, step[i].number);
        end = step[steps - 1].at;
        trace_launch_ends(p->trace, end);
    }
    free(step);
    free(p->publisher);
    free(p->progress);
    return ready ? OK
                 : problem_set(why, MACHINE_LACKS,
                               "not enough memory to sort %zu blocks",
                               p->launch->blocks);
}

enum status replay(struct trace *trace, struct told_launch *launch,
                   size_t launches, size_t value_bytes, const char *unit,
                   struct trace_clock *clock, struct problem *why)
{
    enum status status = find_rows(trace, launch, launches, unit, why);

    for (size_t i = 0; i < launches && status == OK; i++) {
        struct player player = {.trace = trace,
                                .launch = &launch[i],
                                .value_bytes = value_bytes,
                                .clock = clock};
        status = play_launch(&player, why);
    }
    trace_set_clock(trace, clock);
    return status;
}
