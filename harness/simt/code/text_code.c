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

void text_join_lines(char *text)
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
        if (*from == '\n')
            for (; owed > 0; owed--)
                *to++ = '\n';
        *to++ = *from++;
    }
    *to = '\0';
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

/* Follows a line through what is blanked: is it a directive, and has a comment
 * parted it? */
struct directive {
    bool begins_line, is_one;
    const char *parted; /* by this newline, if code follows */
};

/* c is code; true: it stands behind a newline in its own directive. */
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

const char *text_blank(char *text)
{
    enum { CODE, LINE, COMMENT, QUOTED } in = CODE;
    struct directive directive = {.begins_line = true};
    const char *parted = NULL;
    char quote = 0;

    /* What is behind is blank already, but for words and numbers. */
    for (char *c = text; *c; c++) {
        const size_t word = in == CODE ? text_word(c) : 0;
        const size_t number = in == CODE ? number_length(c) : 0;
        const bool comments =
            in == CODE && c[0] == '/' && (c[1] == '/' || c[1] == '*');
        if (in == CODE && !comments && is_parted(&directive, c) && !parted)
            parted = directive.parted;
        if (number || word) {
            c += (number ? number : word) - 1;
        } else if (comments) {
            in = c[1] == '/' ? LINE : COMMENT;
            if (in == COMMENT)
                *c++ = ' ';
        } else if (in == CODE && (*c == '"' || *c == '\'')) {
            in = QUOTED;
            quote = *c;
        } else if (in == QUOTED && *c == '\\' && c[1] && c[1] != '\n') {
            *c++ = ' ';
        } else if (in == QUOTED && *c == quote) {
            in = CODE;
            *c = ' ';
        } else if ((in == LINE || in == QUOTED) && *c == '\n') {
            in = CODE;
            is_parted(&directive, c);
        } else if (in == COMMENT && c[0] == '*' && c[1] == '/') {
            *c++ = ' ';
            *c = ' ';
            in = CODE;
            continue;
        }
        if (in == COMMENT && *c == '\n' && directive.is_one)
            directive.parted = c;
        if (in != CODE && *c != '\n')
            *c = ' ';
    }
    return parted;
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
    marker->line = (int)line - 1; /* of the newline that comes */
    snprintf(marker->file, sizeof marker->file, "%.*s",
             (int)(close - quote - 1), quote + 1);
    marker->ours = strstr(marker->file, "simt/device/") != NULL ||
                   memchr(close, '3', (size_t)(end - close)) != NULL;
}
