/* kernel_rewrite.c - changes that a macro of cuda.h cannot express, made to the
 * preprocessor's output.
 *
 *     void simt_kernel scan(int *a)   __global__, wherever it is, becomes
 *                                     an attribute, and the declaration gets
 *                                     C's linkage
 *     simt_bounds(256, 2) scan(...)   __launch_bounds__: at the end of the text
 *                                     its first number becomes a constant with
 *                                     the kernel's name
 *     asm volatile("ld...")           becomes calls of the machine (ptx.c)
 *     __builtin_memcpy(to, from, n)   becomes a call, which has a hook
 *     [=](T a) { ... }                a lambda gets __device__, as in CUDA, so
 *                                     that it is inlined, and its arguments
 *                                     are copies with a hook (by_value.c)
 *
 * Lines stay where they are: a change keeps its newlines.
 */
#include "kernel_rewrite.h"
#include "simt/refuse/environment_check.h"
#include "cuda_names.h"
#include "simt/refuse/macro_check.h"
#include "simt/refuse/expanded_check.h"
#include "simt/ptx/ptx.h"
#include "simt/refuse/text_code.h"
#include "simt/refuse/compiler_macros.h"
#include "sandbox/allowed_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL_WORDS "__attribute__((visibility(\"default\"), used))"

enum { KERNELS = 64, NAME = 128, BOUNDS = 256 };

struct rewriting {
    FILE *out;
    const char *at;
    struct text_marker marker; /* asm is for the machine and the system */
    /* Launch bounds of kernels whose name is known, and then of the next. */
    int kernels;
    char name[KERNELS][NAME], bounds[KERNELS][BOUNDS], next_bounds[BOUNDS];
    bool awaits_name;
    bool is_clang;
    struct problem *why;
};

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void put_until(struct rewriting *r, const char *end)
{
    for (; r->at < end; r->at++) {
        r->marker.line += *r->at == '\n';
        putc(*r->at, r->out);
    }
}

/* Leaves out the text before `end`, except its newlines. */
static void skip_until(struct rewriting *r, const char *end)
{
    for (; r->at < end; r->at++)
        if (*r->at == '\n') {
            r->marker.line++;
            putc('\n', r->out);
        }
}

/* After the literal that begins at `at`. */
static const char *after_literal(const char *at)
{
    const char quote = *at++;

    while (*at && *at != quote && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

/* The parenthesis that closes the one at `at`; NULL: none does. */
static const char *closing(const char *at)
{
    int depth = 0;

    while (*at) {
        if (*at == '"' || *at == '\'') {
            at = after_literal(at);
            continue;
        }
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            return at;
        at++;
    }
    return NULL;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\n");
}

/* ------------------------------------------------------------------ kernels */

/* simt_bounds(FIRST, ...) */
static bool take_bounds(struct rewriting *r, const char *after)
{
    const char *const open = skip_blanks(after);
    const char *const close = *open == '(' ? closing(open) : NULL;
    const char *end = open;

    if (!close)
        return false;
    for (int depth = 0; end < close && !(*end == ',' && depth == 1); end++)
        depth += (*end == '(') - (*end == ')');
    const int length = (int)(end - open - 1);
    if (length >= BOUNDS)
        return false;
    snprintf(r->next_bounds, BOUNDS, "%.*s", length, open + 1);
    skip_until(r, close + 1);
    return true;
}

/* The word before a parenthesis, in a declaration with simt_kernel. */
static enum status take_name(struct rewriting *r, const char *begin,
                             const char *end)
{
    r->awaits_name = false;
    if (!*r->next_bounds)
        return OK;
    if (r->kernels == KERNELS)
        return problem_set(r->why, NOT_JUDGED,
                           "%s:%d: more than %d declarations have "
                           "__launch_bounds__",
                           r->marker.file, r->marker.line, KERNELS);
    snprintf(r->name[r->kernels], NAME, "%.*s", (int)(end - begin), begin);
    memcpy(r->bounds[r->kernels++], r->next_bounds, BOUNDS);
    *r->next_bounds = '\0';
    return OK;
}

/* A kernel may be declared more than once: the smallest bounds hold. */
static void put_bounds(struct rewriting *r)
{
    for (int k = 0; k < r->kernels; k++) {
        int first = 0, others = 0;
        while (strcmp(r->name[first], r->name[k]) != 0)
            first++;
        if (first < k)
            continue; /* already written */
        fprintf(r->out,
                "\nextern \"C\" " KERNEL_WORDS " const unsigned "
                "simt_bounds_%s = ",
                r->name[k]);
        for (int other = k; other < r->kernels; other++)
            if (!strcmp(r->name[other], r->name[k])) {
                fprintf(r->out, "simt_least_bounds((unsigned)(%s), ",
                        r->bounds[other]);
                others++;
            }
        fputc('0', r->out);
        while (others-- > 0)
            fputc(')', r->out);
        fputs(";\n", r->out);
    }
}

/* ---------------------------------------------------------------------- asm */

static bool is_asm(const char *begin, const char *end)
{
    static const char *const words[] = {"asm", "__asm", "__asm__"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((size_t)(end - begin) == strlen(words[i]) &&
            !strncmp(begin, words[i], strlen(words[i])))
            return true;
    return false;
}

static enum status refuse_asm(const struct text_marker *marker,
                              const char *unknown, struct problem *why)
{
    return problem_set(
        why, NOT_JUDGED,
        "%s:%d: asm: the SIMT machine does not know %s; "
        "harness/simt/device/README.md lists the PTX that it supports",
        marker->file, marker->line, unknown);
}

static enum status rewrite_asm(struct rewriting *r, const char *after)
{
    static const char *const qualifiers[] = {"__volatile__", "volatile"};
    char unknown[512] = "its operands";
    const char *open = skip_blanks(after);

    for (size_t i = 0; i < 2; i++)
        if (!strncmp(open, qualifiers[i], strlen(qualifiers[i])))
            open = skip_blanks(open + strlen(qualifiers[i]));
    const char *const close = *open == '(' ? closing(open) : NULL;
    if (close &&
        ptx_translate(open + 1, close, r->out, unknown, sizeof unknown)) {
        skip_until(r, close + 1);
        return OK;
    }
    return refuse_asm(&r->marker, unknown, r->why);
}

/* The text of an operand, or between the brackets of a lambda, is copied
 * unchanged: an asm statement in it would be the host's. */
static enum status find_asm_left(const char *made, struct problem *why)
{
    struct text_marker marker = {.line = 0};
    char *const code = strdup(made);
    enum status status =
        code ? OK : problem_set(why, MACHINE_LACKS, "out of memory");

    if (code)
        text_blank(code);
    for (const char *at = code; at && *at && status == OK;) {
        const size_t length = text_word(at);
        if (*at == '#' && (at == code || at[-1] == '\n')) {
            text_take_marker(made + (at - code), &marker);
            at += strcspn(at, "\n");
            continue;
        }
        if (length && !marker.ours && is_asm(at, at + length))
            status = refuse_asm(
                &marker, "one in an operand, or in a lambda's brackets", why);
        marker.line += *at == '\n';
        at += length ? length : 1;
    }
    free(code);
    return status;
}

/* ------------------------------------------------------------------ lambdas */

/* True when a [ after this character, or after `return`, begins a lambda, not
 * an index, declarator or attribute. */
static bool may_begin_lambda(char before)
{
    return before == '\0' || strchr("(,={};:?!|", before);
}

/* The bracket that closes the one at `at`; NULL: none does. */
static const char *closing_bracket(const char *at)
{
    int depth = 0;

    for (; *at; at++) {
        depth += (*at == '[') - (*at == ']');
        if (depth == 0)
            return at;
    }
    return NULL;
}

/* g++ accepts the attribute only before the parameters, clang++ only after
 * them. */
static void put_bracket(struct rewriting *r, char before)
{
    static const char inlined[] =
        " __attribute__((always_inline, visibility(\"hidden\"))) ";
    const char *const close = closing_bracket(r->at);
    const char *const next = close ? skip_blanks(close + 1) : "";
    const char *const end = *next == '(' ? closing(next) : NULL;

    if (!may_begin_lambda(before) || (!end && *next != '{')) {
        put_until(r, r->at + 1);
        return;
    }
    put_until(r, close + 1);
    fputs(r->is_clang ? "" : inlined, r->out);
    if (end)
        put_until(r, end + 1);
    else
        fputs("()", r->out);
    fputs(r->is_clang ? inlined : "", r->out);
}

/* alignas(16) after thread_local: g++ accepts only the attribute there. */
static bool put_alignment(struct rewriting *r, const char *after)
{
    const char *const open = skip_blanks(after);
    const char *const close = *open == '(' ? closing(open) : NULL;

    if (!close || !isdigit((unsigned char)*skip_blanks(open + 1)))
        return false;
    fputs("__attribute__((aligned", r->out);
    skip_until(r, open);
    put_until(r, close + 1);
    fputs("))", r->out);
    return true;
}

/* ----------------------------------------------------------------- builtins */

/* The function to call (device/cuda.h) instead of a builtin that the compiler
 * would expand in place, without a hook; NULL: the word is not such a
 * builtin. */
static const char *in_place_of(const char *word, size_t length)
{
    static const struct {
        const char *builtin, *called;
    } names[] = {
        {"__builtin_memcpy", "simt_plain::memcpy"},
        {"__builtin_memmove", "simt_plain::memmove"},
        {"__builtin_memset", "simt_plain::memset"},
        {"__builtin_assume_aligned", "simt_assume_aligned"},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].builtin) == length &&
            !strncmp(names[i].builtin, word, length))
            return names[i].called;
    return NULL;
}

/* ----------------------------------------------------------------- the text */

static enum status take_word(struct rewriting *r)
{
    const char *const begin = r->at;
    const char *end = begin;

    while (is_word_character(*end) ||
           (*end == '\'' && isdigit((unsigned char)*begin))) /* 1'000 */
        end++;
    if (*end == '"' && end[-1] == 'R')
        return problem_set(
            r->why, NOT_JUDGED,
            "%s:%d: the SIMT machine does not support raw strings",
            r->marker.file, r->marker.line);
    const size_t length = (size_t)(end - begin);
    if (length == 16 && !strncmp(begin, "__cluster_dims__", 16))
        return problem_set(
            r->why, NOT_JUDGED,
            "%s:%d: __cluster_dims__: clusters are not simulated; leave it out "
            "if no block needs another block's shared memory",
            r->marker.file, r->marker.line);
    if (length == 11 && !strncmp(begin, "simt_kernel", 11)) {
        fputs(KERNEL_WORDS, r->out);
        skip_until(r, end);
        r->awaits_name = true;
    } else if (length == 11 && !strncmp(begin, "simt_bounds", 11) &&
               take_bounds(r, end)) {
        ;
    } else if (length == 7 && !strncmp(begin, "alignas", 7) &&
               put_alignment(r, end)) {
        ;
    } else if (length == 12 && !strncmp(begin, "simt_nothing", 12)) {
        skip_until(r, end);
    } else if (in_place_of(begin, length)) {
        fputs(in_place_of(begin, length), r->out);
        skip_until(r, end);
    } else if (!r->marker.ours && is_asm(begin, end)) {
        return rewrite_asm(r, end);
    } else {
        put_until(r, end);
        if (r->awaits_name && *skip_blanks(end) == '(' &&
            (length < 2 || strncmp(begin, "__", 2) != 0))
            return take_name(r, begin, end);
    }
    return OK;
}

/* True when the declaration at `at` has __global__ before its end. */
static bool declares_kernel(const char *at)
{
    return memmem(at, strcspn(at, ";{}"), "simt_kernel", 11) != NULL;
}

/* True for a function of C that a module may call. A kernel of that name would
 * declare it again, and g++ then copies structs to a call without a hook. */
static bool is_function_of_c(const char *at, size_t length)
{
    char name[32];

    snprintf(name, sizeof name, "%.*s", (int)length, at);
    return length &&
           (name_is_mathematics_of_kernels(name) || !strcmp(name, "memcpy") ||
            !strcmp(name, "memmove") || !strcmp(name, "memset"));
}

/* Skips blanks, and lines in which the preprocessor names a place. */
static const char *skip_markers(const char *at)
{
    for (at = skip_blanks(at); *at == '#'; at = skip_blanks(at))
        at += strcspn(at, "\n");
    return at;
}

/* True when the word can only be a parameter's name: in the parentheses that
 * begin at `begin`, or after the comma there, a type comes before it. In
 * `void (sqrt)(D)`, `void (*const sqrt(D))()` and `void (D::*sqrt)(D)` no type
 * does. */
static bool names_parameter(const char *begin, const char *word, size_t length)
{
    const char *const next = skip_markers(word + length);
    const char *last = word - 1;

    begin = skip_markers(begin);
    if (begin == word || !is_word_character(*begin) || !*next ||
        !strchr(",)=[", *next))
        return false;
    for (const char *at = begin; at < word; at++)
        if (!strncmp(at, "__attribute", 11) ||
            (*at == ':' && *skip_markers(at + 1) == '*'))
            return false;
    while (isspace((unsigned char)*last))
        last--;
    return is_word_character(*last) || strchr("*&>", *last);
}

/* True when the declaration at `at` may declare such a function. */
static bool declares_function_of_c(const char *at)
{
    const char *const end = at + strcspn(at, ";{}");
    const char *begin = at;
    int depth = 0;

    while (at < end) {
        const size_t length = text_word(at);
        if (is_function_of_c(at, length) &&
            !(depth > 0 && names_parameter(begin, at, length)))
            return true;
        depth += (*at == '(') - (*at == ')');
        if (*at == '(' || *at == ',')
            begin = at + 1;
        at = skip_markers(at + (length ? length : 1));
    }
    return false;
}

/* A declaration begins at the first word after one has ended. */
static enum status begin_declaration(struct rewriting *r)
{
    if (!declares_kernel(r->at))
        return OK;
    if (declares_function_of_c(r->at))
        return problem_set(r->why, NOT_JUDGED,
                           "%s:%d: a kernel is declared with the name of a C "
                           "function: rename it",
                           r->marker.file, r->marker.line);
    fputs("extern \"C\" ", r->out);
    return OK;
}

static enum status rewrite_all(struct rewriting *r)
{
    enum status status = OK;
    bool between = true; /* between two declarations */
    char before = '\0';  /* the last character that is not a blank */

    while (*r->at && status == OK) {
        const char c = *r->at;
        if (c == '#' && (r->marker.line == 0 || r->at[-1] == '\n')) {
            const char *const end = r->at + strcspn(r->at, "\n");
            text_take_marker(r->at, &r->marker);
            put_until(r, end);
            continue;
        }
        if (between && !isspace((unsigned char)c) && !strchr(";{}", c)) {
            status = begin_declaration(r);
            between = false;
            if (status != OK)
                break;
        }
        if (c == '"' || c == '\'') {
            put_until(r, after_literal(r->at));
        } else if (c == '[') {
            put_bracket(r, before);
        } else if (is_word_character(c)) {
            const bool returns =
                !strncmp(r->at, "return", 6) && !is_word_character(r->at[6]);
            status = take_word(r);
            before = returns ? ';' : 'a';
            continue;
        } else {
            between |= strchr(";{}", c) != NULL;
            put_until(r, r->at + 1);
        }
        before = isspace((unsigned char)c) ? before : c == '[' ? 'a' : c;
    }
    return status;
}

static enum status rewrite(char **text, bool is_clang, struct problem *why)
{
    char *made = NULL;
    size_t bytes;
    enum status status = cuda_headers_check(*text, why);

    if (status == OK)
        status = environment_check(*text, why);
    macros_take_out(*text);
    if (status == OK)
        status = expanded_check(*text, why);
    if (status == OK)
        status = macro_check(*text, why);
    struct rewriting *const r = status == OK ? calloc(1, sizeof *r) : NULL;

    if (status != OK)
        return status;
    status = MACHINE_LACKS;

    if (r)
        *r = (struct rewriting){.out = open_memstream(&made, &bytes),
                                .at = *text,
                                .is_clang = is_clang,
                                .why = why};
    if (r && r->out) {
        status = rewrite_all(r);
        put_bounds(r);
        fclose(r->out);
    } else {
        problem_set(why, status, "out of memory");
    }
    free(r);
    if (status == OK)
        status = find_asm_left(made, why);
    if (status != OK) {
        free(made);
        return status;
    }
    free(*text);
    *text = made;
    return OK;
}

enum status kernel_rewrite(char **text, struct problem *why)
{
    return rewrite(text, false, why);
}

enum status kernel_rewrite_for_clang(char **text, struct problem *why)
{
    return rewrite(text, true, why);
}
