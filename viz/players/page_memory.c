/* page_memory.c - the memory of blocks, for the page: what accesses.c has found
 * out, at each time at which something changes.
 *
 *     "shown":[[4.2,0,1], ...]     from then on, by an access of tile 0: block
 * 1 "blocks":[{ "block":0, "warp":-1, "threads":32,
 *         "cells":[[word,byte,bytes,row,shared], ...],
 *         "rows":[[first,last,shared,name], ...],      cells
 *         "steps":[[first,end,what it is], ...],       accesses
 *         "accesses":[[cell,thread,writes,line], ...],
 *         "frames":[[at,step,accesses done,turns,
 *                    [bank,words at once, ...],
 *                    [cell,value,writer,at once, ...]], ...]}, ...]
 *
 * Words and lines are numbers of texts. A frame lists the cells that have
 * changed since the one before; a cell begins as -1, -1, 0.
 */
#include "recording/accesses.h"
#include "scenes/memory_words.h"
#include "page_data.h"
#include "page_text.h"

#include <stdlib.h>

/* A block of a launch; of one warp, where its lanes meet by themselves. */
struct place {
    int event; /* an access of it */
    int from, until, block, warp;
};

struct places {
    struct place *place;
    int count;
};

static long word_or_none(struct page *page, const char *text)
{
    return text ? page_word(page, text) : -1;
}

/* ------------------------------------------------------------------ places */

static int known_place(const struct places *places, const struct event *e,
                       int event)
{
    for (int k = 0; k < places->count; k++) {
        const struct place *const p = &places->place[k];
        if (event >= p->from && event < p->until && e->block == p->block &&
            (p->warp < 0 || e->memory.thread / LANES == p->warp))
            return k;
    }
    return -1;
}

/* Where an access is shown, or -1. */
static int place_of(const struct recording *recording, struct places *places,
                    int event)
{
    const struct event *const e = &recording->event[event];
    const int known = known_place(places, e, event);
    struct accesses a;

    if (known >= 0 || !accesses_open_at(recording, event, &a))
        return known;
    places->place[places->count] =
        (struct place){event, a.from, a.until, a.block, a.warp};
    accesses_close(&a);
    return places->count++;
}

/* Finds the places, and says which one is shown from when on. */
static void put_shown(struct page *page, struct places *places)
{
    const struct recording *const r = page->recording;
    const char *comma = "";
    int before = -1, tile = -1;

    fputs("\"shown\":[", page->out);
    for (int i = 0; i < r->events; i++) {
        const struct event *const e = &r->event[i];
        const int place = e->kind == EVENT_ACCESS ? place_of(r, places, i) : -1;
        if (place < 0 || (place == before && e->tile == tile))
            continue;
        fprintf(page->out, "%s[", comma);
        put_number(page->out, e->at);
        fprintf(page->out, ",%d,%d]", e->tile, place);
        comma = ",";
        before = place;
        tile = e->tile;
    }
    fputs("]", page->out);
}

/* -------------------------------------------------------------- what is so */

static void put_cells(struct page *page, const struct accesses *a)
{
    fputs("\"cells\":[", page->out);
    for (int k = 0; k < a->cells; k++) {
        const struct cell *const cell = &a->cell[k];
        fprintf(page->out, "%s[%ld,%ld,%d,%d,%d]", k ? "," : "",
                page_word(page, cell->word), cell->byte, cell->bytes, cell->row,
                cell->shared);
    }
    fputs("],\n\"rows\":[", page->out);
    for (int k = 0; k < a->rows; k++) {
        const struct memory_row *const row = &a->row[k];
        char name[80];
        memory_name_row(a, k, name, sizeof name);
        fprintf(page->out, "%s[%d,%d,%d,%ld]", k ? "," : "", row->first,
                row->last, row->shared, page_word(page, name));
    }
    fputs("],\n", page->out);
}

static void put_steps(struct page *page, const struct accesses *a)
{
    fputs("\"steps\":[", page->out);
    for (int k = 0; k < a->steps; k++) {
        char line[512];
        memory_say_step(a, k, line, sizeof line);
        fprintf(page->out, "%s[%d,%d,%ld]", k ? "," : "", a->step[k].first,
                a->step[k].end, page_word(page, line));
    }
    fputs("],\n\"accesses\":[", page->out);
    for (int i = 0; i < a->count; i++) {
        const struct access *const x = &a->access[i];
        fprintf(page->out, "%s[%d,%d,%d,%ld]", i ? "," : "", x->cell, x->thread,
                x->writes,
                word_or_none(page, a->recording->event[x->event].memory.line));
    }
    fputs("],\n", page->out);
}

/* ------------------------------------------------------------------ frames */

static void put_banks(const struct page *page, const struct accesses *a)
{
    const char *comma = "";

    putc('[', page->out);
    for (int bank = 0; bank < BANKS; bank++) {
        if (a->at_once[bank] < 2)
            continue;
        fprintf(page->out, "%s%d,%d", comma, bank, a->at_once[bank]);
        comma = ",";
    }
    putc(']', page->out);
}

/* `told` is what the page knows of each cell; values are one text each, so the
 * same text is the same value. */
struct told {
    long value;
    int writer, at_once;
};

static void put_changes(struct page *page, const struct accesses *a,
                        struct told *told)
{
    const char *comma = "";

    putc('[', page->out);
    for (int k = 0; k < a->cells; k++) {
        const struct cell *const cell = &a->cell[k];
        const struct told now = {word_or_none(page, cell->value), cell->writer,
                                 cell->at_once};
        if (now.value == told[k].value && now.writer == told[k].writer &&
            now.at_once == told[k].at_once)
            continue;
        fprintf(page->out, "%s%d,%ld,%d,%d", comma, k, now.value, now.writer,
                now.at_once);
        comma = ",";
        told[k] = now;
    }
    putc(']', page->out);
}

static void put_frame(struct page *page, struct accesses *a, int event,
                      double at, struct told *told)
{
    const struct instant instant = {.event = event};

    if (!accesses_go(a, &instant)) {
        page->good = false;
        return;
    }
    fputs(event < a->from ? "[" : ",\n[", page->out);
    put_number(page->out, at);
    fprintf(page->out, ",%d,%d,%d,", a->now, a->newest + 1, a->turns);
    put_banks(page, a);
    putc(',', page->out);
    put_changes(page, a, told);
    putc(']', page->out);
}

static bool may_change(const struct accesses *a, const struct event *e)
{
    return e->block == a->block &&
           (e->kind == EVENT_ACCESS || e->kind == EVENT_BARRIER ||
            e->kind == EVENT_PHASE);
}

/* One before all, and one for each time. */
static void put_frames(struct page *page, struct accesses *a, struct told *told)
{
    const struct event *const event = page->recording->event;
    bool changed = false;

    fputs("\"frames\":[", page->out);
    put_frame(page, a, a->from - 1, -1, told);
    for (int i = a->from; i < a->until && page->good; i++) {
        changed = changed || may_change(a, &event[i]);
        if (changed && (i + 1 == a->until || event[i + 1].at > event[i].at)) {
            put_frame(page, a, i, event[i].at, told);
            changed = false;
        }
    }
    fputs("]", page->out);
}

static void put_place(struct page *page, const struct place *place)
{
    struct told *told = NULL;
    struct accesses a;

    if (!accesses_open_at(page->recording, place->event, &a)) {
        page->good = false;
        return;
    }
    told = calloc((size_t)a.cells + 1, sizeof *told);
    page->good = page->good && told;
    for (int k = 0; told && k < a.cells; k++)
        told[k] = (struct told){-1, -1, 0};
    fprintf(page->out, "{\"block\":%d,\"warp\":%d,\"threads\":%d,\n", a.block,
            a.warp, a.threads);
    put_cells(page, &a);
    put_steps(page, &a);
    if (told)
        put_frames(page, &a, told);
    fputs("}", page->out);
    free(told);
    accesses_close(&a);
}

void page_put_memory(struct page *page)
{
    const struct recording *const r = page->recording;
    struct places places = {.count = 0};

    fputs("\"memory\":", page->out);
    if (scene_memory.lacks(r)) {
        fputs("null,\n", page->out);
        return;
    }
    places.place = calloc((size_t)r->events + 1, sizeof *places.place);
    page->good = page->good && places.place;
    if (places.place) {
        putc('{', page->out);
        put_shown(page, &places);
        fputs(",\n\"blocks\":[", page->out);
        for (int k = 0; k < places.count && page->good; k++) {
            fputs(k ? ",\n" : "", page->out);
            put_place(page, &places.place[k]);
        }
        fputs("]},\n", page->out);
    }
    free(places.place);
}
