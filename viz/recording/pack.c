/* pack.c - a recording to bytes and back: the fields of an event are listed once,
 * for both directions. */
#include "pack.h"
#include "messages.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct pack {
    struct recording *r; /* the source, or the result */
    bool writes, failed;
    unsigned char *to;         /* written: so far `at` of `room` bytes */
    const unsigned char *from; /* read: `at` of `room` bytes are */
    size_t at, room;
    const char **text; /* texts so far; number 0 is NULL */
    size_t texts, text_room;
    uint32_t *slot; /* when writing: hash table of texts */
    size_t slots;   /* a power of two, twice as many as texts at least */
    double clock;   /* the previous time */
    unsigned long long moved[2]; /* by the previous block: read, written */
};

/* ----------------------------------------------------------------- numbers */

static void put_byte(struct pack *p, unsigned char byte)
{
    if (p->at == p->room) {
        const size_t room = p->room ? 2 * p->room : 1 << 12;
        unsigned char *const more = realloc(p->to, room);
        if (!more) {
            p->failed = true;
            return;
        }
        p->to = more;
        p->room = room;
    }
    p->to[p->at++] = byte;
}

static unsigned char take_byte(struct pack *p)
{
    if (p->at < p->room)
        return p->from[p->at++];
    p->failed = true;
    return 0;
}

static uint64_t number(struct pack *p, uint64_t x)
{
    if (p->writes) {
        for (; x >= 0x80; x >>= 7)
            put_byte(p, (unsigned char)(x | 0x80));
        put_byte(p, (unsigned char)x);
        return x;
    }
    unsigned char byte = 0x80;
    x = 0;
    for (unsigned shift = 0; byte >= 0x80 && shift < 64; shift += 7) {
        byte = take_byte(p);
        x |= (uint64_t)(byte & 0x7f) << shift;
    }
    return x;
}

/* 0, -1, 1, -2, ... are 0, 1, 2, 3, ... */
static long long whole(struct pack *p, long long x)
{
    const uint64_t folded =
        number(p, (uint64_t)x << 1 ^ (x < 0 ? ~(uint64_t)0 : 0));

    return p->writes ? x
                     : (long long)(folded >> 1 ^
                                   (folded & 1 ? ~(uint64_t)0 : (uint64_t)0));
}

static void pack_int(struct pack *p, int *x)
{
    *x = (int)whole(p, *x);
}

static void pack_long(struct pack *p, long long *x)
{
    *x = whole(p, *x);
}

/* A number that often equals the previous one. */
static void pack_change(struct pack *p, long long *value,
                        unsigned long long *before)
{
    long long change = (long long)((unsigned long long)*value - *before);

    pack_long(p, &change);
    *before += (unsigned long long)change;
    *value = (long long)*before;
}

static void pack_bool(struct pack *p, bool *x)
{
    *x = number(p, *x) != 0;
}

/* All bits of a number, if thousandths are not exact. */
static void pack_bits(struct pack *p, double *x)
{
    uint64_t bits = 0;

    memcpy(&bits, x, sizeof bits);
    for (unsigned shift = 0; shift < 64; shift += 8)
        if (p->writes)
            put_byte(p, (unsigned char)(bits >> shift));
        else
            bits = (shift ? bits : 0) | (uint64_t)take_byte(p) << shift;
    memcpy(x, &bits, sizeof bits);
}

/* Thousandths of the clock. */
static double ticks_of(double x)
{
    return floor(x * 1000 + 0.5);
}

static void pack_time(struct pack *p, double *x)
{
    const double most = 1e15, before = ticks_of(p->clock);
    const double ticks = p->writes ? ticks_of(*x) : 0;
    bool exact = fabs(ticks) < most && ticks / 1000 == *x;

    pack_bool(p, &exact);
    if (exact) {
        const double after =
            before + (double)whole(p, exact && p->writes
                                          ? (long long)(ticks - before)
                                          : 0);
        *x = after / 1000;
        p->clock = *x;
    } else {
        pack_bits(p, x);
    }
}

/* ------------------------------------------------------------------- texts */

static bool has_room(struct pack *p)
{
    if (p->texts < p->text_room)
        return true;
    const size_t room = p->text_room ? 2 * p->text_room : 1 << 10;
    const char **const more = realloc(p->text, room * sizeof *more);
    uint32_t *const slot = calloc(2 * room, sizeof *slot);
    p->failed |= !more || !slot;
    if (more) {
        p->text = more;
        p->text_room = room;
    }
    free(p->slot);
    p->slot = slot;
    p->slots = 2 * room;
    return !p->failed;
}

/* The slot of a text, or the free slot for it. */
static uint32_t *slot_of(const struct pack *p, const char *text)
{
    size_t h = 2166136261u; /* FNV-1a */

    for (const char *c = text; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    for (h &= p->slots - 1;; h = (h + 1) & (p->slots - 1))
        if (!p->slot[h] || !strcmp(p->text[p->slot[h]], text))
            return &p->slot[h];
}

/* Adds a new text. False: no room. */
static bool add_text(struct pack *p, const char *text)
{
    const bool grows = p->texts == p->text_room;

    if (!has_room(p))
        return false;
    p->text[p->texts++] = text;
    for (size_t k = grows ? 1 : p->texts - 1; p->writes && k < p->texts; k++)
        *slot_of(p, p->text[k]) = (uint32_t)k;
    return true;
}

static void put_text(struct pack *p, const char *text)
{
    const size_t known = text ? *slot_of(p, text) : 0;
    const size_t bytes = text ? strlen(text) : 0;

    number(p, text && !known ? p->texts : known);
    if (!text || known || !add_text(p, text))
        return;
    number(p, bytes);
    for (size_t k = 0; k < bytes; k++)
        put_byte(p, (unsigned char)text[k]);
}

static const char *take_text(struct pack *p)
{
    const size_t k = (size_t)number(p, 0);

    if (p->failed || k < p->texts)
        return p->failed ? NULL : p->text[k];
    const size_t bytes = (size_t)number(p, 0);
    char *const text = k == p->texts && bytes <= p->room - p->at
                           ? store_take(&p->r->texts, bytes + 1)
                           : NULL;
    if (!text || !add_text(p, text)) {
        p->failed = true;
        return NULL;
    }
    memcpy(text, p->from + p->at, bytes);
    text[bytes] = '\0';
    p->at += bytes;
    return text;
}

static void pack_text(struct pack *p, const char **text)
{
    if (p->failed)
        return;
    if (p->writes)
        put_text(p, *text);
    else
        *text = take_text(p);
}

/* ------------------------------------------------------------------ events */

static void pack_look(struct pack *p, struct look *look)
{
    pack_int(p, &look->first);
    pack_text(p, &look->flags);
    pack_int(p, &look->times);
    pack_int(p, &look->found);
    pack_text(p, &look->values);
}

static void pack_op(struct pack *p, struct op *op)
{
    pack_int(p, &op->node);
    pack_int(p, &op->left);
    pack_int(p, &op->right);
    pack_int(p, &op->depth);
    pack_int(p, &op->thread);
    pack_long(p, &op->low);
    pack_long(p, &op->high);
    pack_text(p, &op->value);
}

static void pack_memory(struct pack *p, struct event *e)
{
    pack_text(p, &e->memory.word);
    pack_int(p, &e->memory.thread);
    pack_int(p, &e->memory.times);
    pack_bool(p, &e->memory.writes);
    pack_bool(p, &e->memory.stale);
    pack_text(p, &e->memory.line);
    pack_int(p, &e->memory.bytes);
    pack_int(p, &e->memory.shared);
    pack_text(p, &e->memory.value);
}

static void pack_block(struct pack *p, struct event *e)
{
    long long count = e->tile_elements.count * 2 + e->tile_elements.unfinished;

    pack_long(p, &e->tile_elements.begin);
    pack_long(p, &count);
    e->tile_elements.count = count >> 1;
    e->tile_elements.unfinished = count & 1;
    pack_change(p, &e->tile_elements.reads, &p->moved[0]);
    pack_change(p, &e->tile_elements.writes, &p->moved[1]);
}

static void pack_message(struct pack *p, struct message *message)
{
    pack_int(p, &message->number);
    pack_int(p, &message->round);
    pack_int(p, &message->from);
    pack_int(p, &message->to);
    pack_long(p, &message->low);
    pack_long(p, &message->high);
    pack_long(p, &message->carry);
    if (!p->writes)
        message->other = -1;
}

static void pack_work(struct pack *p, struct event *e)
{
    int phase = (int)e->work.phase;

    pack_int(p, &phase);
    p->failed |= phase < 0 || phase >= PHASES ||
                 (phase >= PHASE_REDUCE_SLICE && e->tile >= 0);
    e->work.phase = (enum phase)phase;
    if (p->r->ranks == 0)
        return;
    pack_int(p, &e->work.round);
    pack_long(p, &e->work.low);
    pack_long(p, &e->work.high);
}

static void pack_kind(struct pack *p, struct event *e)
{
    int small = 0;

    switch (e->kind) {
    case EVENT_PHASE: pack_work(p, e); break;
    case EVENT_LOOK: pack_look(p, &e->look); break;
    case EVENT_OP: pack_op(p, &e->op); break;
    case EVENT_PUBLISH:
        small = e->publish.state;
        pack_int(p, &small);
        e->publish.state = (char)small;
        pack_text(p, &e->publish.value);
        break;
    case EVENT_BLOCK: pack_block(p, e); break;
    case EVENT_TICKET:
        pack_long(p, &e->tile_elements.begin);
        pack_long(p, &e->tile_elements.count);
        break;
    case EVENT_LAUNCH:
        pack_int(p, &e->launch.grid);
        pack_int(p, &e->launch.threads);
        break;
    case EVENT_BARRIER:
        pack_text(p, &e->barrier.line);
        pack_int(p, &e->barrier.warp);
        break;
    case EVENT_WAIT:
    case EVENT_FLAG:
    case EVENT_ACCESS: pack_memory(p, e); break;
    case EVENT_SEND:
    case EVENT_RECEIVE: pack_message(p, &e->message); break;
    case EVENT_FINDING: break;
    }
}

static void pack_event(struct pack *p, struct event *e)
{
    int kind = (int)e->kind;

    pack_int(p, &kind);
    p->failed |= kind < 0 || kind > EVENT_RECEIVE;
    e->kind = (enum event_kind)kind;
    pack_time(p, &e->at);
    const double begin = p->clock;
    pack_time(p, &e->until);
    p->clock = begin;
    pack_int(p, &e->row);
    pack_int(p, &e->block);
    pack_int(p, &e->tile);
    pack_text(p, &e->name);
    if (!p->failed)
        pack_kind(p, e);
}

static void pack_head(struct pack *p)
{
    struct recording *const r = p->r;
    const char **const texts[] = {
        &r->algorithm, &r->title,       &r->variant, &r->schedule, &r->device,
        &r->monoid,    &r->clock_words, &r->finding, &r->kind,     &r->input,
        &r->given,     &r->made,        &r->heads,   &r->across,   &r->join};
    bool *const flags[] = {&r->steps,       &r->is_application, &r->exclusive,
                           &r->carry,       &r->real,           &r->lacks_some,
                           &r->hides_blocks};

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        pack_text(p, texts[k]);
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        pack_bool(p, flags[k]);
    pack_long(p, &r->n);
    pack_int(p, &r->elem_bytes);
    pack_int(p, &r->tickets);
    pack_int(p, &r->ranks);
    pack_int(p, &r->tiles);
    pack_int(p, &r->rows);
    pack_int(p, &r->events);
    pack_int(p, &r->found);
    pack_int(p, &r->culprit[0]);
    pack_int(p, &r->culprit[1]);
    pack_time(p, &r->duration);
    p->clock = 0;
}

static void pack_story(struct pack *p)
{
    struct recording *const r = p->r;

    pack_int(p, &r->follow);
    pack_int(p, &r->partners); /* their names are no longer needed */
    pack_text(p, &r->end);
    pack_int(p, &r->stops);
    p->failed |= r->stops < 0 || r->stops > MAX_STOPS;
    for (int k = 0; k < r->stops && !p->failed; k++) {
        pack_time(p, &r->stop[k].at);
        pack_text(p, &r->stop[k].question);
        pack_text(p, &r->stop[k].answer);
        pack_text(p, &r->stop[k].says);
    }
    if (p->failed)
        r->stops = 0;
    p->clock = 0;
}

/* Allocates the arrays whose sizes are in the head. */
static void make_room(struct pack *p)
{
    struct recording *const r = p->r;
    const int most = (int)fmin((double)p->room, 1e9);

    p->failed |= r->events < 1 || r->events > most || r->rows < 0 ||
                 r->rows > most || r->tiles < 0 || r->tiles > 1 << 20;
    if (p->failed)
        return;
    r->event = calloc((size_t)r->events, sizeof *r->event);
    r->row_name = calloc((size_t)r->rows + 1, sizeof *r->row_name);
    p->failed |= !r->event || !r->row_name;
}

static void pack_all(struct pack *p)
{
    if (!add_text(p, ""))
        return;
    p->text[0] = NULL;
    pack_head(p);
    pack_story(p);
    if (!p->writes && !p->failed)
        make_room(p);
    for (int k = 0; k < p->r->rows && !p->failed; k++)
        pack_text(p, &p->r->row_name[k]);
    for (int k = 0; k < p->r->events && !p->failed; k++)
        pack_event(p, &p->r->event[k]);
    free(p->text);
    free(p->slot);
}

bool pack_recording(const struct recording *recording, unsigned char **bytes,
                    size_t *count)
{
    struct recording same = *recording; /* events are not copied */
    struct pack p = {.r = &same, .writes = true};

    pack_all(&p);
    *bytes = p.to;
    *count = p.at;
    if (!p.failed)
        return true;
    free(p.to);
    *bytes = NULL;
    return false;
}

struct recording *unpack_recording(const unsigned char *bytes, size_t count)
{
    struct recording *const out = calloc(1, sizeof *out);
    struct pack p = {.r = out, .from = bytes, .room = count};

    if (!out)
        return NULL;
    pack_all(&p);
    if (!p.failed && recording_complete(out) && !messages_find(out))
        return out;
    recording_close(out);
    return NULL;
}
