/* expanded_check.c - see expanded_check.h.
 *
 * source_check.c reads the files as they are written, so that it sees macros.
 * But a macro can give an allowed word a different meaning:
 *
 *     #define unused no_sanitize("thread")
 *     __attribute__((unused))              becomes ((no_sanitize("thread")))
 *
 * In the text that is checked here, all macros are expanded and all comments
 * removed.
 */
#include "expanded_check.h"
#include "source_check.h"
#include "text_code.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TELLS_PROOF                                                            \
    "differs between a proof and a GPU, so nothing would be proved"

/* For C's linkage and for namespaces: the depth of braces at which the
 * outermost one began, or 0. */
struct scopes {
    int depth, linkage_at, namespace_at;
    bool after_extern, after_using; /* the word before */
    bool linkage_begins, namespace_begins;
};

struct made {
    const char *text; /* with its literals */
    const char *code; /* the same, blanked */
    struct text_marker marker;
    struct scopes scopes;
    struct problem *why;
};

static enum status refuse(const struct made *m, const char *at, size_t length,
                          const char *sentence)
{
    return problem_set(m->why, NOT_JUDGED, "%s:%d: %.*s %s", m->marker.file,
                       m->marker.line, (int)length, m->text + (at - m->code),
                       sentence);
}

static const char *skip(const char *at)
{
    return at + strspn(at, " \t\n");
}

/* True for the words of cuda.h, with their operands there. */
static bool is_machines(const struct made *m, const char *at, size_t length)
{
    static const char *const ours[] = {"used", "section(\"simt_constant\")",
                                       "error(\"a recursive function"};
    const char *const text = m->text + (at - m->code);

    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!strncmp(text, ours[i], strlen(ours[i])) &&
            strcspn(ours[i], "(") == length)
            return true;
    /* A function that is hidden is inlined (by_value.c). */
    return !strncmp(text, "visibility(\"hidden\")", 20) && length == 10 &&
           !strncmp(text - 15, "always_inline, ", 15);
}

/* name, name(operands), ...; up to the bracket that closes the list. */
static enum status check_list(const struct made *m, const char *at, char end)
{
    int depth = 0;

    for (; *at && !(depth == 0 && *at == end); at++) {
        const size_t length = depth == 0 ? text_word(at) : 0;
        if (length && !source_allows_attribute(at, length) &&
            !is_machines(m, at, length))
            return refuse(m, at, length,
                          "is an attribute that is not known to the SIMT "
                          "machine; it knows __align__(n) and aligned");
        depth += (*at == '(') - (*at == ')');
        at += length ? length - 1 : 0;
    }
    return OK;
}

/* ---------------------------------------------------------------- linkage */

/* In a namespace g++ accepts a second declaration of a function of C with other
 * types: memcpy() or sqrt() with a struct, which it copies to the call without
 * a hook. Outside namespaces that is an error. */
static enum status refuse_linkage(const struct made *m, const char *at,
                                  size_t length)
{
    return refuse(
        m, at, length,
        "nests C linkage and a namespace one inside the other, which can hide "
        "accesses from the SIMT machine: end one before the other begins");
}

static void take_scope_word(struct scopes *s, const char *at, size_t length)
{
    if (length == 9 && !strncmp(at, "namespace", 9) && !s->after_using)
        s->namespace_begins = true;
    s->after_using = length == 5 && !strncmp(at, "using", 5);
    s->after_extern = (length == 6 && !strncmp(at, "extern", 6)) ||
                      (s->after_extern && length <= 2); /* u8"C" */
}

static enum status take_scope_literal(struct made *m, const char *at,
                                      size_t length)
{
    struct scopes *const s = &m->scopes;

    s->linkage_begins |= s->after_extern;
    return s->linkage_begins && s->namespace_at ? refuse_linkage(m, at, length)
                                                : OK;
}

static enum status take_scope_mark(struct made *m, const char *at)
{
    struct scopes *const s = &m->scopes;

    if (*at == '{') {
        s->depth++;
        if (s->linkage_begins && !s->linkage_at)
            s->linkage_at = s->depth;
        if (s->namespace_begins && s->linkage_at)
            return refuse_linkage(m, at, 1);
        if (s->namespace_begins && !s->namespace_at)
            s->namespace_at = s->depth;
    } else if (*at == '}') {
        s->linkage_at = s->linkage_at == s->depth ? 0 : s->linkage_at;
        s->namespace_at = s->namespace_at == s->depth ? 0 : s->namespace_at;
        s->depth--;
    }
    if (!isspace((unsigned char)*at))
        s->after_extern = s->after_using = false;
    if (strchr("{};", *at))
        s->linkage_begins = s->namespace_begins = false;
    return OK;
}

/* ------------------------------------------------------------------- words */

static enum status check_word(struct made *m, const char *at, size_t length)
{
    const char *const inner = skip(at + length);

    if (!strncmp(at, "__attribute", 11))
        return *inner == '(' && *skip(inner + 1) == '('
                   ? check_list(m, skip(inner + 1) + 1, ')')
                   : refuse(m, at, length,
                            "is not followed by a list of attributes");
    if (source_tells_proof(at, length))
        return refuse(m, at, length, TELLS_PROOF);
    if (source_hides_access(at, length))
        return refuse(m, at, length, "can hide accesses from the SIMT machine");
    take_scope_word(&m->scopes, at, length);
    return OK;
}

/* A line that begins with #: a marker, or a pragma. */
static enum status check_line(struct made *m, const char *at)
{
    const char *word = at + 1 + strspn(at + 1, " \t");

    if (strncmp(word, "pragma", 6) != 0) {
        text_take_marker(m->text + (at - m->code), &m->marker);
        return OK;
    }
    word += 6 + strspn(word + 6, " \t");
    if (m->marker.ours || source_allows_pragma(word))
        return OK;
    return refuse(m, at, 7,
                  "is not known to the SIMT machine (#pragma unroll is)");
}

/* The length of the literal at `at`, with its quotes; 0: there is none. */
static size_t literal_length(const struct made *m, const char *at)
{
    const char *const text = m->text + (at - m->code);
    const char *end = text + 1;

    if (*at != ' ' || (*text != '"' && *text != '\'')) /* 1'000 */
        return 0;
    while (*end && *end != *text && *end != '\n')
        end += *end == '\\' && end[1] ? 2 : 1;
    return (size_t)(end - text) + (*end == *text);
}

/* #word turns the expansion of a macro of cuda.h into text. */
static enum status check_text(const struct made *m, const char *at,
                              size_t length)
{
    const char *const text = m->text + (at - m->code);
    static const char *const words[] = {"(simt_",
                                        "simt_kernel",
                                        "simt_bounds",
                                        "simt_nothing",
                                        "\\\"simt_constant",
                                        "simt_assert",
                                        "thread_local",
                                        "__attribute__((always_inline, "};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (memmem(text, length, words[i], strlen(words[i])))
            return refuse(m, at, length, TELLS_PROOF);
    return OK;
}

static enum status check_literal(struct made *m, const char *at, size_t length)
{
    const enum status status = check_text(m, at, length);

    return status == OK ? take_scope_literal(m, at, length) : status;
}

static enum status check_all(struct made *m)
{
    enum status status = OK;
    bool begins = true; /* a line */

    for (const char *at = m->code; *at && status == OK;) {
        const size_t length = text_word(at);
        const size_t literal = length ? 0 : literal_length(m, at);
        if (begins && *at == '#') {
            status = check_line(m, at);
            at += strcspn(at, "\n");
            continue;
        }
        if (m->marker.ours)
            ;
        else if (length)
            status = check_word(m, at, length);
        else if (literal)
            status = check_literal(m, at, literal);
        else if (at[0] == '[' && *skip(at + 1) == '[')
            status = check_list(m, skip(at + 1) + 1, ']');
        else if (at[0] == '<' && (at[1] == ':' || at[1] == '%'))
            status = refuse(m, at, 2, "is a digraph: write [ or {");
        if (status == OK && !m->marker.ours && !length && !literal)
            status = take_scope_mark(m, at);
        begins = *at == '\n' || (begins && isspace((unsigned char)*at));
        m->marker.line += *at == '\n';
        at += length ? length : literal ? literal : 1;
    }
    return status;
}

enum status expanded_check(const char *text, struct problem *why)
{
    char *const code = strdup(text);
    struct made *const m = calloc(1, sizeof *m);
    enum status status = MACHINE_LACKS;

    if (code && m) {
        text_blank(code);
        *m = (struct made){.text = text, .code = code, .why = why};
        status = check_all(m);
    } else {
        problem_set(why, status, "out of memory");
    }
    free(m);
    free(code);
    return status;
}
