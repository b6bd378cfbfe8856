/* text_code.c - see text_code.h. */
#include "text_code.h"

#include <ctype.h>
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
    while (at[length] == ' ' || at[length] == '\t' || at[length] == '\r')
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

/* A quote in 1'000 stands between digits of a number. */
static bool separates_digits(const char *text, const char *at)
{
    const char *from = at;

    while (from > text &&
           (text_is_letter(from[-1]) || from[-1] == '\'' || from[-1] == '.'))
        from--;
    return from < at && isdigit((unsigned char)*from);
}

void text_blank(char *text)
{
    enum { CODE, LINE, COMMENT, QUOTED } in = CODE;
    char quote = 0;

    /* What is behind is blank already, but for words and numbers. */
    for (char *c = text; *c; c++) {
        if (in == CODE && c[0] == '/' && (c[1] == '/' || c[1] == '*')) {
            in = c[1] == '/' ? LINE : COMMENT;
            if (in == COMMENT)
                *c++ = ' ';
        } else if (in == CODE && (*c == '"' || *c == '\'')) {
            if (*c == '\'' && separates_digits(text, c))
                continue;
            in = QUOTED;
            quote = *c;
        } else if (in == QUOTED && *c == '\\' && c[1] && c[1] != '\n') {
            *c++ = ' ';
        } else if (in == QUOTED && *c == quote) {
            in = CODE;
            *c = ' ';
        } else if ((in == LINE || in == QUOTED) && *c == '\n') {
            in = CODE;
        } else if (in == COMMENT && c[0] == '*' && c[1] == '/') {
            *c++ = ' ';
            *c = ' ';
            in = CODE;
            continue;
        }
        if (in != CODE && *c != '\n')
            *c = ' ';
    }
}
