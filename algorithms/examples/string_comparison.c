/* string_comparison.c - which of two words comes first in a dictionary?
 *
 *     left       c  a  r  b  o  n
 *     right      c  a  r  t  o  o  n
 *     differs    0  0  0  1  0  1  1     past the end: less than any letter
 *     n - i      -  -  -  4  -  2  1     where they differ, else 0
 *     largest             4              a reduction with max: the first place
 *
 * The letters at that place decide. No loop stops early, so long strings are
 * compared in log n steps.
 * Try it: two long lines, --costs; the words of the file in a different order.
 * Source: ECE408 lecture 16, "String comparison".
 */
#include "example.h"

#include <string.h>

struct two_lines {
    struct {
        const char *at;
        size_t length;
    } line[2];
    size_t n; /* of the longer one */
};

static int letter(const struct two_lines *t, int line, size_t i)
{
    return i < t->line[line].length ? (unsigned char)t->line[line].at[i] : -1;
}

static int32_t left_if_differs(const void *env, int32_t i)
{
    const struct two_lines *const t = env;
    const size_t at = (size_t)i;

    return letter(t, 0, at) != letter(t, 1, at) ? (int32_t)(t->n - at) : 0;
}

static void run(struct basis *b, const struct example_input *in)
{
    const size_t first = strcspn(in->text, "\n");
    struct two_lines t = {.n = 0};

    if (first + 1 >= in->n)
        basis_fail(
            b, "one line is given, but two are needed, one below the other");
    t.line[0].at = in->text;
    t.line[0].length = first;
    t.line[1].at = in->text + first + 1;
    t.line[1].length = strcspn(t.line[1].at, "\n");
    t.n = t.line[0].length > t.line[1].length ? t.line[0].length
                                              : t.line[1].length;
    const struct ints left = basis_tabulate(b, t.n, 2, left_if_differs, &t);
    const int32_t most = t.n ? basis_reduce_ints(b, &basis_max, left) : 0;

    for (int k = 0; k < 2; k++)
        fprintf(b->out, "%.*s\n", (int)t.line[k].length, t.line[k].at);
    if (most == 0) {
        fprintf(b->out, "are the same\n");
        return;
    }
    const size_t at = t.n - (size_t)most;
    fprintf(b->out, "first differ at letter %zu: the %s comes first\n", at + 1,
            letter(&t, 0, at) < letter(&t, 1, at) ? "upper" : "lower");
}

const struct example string_comparison_example = {
    .name = "string_comparison",
    .idea =
        "which of two lines comes first: a reduction finds where they differ",
    .source = "ECE408 lecture 16, \"String comparison\"",
    .takes = EXAMPLE_TEXT,
    .reads = "two lines",
    .usual = "data/words.txt",
    .run = run,
};
