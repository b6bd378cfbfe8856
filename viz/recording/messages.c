/* messages.c - see messages.h. */
#include "messages.h"

#include <stdlib.h>

static bool is_message(const struct event *e)
{
    return e->kind == EVENT_SEND || e->kind == EVENT_RECEIVE;
}

int messages_begin(const struct recording *recording, int row)
{
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_BLOCK &&
            recording->event[i].row == row)
            return i;
    return -1;
}

/* Joins two ends: the message is sent first, and is the same at both. */
static const char *pair(struct recording *out, int sent, int got)
{
    struct event *const a = &out->event[sent], *const b = &out->event[got];

    if (a->kind != EVENT_SEND || b->kind != EVENT_RECEIVE)
        return "a message is sent or received twice, or received before it is "
               "sent";
    if (a->message.from != b->message.from || a->message.to != b->message.to ||
        a->message.round != b->message.round ||
        a->message.low != b->message.low || a->message.high != b->message.high)
        return "a message is not received as it was sent";
    a->message.other = got;
    b->message.other = sent;
    out->messages++;
    return NULL;
}

static const char *find_ends(struct recording *out, int *first)
{
    for (int i = 0; i < out->events; i++) {
        const struct event *const e = &out->event[i];
        const char *wrong = NULL;
        if (!is_message(e))
            continue;
        if (out->ranks == 0 || e->message.number > out->events)
            return "a message has a number that is too large, or no ranks";
        if (first[e->message.number] == 0)
            first[e->message.number] = i + 1;
        else
            wrong = pair(out, first[e->message.number] - 1, i);
        if (wrong)
            return wrong;
    }
    for (int i = 0; i < out->events; i++)
        if (is_message(&out->event[i]) && out->event[i].message.other < 0)
            return "a message is sent and not received, or received and not "
                   "sent";
    return NULL;
}

/* The elements before a rank's slice, and all of them. With chunks, all totals of
 * lower ranks come at once. */
static void find_completing(struct recording *out)
{
    for (int i = 0; i < out->events; i++) {
        struct event *const e = &out->event[i];
        const int begin = messages_begin(out, e->row);
        if (e->kind != EVENT_RECEIVE || begin < 0)
            continue;
        e->message.completes =
            out->join
                ? e->message.low == 0 && e->message.carry > 0 &&
                      e->message.carry == out->event[begin].tile_elements.begin
                : e->message.from + 1 == e->message.to;
    }
}

const char *messages_find(struct recording *recording)
{
    int *const first = calloc((size_t)recording->events + 1, sizeof *first);
    const char *wrong;

    if (!first)
        return "out of memory";
    wrong = find_ends(recording, first);
    free(first);
    if (!wrong)
        find_completing(recording);
    return wrong;
}
