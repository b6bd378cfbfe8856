/* record.c - records the machine's events in a trace: barriers, waits, flags,
 * loads and stores, each with its line and the name of its memory. The text of
 * a line is looked up once.
 */
#include "record.h"

#include <stdlib.h>
#include <string.h>

void record_to(struct record *record, struct trace *trace)
{
    record->trace = trace;
    record->accesses = trace && trace_keeps_accesses(trace);
    if (trace && !record->place) /* if NULL, texts are looked up each time */
        record->place = calloc(SITES, sizeof *record->place);
    else if (trace) /* texts of another trace have other numbers */
        memset(record->place, 0, SITES * sizeof *record->place);
}

void record_free(struct record *record)
{
    free(record->place);
}

/* ------------------------------------------------------------------ words */

struct question {
    const struct record *record;
    const struct record_word *word;
    uint32_t site;
    uint32_t text; /* the answer */
};

static void ask_place(void *arg)
{
    struct question *const q = arg;
    char words[192];

    q->text =
        trace_text(q->record->trace,
                   name_place(&q->record->names, q->site, words, sizeof words));
}

static uint32_t place_of(struct record *record, uint32_t site)
{
    uint32_t *const known = record->place ? &record->place[site] : NULL;
    struct question question = {.record = record, .site = site};

    if (known && *known)
        return *known - 1;
    record->run_errand(record->run_for, ask_place, &question);
    if (known)
        *known = question.text + 1;
    return question.text;
}

static void ask_memory(void *arg)
{
    struct question *const q = arg;
    const struct record_word *const w = q->word;
    char words[192];

    q->text = trace_text(q->record->trace,
                         name_memory(&q->record->names, w->copy, w->address,
                                     w->bytes, words, sizeof words));
}

static uint32_t memory_of(struct record *record, const struct record_word *word)
{
    struct question question = {.record = record, .word = word};

    record->run_errand(record->run_for, ask_memory, &question);
    return question.text;
}

/* ----------------------------------------------------------------- events */

void record_barrier(struct record *record, const struct trace_point *at,
                    uint32_t site)
{
    if (!trace_is_told(record->trace))
        trace_barrier(record->trace, at, place_of(record, site));
}

void record_warp_barrier(struct record *record, const struct trace_point *at,
                         uint32_t site)
{
    if (!trace_is_told(record->trace) && record->accesses)
        trace_warp_barrier(record->trace, at, place_of(record, site));
}

void record_waits(struct record *record, const struct trace_point *at,
                  const struct record_word *word, uint32_t site)
{
    const uint32_t what = memory_of(record, word);

    trace_waits(record->trace, at, what, place_of(record, site));
}

void record_flag(struct record *record, const struct trace_point *at,
                 const struct record_word *word, uint32_t site, bool atomic,
                 uint64_t value)
{
    if (trace_is_told(record->trace))
        return;
    const uint32_t what = memory_of(record, word);
    trace_flag(record->trace, at, what, place_of(record, site), atomic, value);
}

void record_stale(struct record *record, const struct trace_point *at,
                  const struct record_word *word, uint32_t site, uint64_t value)
{
    const uint32_t what = memory_of(record, word);

    trace_stale(record->trace, at, what, place_of(record, site), value);
}

/* Offset of the word from the kernel's first variable. The module also has the
 * variables of other kernels: with these all banks would be shifted. */
static uint32_t place_in_shared(const struct kernel_code *code,
                                const struct record_word *word)
{
    const uint64_t at = word->address - word->copy->shared;
    uint64_t first = word->copy->shared_bytes;

    if (at >= word->copy->shared_bytes)
        return TRACE_GLOBAL;
    for (size_t i = 0; i < code->owns; i++)
        if (code->own[i]->offset < first)
            first = code->own[i]->offset;
    return at >= first ? (uint32_t)(at - first) : TRACE_GLOBAL;
}

void record_access(struct record *record, const struct trace_point *at,
                   const struct record_word *word, bool write, uint32_t site)
{
    const struct trace_access access = {
        .what = memory_of(record, word),
        .where = place_of(record, site),
        .writes = write,
        .bytes = (uint32_t)word->bytes,
        .shared = place_in_shared(record->names.code, word),
        .value = write ? NULL : (const void *)word->address};

    record->accesses = trace_access(record->trace, at, &access);
}
