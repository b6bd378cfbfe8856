/* running_sum.c - see running_sum.h. */
#include "running_sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------- op */

bool look_back_adds(const struct recording *r)
{
    return r->counts || !strcmp(r->monoid, "add_i32") ||
           !strcmp(r->monoid, "add_i64");
}

const char *look_back_sign(const struct recording *r)
{
    return look_back_adds(r) ? " + " : " with ";
}

/* A whole number that fills the rest of the text. */
static bool read_number(const char *text, long long *out)
{
    const bool negative = *text == '-';
    unsigned long long x = 0;
    int digits = 0;

    for (text += negative; *text >= '0' && *text <= '9'; text++, digits++)
        x = x * 10 + (unsigned)(*text - '0');
    *out = (long long)(negative ? 0 - x : x);
    return digits > 0 && digits < 20 && !*text;
}

/* "[3,7]" */
static bool read_range(const char *text, long long range[2])
{
    char part[TERM_BYTES];
    const char *const comma = strchr(text, ',');
    const size_t bytes = strlen(text);

    if (*text != '[' || !comma || bytes < 5 || bytes >= sizeof part ||
        text[bytes - 1] != ']')
        return false;
    snprintf(part, sizeof part, "%s", text + 1);
    part[comma - text - 1] = part[bytes - 2] = '\0';
    return read_number(part, &range[0]) &&
           read_number(part + (comma - text), &range[1]);
}

bool look_back_fold(const struct recording *r, const char *left,
                    const char *right, char *out, size_t bytes)
{
    long long a, b, from[2], to[2];

    if (read_range(left, from) && read_range(right, to) &&
        from[1] + 1 == to[0]) {
        snprintf(out, bytes, "[%lld,%lld]", from[0], to[1]);
        return true;
    }
    if (!read_number(left, &a) || !read_number(right, &b))
        return false;
    const unsigned long long sum =
        (unsigned long long)a + (unsigned long long)b;
    if (r->counts || !strcmp(r->monoid, "add_i64"))
        snprintf(out, bytes, "%lld", (long long)sum);
    else if (!strcmp(r->monoid, "add_i32"))
        snprintf(out, bytes, "%lld", (long long)(int)(unsigned)sum);
    else if (!strcmp(r->monoid, "max_i32"))
        snprintf(out, bytes, "%lld", a > b ? a : b);
    else
        return false;
    return true;
}

/* ------------------------------------------------------------------- terms */

int look_back_newest(const struct recording *r, int event, int tile)
{
    for (; event >= 0; event--) {
        const struct event *const e = &r->event[event];
        if (e->tile != tile)
            continue;
        if (e->kind == EVENT_LOOK)
            return event;
        if (e->kind == EVENT_TICKET || e->kind == EVENT_BLOCK)
            break;
    }
    return -1;
}

/* Makes room for one more term: drops the oldest. */
static struct term *next_term(struct term terms[MAX_TERMS], int *count)
{
    if (*count == MAX_TERMS) {
        memmove(terms, terms + 1, (MAX_TERMS - 1) * sizeof *terms);
        --*count;
    }
    return &terms[(*count)++];
}

/* Adds the terms of one look. False: their values are not recorded. */
static bool add_terms(const struct recording *r, const struct look *look,
                      bool is_new, struct term terms[MAX_TERMS], int *count)
{
    for (int k = 0; k < look->taken; k++) {
        static const char older[] = "an older value";
        const char *value = older;
        const int bytes = look->is_stale
                              ? (int)sizeof older - 1
                              : recording_value(look->values, k, &value);
        if (bytes < 1 || bytes >= TERM_BYTES || (look->is_stale && k > 0))
            return false;
        struct term *const term = next_term(terms, count);
        *term = (struct term){.tile = look->first - k,
                              .is_prefix = look->ends && k + 1 == look->taken,
                              .is_new = is_new,
                              .is_stale = look->is_stale};
        memcpy(term->value, value, (size_t)bytes);
        if (*count == 1)
            memcpy(term->sum, term->value, sizeof term->sum);
        else if (!term[-1].sum[0] ||
                 !look_back_fold(r, term->value, term[-1].sum, term->sum,
                                 sizeof term->sum))
            term->sum[0] = '\0';
    }
    return true;
}

int look_back_terms(const struct recording *r, int look,
                    struct term terms[MAX_TERMS])
{
    enum { MAX_LOOKS = 512 };
    int chain[MAX_LOOKS], looks = 0, count = 0;

    for (int i = look; i >= 0 && looks < MAX_LOOKS; i = r->event[i].look.before)
        chain[looks++] = i;
    if (looks == MAX_LOOKS)
        return 0;
    for (int k = looks - 1; k >= 0; k--)
        if (!add_terms(r, &r->event[chain[k]].look, k == 0, terms, &count))
            return 0;
    return count;
}
