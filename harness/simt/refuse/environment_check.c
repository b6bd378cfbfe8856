/* environment_check.c - see environment_check.h.
 *
 *     #define HAS defined(INT_MAX)    HAS is tested, as are all words of its
 *     #if HAS                         definition
 *
 * CUDA's words are macros here, and may be used. But other macros depend on the
 * compiler: NVRTC has no C headers.
 */
#include "environment_check.h"
#include "base/paths.h"
#include "text_code.h"
#include "compiler_macros.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A line of a kernel's file that begins a directive, or any other. */
struct line {
    const char *file, *at, *end;
    int number;
    bool is_directive, asks_whether;
    bool asks;           /* a condition, or it defines a macro in one */
    const char *defines; /* the name, or NULL */
};

struct directive_lines {
    struct compiler_macros told;
    char *code[MACRO_FILES];
    struct line *line;
    size_t lines, room;
    struct problem *why;
};

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && !strncmp(at, word, length);
}

static bool is_among(const char *at, size_t length, const char *const words[])
{
    while (*words && !is_word(at, length, *words))
        words++;
    return *words != NULL;
}

static const char *skip(const char *at)
{
    return at + strspn(at, " \t\f\v\r");
}

/* ------------------------------------------------------------------- lines */

static struct line read_line(const char *file, const char *at, int number)
{
    static const char *const conditions[] = {
        "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", NULL};
    struct line line = {.file = file,
                        .at = at,
                        .end = at + strcspn(at, "\n"),
                        .number = number};
    const char *word = skip(at);
    const size_t mark = *word == '#' ? 1 : !strncmp(word, "%:", 2) ? 2 : 0;

    word = skip(word + mark);
    line.is_directive = mark > 0;
    line.asks = mark && is_among(word, text_word(word), conditions);
    line.asks_whether = line.asks && !is_word(word, text_word(word), "if") &&
                        !is_word(word, text_word(word), "elif");
    if (mark && is_word(word, text_word(word), "define"))
        line.defines = skip(word + text_word(word));
    return line;
}

static bool add_line(struct directive_lines *a, const struct line *line)
{
    if (a->lines == a->room) {
        a->room = 2 * a->room + 256;
        void *const more = realloc(a->line, a->room * sizeof *a->line);
        if (!more)
            return false;
        a->line = more;
    }
    a->line[a->lines++] = *line;
    return true;
}

/* A text that cannot be read again is left to macro_check.c, which reports
 * it. */
static enum status add_file(struct directive_lines *a, int i)
{
    const char *const name = a->told.file[i].name;
    char *const code = a->code[i] = path_read(name, NULL);
    bool fits = true;
    int number = 1;

    if (!code)
        return OK;
    text_join_lines(code);
    text_blank(code);
    for (const char *at = code; *at && fits; number++) {
        const struct line line = read_line(name, at, number);
        fits = add_line(a, &line);
        at = line.end + (*line.end == '\n');
    }
    return fits ? OK : problem_set(a->why, MACHINE_LACKS, "out of memory");
}

/* #ifdef NAME, and `defined NAME` on any other line, test only whether the
 * macro exists: its definition does not matter. */
static bool asks_what_is(const struct line *line, const char *word,
                         size_t length)
{
    bool after_defined = line->asks_whether;

    for (const char *at = line->at; at < line->end;) {
        const size_t next = text_word(at);
        if (next == length && at != line->defines && !after_defined &&
            !strncmp(at, word, length))
            return true;
        if (next && !line->asks_whether)
            after_defined = is_word(at, next, "defined");
        at += next ? next : 1;
    }
    return false;
}

/* True when a testing line has the word. */
static bool is_asked(const struct directive_lines *a, const char *word)
{
    for (size_t i = 0; i < a->lines; i++)
        if (a->line[i].asks && asks_what_is(&a->line[i], word, text_word(word)))
            return true;
    return false;
}

/* If a macro is tested, so are the words of its definition. */
static void spread(struct directive_lines *a)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < a->lines; i++) {
            struct line *const line = &a->line[i];
            if (line->asks || !line->defines || !is_asked(a, line->defines))
                continue;
            line->asks = more = true;
        }
    }
}

/* ------------------------------------------------------------------- words */

/* A name that C++ reserves for compilers. */
static bool is_kept(const char *word, size_t length)
{
    return length > 1 && word[0] == '_' &&
           (word[1] == '_' || isupper((unsigned char)word[1]));
}

/* True for macros in CUDA's documents, and for words that are not macros. */
static bool may_be_asked(const char *word, size_t length)
{
    static const char *const words[] = {
        "__cplusplus",  "__CUDACC__",  "__NVCC__", "CUDART_VERSION",
        "CUDA_VERSION", "__VA_ARGS__", NULL};

    return is_among(word, length, words) || !strncmp(word, "__CUDA_", 7) ||
           !strncmp(word, "__CUDACC_", 9);
}

static bool is_defined(const struct directive_lines *a, const char *word,
                       size_t length)
{
    for (size_t i = 0; i < a->lines; i++)
        if (a->line[i].defines && text_word(a->line[i].defines) == length &&
            !strncmp(a->line[i].defines, word, length))
            return true;
    return false;
}

/* True for a word that is not a macro here, but may be one for a GPU's
 * compiler. The guard of a file, _SCAN_KERNEL_CU_, is not. */
static bool may_be_elsewhere(const struct directive_lines *a, const char *word,
                             size_t length)
{
    return (is_kept(word, length) &&
            (word[1] == '_' || !is_defined(a, word, length))) ||
           is_word(word, length, "bulk_stores_read") ||
           !strncmp(word, "CUDA_", 5) || !strncmp(word, "NVRTC_", 6);
}

/* Macros of a monoid for the host; a proof's monoid has few of these. */
static bool is_for_hosts(const char *word, size_t length)
{
    static const char *const words[] = {
        "COMPONENT",    "DRAW", "EXACT",     "LIFT", "MAGNITUDE",
        "MAGNITUDE_OP", "SAME", "VECTOR_OP", "HOST", NULL};

    return is_among(word, length, words);
}

/* True when the word at `at` is the first part of a pasted one. */
static bool is_pasted(const char *at, size_t length)
{
    at = skip(at + length);
    return !strncmp(at, "##", 2) || !strncmp(at, "%:%:", 4);
}

static enum status check_word(const struct directive_lines *a,
                              const struct line *line, const char *at,
                              size_t length)
{
    const struct compiler_macro *const macro =
        macros_find(&a->told, at, length);

    if (is_pasted(at, length) &&
        (line->asks || (*at == '_' && macros_begin(&a->told, at, length))))
        return problem_set(
            a->why, NOT_JUDGED,
            "%s:%d: ## makes tokens that cannot be read here: write them out",
            line->file, line->number);
    if ((macro && macro->owner == OF_MONOID) ||
        (line->asks && is_for_hosts(at, length)))
        return problem_set(a->why, NOT_JUDGED,
                           "%s:%d: %.*s depends on the monoid: code that tests "
                           "it is not proved for all monoids",
                           line->file, line->number, (int)length, at);
    if (may_be_asked(at, length))
        return OK;
    if (line->asks
            ? macro || may_be_elsewhere(a, at, length)
            : macro && macro->owner == OF_COMPILER && is_kept(at, length))
        return problem_set(a->why, NOT_JUDGED,
                           "%s:%d: %.*s differs between a proof and a GPU, so "
                           "nothing would be proved",
                           line->file, line->number, (int)length, at);
    return OK;
}

/* #if #machine(x86_64): an old form in g++, which can test an assertion that no
 * #assert of the kernel made. */
static bool asks_compiler(const struct line *line)
{
    const char *at = skip(line->at);

    at += *at == '#' ? 1 : 2;
    for (; line->asks && at < line->end; at++) {
        const size_t mark = *at == '#' ? 1 : !strncmp(at, "%:", 2) ? 2 : 0;
        const char *const next = at + mark;
        if (mark && *next != '#' && strncmp(next, "%:", 2) != 0)
            return true;
        at = mark ? next : at; /* ## */
    }
    return false;
}

static enum status check_line(const struct directive_lines *a,
                              const struct line *line)
{
    enum status status = OK;

    if (asks_compiler(line))
        return problem_set(
            a->why, NOT_JUDGED,
            "%s:%d: a # in a directive's condition would mean different things "
            "in a proof and on a GPU, so nothing would be proved",
            line->file, line->number);
    for (const char *at = line->at; at < line->end && status == OK;) {
        const size_t length = text_word(at);
        if (length)
            status = check_word(a, line, at, length);
        at += length ? length : 1;
    }
    return status;
}

/* -------------------------------------------------------------------- text */

/* True when the line defines a macro that turns its operand into text. */
static bool makes_text(const struct line *line)
{
    for (const char *at = line->defines; at && at < line->end; at++) {
        const size_t mark = *at == '#' ? 1 : !strncmp(at, "%:", 2) ? 2 : 0;
        const char *const next = at + mark;
        if (mark && *next != '#' && strncmp(next, "%:", 2) != 0)
            return true;
        at = mark ? next + mark - 1 : at; /* ## */
    }
    return false;
}

/* True for the name of a text-making macro on a line that defines another
 * macro, or without operands: its operands there are expanded first. */
static bool takes_expanded(const struct directive_lines *a,
                           const struct line *line, const char *at,
                           size_t length)
{
    if (at == line->defines || (line->is_directive && !line->defines) ||
        (!line->defines && *skip(at + length) == '('))
        return false;
    for (size_t i = 0; i < a->lines; i++)
        if (makes_text(&a->line[i]) &&
            text_word(a->line[i].defines) == length &&
            !strncmp(a->line[i].defines, at, length))
            return true;
    return false;
}

static enum status check_texts(const struct directive_lines *a,
                               const struct line *line)
{
    for (const char *at = line->at; at < line->end;) {
        const size_t length = text_word(at);
        if (length && takes_expanded(a, line, at, length))
            return problem_set(a->why, NOT_JUDGED,
                               "%s:%d: the text of a macro's expansion differs "
                               "between a proof and a GPU: %.*s(...), which "
                               "has a #, must not be used in another macro",
                               line->file, line->number, (int)length, at);
        at += length ? length : 1;
    }
    return OK;
}

enum status environment_check(const char *text, struct problem *why)
{
    struct directive_lines *const a = calloc(1, sizeof *a);

    if (!a)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    a->why = why;
    enum status status = macros_open(&a->told, text, why);
    for (int i = 0; i < a->told.files && status == OK; i++)
        if (a->told.file[i].owner == OF_KERNEL)
            status = add_file(a, i);
    spread(a);
    for (size_t i = 0; i < a->lines && status == OK; i++)
        status = check_line(a, &a->line[i]);
    for (size_t i = 0; i < a->lines && status == OK; i++)
        status = check_texts(a, &a->line[i]);
    for (int i = 0; i < a->told.files; i++)
        free(a->code[i]);
    macros_close(&a->told);
    free(a->line);
    free(a);
    return status;
}
