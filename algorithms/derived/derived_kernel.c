/* derived_kernel.c - from kernel.pattern to kernel.cu: chooses the lines that a
 * derivation needs, and puts numbers in place of $names.
 */
#include "derived_kernel.h"
#include "derivation.h"

#include <ctype.h>
#include <string.h>

enum { LINE = 512 };

struct writer {
    struct derivation d;
    const long *value;
    FILE *out;
    int tree; /* the tree of a repeated line */
    int size; /* cells of a node below it */
    bool failed;
};

/* ---------------------------------------------------------------- the lines */

/* Does the letter's condition hold? (kernel.pattern lists them.) */
static bool holds(const struct derivation *d, char letter)
{
    const bool top = d->left > 1;

    switch (letter) {
    case 'R': return d->run > 1;
    case 'W': return d->warps;
    case 'L': return d->trees > 0;
    case 'E': return d->exclusive_tree;
    case 'P': return top && !d->kogge_stone;
    case 'K': return top && d->kogge_stone;
    case 'F': return d->reduces;
    case 'B': return d->totals == TOTALS_BLOCK;
    case 'S': return d->totals == TOTALS_SEQUENTIAL;
    case 'C': return d->reduces || d->totals == TOTALS_BLOCK;
    case 'O': return d->cells == 1;
    default: return false;
    }
}

static bool is_wanted(const struct derivation *d, const char *line,
                      const char *bar)
{
    for (; line < bar; line++)
        if (isalpha((unsigned char)*line) &&
            holds(d, (char)toupper((unsigned char)*line)) !=
                (bool)isupper((unsigned char)*line))
            return false;
    return true;
}

/* ---------------------------------------------------------------- the names */

/* Cells of a node above the writer's tree. */
static int size_above(const struct writer *w)
{
    return w->size *
           power_of(w->d.tree[w->tree].factor, w->d.tree[w->tree].levels);
}

static void write_levels(struct writer *w)
{
    const struct derivation *const d = &w->d;
    int nodes = d->cells;

    fprintf(w->out, " *     %4d elements in a section\n", d->section);
    if (d->run > 1)
        fprintf(w->out, " *     %4d runs of %d, in the registers of a thread\n",
                d->section / d->run, d->run);
    if (d->warps)
        fprintf(w->out, " *     %4d warp%s\n", nodes, nodes > 1 ? "s" : "");
    for (int k = 0; k < d->trees; k++) {
        nodes /= power_of(d->tree[k].factor, d->tree[k].levels);
        fprintf(w->out, " *     %4d after %d level%s of a tree, %d children\n",
                nodes, d->tree[k].levels, d->tree[k].levels > 1 ? "s" : "",
                d->tree[k].factor);
    }
    if (d->left > 1)
        fprintf(w->out, " *          scanned %s\n",
                d->kogge_stone ? "by Kogge-Stone" : "by a plain loop");
}

static void write_total(const struct writer *w)
{
    const struct derivation *const d = &w->d;

    fputs(d->exclusive_tree ? "cell[CELLS]"
          : d->warps        ? "cell[(count - 1) / (RUN * WARP)]"
          : d->run > 1      ? "cell[(count - 1) / RUN]"
                            : "cell[count - 1]",
          w->out);
}

static void write_text_name(struct writer *w, const char *name)
{
    const bool exclusive = w->d.exclusive_tree;
    char text[256];

    if (!strcmp(name, "derivation")) {
        derivation_print(w->value, false, text, sizeof text);
        fputs(text, w->out);
    } else if (!strcmp(name, "count")) {
        fputs(exclusive ? ", count" : "", w->out);
    } else if (!strcmp(name, "cells_count")) {
        fputs(exclusive ? ", CELLS" : "", w->out);
    } else if (!strcmp(name, "cells_are")) {
        fputs(w->d.warps ? "one for each warp" : "one for each run", w->out);
    } else if (!strcmp(name, "nodes")) {
        fputs(w->d.trees ? "nodes_of(count, size)" : "count", w->out);
    } else if (!strcmp(name, "shared_cells")) {
        fputs(exclusive ? "CELLS + 1" : "CELLS", w->out);
    } else if (!strcmp(name, "total")) {
        write_total(w);
    } else if (!strcmp(name, "levels")) {
        write_levels(w);
    } else {
        w->failed = true;
    }
}

static void write_name(struct writer *w, const char *name)
{
    const int above = w->d.trees ? size_above(w) : 1;
    const struct {
        const char *name;
        int number;
    } numbers[] = {{"section", w->d.section},
                   {"run", w->d.run},
                   {"gap", w->d.gap},
                   {"cells", w->d.cells},
                   {"threads", w->d.threads},
                   {"left", w->d.left},
                   {"factor", w->d.tree[w->tree].factor},
                   {"from", w->size},
                   {"to", above},
                   {"last", w->d.trees ? above / w->d.tree[w->tree].factor : 1},
                   {"top", w->d.cells / w->d.left}};

    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (!strcmp(name, numbers[k].name)) {
            fprintf(w->out, "%d", numbers[k].number);
            return;
        }
    write_text_name(w, name);
}

static void write_line(struct writer *w, const char *text)
{
    char name[32];

    if (!strcmp(text, "$levels\n")) {
        write_levels(w);
        return;
    }
    while (*text) {
        const size_t plain = strcspn(text, "$");
        fwrite(text, 1, plain, w->out);
        text += plain;
        if (!*text)
            return;
        const bool braced = text[1] == '{';
        const char *const begin = text + 1 + braced;
        const size_t length = strspn(begin, "abcdefghijklmnopqrstuvwxyz_");
        snprintf(name, sizeof name, "%.*s", (int)length, begin);
        write_name(w, name);
        text = begin + length + braced;
    }
}

/* ------------------------------------------------------------------ repeats */

enum { MAX_REPEATED = 16 };

/* Lines that belong to one repeat, as one: for each tree all of them. */
struct repeated {
    int lines;
    char line[MAX_REPEATED][LINE];
    char direction; /* '<' or '>'; 0: none */
};

static void write_repeated(struct writer *w, struct repeated *r)
{
    const int trees = r->direction ? w->d.trees : 0;

    for (int k = 0; k < trees; k++) {
        w->tree = r->direction == '<' ? k : trees - 1 - k;
        w->size = 1;
        for (int below = 0; below < w->tree; below++)
            w->size *=
                power_of(w->d.tree[below].factor, w->d.tree[below].levels);
        for (int i = 0; i < r->lines; i++)
            write_line(w, r->line[i]);
    }
    w->tree = 0;
    w->size = 1;
    r->lines = 0;
    r->direction = 0;
}

static void take_line(struct writer *w, struct repeated *r, const char *line)
{
    const char *const bar = strchr(line, '|');
    const char *const repeat = strpbrk(line, "<>|");

    if (*line == '#' || *line == '\n')
        return;
    if (!bar) {
        w->failed = true;
        return;
    }
    const char direction = *repeat == '|' ? 0 : *repeat;
    if (direction != r->direction)
        write_repeated(w, r);
    if (!is_wanted(&w->d, line, bar))
        return;
    if (!direction) {
        write_line(w, bar + 1);
        return;
    }
    r->direction = direction;
    w->failed |= r->lines == MAX_REPEATED;
    if (!w->failed)
        snprintf(r->line[r->lines++], LINE, "%s", bar + 1);
}

bool derived_kernel_write(const long *value, FILE *pattern, FILE *out)
{
    struct writer w = {
        .d = derivation_of(value), .value = value, .out = out, .size = 1};
    struct repeated repeated = {.lines = 0};
    char line[LINE];

    while (fgets(line, sizeof line, pattern))
        take_line(&w, &repeated, line);
    write_repeated(&w, &repeated);
    return !w.failed && !ferror(out) && !ferror(pattern);
}
