/* fused_monoid.c - see fused_monoid.h. */
#include "fused_monoid.h"
#include "base/paths.h"
#include "compile/module_cache.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What a monoid's header defines (elements/monoids/README.md): in part 2, T is
 * T_2. */
static bool is_renamed(const char *word, size_t length)
{
    static const char *const words[] = {
        "T",    "identity", "op",        "COMPONENT",    "VECTOR_OP", "LIFT",
        "DRAW", "EXACT",    "MAGNITUDE", "MAGNITUDE_OP", "SAME",      "PARTS"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(words[i], word, length))
            return true;
    return false;
}

/* The k-th header, counted from 1, with names of its own. */
static bool write_part(FILE *out, const char *path, int k)
{
    char *const text = path_read(path, NULL);

    if (!text)
        return false;
    fputc('\n', out);
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
        fprintf(out, "%.*s", length ? (int)length : 1, at);
        if (is_renamed(at, length))
            fprintf(out, "_%d", k);
        at += length ? length : 1;
    }
    free(text);
    return true;
}

/* What it may leave out, as functions. # is k, except before a directive. */
static void write_defaults(FILE *out, int k)
{
    static const char text[] =
        "\n#ifdef PARTS_#\n"
        "#error \"a monoid with PARTS cannot be fused\"\n"
        "#endif\n"
        "#ifndef COMPONENT_#\n"
        "#define COMPONENT_# T_#\n"
        "#endif\n"
        "#ifdef HOST\n"
        "static inline T_# lift_#(COMPONENT_# x)\n"
        "{\n"
        "#ifdef LIFT_#\n"
        "    return LIFT_#(x);\n"
        "#else\n"
        "    T_# r;\n"
        "    _Static_assert(sizeof r == sizeof x,\n"
        "                   \"a fused monoid needs LIFT, or numbers\");\n"
        "    memcpy(&r, &x, sizeof r);\n"
        "    return r;\n"
        "#endif\n"
        "}\n"
        "static inline T_# draw_#(uint64_t bits)\n"
        "{\n"
        "#ifdef DRAW_#\n"
        "#define FUSED_DRAW\n"
        "    return DRAW_#(bits);\n"
        "#else\n"
        "    COMPONENT_# number[sizeof(T_#) / sizeof(COMPONENT_#)];\n"
        "    T_# r;\n"
        "    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {\n"
        "        bits = bits * 6364136223846793005u + 1442695040888963407u;\n"
        "        number[i] = (COMPONENT_#)0.5 == 0\n"
        "            ? (COMPONENT_#)(bits >> 16)\n"
        "            : (COMPONENT_#)((double)(int64_t)bits / 0x1p63);\n"
        "    }\n"
        "    memcpy(&r, number, sizeof r);\n"
        "    return r;\n"
        "#endif\n"
        "}\n"
        "static inline _Bool same_#(T_# got, T_# want)\n"
        "{\n"
        "#ifdef SAME_#\n"
        "#define FUSED_SAME\n"
        "    return SAME_#(got, want);\n"
        "#else\n"
        "    return memcmp(&got, &want, sizeof got) == 0;\n"
        "#endif\n"
        "}\n"
        "#ifndef EXACT_#\n"
        "#define FUSED_ROUNDS\n"
        "#endif\n"
        "#endif\n";

    for (const char *at = text; *at; at++) {
        const bool is_number = *at == '#' && !islower((unsigned char)at[1]);
        if (is_number)
            fprintf(out, "%d", k);
        else
            fputc(*at, out);
    }
}

/* "    r.part_1 = op_1(a.part_1, b.part_1);" for each part; part i has header
 * of[i]. */
static void write_each(FILE *out, const int *of, int count, const char *format)
{
    for (int i = 0; i < count; i++) {
        for (const char *c = format; *c; c++)
            if (*c == '#')
                fprintf(out, "%d", of[i]);
            else if (*c == '@')
                fprintf(out, "%d", i + 1);
            else
                fputc(*c, out);
    }
}

static void write_whole(FILE *out, const int *of, int count)
{
    fputs("\ntypedef struct {\n", out);
    write_each(out, of, count, "    T_# part_@;\n");
    fputs("} T;\n\n#define COMPONENT COMPONENT_1\n\n"
          "DEVICE T identity(void)\n{\n    T r;\n",
          out);
    write_each(out, of, count, "    r.part_@ = identity_#();\n");
    fputs("    return r;\n}\n\nDEVICE T op(T a, T b)\n{\n    T r;\n", out);
    write_each(out, of, count, "    r.part_@ = op_#(a.part_@, b.part_@);\n");
    fputs("    return r;\n}\n\n#ifdef HOST\n", out);
    write_each(out, of, count,
               "_Static_assert(_Generic((COMPONENT_#)0, COMPONENT_1: 1, "
               "default: 0),\n"
               "               \"fused monoids need numbers of one type\");\n");
    fputs("static inline T lift_all(COMPONENT x)\n{\n    T r;\n", out);
    write_each(out, of, count, "    r.part_@ = lift_#(x);\n");
    fputs("    return r;\n}\n#define LIFT(x) lift_all(x)\n\n"
          "#ifdef FUSED_DRAW\n"
          "static inline T draw_all(uint64_t bits)\n{\n    T r;\n",
          out);
    write_each(out, of, count,
               "    r.part_@ = draw_#(bits * (2 * @ - 1) + (@ - 1));\n");
    fputs("    return r;\n}\n#define DRAW(bits) draw_all(bits)\n#endif\n\n"
          "#ifdef FUSED_SAME\n"
          "static inline _Bool same_all(T got, T want)\n{\n    return 1",
          out);
    write_each(out, of, count, "\n        && same_#(got.part_@, want.part_@)");
    fputs(";\n}\n#define SAME(got, want) same_all(got, want)\n#endif\n\n"
          "#ifndef FUSED_ROUNDS\n#define EXACT\n#endif\n#endif\n",
          out);
}

static char *text_of(const char *name, const char *const *paths, int count)
{
    int of[MOST_FUSED], headers = 0;
    bool read = true;
    char *text;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    fprintf(out,
            "/* %s - monoids whose scans are one: written by scanlab. */\n",
            name);
    for (int i = 0; i < count; i++) {
        of[i] = 0;
        for (int j = 0; j < i && !of[i]; j++)
            if (!strcmp(paths[i], paths[j]))
                of[i] = of[j];
        if (of[i])
            continue;
        of[i] = ++headers;
        read &= write_part(out, paths[i], headers);
        write_defaults(out, headers);
    }
    write_whole(out, of, count);
    if (fclose(out) == 0 && read)
        return text;
    free(text);
    return NULL;
}

enum status fuse_monoids(const char *name, const char *const *paths, int count,
                         char *path, size_t size, struct problem *why)
{
    char cache[PATH_MAX];
    char *const text = text_of(name, paths, count);
    const enum status status = paths_cache(cache, sizeof cache, why);
    bool kept = false;

    if (status == OK && text && path_format(path, size, "%s/monoids", cache)) {
        mkdir(path, 0700);
        kept = path_format(path, size, "%s/monoids/%s.h", cache, name) &&
               cache_keep(path, text);
    }
    free(text);
    if (status != OK || kept)
        return status;
    return problem_set(why, MACHINE_LACKS,
                       "cannot write to the cache folder %s: %s", cache,
                       strerror(errno));
}
