/* compiler_macros.c - see compiler_macros.h.
 *
 * In a preprocessed text that keeps the definitions, each macro follows the
 * marker of its file.
 *
 *     # 1 "<built-in>"            the compiler's
 *     #define __x86_64__ 1
 *     # 1 "<command-line>"        a parameter of the plan
 *     #define BLOCK 32
 *     # 1 "/usr/include/limits.h" 1 3 4
 *     #define INT_MAX __INT_MAX__
 *     # 1 "kernel.cu" 2           the kernel's own
 *     #define ITEMS 4
 *
 * CUDA's words are macros here, and may be used. But the macros in C's headers
 * depend on the compiler: NVRTC has none.
 */
#include "compiler_macros.h"
#include "file_class.h"
#include "text_code.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static enum status too_many(const struct compiler_macros *a, const char *name)
{
    return problem_set(a->why, NOT_JUDGED, "%s: too many headers", name);
}

/* ------------------------------------------------------------------ owners */

/* A monoid or a predicate, of scanlab or of a user, is included by gpu.h or
 * predicate.h; the files that it includes are part of it. */
static enum macro_owner owner_of(const struct compiler_macros *a,
                                 const char *name, bool entered)
{
    static const enum macro_owner of[] = {[FILE_OF_KERNEL] = OF_KERNEL,
                                          [FILE_OF_SYSTEM] = OF_COMPILER,
                                          [FILE_OF_DEVICE] = OF_DEVICE,
                                          [FILE_OF_HOME] = OF_PLAN,
                                          [FILE_OF_MONOIDS] = OF_MONOID};
    const enum file_class is = file_class(name);

    if (!strcmp(name, "<command-line>") || !strcmp(name, "<command line>"))
        return OF_PLAN;
    if (*name == '<')
        return OF_COMPILER;
    if (a->files == 0) /* the source, wherever it is */
        return OF_KERNEL;
    if (is == FILE_OF_KERNEL && entered && a->depth > 0) {
        const struct macro_file *const from = &a->file[a->open[a->depth - 1]];
        if (from->owner == OF_MONOID || file_class(from->name) == FILE_OF_HOME)
            return OF_MONOID;
    }
    return of[is];
}

static int find_file(const struct compiler_macros *a, const char *name)
{
    int i = 0;

    while (i < a->files && strcmp(a->file[i].name, name) != 0)
        i++;
    return i;
}

/* The text after a marker belongs to this file. */
static enum status enter(struct compiler_macros *a, const char *name,
                         bool entered, bool left)
{
    const int number = find_file(a, name);

    if (number == a->files) {
        if (a->files == MACRO_FILES)
            return too_many(a, name);
        a->file[number] =
            (struct macro_file){strdup(name), owner_of(a, name, entered)};
        if (!a->file[number].name)
            return problem_set(a->why, MACHINE_LACKS, "out of memory");
        a->files++;
    }
    if (a->depth > 0 && !entered && !left && *name != '<' &&
        number != a->open[a->depth - 1] &&
        *a->file[a->open[a->depth - 1]].name != '<')
        return problem_set(a->why, NOT_JUDGED,
                           "%s: two files have the same name: remove #line",
                           name);
    if (left && a->depth > 1)
        a->depth--;
    else if (a->depth == 0 || entered)
        a->depth++;
    if (a->depth > TOLD_DEPTH)
        return too_many(a, name);
    a->open[a->depth - 1] = number;
    return OK;
}

static enum status take_marker(struct compiler_macros *a, const char *at)
{
    struct text_marker marker = {.line = 0};
    const char *const end = at + strcspn(at, "\n");
    const char *flags = end;

    text_take_marker(at, &marker);
    const size_t length = strlen(marker.file);
    if (length == 0 || marker.file[length - 1] == '/') /* g++'s own folder */
        return OK;
    while (flags[-1] != '"')
        flags--;
    return enter(a, marker.file, memchr(flags, '1', (size_t)(end - flags)),
                 memchr(flags, '2', (size_t)(end - flags)));
}

/* #define NAME, as the compiler writes it: at is NAME. */
static enum status take_name(struct compiler_macros *a, const char *at)
{
    const enum macro_owner owner =
        a->depth > 0 ? a->file[a->open[a->depth - 1]].owner : OF_COMPILER;

    if (owner == OF_KERNEL || owner == OF_PLAN)
        return OK;
    if (a->macros == a->room) {
        a->room = 2 * a->room + 4096;
        void *const more = realloc(a->macro, a->room * sizeof *a->macro);
        if (!more)
            return problem_set(a->why, MACHINE_LACKS, "out of memory");
        a->macro = more;
    }
    a->macro[a->macros++] = (struct compiler_macro){at, text_word(at), owner};
    return OK;
}

static int compare(const void *a, const void *b)
{
    const struct compiler_macro *const x = a, *const y = b;
    const size_t shorter = x->length < y->length ? x->length : y->length;
    const int by_text = strncmp(x->word, y->word, shorter);

    return by_text ? by_text
                   : (x->length > y->length) - (x->length < y->length);
}

static const char define[] = "#define ", undef[] = "#undef ";

static enum status take_all(struct compiler_macros *a, const char *text)
{
    enum status status = OK;

    for (const char *at = text; *at && status == OK;) {
        if (!strncmp(at, define, strlen(define)))
            status = take_name(a, at + strlen(define));
        else if (*at == '#')
            status = take_marker(a, at);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    if (a->macros)
        qsort(a->macro, a->macros, sizeof *a->macro, compare);
    return status;
}

enum status macros_open(struct compiler_macros *told, const char *text,
                        struct problem *why)
{
    told->why = why;
    return take_all(told, text);
}

void macros_close(struct compiler_macros *told)
{
    for (int i = 0; i < told->files; i++)
        free(told->file[i].name);
    free(told->macro);
}

const struct compiler_macro *macros_find(const struct compiler_macros *told,
                                         const char *word, size_t length)
{
    const struct compiler_macro key = {.word = word, .length = length};

    return told->macros
               ? bsearch(&key, told->macro, told->macros, sizeof key, compare)
               : NULL;
}

bool macros_begin(const struct compiler_macros *a, const char *word,
                  size_t length)
{
    size_t low = 0, high = a->macros;
    const struct compiler_macro name = {.word = word, .length = length};

    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (compare(&a->macro[middle], &name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->macros && a->macro[low].length >= length &&
           !strncmp(a->macro[low].word, word, length);
}

void macros_take_out(char *text)
{
    char *to = text;

    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        if (strncmp(at, define, strlen(define)) != 0 &&
            strncmp(at, undef, strlen(undef)) != 0) {
            memmove(to, at, length);
            to += length;
        }
        at += length;
        if (*at)
            *to++ = *at++;
    }
    *to = '\0';
}
