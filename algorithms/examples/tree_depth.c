/* tree_depth.c - the depth of each node of a tree, all in parallel.
 *
 *     a (  b  c (  d  )  )       a tree written in brackets
 *       +1      +1   -1 -1       the walk around it: down an edge, up an edge
 *     0 1  1  1 2  2  1  0       inclusive scan: the depth at this point
 *
 * The walk around a tree that goes down and up each edge once is its Euler
 * tour. It turns a tree into a list, and lists can be scanned.
 * Try it: your own tree; how deep is it? That is a reduction with max.
 * Source: ECE408 lecture 16, "Tree operations"; Tarjan and Vishkin 1985.
 */
#include "basis_select.h"
#include "example.h"

#include <ctype.h>
#include <stdbool.h>

static int32_t step(const void *env, int32_t i)
{
    const char c = ((const char *)env)[i];

    return (c == '(') - (c == ')');
}

static bool is_name(char c)
{
    return c != '\0' && c != '(' && c != ')' && !isspace((unsigned char)c);
}

static int32_t begins_name(const void *env, int32_t i)
{
    const char *const text = env;

    return is_name(text[i]) && (i == 0 || !is_name(text[i - 1]));
}

static int32_t negated(const void *env, int32_t x)
{
    (void)env;
    return -x;
}

static void run(struct basis *b, const struct example_input *in)
{
    const struct ints steps = basis_tabulate(b, in->n, 1, step, in->text);
    const struct ints depth = basis_scan_ints(b, &basis_add, INCLUSIVE, steps);
    const struct ints up = basis_map(b, 0, negated, NULL, depth);

    if (basis_reduce_ints(b, &basis_max, up) > 0)
        basis_fail(b, "a closing bracket without an opening bracket");
    if (depth.at[in->n - 1] != 0)
        basis_fail(b, "%d brackets are not closed", depth.at[in->n - 1]);
    const struct ints begins =
        basis_tabulate(b, in->n, 2, begins_name, in->text);
    const struct ints names = basis_pack(b, begins, basis_iota(b, in->n));
    const struct ints depths = basis_gather(b, depth, names);

    for (size_t k = 0; k < names.n; k++) {
        const char *const name = in->text + names.at[k];
        size_t length = 0;
        while (is_name(name[length]))
            length++;
        fprintf(b->out, "%2d %*s%.*s\n", depths.at[k], 2 * depths.at[k], "",
                (int)length, name);
    }
    fprintf(b->out, "%zu nodes\n", names.n);
}

const struct example tree_depth_example = {
    .name = "tree_depth",
    .idea = "the depth of each node of a tree, from its Euler tour",
    .source = "ECE408 lecture 16, \"Tree operations\"",
    .takes = EXAMPLE_TEXT,
    .reads = "a tree in brackets: a(b c(d))",
    .usual = "data/tree.txt",
    .run = run,
};
