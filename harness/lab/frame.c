/* frame.c - see frame.h. */
#include "frame.h"
#include "source_tokens.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---------------------------------------------------------------- the file */

/* Reads as much as fits, and one more byte. */
static enum status read_open(int file, const char *path, char **out,
                             size_t *bytes, struct problem *why)
{
    char *const text = malloc(SUBMISSION_MOST_BYTES + 2);
    ssize_t got = 1;

    *bytes = 0;
    while (text && got > 0 && *bytes <= SUBMISSION_MOST_BYTES) {
        got = read(file, text + *bytes, SUBMISSION_MOST_BYTES + 1 - *bytes);
        *bytes += got > 0 ? (size_t)got : 0;
    }
    *out = text;
    if (!text)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    text[*bytes] = '\0';
    if (got < 0)
        return problem_set(why, WRONG_USE, "%s: %s", path, strerror(errno));
    if (*bytes > SUBMISSION_MOST_BYTES)
        return problem_set(why, CHECK_FAILED,
                           "the file is longer than %d bytes: hand in a "
                           "solution made from the skeleton",
                           SUBMISSION_MOST_BYTES);
    if (*bytes == 0)
        return problem_set(why, CHECK_FAILED, "the file is empty");
    const char *const zero = memchr(text, '\0', *bytes);
    if (zero)
        return problem_set(why, CHECK_FAILED,
                           "not a text file: byte %zu is zero",
                           (size_t)(zero - text));
    return OK;
}

enum status submission_read(const char *path, char **out, size_t *bytes,
                            struct problem *why)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat facts;

    *out = NULL;
    if (file < 0 && errno == ELOOP)
        return problem_set(why, CHECK_FAILED,
                           "the file is a symbolic link, which is not "
                           "followed: hand in the file itself");
    if (file < 0)
        return problem_set(why, WRONG_USE, "%s: %s", path, strerror(errno));
    enum status status = OK;
    if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode))
        status = problem_set(why, CHECK_FAILED, "this is not a file");
    else
        status = read_open(file, path, out, bytes, why);
    close(file);
    if (status != OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

/* ---------------------------------------------------------- the given part */

static bool is_given(const struct token *token)
{
    return token->fill == '\0';
}

static bool same(const struct token *a, const struct token *b)
{
    return a->kind == b->kind && a->length == b->length &&
           !strncmp(a->text, b->text, a->length);
}

static int next_given(const struct tokens *tokens, int at)
{
    while (at < tokens->count && !is_given(&tokens->token[at]))
        at++;
    return at;
}

/* A line of a text, without spaces at its ends and without control
 * characters. */
static char *line_of(const char *text, int line, char *out, size_t size)
{
    while (line > 1 && (text = strchr(text, '\n')) != NULL) {
        text++;
        line--;
    }
    text = text ? text + strspn(text, " \t") : "";
    size_t length = strcspn(text, "\r\n");
    while (length > 0 && text[length - 1] == ' ')
        length--;
    snprintf(out, size, "%.*s", (int)(length < 100 ? length : 100), text);
    for (char *c = out; *c; c++)
        if (iscntrl((unsigned char)*c) || *c & 0x80)
            *c = '?';
    return out;
}

/* The line of token `at`, or of the text's end. */
static int line_at(const struct tokens *tokens, int at)
{
    if (at < tokens->count)
        return tokens->token[at].line;
    return tokens->count ? tokens->token[tokens->count - 1].line : 1;
}

/* True: the submission has additional lines; after them it continues as the
 * skeleton does here, to the end of that line. */
static bool is_added(const struct tokens *want, int a, const struct tokens *got,
                     int b)
{
    const int line = want->token[a].line;

    for (int from = b + 1; from < got->count; from++) {
        int i = a, k = from;
        if (!got->token[from].first)
            continue;
        while (i < want->count && want->token[i].line == line &&
               k < got->count && same(&want->token[i], &got->token[k])) {
            i++;
            k++;
        }
        if (i > a && (i == want->count || want->token[i].line != line))
            return want->token[a].first;
    }
    return false;
}

static bool has_token(const struct tokens *tokens, const struct token *token)
{
    for (int i = 0; i < tokens->count; i++)
        if (same(&tokens->token[i], token))
            return true;
    return false;
}

static enum status compare(const char *skeleton, const struct tokens *want,
                           const char *submission, const struct tokens *got,
                           const char *name, struct problem *why)
{
    char have[128], wanted[128];
    int a = next_given(want, 0), b = next_given(got, 0);

    while (a < want->count && b < got->count &&
           same(&want->token[a], &got->token[b])) {
        a = next_given(want, a + 1);
        b = next_given(got, b + 1);
    }
    if (a == want->count && b == got->count)
        return OK;
    const int line = line_at(got, b), line_wanted = line_at(want, a);
    line_of(submission, line, have, sizeof have);
    line_of(skeleton, line_wanted, wanted, sizeof wanted);
    if (b == got->count)
        return problem_set(why, CHECK_FAILED,
                           "%s:%d: the given part is cut off: line %d of the "
                           "skeleton, '%s', is missing",
                           name, line, line_wanted, wanted);
    if (a == want->count)
        return problem_set(
            why, CHECK_FAILED,
            "%s:%d: '%s' is not between FILL and END: write only there", name,
            line, have);
    if (want->token[a].kind >= TOKEN_FILL && !has_token(got, &want->token[a]))
        return problem_set(why, CHECK_FAILED,
                           "%s:%d: the skeleton's comment '%s [%.*s]' is "
                           "missing before this line: put it back",
                           name, line,
                           want->token[a].kind == TOKEN_FILL ? "FILL" : "END",
                           (int)want->token[a].length, want->token[a].text);
    if (!token_is(&got->token[b], "#") && is_added(want, a, got, b))
        return problem_set(
            why, CHECK_FAILED,
            "%s:%d: '%s' was added to the given part: write only between FILL "
            "and END, and define helpers there too, as %s",
            name, line, have, strstr(name, ".cu") ? "a lambda" : "lines");
    return problem_set(why, CHECK_FAILED,
                       "%s:%d: the given part was changed: '%s', but the "
                       "skeleton's line %d is '%s'",
                       name, line, have, line_wanted, wanted);
}

/* -------------------------------------------------------- the filled lines */

/* True: the skeleton has the same directive, token by token. */
static bool in_skeleton(const struct tokens *skeleton,
                        const struct token *token, const struct token *end)
{
    for (int i = 0; i < skeleton->count; i++) {
        int k = 0;
        while (token + k < end && i + k < skeleton->count &&
               token[k].line == token->line &&
               same(&token[k], &skeleton->token[i + k]))
            k++;
        if (k > 1 && (token + k == end || token[k].line != token->line))
            return true;
    }
    return false;
}

static bool begins_directive(const struct token *token, const struct token *end)
{
    return token->first &&
           (token_is(token, "#") || (token_is(token, "%") && token + 1 < end &&
                                     token_is(token + 1, ":")));
}

static bool is_unroll(const struct token *token, const struct token *end)
{
    return token + 2 < end && token_is(token, "#") &&
           token_is(token + 1, "pragma") && token_is(token + 2, "unroll");
}

/* Names that bypass the compiler or reach into the machine, or that a scan of
 * opaque elements does not need. */
static const char *forbidden(const struct token *token)
{
    static const char *const words[] = {
        /* to bypass the compiler */
        "asm", "__asm", "__asm__", "_Pragma", "__pragma", "__attribute__",
        "__attribute", "extern", "__declspec", "template", "operator",
        /* to distinguish a proof from a run */
        "sizeof", "alignof", "_Alignof", "__alignof__", "typeof", "__typeof__",
        "decltype", "typeid", "_Generic", "__FILE__", "__BASE_FILE__",
        "__FILE_NAME__", "__COUNTER__", "__TIME__", "__DATE__", "__TIMESTAMP__",
        NULL};
    static const char *const beginnings[] = {"simt_",  "interval_", "__wrap_",
                                             "__tsan", "__asan",    NULL};

    if (token->kind != TOKEN_WORD)
        return NULL;
    for (int i = 0; words[i]; i++)
        if (token_is(token, words[i]))
            return words[i];
    for (int i = 0; beginnings[i]; i++)
        if (token->length >= strlen(beginnings[i]) &&
            !strncmp(token->text, beginnings[i], strlen(beginnings[i])))
            return beginnings[i];
    return NULL;
}

/* The open brackets of one fill. */
struct brackets {
    char open[256];
    int depth;
    char fill;
};

/* False: this one closes a bracket not opened in its fill. */
static bool take_bracket(struct brackets *b, const struct token *token)
{
    static const char opening[] = "([{", closing[] = ")]}";
    const char sign = token->kind == TOKEN_SIGN ? *token->text : '\0';
    const char *const opens = sign ? strchr(opening, sign) : NULL,
                      *const closes = sign ? strchr(closing, sign) : NULL;

    if (opens) {
        if (b->depth == (int)sizeof b->open)
            return false;
        b->open[b->depth++] = closing[opens - opening];
    }
    if (closes)
        return b->depth > 0 && b->open[--b->depth] == sign;
    return true;
}

static enum status check_token(const struct tokens *skeleton,
                               const struct token *token,
                               const struct token *end, const char *name,
                               struct problem *why)
{
    const char *const word = forbidden(token);

    if (begins_directive(token, end) && !is_unroll(token, end) &&
        !in_skeleton(skeleton, token, end))
        return problem_set(why, CHECK_FAILED,
                           "%s:%d: no lines that begin with # are allowed "
                           "here, except #pragma unroll",
                           name, token->line);
    /* In C real threads run, and no run is sure to show that race. */
    if (token_is(token, "static") && !strstr(name, ".cu") &&
        !(token + 1 < end && token_is(token + 1, "const")))
        return problem_set(
            why, CHECK_FAILED,
            "%s:%d: 'static': all threads would share this variable, which "
            "would be a race; declare it without static",
            name, token->line);
    if (word && strstr(word, "asm"))
        return problem_set(
            why, CHECK_FAILED,
            "%s:%d: '%s' is not allowed here; it constrains only the compiler "
            "and does not order threads: use __threadfence()",
            name, token->line, word);
    if (word)
        return problem_set(
            why, CHECK_FAILED, "%s:%d: '%s%s' is not allowed here", name,
            token->line, word,
            word[strlen(word) - 1] == '_' && word[0] != '_' ? "..." : "");
    return OK;
}

/* `all`: the skeleton has no FILL, and every line is the student's. */
static enum status check_fills(const struct tokens *skeleton,
                               const struct tokens *got, bool all,
                               const char *name, int *lines,
                               struct problem *why)
{
    const struct token *const end = got->token + got->count;
    struct brackets brackets = {.depth = 0};
    int last = 0;

    *lines = 0;
    for (const struct token *t = got->token; t < end; t++) {
        if (!all && t->fill != brackets.fill) {
            if (brackets.depth > 0)
                return problem_set(why, CHECK_FAILED,
                                   "%s:%d: FILL [%c] ends here, but a '%c' is "
                                   "missing before this line",
                                   name, t->line, brackets.fill,
                                   brackets.open[brackets.depth - 1]);
            brackets.fill = t->fill;
        }
        if (!all && is_given(t))
            continue;
        *lines += t->line != last;
        last = t->line;
        if (!take_bracket(&brackets, t))
            return problem_set(why, CHECK_FAILED,
                               "%s:%d: this '%c' closes nothing that was "
                               "opened in these lines",
                               name, t->line, *t->text);
        const enum status status = check_token(skeleton, t, end, name, why);
        if (status != OK)
            return status;
    }
    return OK;
}

static bool has_fills(const struct tokens *tokens)
{
    for (int i = 0; i < tokens->count; i++)
        if (tokens->token[i].kind == TOKEN_FILL)
            return true;
    return false;
}

/* Notes the lines between the comment of a FILL and its END. */
static void note_fills(const struct tokens *got, struct fills *out)
{
    for (int i = 0; i < got->count; i++) {
        const struct token *const t = &got->token[i];
        const bool opens = t->kind == TOKEN_FILL;
        if (opens && out->count < FILLS_NOTED)
            out->of[out->count++] = (struct fill){*t->text, t->line, t->line};
        else if (t->kind == TOKEN_END && out->count > 0)
            out->of[out->count - 1].last = t->line;
    }
}

char fills_at(const struct fills *fills, int line)
{
    for (int i = 0; i < fills->count; i++)
        if (fills->of[i].first <= line && line <= fills->of[i].last)
            return fills->of[i].letter;
    return '\0';
}

enum status frame_check(const char *skeleton, const char *submission,
                        const char *name, struct fills *fills,
                        struct problem *why)
{
    struct tokens want = {.token = NULL}, got = {.token = NULL};
    enum status status = tokens_read(skeleton, &want, why);

    if (status == OK)
        status = tokens_read(submission, &got, why);
    const bool all = !has_fills(&want);
    if (status == OK && !all)
        status = compare(skeleton, &want, submission, &got, name, why);
    if (status == OK && got.doubt)
        status = problem_set(why, CHECK_FAILED, "%s:%d: %s", name,
                             got.doubt_line, got.doubt);
    if (status == OK)
        status = check_fills(&want, &got, all, name, &fills->lines, why);
    if (status == OK)
        note_fills(&got, fills);
    tokens_free(&want);
    tokens_free(&got);
    return status;
}
