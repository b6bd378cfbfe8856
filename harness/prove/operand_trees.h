/* operand_trees.h - is a scan run-to-run reproducible: does each output element
 * come from the same tree of operands in every run?
 *
 *     out[3]      inorder  (([0] [1]) ([2] [3]))
 *                 reverse  ((([0] [1]) [2]) [3])      another tree
 *
 * A fold of floats depends on its tree, so equal trees give equal bits. Two
 * trees are equal if they have the same shape and the same leaves. An operation
 * with the identity counts as no operation: for floats, it can change only the
 * sign of a zero.
 *
 * Trees of all runs are kept in one forest, which has each tree once. So two
 * trees are equal if they have the same number there.
 */
#ifndef OPERAND_TREES_H
#define OPERAND_TREES_H

#include "verify.h"

/* All runs of a unit. */
struct operand_trees;

/* NULL: out of memory. The caller closes it. */
struct operand_trees *operand_trees_open(void);
void operand_trees_close(struct operand_trees *trees);

/* The outputs of a run that the interval table still holds. */
struct tree_run {
    const struct verify_case *of;
    int schedule; /* index of its schedule; on a CPU, of the run */
    /* Node numbers of all output elements, in the order of the ports. */
    const uint32_t *output;
    size_t outputs;
};

enum { TREE_TEXT = 640 };

/* Two runs of a case with different trees. */
struct trees_differ {
    size_t at;               /* index in output[] */
    int schedule[2];         /* of the earlier and the later run */
    char split[2][128];      /* where they part: "[0,7] then [8,9]" */
    char parted[64];         /* the fold that they compute there: "[0,9]" */
    char tree[2][TREE_TEXT]; /* all of it; equal parts as ranges */
};

/* Keeps the first run of each case and compares every later run with it.
 * CHECK_FAILED: they differ, and *out describes the first output that does. */
enum status operand_trees_compare(struct operand_trees *trees,
                                  const struct tree_run *run,
                                  struct trees_differ *out,
                                  struct problem *why);

#endif
