/* buffers.c - one area of memory for the messages of several channels.
 *
 *     channel, bytes    (1, 40) (0, 8) (1, 16) (0, 24)
 *     by channel        (0, 8) (0, 24) (1, 40) (1, 16)    a stable sort
 *     begins at         0      8       32      72         exclusive scan
 *
 * After the sort a channel's messages are side by side, in the order in which
 * they came. So one scan of all sizes gives each message its place and each
 * channel its buffer. A scatter brings the places back to the messages.
 * Try it: --costs; most of the cost is the sort.
 * Source: ECE408 lecture 16, "Allocating memory buffer to communication
 * channels".
 */
#include "basis_sort.h"
#include "checks.h"
#include "example.h"

static int32_t even_number(const void *env, int32_t i)
{
    return ((const struct ints *)env)->at[2 * i];
}

static int32_t odd_number(const void *env, int32_t i)
{
    return ((const struct ints *)env)->at[2 * i + 1];
}

static void run(struct basis *b, const struct example_input *in)
{
    const size_t n = in->n / 2;

    check_amounts(b, in->numbers, "channel numbers and byte counts");
    if (in->n % 2)
        basis_fail(b,
                   "%zu numbers: want pairs of a channel and a number of bytes",
                   in->n);
    const struct ints channel =
        basis_tabulate(b, n, 1, even_number, &in->numbers);
    const struct ints bytes = basis_tabulate(b, n, 1, odd_number, &in->numbers);
    const struct ints order = basis_sort_order(b, channel);
    const struct ints places = basis_scan_ints(b, &basis_add, EXCLUSIVE,
                                               basis_gather(b, bytes, order));
    const struct ints at = basis_scatter(b, basis_ints(b, n), order, places);

    fprintf(b->out, "message  channel  bytes  begins at\n");
    for (size_t i = 0; i < n; i++)
        fprintf(b->out, "%7zu  %7d  %5d  %9d\n", i + 1, channel.at[i],
                bytes.at[i], at.at[i]);
}

const struct example buffers_example = {
    .name = "buffers",
    .idea = "one buffer for the messages of several channels: sort, then scan",
    .source = "ECE408 lecture 16, \"Allocating memory buffer to communication "
              "channels\"",
    .takes = EXAMPLE_NUMBERS,
    .reads = "a channel and a number of bytes for each message",
    .usual = "data/messages.txt",
    .run = run,
};
