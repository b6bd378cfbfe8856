/* macro_check.c - see macro_check.h.
 *
 *     #define unused no_sanitize("thread")     the kernel
 *     #include <utility>                       has __attribute__((unused))
 *
 * The preprocessor's markers show which headers are read after cuda.h, where
 * they are included, and from which files: no word in such a header may be a
 * macro that was defined earlier; nor may a word in the definition of one of
 * the header's own macros, since a later header may use that macro. The monoid
 * and the predicate are such headers, too, since a proof is to hold for all
 * monoids and predicates. The preprocessed text no longer contains the macros,
 * so all of these files are read again.
 */
#include "macro_check.h"
#include "base/paths.h"
#include "file_class.h"
#include "sandbox/allowed_names.h"
#include "text_code.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 1024, DEPTH = 256, VISITS = 4096 };

struct file {
    char *name; /* as in the markers */
    char *code; /* without comments and literals */
    char *made; /* for a header: the words in its macros' definitions */
    bool ours;  /* of the system or of scanlab */
    bool home;  /* gpu.h, and others in its folder, which include ... */
    bool given; /* ... the monoid or the predicate, and their includes */
    bool ended; /* a kernel's file, with all of its macros already defined */
    bool away;  /* a file that it includes is being read, ... */
    int left;   /* ... and this is the first visit since then */
};

struct same_reading {
    struct file file[FILES];
    int files;
    int open[DEPTH]; /* which file includes which */
    int depth;
    int visit[VISITS]; /* headers, in the order of their texts */
    int next;          /* the header whose text may come now, or -1 */
    int visits, own_visits /* up to the last marker of a kernel's file */;
    bool has_cuda, begun;
    struct problem *why;
};

/* -------------------------------------------------------------- directives */

struct macro {
    const char *name;
    size_t length;
    int line;
};

static const char *skip(const char *at)
{
    return at + strspn(at, " \t\f\v\r");
}

/* #define NAME or #undef NAME at the beginning of a line. */
static bool read_macro(const char *line, struct macro *macro)
{
    const char *at = skip(line);

    if (*at != '#' && strncmp(at, "%:", 2) != 0)
        return false;
    at = skip(at + (*at == '#' ? 1 : 2));
    const size_t length = text_word(at);
    if (!(length == 6 && !strncmp(at, "define", 6)) &&
        !(length == 5 && !strncmp(at, "undef", 5)))
        return false;
    macro->name = skip(at + length);
    macro->length = text_word(macro->name);
    return macro->length > 0;
}

/* ------------------------------------------------------------------- files */

/* True when the word is among those in (a, b), where `at` begins so. */
static bool is_parameter(const char *at, const char *word, size_t length)
{
    const char *const end = at + strcspn(at, ")\n");

    for (at += *at == '('; at < end;) {
        const size_t next = text_word(at);
        if (next == length && !strncmp(at, word, length))
            return true;
        at += next ? next : 1;
    }
    return false;
}

/* The words in a macro's definition, except its parameters. */
static char *put_body(char *to, const char *at, const char *end)
{
    const char *const parameters = *at == '(' ? at : end;

    while (at < end) {
        const size_t length = text_word(at);
        if (length && !is_parameter(parameters, at, length)) {
            memcpy(to, at, length);
            to += length;
            *to++ = ' ';
        }
        at += length ? length : 1;
    }
    return to;
}

/* The words of all macros of a header; NULL: memory is out. */
static char *bodies_of(const char *code)
{
    char *const bodies = malloc(2 * strlen(code) + 1);
    char *to = bodies;
    struct macro macro;

    for (const char *line = code; bodies && *line;) {
        const char *const end = line + strcspn(line, "\n");
        if (read_macro(line, &macro))
            to = put_body(to, macro.name + macro.length, end);
        line = *end ? end + 1 : end;
    }
    if (bodies)
        *to = '\0';
    return bodies;
}

static enum status add_file(struct same_reading *r, const char *name, bool ours,
                            int *number)
{
    for (int i = 0; i < r->files; i++)
        if (!strcmp(r->file[i].name, name)) {
            *number = i;
            return OK;
        }
    if (r->files == FILES)
        return problem_set(r->why, NOT_JUDGED, "%s: too many headers", name);
    struct file *const file = &r->file[r->files];
    *file = (struct file){.name = strdup(name),
                          .ours = ours,
                          .home = !ours && file_class(name) == FILE_OF_HOME};
    file->code = file->name ? path_read(name, NULL) : NULL;
    if (!file->code) {
        free(file->name);
        return problem_set(r->why, NOT_JUDGED,
                           "%s: the compiler reports this as a source file, "
                           "but it cannot be read: "
                           "remove #line, and give the file a simple name",
                           name);
    }
    if (!strncmp(file->code, "\xef\xbb\xbf", 3))
        memcpy(file->code, "   ", 3); /* a mark of the encoding */
    text_join_lines(file->code);
    text_blank(file->code);
    *number = r->files++;
    file->made = ours ? bodies_of(file->code) : NULL;
    if (ours && !file->made)
        return problem_set(r->why, MACHINE_LACKS, "out of memory");
    return OK;
}

/* ------------------------------------------------------------------ macros */

/* A macro that headers test, defined as empty or as a number. */
static bool is_asked_for(const struct macro *macro)
{
    static const char *const asked[] = {"NDEBUG",
                                        "_GNU_SOURCE",
                                        "_USE_MATH_DEFINES",
                                        "__STDC_LIMIT_MACROS",
                                        "__STDC_CONSTANT_MACROS",
                                        "__STDC_FORMAT_MACROS"};
    const char *value = skip(macro->name + macro->length);

    while (isdigit((unsigned char)*value))
        value++;
    if (*skip(value) && *skip(value) != '\n')
        return false;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (strlen(asked[i]) == macro->length &&
            !strncmp(asked[i], macro->name, macro->length))
            return true;
    return false;
}

/* Words that headers make with ##: the compiler's, or sinf from sin. */
static bool may_be_pasted(const struct macro *macro)
{
    const char *const value = skip(macro->name + macro->length);
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)macro->length, macro->name);
    return name_is_mathematics(name) ||
           (*value && *value != '\n' /* as of an include guard */ &&
            name[0] == '_' &&
            (name[1] == '_' || isupper((unsigned char)name[1])));
}

static bool has_word(const char *code, const struct macro *macro)
{
    for (const char *at = code; *at;) {
        const size_t length = text_word(at);
        if (length == macro->length && !strncmp(at, macro->name, length))
            return true;
        at += length ? length : 1;
    }
    return false;
}

/* The macros of the first lines of `file` with words of a header. */
static enum status compare(const struct same_reading *r,
                           const struct file *file, int lines,
                           const struct file *header, const char *words)
{
    const char *line = file->code;
    struct macro macro;

    if (header->given && (file->home || file->given))
        return OK;
    for (int number = 1; *line && number < lines; number++) {
        if (read_macro(line, &macro) && !is_asked_for(&macro) &&
            (has_word(words, &macro) ||
             (words == header->code && strstr(words, "##") &&
              may_be_pasted(&macro))))
            return problem_set(
                r->why, NOT_JUDGED,
                "%s:%d: the macro %.*s would change %s: rename it", file->name,
                number, (int)macro.length, macro.name, header->name);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return OK;
}

/* The same with the words in the macros of all headers. */
static enum status compare_macros(const struct same_reading *r,
                                  const struct file *file, int lines)
{
    enum status status = OK;

    for (int i = 0; i < r->files && status == OK; i++)
        if (r->file[i].made)
            status = compare(r, file, lines, &r->file[i], r->file[i].made);
    return status;
}

/* ----------------------------------------------------------------- markers */

static enum status visit_header(struct same_reading *r, int number)
{
    enum status status = OK;

    for (int v = r->own_visits; v < r->visits; v++)
        if (r->visit[v] == number)
            return OK;
    if (r->visits == VISITS)
        return problem_set(r->why, NOT_JUDGED, "%s: too many headers",
                           r->file[number].name);
    r->visit[r->visits++] = number;
    for (int i = 0; i < r->files && status == OK; i++) {
        if (!r->file[i].ended)
            continue;
        status = compare(r, &r->file[i], INT_MAX, &r->file[number],
                         r->file[number].code);
        if (status == OK && r->visits == r->own_visits + 1)
            status = compare_macros(r, &r->file[i], INT_MAX);
    }
    return status;
}

/* Back in a kernel's file, at this line: checks the headers since then. */
static enum status come_back(struct same_reading *r, struct file *file,
                             int line)
{
    enum status status = OK;

    if (file->away && file->left < r->visits)
        status = compare_macros(r, file, line);
    for (int v = file->left; file->away && v < r->visits && status == OK; v++) {
        const struct file *const header = &r->file[r->visit[v]];
        status = compare(r, file, line, header, header->code);
    }
    file->away = false;
    return status;
}

static enum status enter(struct same_reading *r, int number)
{
    if (r->depth > 0) {
        struct file *const from = &r->file[r->open[r->depth - 1]];
        struct file *const to = &r->file[number];
        to->given |= !to->ours && !to->home && (from->home || from->given);
        if (!from->ours && !from->away) {
            from->away = true;
            from->left = r->visits;
        }
    }
    if (r->depth == DEPTH)
        return problem_set(r->why, NOT_JUDGED, "%s: too many headers",
                           r->file[number].name);
    r->open[r->depth++] = number;
    return OK;
}

/* The files that `number` included have ended. */
static enum status leave_to(struct same_reading *r, int number, int line)
{
    enum status status = OK;

    while (r->depth > 0 && r->open[r->depth - 1] != number && status == OK) {
        struct file *const ended = &r->file[r->open[--r->depth]];
        ended->ended = !ended->ours;
        status = come_back(r, ended, INT_MAX);
    }
    if (status != OK)
        return status;
    if (r->depth == 0)
        r->open[r->depth++] = number;
    return come_back(r, &r->file[number], line);
}

static enum status take_marker(struct same_reading *r, const char *at)
{
    struct text_marker marker = {.line = 0};
    const char *const end = at + strcspn(at, "\n");
    int number = 0;

    text_take_marker(at, &marker);
    if (!*marker.file || *marker.file == '<')
        return OK;
    r->has_cuda |= marker.ours && strstr(marker.file, "simt/device/cuda.h");
    r->begun |= r->has_cuda && !marker.ours;
    const enum status status =
        r->begun || marker.ours ? add_file(r, marker.file, marker.ours, &number)
                                : OK;
    if (status != OK || !r->begun)
        return status;
    const char *flags = end;
    while (flags[-1] != '"')
        flags--;
    const enum status taken = memchr(flags, '1', (size_t)(end - flags))
                                  ? enter(r, number)
                                  : leave_to(r, number, marker.line + 1);
    r->next = marker.ours || r->file[number].given ? number : -1;
    if (!marker.ours)
        r->own_visits = r->visits;
    return taken;
}

enum status macro_check(const char *text, struct problem *why)
{
    struct same_reading *const r = calloc(1, sizeof *r);
    enum status status = OK;

    if (!r)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    r->why = why;
    r->next = -1;
    for (const char *at = text; *at && status == OK;) {
        if (*at == '#')
            status = take_marker(r, at);
        else if (r->next >= 0 && *skip(at) && *skip(at) != '\n') {
            status = visit_header(r, r->next);
            r->next = -1;
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    for (int i = 0; i < r->files && status == OK; i++)
        status = come_back(r, &r->file[i], INT_MAX);
    for (int i = 0; i < r->files; i++) {
        free(r->file[i].name);
        free(r->file[i].code);
        free(r->file[i].made);
    }
    free(r);
    return status;
}
