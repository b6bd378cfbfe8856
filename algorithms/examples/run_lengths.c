/* run_lengths.c - run-length encoding and decoding.
 *
 *     text       a  a  a  b  c  c
 *     head       1  0  0  1  1  0      differs from its left neighbour
 *     run        0  0  0  1  2  2      inclusive scan of heads, minus 1
 *     starts     0  3  4               pack: where head is 1
 *     lengths    3  1  2
 *
 * Decoding: the exclusive scan of the lengths gives where each run starts; a 1
 * is scattered there; the scan of these 1s is `run` again, which gives each
 * place its letter.
 * Try it: scanlab example run_lengths FILE, on your own picture.
 * Source: Blelloch, Prefix sums and their applications, 1990.
 */
#include "basis_arrays.h"
#include "basis_select.h"
#include "basis_sort.h"
#include "example.h"

static int32_t length_of(const void *env, int32_t k)
{
    const struct ints *const starts = env;

    return starts->at[k + 1] - starts->at[k];
}

static int32_t less_one(const void *env, int32_t x)
{
    (void)env;
    return x - 1;
}

/* The text again; its last run ends where the text ends. */
static struct ints decode(struct basis *b, struct ints letters,
                          struct ints lengths, size_t n)
{
    const int32_t one = 1;
    const struct ints starts =
        basis_scan_ints(b, &basis_add, EXCLUSIVE, lengths);
    const struct ints heads =
        basis_scatter(b, basis_ints(b, n), starts,
                      basis_map(b, 0, basis_constant, &one, starts));
    const struct ints run = basis_map(
        b, 0, less_one, NULL, basis_scan_ints(b, &basis_add, INCLUSIVE, heads));

    return basis_gather(b, letters, run);
}

static void print_letter(FILE *to, int letter)
{
    if (letter == '\n')
        fprintf(to, " \\n\n");
    else
        fprintf(to, " %c", letter);
}

static void run(struct basis *b, const struct example_input *in)
{
    const struct ints text = basis_bytes(b, in->text, in->n);
    const struct ints heads = basis_run_heads(b, text);
    const struct ints starts = basis_pack(b, heads, basis_iota(b, in->n));
    const struct ints letters = basis_gather(b, text, starts);
    const struct ints end = {1, &(int32_t){(int32_t)in->n}};
    const struct ints ends = basis_concat(b, starts, end);
    const struct ints lengths =
        basis_tabulate(b, starts.n, 2, length_of, &ends);
    const struct ints again = decode(b, letters, lengths, in->n);

    for (size_t k = 0; k < starts.n; k++) {
        fprintf(b->out, " %d", lengths.at[k]);
        print_letter(b->out, letters.at[k]);
    }
    fprintf(b->out, "\n%zu letters in %zu runs; decoded:\n", in->n, starts.n);
    for (size_t i = 0; i < in->n; i++)
        putc(again.at[i], b->out);
}

const struct example run_lengths_example = {
    .name = "run_lengths",
    .idea = "run-length encoding, and decoding of the runs",
    .source = "Blelloch 1990",
    .takes = EXAMPLE_TEXT,
    .reads = "text, or a picture made of letters",
    .usual = "data/picture.txt",
    .run = run,
};
