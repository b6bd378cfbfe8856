/* text_code.c - see text_code.h. */
#include "text_code.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

size_t text_word(const char *at)
{
    size_t length = 0;

    while (text_is_letter(at[length]))
        length++;
    return length;
}

int text_line(const char *text, const char *at)
{
    int line = 1;

    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

/* Blanks after the backslash are allowed by g++ and clang++. */
static size_t joint(const char *at)
{
    size_t length = 1;

    if (*at != '\\')
        return 0;
    while (at[length] && strchr(" \t\r\f\v", at[length]))
        length++;
    return at[length] == '\n' ? length + 1 : 0;
}

void text_join_lines_from(char *text, size_t *place)
{
    char *to = text;
    int owed = 0;

    for (const char *from = text; *from;) {
        const size_t length = joint(from);
        if (length) {
            from += length;
            owed++;
            continue;
        }
        const char c = *from++;
        for (int i = c == '\n' ? owed : 0; i >= 0; i--) {
            if (place)
                place[to - text] = (size_t)(from - text) - 1;
            *to++ = c;
        }
        owed = c == '\n' ? 0 : owed;
    }
    *to = '\0';
}

void text_join_lines(char *text)
{
    text_join_lines_from(text, NULL);
}

/* A number, as the preprocessor reads it: 1'000, .5, 1e+3. A quote at its end
 * begins a literal. */
static size_t number_length(const char *at)
{
    size_t length = 0;

    if (!isdigit((unsigned char)at[*at == '.']))
        return 0;
    for (char c; (c = at[length]); length++) {
        const char last = length > 0 ? at[length - 1] : '\0';
        const bool sign = (c == '+' || c == '-') && strchr("eEpP", last);
        if (!(isalnum((unsigned char)c) || c == '_' || c == '\'' || sign ||
              (c == '.' && last != '\'')))
            break;
    }
    while (at[length - 1] == '\'')
        length--;
    return length;
}

/* Follows a line while it is blanked: is it a directive, and did a comment
 * split it? */
struct directive {
    bool begins_line, is_one;
    const char *parted; /* by this newline, if code follows */
};

/* c is code; true: it comes after a newline inside its own directive. */
static bool is_parted(struct directive *d, const char *c)
{
    if (*c == '\n') {
        *d = (struct directive){.begins_line = true};
        return false;
    }
    if (isspace((unsigned char)*c))
        return false;
    d->is_one |= d->begins_line && (*c == '#' || (c[0] == '%' && c[1] == ':'));
    d->begins_line = false;
    return d->parted != NULL;
}

/* Goes through a text, a step at a time. */
struct reader {
    enum { CODE, LINE, COMMENT, QUOTED } in;
    char quote;
    struct directive directive;
    const char *parted;
};

struct step {
    enum text_kind kind;
    size_t length;
};

static struct step step_in_code(struct reader *r, const char *c)
{
    const size_t word = text_word(c), number = number_length(c);
    const bool comments = c[0] == '/' && (c[1] == '/' || c[1] == '*');

    if (!comments && is_parted(&r->directive, c) && !r->parted)
        r->parted = r->directive.parted;
    if (number)
        return (struct step){TEXT_NUMBER, number};
    if (word)
        return (struct step){TEXT_WORD, word};
    if (comments) {
        r->in = c[1] == '/' ? LINE : COMMENT;
        return (struct step){TEXT_COMMENT, 2};
    }
    if (*c != '"' && *c != '\'')
        return (struct step){TEXT_CODE, 1};
    r->in = QUOTED;
    r->quote = *c;
    return (struct step){TEXT_LITERAL, 1};
}

static struct step step_elsewhere(struct reader *r, const char *c)
{
    const bool ends = r->in == COMMENT && c[0] == '*' && c[1] == '/';
    const bool escapes = r->in == QUOTED && *c == '\\' && c[1] && c[1] != '\n';
    const enum text_kind kind =
        r->in == QUOTED && *c != '\n' ? TEXT_LITERAL : TEXT_COMMENT;

    if (r->in != COMMENT && *c == '\n') {
        r->in = CODE;
        is_parted(&r->directive, c);
    } else if (r->in == COMMENT && *c == '\n' && r->directive.is_one) {
        r->directive.parted = c;
    }
    if (ends || (r->in == QUOTED && *c == r->quote))
        r->in = CODE;
    return (struct step){kind, ends || escapes ? 2 : 1};
}

static struct step step(struct reader *r, const char *c)
{
    return r->in == CODE ? step_in_code(r, c) : step_elsewhere(r, c);
}

static struct reader begin_reading(void)
{
    return (struct reader){.directive = {.begins_line = true}};
}

void text_kinds(const char *text, char *kind)
{
    struct reader r = begin_reading();

    for (const char *c = text; *c;) {
        const struct step next = step(&r, c);
        memset(kind + (c - text), next.kind, next.length);
        c += next.length;
    }
}

const char *text_blank(char *text)
{
    struct reader r = begin_reading();

    for (char *c = text; *c;) {
        const struct step next = step(&r, c);
        const bool is_code =
            next.kind != TEXT_COMMENT && next.kind != TEXT_LITERAL;
        for (char *const end = c + next.length; c < end; c++)
            if (!is_code && *c != '\n')
                *c = ' ';
    }
    return r.parted;
}

/* \" and \\ and \011 of a marker. */
static void plain_name(const char *at, const char *end, char *plain,
                       size_t size)
{
    size_t length = 0;

    while (at < end && length < size - 1) {
        int octal = 0;
        size_t digits = 0;
        if (*at == '\\') {
            at++;
            for (; digits < 3 && at[digits] >= '0' && at[digits] <= '7';
                 digits++)
                octal = 8 * octal + at[digits] - '0';
        }
        plain[length++] = digits ? (char)octal : *at;
        at += digits ? digits : 1;
    }
    plain[length] = '\0';
}

void text_take_marker(const char *at, struct text_marker *marker)
{
    const char *const end = at + strcspn(at, "\n");
    char *rest;
    const long line = strtol(at + 1, &rest, 10);
    const char *const quote =
        rest > at + 1 ? memchr(rest, '"', (size_t)(end - rest)) : NULL;
    const char *close = quote ? quote + 1 : end;

    while (close < end && *close != '"')
        close += *close == '\\' ? 2 : 1; /* \" in a name */
    if (close >= end)
        return;                   /* #pragma */
    marker->line = (int)line - 1; /* for the newline that follows */
    plain_name(quote + 1, close, marker->file, sizeof marker->file);
    marker->ours = strstr(marker->file, "simt/device/") != NULL ||
                   memchr(close, '3', (size_t)(end - close)) != NULL;
}
