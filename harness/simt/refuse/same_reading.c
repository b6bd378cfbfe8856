/* same_reading.c - see same_reading.h.
 *
 * The preprocessor has to mark each word that it recognises:
 *
 *     its input      #define a a@      for each word of the files, in any
 *                    #define b b@      place
 *                    @ifdef a // b     the text, its directives without #
 *                    "a" b
 *     its output     @ifdef@ a@        must be our reading, marked likewise
 *                    "a" b@
 *
 * Blanks are ignored, except where a directive begins and where it ends.
 */
#include "same_reading.h"
#include "base/output_file.h"
#include "base/paths.h"
#include "base/program.h"
#include "text_code.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 1024 };

/* A character that the compiler must print. */
struct expected {
    char c;
    enum { ANYWHERE, ON_A_NEW_LINE, ON_THIS_LINE } where;
    int file, line;
};

struct same_reading {
    char *path[FILES];
    int files;
    FILE *words, *texts; /* the compiler's input */
    char *all_words, *all_texts;
    size_t word_bytes, text_bytes;
    struct expected *want;
    size_t wanted, room;
};

struct same_reading *same_reading_open(void)
{
    struct same_reading *const r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->words = open_memstream(&r->all_words, &r->word_bytes);
    r->texts = open_memstream(&r->all_texts, &r->text_bytes);
    if (r->words && r->texts)
        return r;
    same_reading_close(r);
    return NULL;
}

void same_reading_close(struct same_reading *r)
{
    if (!r)
        return;
    if (r->words)
        fclose(r->words);
    if (r->texts)
        fclose(r->texts);
    for (int i = 0; i < r->files; i++)
        free(r->path[i]);
    free(r->all_words);
    free(r->all_texts);
    free(r->want);
    free(r);
}

/* ------------------------------------------------------------- our reading */

/* Words that cannot be macros in C++. */
static bool is_no_macro(const char *word, size_t length)
{
    static const char *const words[] = {"defined", "and",   "and_eq", "bitand",
                                        "bitor",   "compl", "not",    "or",
                                        "or_eq",   "xor",   "xor_eq", "not_eq"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], word, length))
            return true;
    return isdigit((unsigned char)*word);
}

/* u8"text": the word is a part of the literal. */
static bool is_prefix(const char *word, size_t length, char next_kind)
{
    static const char *const words[] = {"L", "u", "U", "u8"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], word, length))
            return next_kind == TEXT_LITERAL;
    return false;
}

/* The text of one file, as we read it. */
struct own {
    const char *text, *kind;
    const size_t *place; /* of a character, in the text as it is written */
    char *given;         /* which loses the # of its directives */
    int line;
    bool begins_line, in_directive, new_line;
};

static bool want(struct same_reading *r, struct own *own, char c)
{
    if (r->wanted == r->room) {
        r->room = 2 * r->room + 4096;
        void *const more = realloc(r->want, r->room * sizeof *r->want);
        if (!more)
            return false;
        r->want = more;
    }
    r->want[r->wanted++] =
        (struct expected){.c = c,
                          .where = own->new_line       ? ON_A_NEW_LINE
                                   : own->in_directive ? ON_THIS_LINE
                                                       : ANYWHERE,
                          .file = r->files - 1,
                          .line = own->line};
    own->new_line = false;
    return true;
}

/* # or %: at the beginning of a line becomes @ or @@. */
static size_t begin_directive(struct own *own, size_t i)
{
    const size_t length = own->text[i] == '#'                              ? 1
                          : own->text[i] == '%' && own->text[i + 1] == ':' ? 2
                                                                           : 0;

    if (!own->begins_line || !length)
        return 0;
    for (size_t k = 0; k < length; k++)
        own->given[own->place[i + k]] = '@';
    own->new_line = true;
    return length;
}

static void end_line(struct own *own)
{
    own->new_line |= own->in_directive;
    own->begins_line = true;
    own->in_directive = false;
    own->line++;
}

/* Adds the expected output for the word, number or character at i; moves i past
 * it. */
static bool take_code(struct same_reading *r, struct own *own, size_t *i)
{
    const char *const at = own->text + *i;
    const bool is_word = own->kind[*i] == TEXT_WORD;
    const size_t directive = begin_directive(own, *i);
    const size_t length = is_word ? text_word(at) : directive ? directive : 1;
    bool fits = true;

    for (size_t k = 0; k < length && fits; k++)
        fits = want(r, own, directive ? '@' : at[k]);
    *i += length;
    if (fits && is_word && !is_no_macro(at, length) &&
        !is_prefix(at, length, own->kind[*i]))
        fits = want(r, own, '@');
    own->in_directive |= directive > 0;
    own->begins_line = false;
    return fits;
}

static bool take_text(struct same_reading *r, struct own *own)
{
    bool fits = true;

    for (size_t i = 0; own->text[i] && fits;) {
        const char c = own->text[i];
        if (c == '\n' && own->kind[i] != TEXT_LITERAL)
            end_line(own);
        if (own->kind[i] == TEXT_COMMENT || isspace((unsigned char)c))
            i++;
        else
            fits = take_code(r, own, &i);
    }
    own->new_line = true;
    return fits;
}

/* Defines every run of letters: even if not a word for us, it may be one for
 * the compiler. */
static void define_words(struct same_reading *r, const char *text)
{
    while (*text) {
        const size_t length = text_word(text);
        if (length && !is_no_macro(text, length))
            fprintf(r->words, "#define %.*s %.*s@\n", (int)length, text,
                    (int)length, text);
        text += length ? length : 1;
    }
}

static bool add(struct same_reading *r, char *given, char *text, char *kind,
                size_t *place)
{
    struct own own = {.text = text,
                      .kind = kind,
                      .place = place,
                      .given = given,
                      .line = 1,
                      .begins_line = true,
                      .new_line = true};

    if (!strncmp(given, "\xef\xbb\xbf", 3)) /* a mark of the encoding */
        memcpy(given, "   ", 3);
    strcpy(text, given);
    text_join_lines_from(text, place);
    memset(kind, 0, strlen(text) + 1);
    text_kinds(text, kind);
    define_words(r, text);
    const bool fits = take_text(r, &own);
    fprintf(r->texts, "%s\n", given);
    return fits;
}

enum status same_reading_add(struct same_reading *r, const char *path,
                             const char *text, struct problem *why)
{
    const size_t room = strlen(text) + 1;
    char *const given = strdup(text), *const joined = malloc(room),
                *const kind = malloc(room);
    size_t *const place = malloc(room * sizeof *place);
    bool fits = r && r->files < FILES && given && joined && kind && place &&
                (r->path[r->files] = strdup(path));

    if (fits) {
        r->files++;
        fits = add(r, given, joined, kind, place);
    }
    free(given);
    free(joined);
    free(kind);
    free(place);
    return fits ? OK
                : problem_set(why, MACHINE_LACKS, "out of memory for %s", path);
}

/* ---------------------------------------------------------- the compiler's */

/* The first place where the output differs; r->wanted: there is none. */
static size_t compare(const struct same_reading *r, const char *says)
{
    const char *at = says;

    for (size_t i = 0; i < r->wanted; i++) {
        const struct expected *const w = &r->want[i];
        bool new_line = at == says;
        for (; isspace((unsigned char)*at); at++)
            new_line |= *at == '\n';
        if (*at != w->c || (w->where == ON_A_NEW_LINE && !new_line) ||
            (w->where == ON_THIS_LINE && new_line))
            return i;
        at++;
    }
    at += strspn(at, " \t\n\r\f\v");
    return *at ? r->wanted - 1 : r->wanted;
}

static bool write_given(const char *path, const struct same_reading *r)
{
    FILE *const file = fopen(path, "w");
    bool written =
        file && fprintf(file, "%s%s", r->all_words, r->all_texts) >= 0;

    if (file)
        written = fclose(file) == 0 && written;
    return written;
}

static enum status compare_with(const struct same_reading *r, const char *says,
                                const char *compiler, struct problem *why)
{
    const size_t i = says ? compare(r, says) : 0;

    if (!says)
        return problem_set(why, MACHINE_LACKS,
                           "the compiler %s does not report how it reads %s",
                           compiler, r->path[0]);
    if (i == r->wanted)
        return OK;
    return problem_set(why, NOT_JUDGED,
                       "%s:%d: the compiler reads this line differently from "
                       "the SIMT machine: keep its comments, literals and "
                       "directives simple, with spaces between them",
                       r->path[r->want[i].file], r->want[i].line);
}

/* Runs the compiler in the folder of the file, as module.c does. */
static char *ask(const char *compiler, const char *path)
{
    const char *const arguments[] = {
        compiler,       "-E", "-P",  "-undef", "-w",
        "-std=gnu++17", "-x", "c++", path,     NULL};
    const char *const slash = strrchr(path, '/');
    char home[PATH_MAX];

    snprintf(home, sizeof home, "%.*s", (int)(slash ? slash - path : 0), path);
    return program_says_at(*home ? home : "/", arguments);
}

enum status same_reading_check(struct same_reading *r, const char *compiler,
                               const char *draft, struct problem *why)
{
    char path[PATH_MAX];

    if (!r || fflush(r->words) != 0 || fflush(r->texts) != 0)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    if (r->wanted == 0)
        return OK;
    if (!path_format(path, sizeof path, "%s.read", draft))
        return problem_set(why, WRONG_USE,
                           "the cache folder's name is too long");
    output_note(path);
    const bool written = write_given(path, r);
    char *const says = written ? ask(compiler, path) : NULL;
    unlink(path);
    output_unnote(path);
    const enum status status =
        written ? compare_with(r, says, compiler, why)
                : problem_set(why, MACHINE_LACKS, "cannot write %s", path);
    free(says);
    return status;
}
