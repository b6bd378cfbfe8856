/* accesses.c - see accesses.h. */
#include "accesses.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 64, SLOTS = 1 << 16 };
enum { MAX_THREADS = 1024 }; /* of a block */

int word_name(const char *word)
{
    return (int)strcspn(word, "[");
}

long long word_index(const char *word)
{
    /* A damaged trace can have any number: times a number of bytes it must fit. */
    const long long most = 1LL << 31;
    const char *const bracket = strchr(word, '[');
    const long long index = bracket ? strtoll(bracket + 1, NULL, 10) : 0;

    return index > most ? most : index < -most ? -most : index;
}

static bool same_name(const char *a, const char *b)
{
    return word_name(a) == word_name(b) && !strncmp(a, b, (size_t)word_name(a));
}

/* ------------------------------------------------------------ which block */

/* The newest access up to `instant`, or else the first one: an event, or -1. */
static int access_to_show(const struct recording *r,
                          const struct instant *instant, int follow)
{
    for (int i = instant->event; i >= 0; i--)
        if (r->event[i].kind == EVENT_ACCESS &&
            (follow < 0 || r->event[i].tile == follow))
            return i;
    for (int i = instant->event + 1; i < r->events; i++)
        if (r->event[i].kind == EVENT_ACCESS &&
            (follow < 0 || r->event[i].tile == follow))
            return i;
    return -1;
}

/* The launch that the event is in, as a range of events. */
static void launch_around(const struct recording *r, int event, int *from,
                          int *until)
{
    *from = event;
    while (*from > 0 && r->event[*from].kind != EVENT_LAUNCH)
        --*from;
    *until = event;
    while (*until < r->events && r->event[*until].kind != EVENT_LAUNCH)
        ++*until;
}

static bool has_warp_barriers(const struct recording *r, int from, int until,
                              int block)
{
    for (int i = from; i < until; i++)
        if (r->event[i].kind == EVENT_BARRIER && r->event[i].block == block &&
            r->event[i].barrier.warp >= 0)
            return true;
    return false;
}

/* Whether the event ends a step: a phase, or a barrier of the block or of a->warp. */
static bool ends_step(const struct accesses *a, const struct event *e)
{
    return e->block == a->block &&
           (e->kind == EVENT_PHASE ||
            (e->kind == EVENT_BARRIER &&
             (e->barrier.warp < 0 || e->barrier.warp == a->warp)));
}

static bool is_shown(const struct accesses *a, const struct event *e)
{
    return e->kind == EVENT_ACCESS && e->block == a->block &&
           e->memory.thread >= 0 && e->memory.thread < MAX_THREADS &&
           (a->warp < 0 || e->memory.thread / LANES == a->warp);
}

/* ------------------------------------------------------------------- cells */

struct table {
    int slot[SLOTS]; /* cell + 1, by its word */
};

static int *slot_of(struct table *table, const struct accesses *a,
                    const char *word)
{
    unsigned h = 2166136261u; /* FNV-1a */

    for (const char *c = word; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    for (h %= SLOTS;; h = (h + 1) % SLOTS)
        if (!table->slot[h] || !strcmp(a->cell[table->slot[h] - 1].word, word))
            return &table->slot[h];
}

static int array_of(const struct accesses *a, const char *word)
{
    int arrays = 0;

    for (int k = 0; k < a->cells; k++) {
        if (same_name(a->cell[k].word, word))
            return a->cell[k].array;
        if (a->cell[k].array >= arrays)
            arrays = a->cell[k].array + 1;
    }
    return arrays;
}

static int cell_of(struct table *table, struct accesses *a,
                   const struct event *e)
{
    int *const slot = slot_of(table, a, e->memory.word);
    const int bytes = e->memory.bytes;

    if (!*slot) {
        const bool shared = e->memory.shared >= 0;
        a->cell[a->cells] = (struct cell){
            .word = e->memory.word,
            .byte =
                shared ? e->memory.shared : word_index(e->memory.word) * bytes,
            .bytes = bytes,
            .shared = shared,
            .array = array_of(a, e->memory.word),
            .writer = -1,
        };
        *slot = ++a->cells;
    }
    struct cell *const cell = &a->cell[*slot - 1];
    if (bytes < cell->bytes)
        cell->bytes = bytes;
    return *slot - 1;
}

/* Shared memory first, in the order of bytes; then global arrays as they appear. */
static int by_place(const void *left, const void *right)
{
    const struct cell *const a = left, *const b = right;

    if (a->shared != b->shared)
        return b->shared - a->shared;
    if (!a->shared && a->array != b->array)
        return a->array - b->array;
    return (a->byte > b->byte) - (a->byte < b->byte);
}

static bool starts_row(const struct cell *cell, const struct cell *before)
{
    return cell->array != before->array || cell->shared != before->shared ||
           cell->byte / ROW_BYTES != before->byte / ROW_BYTES;
}

/* Sorts cells into rows, and updates the cell numbers of accesses. */
static bool make_rows(struct accesses *a)
{
    int *const place = calloc((size_t)a->cells + 1, sizeof *place);

    a->row = calloc((size_t)a->cells + 1, sizeof *a->row);
    if (!place || !a->row) {
        free(place);
        return false;
    }
    for (int k = 0; k < a->cells; k++)
        a->cell[k].row = k; /* its old place, until all are sorted */
    qsort(a->cell, (size_t)a->cells, sizeof *a->cell, by_place);
    for (int k = 0; k < a->cells; k++) {
        place[a->cell[k].row] = k;
        if (k == 0 || starts_row(&a->cell[k], &a->cell[k - 1]))
            a->row[a->rows++] =
                (struct memory_row){.first = k, .shared = a->cell[k].shared};
        a->row[a->rows - 1].last = k;
        a->cell[k].row = a->rows - 1;
    }
    for (int i = 0; i < a->count; i++)
        a->access[i].cell = place[a->access[i].cell];
    free(place);
    return true;
}

/* ------------------------------------------------------------------- steps */

static const char *name_of(const struct event *e)
{
    return e->kind == EVENT_PHASE ? e->name : e->barrier.line;
}

/* Steps without accesses are dropped. */
static void make_steps(struct accesses *a, int from, int until)
{
    const struct event *last = NULL;
    bool begun = false;
    int i = 0;

    for (int k = from; k < until; k++) {
        const struct event *const e = &a->recording->event[k];
        if (ends_step(a, e)) {
            if (begun)
                a->step[a->steps - 1].over = name_of(e);
            last = e;
            begun = false;
        } else if (i < a->count && a->access[i].event == k) {
            if (!begun)
                a->step[a->steps++] = (struct step){
                    .first = i,
                    .begin = last ? name_of(last) : NULL,
                    .by_phase = last && last->kind == EVENT_PHASE};
            begun = true;
            a->step[a->steps - 1].end = i + 1;
            a->access[i++].step = a->steps - 1;
        }
    }
}

/* The current step, or the one that begins after the last barrier. */
static int step_now(const struct accesses *a, const struct instant *instant)
{
    int step = 0;

    for (int i = instant->event; i >= 0 && a->newest >= 0; i--) {
        if (i == a->access[a->newest].event)
            return a->access[a->newest].step;
        if (ends_step(a, &a->recording->event[i])) {
            step = a->access[a->newest].step + 1;
            return step < a->steps ? step : a->steps - 1;
        }
    }
    return step;
}

/* Numbers the lines, and the turns of each thread at each line. */
static bool count_turns(struct accesses *a)
{
    const char *line[MAX_LINES];
    const size_t counters = (size_t)a->threads * MAX_LINES * 2;
    int *const counter = calloc(counters + 1, sizeof *counter);
    int lines = 0, step = 0;

    if (!counter)
        return false;
    for (int i = 0; i < a->count; i++) {
        struct access *const access = &a->access[i];
        const char *words = a->recording->event[access->event].memory.line;
        int k = 0;
        if (!words)
            words = "";
        while (k < lines && strcmp(line[k], words) != 0)
            k++;
        if (k == lines && lines < MAX_LINES)
            line[lines++] = words;
        access->line = k < MAX_LINES ? k : MAX_LINES - 1;
        if (access->step != step)
            memset(counter, 0, counters * sizeof *counter);
        step = access->step;
        access->turn = counter[((size_t)access->thread * MAX_LINES +
                                (size_t)access->line) *
                                   2 +
                               access->writes]++;
    }
    free(counter);
    return true;
}

/* --------------------------------------------------------------------- now */

/* Only reads record the value of a word: after a write, its value is that of the
 * next read. */
static void find_values(struct accesses *a)
{
    for (int i = a->count - 1; i >= 0; i--) {
        const struct access *const access = &a->access[i];
        const struct event *const e = &a->recording->event[access->event];
        struct cell *const cell = &a->cell[access->cell];
        if (access->done)
            continue;
        cell->value = access->writes ? NULL : e->memory.value;
    }
    for (int i = a->count - 1; i >= 0; i--) {
        const struct access *const access = &a->access[i];
        const struct event *const e = &a->recording->event[access->event];
        struct cell *const cell = &a->cell[access->cell];
        if (!access->done || cell->is_written)
            continue;
        if (!access->writes && !cell->value)
            cell->value = e->memory.value;
        if (access->writes) {
            cell->is_written = true;
            cell->writer = i;
        }
    }
}

static void forget_now(struct accesses *a)
{
    for (int k = 0; k < a->cells; k++) {
        struct cell *const cell = &a->cell[k];
        cell->is_written = cell->in_step = false;
        cell->writer = -1;
        cell->value = NULL;
        cell->at_once = 0;
    }
    for (int k = 0; k < a->rows; k++)
        a->row[k].in_step = false;
    memset(a->at_once, 0, sizeof a->at_once);
    a->newest = -1;
    a->wavefronts = a->banks_in_conflict = 0;
}

static void find_now(struct accesses *a, const struct instant *instant)
{
    forget_now(a);
    for (int i = 0; i < a->count; i++) {
        a->access[i].done = a->access[i].event <= instant->event;
        if (a->access[i].done)
            a->newest = i;
    }
    a->now = step_now(a, instant);
    for (int i = a->step[a->now].first; i < a->step[a->now].end; i++) {
        struct cell *const cell = &a->cell[a->access[i].cell];
        cell->in_step = true;
        a->row[cell->row].in_step = true;
    }
    find_values(a);
}

/* --------------------------------------------------------------- conflicts */

/* Accesses of 8 bytes per lane go by half warps, of 16 bytes by quarters. */
static int part_of(const struct access *access, int bytes)
{
    const long long before = (long long)(access->thread % LANES) * bytes;

    return bytes > BANK_BYTES ? (int)(before / ROW_BYTES) : 0;
}

/* The joint access of a warp's lanes, and its bytes per lane. */
struct together {
    int access, warp, line, turn, writes, part, bytes;
};

static int by_request(const void *left, const void *right)
{
    const struct together *const a = left, *const b = right;

    return a->warp != b->warp       ? a->warp - b->warp
           : a->line != b->line     ? a->line - b->line
           : a->turn != b->turn     ? a->turn - b->turn
           : a->writes != b->writes ? a->writes - b->writes
           : a->bytes != b->bytes   ? a->bytes - b->bytes
                                    : a->part - b->part;
}

/* For the joint access of a warp: how many different words each bank must
 * serve. */
static void count_banks(struct accesses *a, const struct together *from,
                        int count)
{
    long long word[LANES * 4];
    int in_bank[BANKS] = {0}, words = 0, most = 0;

    for (int k = 0; k < count; k++) {
        const long long first =
            a->cell[a->access[from[k].access].cell].byte / BANK_BYTES;
        /* No real access has so many words; a damaged trace can. */
        const int bytes = from[k].bytes < LANES * BANK_BYTES
                              ? from[k].bytes
                              : LANES * BANK_BYTES;
        const int more = (bytes + BANK_BYTES - 1) / BANK_BYTES;
        for (long long w = first; w < first + more; w++) {
            int seen = 0;
            while (seen < words && word[seen] != w)
                seen++;
            if (seen < words || words == LANES * 4)
                continue;
            word[words++] = w;
            if (++in_bank[w % BANKS] > most)
                most = in_bank[w % BANKS];
        }
    }
    a->wavefronts += most - 1;
    for (int bank = 0; bank < BANKS; bank++)
        if (in_bank[bank] > a->at_once[bank])
            a->at_once[bank] = in_bank[bank];
    for (int k = 0; k < count; k++) {
        struct cell *const cell = &a->cell[a->access[from[k].access].cell];
        const int at_once = in_bank[cell->byte / BANK_BYTES % BANKS];
        if (at_once > cell->at_once)
            cell->at_once = at_once;
    }
}

/* Counts bank conflicts in the part of the step that is done by now. */
static bool find_conflicts(struct accesses *a)
{
    const struct step *const step = &a->step[a->now];
    struct together *const all =
        calloc((size_t)(step->end - step->first) + 1, sizeof *all);
    int count = 0;

    if (!all)
        return false;
    for (int i = step->first; i < step->end; i++) {
        const struct access *const x = &a->access[i];
        const int bytes = a->recording->event[x->event].memory.bytes;
        if (x->done && a->cell[x->cell].shared)
            all[count++] = (struct together){
                i,         x->thread / LANES, x->line, x->turn,
                x->writes, part_of(x, bytes), bytes};
    }
    qsort(all, (size_t)count, sizeof *all, by_request);
    for (int first = 0, k = 1; k <= count; k++)
        if (k == count || by_request(&all[first], &all[k]) != 0) {
            count_banks(a, &all[first], k - first);
            first = k;
        }
    for (int bank = 0; bank < BANKS; bank++)
        a->banks_in_conflict += a->at_once[bank] > 1;
    free(all);
    return true;
}

/* -------------------------------------------------------------- everything */

static bool gather(struct accesses *a, int from, int until)
{
    struct table *const table = calloc(1, sizeof *table);
    size_t most = 1;

    for (int i = from; i < until; i++)
        most += is_shown(a, &a->recording->event[i]);
    a->access = calloc(most, sizeof *a->access);
    a->cell = calloc(most, sizeof *a->cell);
    a->step = calloc(most, sizeof *a->step);
    for (int i = from; i < until && table && a->access && a->cell && a->step &&
                       a->cells < SLOTS / 2;
         i++) {
        const struct event *const e = &a->recording->event[i];
        if (!is_shown(a, e))
            continue;
        a->access[a->count++] = (struct access){.event = i,
                                                .cell = cell_of(table, a, e),
                                                .thread = e->memory.thread,
                                                .writes = e->memory.writes};
        if (e->memory.thread >= a->threads)
            a->threads = e->memory.thread + 1;
    }
    free(table);
    return a->count > 0;
}

static bool open_at(const struct recording *recording, int event,
                    struct accesses *a)
{
    const struct event *const e = &recording->event[event];

    *a = (struct accesses){.recording = recording, .warp = -1, .newest = -1};
    launch_around(recording, event, &a->from, &a->until);
    a->launch = recording->event[a->from].kind == EVENT_LAUNCH
                    ? &recording->event[a->from]
                    : NULL;
    a->from += a->launch != NULL;
    a->block = e->block;
    if (has_warp_barriers(recording, a->from, a->until, a->block))
        a->warp = e->memory.thread / LANES;
    if (gather(a, a->from, a->until) && make_rows(a)) {
        make_steps(a, a->from, a->until);
        if (count_turns(a))
            return true;
    }
    accesses_close(a);
    return false;
}

/* Whether this event is one of the accesses. */
static bool holds(const struct accesses *a, int event)
{
    return a->recording && event >= a->from && event < a->until &&
           is_shown(a, &a->recording->event[event]);
}

const struct accesses *accesses_at(const struct recording *recording,
                                   const struct instant *instant, int follow)
{
    const int shown = access_to_show(recording, instant, follow);
    struct accesses *const a = instant->accesses;

    if (shown < 0)
        return NULL;
    if (!holds(a, shown)) {
        accesses_close(a);
        if (!open_at(recording, shown, a))
            return NULL;
        a->event = recording->events; /* equal to that of no instant */
    }
    if (a->event == instant->event)
        return a;
    find_now(a, instant);
    a->event = instant->event;
    if (find_conflicts(a))
        return a;
    a->event = recording->events;
    return NULL;
}

void accesses_close(struct accesses *a)
{
    free(a->access);
    free(a->cell);
    free(a->row);
    free(a->step);
    *a = (struct accesses){.newest = -1};
}
