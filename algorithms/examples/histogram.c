/* histogram.c - how often does each letter occur in a text? By a sort, without
 * atomics.
 *
 *     text      b  a  n  a  n  a
 *     sorted    a  a  a  b  n  n
 *     ones      1  1  1  1  1  1
 *     sums      1  2  3  1  1  2     segmented scan: restarts at new letters
 *     last of each segment: a 3, b 1, n 2
 *
 * Threads that add to one counter would wait for each other. In sorted order
 * each letter is a segment, and all sums are one scan (basis_sort.c).
 * Try it: --costs shows the costs of the sort's passes.
 * Source: ECE408 lecture 16; Henriksen 2019, reduce_by_index.
 */
#include "basis_sort.h"
#include "example.h"

#include <ctype.h>

enum { LETTERS = 256, WIDTH = 40 };

static void print_bar(FILE *to, int letter, int32_t count, int32_t most)
{
    const int length = (int)((int64_t)count * WIDTH / most);

    if (isgraph(letter))
        fprintf(to, "   %c %7d ", letter, count);
    else
        fprintf(to, "\\x%02x%7d ", (unsigned)letter, count);
    for (int i = 0; i < length; i++)
        putc('#', to);
    putc('\n', to);
}

static void run(struct basis *b, const struct example_input *in)
{
    const int32_t one = 1;
    const struct ints text = basis_bytes(b, in->text, in->n);
    const struct ints ones = basis_map(b, 0, basis_constant, &one, text);
    const struct ints counts = basis_reduce_by_index(b, LETTERS, text, ones);
    const int32_t most = basis_reduce_ints(b, &basis_max, counts);

    for (int letter = 0; letter < LETTERS; letter++)
        if (counts.at[letter] > 0)
            print_bar(b->out, letter, counts.at[letter], most);
}

const struct example histogram_example = {
    .name = "histogram",
    .idea = "how often each letter occurs in a text: sort, then segmented scan",
    .source = "ECE408 lecture 16, \"Histograms\"; Henriksen 2019",
    .takes = EXAMPLE_TEXT,
    .reads = "a text",
    .usual = "histogram.c",
    .run = run,
};
