/* source_tokens.c - see source_tokens.h. */
#include "source_tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct same_reading {
    const char *at;
    int line;
    bool first;
    char fill;
    int room;
    struct tokens *out;
};

static void doubt(struct same_reading *r, const char *what)
{
    if (r->out->doubt)
        return;
    r->out->doubt = what;
    r->out->doubt_line = r->line;
}

static bool add(struct same_reading *r, enum token_kind kind, const char *text,
                size_t length)
{
    struct tokens *const out = r->out;

    if (out->count == r->room) {
        r->room = 2 * r->room + 1024;
        struct token *const more =
            realloc(out->token, (size_t)r->room * sizeof *more);
        if (!more)
            return false;
        out->token = more;
    }
    out->token[out->count++] =
        (struct token){kind, text, length, r->line, r->first, r->fill};
    r->first = false;
    return true;
}

/* "FILL [" in the comment, as far as it goes; its letter comes next. */
static const char *find_mark(const char *from, const char *to, const char *mark)
{
    const size_t length = strlen(mark);

    for (; from + length < to; from++)
        if (!strncmp(from, mark, length))
            return from + length;
    return NULL;
}

/* A comment is nothing, but for those that open and close a FILL. */
static bool take_comment(struct same_reading *r)
{
    const char *const from = r->at;
    const bool of_line = from[1] == '/';
    const char *end = strstr(from + 2, of_line ? "\n" : "*/");

    if (!end) {
        if (!of_line)
            doubt(r, "a comment does not end");
        end = from + strlen(from);
    }
    const char *const fills = find_mark(from, end, "FILL ["), *const ends =
                                                                  find_mark(
                                                                      from, end,
                                                                      "END [");
    bool added = true;
    if (ends) {
        r->fill = '\0';
        added = add(r, TOKEN_END, ends, 1);
    } else if (fills) {
        r->fill = '\0';
        added = add(r, TOKEN_FILL, fills, 1);
        r->fill = *fills;
    }
    for (; r->at < end; r->at++)
        r->line += *r->at == '\n';
    if (*end && !of_line)
        r->at += 2;
    return added;
}

static bool take_text(struct same_reading *r)
{
    const char quote = *r->at;
    const char *end = r->at + 1;

    while (*end && *end != quote && *end != '\n')
        end += *end == '\\' && end[1] && end[1] != '\n' ? 2 : 1;
    if (*end != quote)
        doubt(r, "a string does not end");
    else
        end++;
    const char *const from = r->at;
    r->at = end;
    return add(r, TOKEN_TEXT, from, (size_t)(end - from));
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

static bool take_word(struct same_reading *r)
{
    const char *const from = r->at;

    while (is_of_word(*r->at))
        r->at++;
    if (*r->at == '\'' || (*r->at == '"' && r->at[-1] == 'R'))
        doubt(r, "a quote right after a letter or a digit");
    return add(r, TOKEN_WORD, from, (size_t)(r->at - from));
}

static bool take_one(struct same_reading *r)
{
    const char c = *r->at;

    if (c == '/' && (r->at[1] == '/' || r->at[1] == '*'))
        return take_comment(r);
    if (c == '"' || c == '\'')
        return take_text(r);
    if (is_of_word(c))
        return take_word(r);
    if (c == '\\')
        doubt(r, "a backslash outside a string");
    if (c == '?' && r->at[1] == '?')
        doubt(r, "two question marks in a row (a trigraph)");
    if (!isspace((unsigned char)c))
        return add(r, TOKEN_SIGN, r->at++, 1);
    if (c == '\n') {
        r->line++;
        r->first = true;
    }
    r->at++;
    return true;
}

enum status tokens_read(const char *source, struct tokens *out,
                        struct problem *why)
{
    struct same_reading r = {
        .at = source, .line = 1, .first = true, .out = out};

    *out = (struct tokens){.token = NULL};
    if (!strncmp(source, "\xEF\xBB\xBF", 3)) /* what some editors begin with */
        r.at += 3;
    while (*r.at)
        if (!take_one(&r)) {
            tokens_free(out);
            return problem_set(why, MACHINE_LACKS, "out of memory");
        }
    return OK;
}

void tokens_free(struct tokens *tokens)
{
    free(tokens->token);
    *tokens = (struct tokens){.token = NULL};
}

bool token_is(const struct token *token, const char *text)
{
    return strlen(text) == token->length &&
           !strncmp(token->text, text, token->length);
}
