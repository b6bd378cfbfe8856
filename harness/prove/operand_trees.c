/* operand_trees.c - see operand_trees.h. */
#include "operand_trees.h"
#include "monoids/interval_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers in the forest of what is not an op. */
enum { NO_TREE, IDENTITY_TREE, FIRST_TREE };

/* An op; or a leaf, whose `left` is NO_TREE and whose `right` is its index. */
struct tree {
    uint32_t left, right;
    uint32_t low, high; /* the range that it folds */
};

/* The first run of a case. */
struct kept_run {
    struct verify_case of;
    int schedule;
    uint32_t *output; /* numbers in the forest */
    size_t outputs;
};

struct operand_trees {
    struct tree *tree;
    uint32_t trees, room;
    uint32_t *place; /* trees by their operands; a power of two, half empty */
    uint32_t places;
    uint32_t *number; /* of each node of the current run, in the forest */
    size_t numbers;
    struct kept_run *kept;
    size_t runs;
};

/* --------------------------------------------------------------- the forest */

/* Gives *array room for `count` elements. */
static bool give_room(void *array, size_t count, size_t bytes)
{
    void **const at = array;
    void *const more = realloc(*at, count * bytes);

    if (more)
        *at = more;
    return more != NULL;
}

static uint32_t first_place(const struct operand_trees *t, uint32_t left,
                            uint32_t right)
{
    return (uint32_t)((left * 0x9e3779b97f4a7c15u ^ right) *
                          0x9e3779b97f4a7c15u >>
                      32) &
           (t->places - 1);
}

/* The place of the tree with these operands, or the empty one for it. */
static uint32_t *find_place(const struct operand_trees *t, uint32_t left,
                            uint32_t right)
{
    uint32_t at = first_place(t, left, right);

    while (t->place[at] && (t->tree[t->place[at]].left != left ||
                            t->tree[t->place[at]].right != right))
        at = (at + 1) & (t->places - 1);
    return &t->place[at];
}

static bool grow(struct operand_trees *t)
{
    const uint32_t room = t->room ? 2 * t->room : 1 << 12;
    uint32_t *const place = calloc(2 * (size_t)room, sizeof *place);

    if (!place || !give_room(&t->tree, room, sizeof *t->tree)) {
        free(place);
        return false;
    }
    free(t->place);
    t->place = place;
    t->places = 2 * room;
    t->room = room;
    for (uint32_t k = FIRST_TREE; k < t->trees; k++)
        *find_place(t, t->tree[k].left, t->tree[k].right) = k;
    return true;
}

/* The number of that tree, which is added if it is new; NO_TREE: out of
 * memory. */
static uint32_t plant(struct operand_trees *t, struct tree tree)
{
    if (t->trees == t->room && !grow(t))
        return NO_TREE;
    uint32_t *const place = find_place(t, tree.left, tree.right);
    if (!*place) {
        t->tree[t->trees] = tree;
        *place = t->trees++;
    }
    return *place;
}

struct operand_trees *operand_trees_open(void)
{
    struct operand_trees *const t = calloc(1, sizeof *t);

    if (!t || !grow(t)) {
        operand_trees_close(t);
        return NULL;
    }
    memset(t->tree, 0, FIRST_TREE * sizeof *t->tree);
    t->trees = FIRST_TREE;
    return t;
}

void operand_trees_close(struct operand_trees *trees)
{
    if (!trees)
        return;
    for (size_t k = 0; k < trees->runs; k++)
        free(trees->kept[k].output);
    free(trees->kept);
    free(trees->number);
    free(trees->place);
    free(trees->tree);
    free(trees);
}

/* ------------------------------------------------------------ trees of a run */

/* The tree of a node whose operands have theirs. A broken node has none: no
 * right output comes from it. */
static uint32_t tree_of(struct operand_trees *t, uint32_t number)
{
    const struct interval_node *const node = interval_node(number);

    if (interval_is_broken(node))
        return NO_TREE;
    if (!interval_is_op(number))
        return plant(t, (struct tree){.right = node->low,
                                      .low = node->low,
                                      .high = node->high});
    const struct interval_operands of = interval_operands(number);
    const uint32_t left = t->number[of.left], right = t->number[of.right];
    if (left == IDENTITY_TREE)
        return right;
    if (right == IDENTITY_TREE)
        return left;
    return plant(t, (struct tree){left, right, node->low, node->high});
}

/* Operands have lower numbers than their op, so one pass is enough. */
static bool plant_run(struct operand_trees *t)
{
    const uint32_t nodes = interval_nodes();

    if (nodes > t->numbers) {
        if (!give_room(&t->number, nodes, sizeof *t->number))
            return false;
        t->numbers = nodes;
    }
    t->number[INTERVAL_NONE] = NO_TREE;
    t->number[INTERVAL_IDENTITY] = IDENTITY_TREE;
    for (uint32_t k = INTERVAL_FIRST_LEAF; k < nodes; k++) {
        t->number[k] = tree_of(t, k);
        if (!t->number[k] && !interval_is_broken(interval_node(k)))
            return false;
    }
    return true;
}

/* --------------------------------------------------- two trees of one output */

static bool is_op(const struct operand_trees *t, uint32_t k)
{
    return k >= FIRST_TREE && t->tree[k].left != NO_TREE;
}

/* Goes down to the first op, from the left, whose two operands are different
 * ranges. Precondition: the trees differ and fold the same range. */
static void go_to_parting(const struct operand_trees *t, uint32_t at[2])
{
    while (is_op(t, at[0]) && is_op(t, at[1])) {
        const struct tree *const a = &t->tree[at[0]], *const b =
                                                          &t->tree[at[1]];
        const bool left = a->left != b->left;
        if (t->tree[a->left].high != t->tree[b->left].high)
            return;
        at[0] = left ? a->left : a->right;
        at[1] = left ? b->left : b->right;
    }
}

static void write_range(const struct tree *tree, char *text, size_t size)
{
    if (tree->low == tree->high)
        snprintf(text, size, "[%u]", tree->low);
    else
        snprintf(text, size, "[%u,%u]", tree->low, tree->high);
}

static void write_split(const struct operand_trees *t, uint32_t k, char *text,
                        size_t size)
{
    char left[48], right[48];

    if (!is_op(t, k)) { /* a product or a leaf: nothing was combined */
        write_range(&t->tree[k], text, size);
        return;
    }
    write_range(&t->tree[t->tree[k].left], left, sizeof left);
    write_range(&t->tree[t->tree[k].right], right, sizeof right);
    snprintf(text, size, "%s then %s", left, right);
}

/* Sets a mark for every tree inside tree k. */
static void mark_inside(const struct operand_trees *t, uint32_t k, bool *marks)
{
    /* Operands have lower numbers than their op. */
    marks[k] = true;
    for (uint32_t i = k; i >= FIRST_TREE; i--)
        if (marks[i] && is_op(t, i))
            marks[t->tree[i].left] = marks[t->tree[i].right] = true;
}

/* "(([0,3] [4,7]) [8,9])": marked parts, which the other tree has too, as
 * ranges; what does not fit, as "..". */
static size_t write_tree(const struct operand_trees *t, uint32_t k,
                         const bool *marks, char *text, size_t size)
{
    enum { LONGEST = 32 }; /* of one range and a parenthesis */
    size_t used = 0;

    if (marks[k] || !is_op(t, k)) {
        write_range(&t->tree[k], text, size);
        return strlen(text);
    }
    if (size < 2 * LONGEST) {
        snprintf(text, size, "..");
        return strlen(text);
    }
    text[used++] = '(';
    used += write_tree(t, t->tree[k].left, marks, text + used,
                       size - used - LONGEST);
    text[used++] = ' ';
    used +=
        write_tree(t, t->tree[k].right, marks, text + used, size - used - 2);
    text[used++] = ')';
    text[used] = '\0';
    return used;
}

/* Writes both trees. Without memory for the marks they stay empty. */
static void write_trees(const struct operand_trees *t, const uint32_t of[2],
                        struct trees_differ *out)
{
    for (int k = 0; k < 2; k++) {
        bool *const marks = calloc(t->trees, sizeof *marks);
        out->tree[k][0] = '\0';
        if (!marks)
            return;
        mark_inside(t, of[1 - k], marks);
        write_tree(t, of[k], marks, out->tree[k], TREE_TEXT);
        free(marks);
    }
}

static void describe(const struct operand_trees *t, const uint32_t of[2],
                     struct trees_differ *out)
{
    uint32_t at[2] = {of[0], of[1]};

    go_to_parting(t, at);
    write_range(&t->tree[at[0]], out->parted, sizeof out->parted);
    for (int k = 0; k < 2; k++)
        write_split(t, at[k], out->split[k], sizeof out->split[k]);
    write_trees(t, of, out);
}

/* --------------------------------------------------------------- the runs */

/* Placement and alignment belong to the case; they follow from the rest. */
static bool is_same(const struct verify_case *a, const struct verify_case *b)
{
    return a->n == b->n && a->in_place == b->in_place && a->carry == b->carry &&
           a->pattern == b->pattern && a->single == b->single;
}

static const struct kept_run *find_run(const struct operand_trees *t,
                                       const struct verify_case *of)
{
    for (size_t k = 0; k < t->runs; k++)
        if (is_same(&t->kept[k].of, of))
            return &t->kept[k];
    return NULL;
}

static bool keep_run(struct operand_trees *t, const struct tree_run *run)
{
    struct kept_run kept = {
        .of = *run->of, .schedule = run->schedule, .outputs = run->outputs};

    if (!give_room(&t->kept, t->runs + 1, sizeof *t->kept))
        return false;
    kept.output = malloc((run->outputs + 1) * sizeof *kept.output);
    if (!kept.output)
        return false;
    for (size_t i = 0; i < run->outputs; i++)
        kept.output[i] = t->number[run->output[i]];
    t->kept[t->runs++] = kept;
    return true;
}

enum status operand_trees_compare(struct operand_trees *trees,
                                  const struct tree_run *run,
                                  struct trees_differ *out, struct problem *why)
{
    const struct kept_run *const kept = find_run(trees, run->of);

    if (!plant_run(trees) || (!kept && !keep_run(trees, run)))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t i = 0; kept && i < run->outputs && i < kept->outputs; i++) {
        const uint32_t of[2] = {kept->output[i], trees->number[run->output[i]]};
        if (of[0] == of[1])
            continue;
        *out = (struct trees_differ){
            .at = i, .schedule = {kept->schedule, run->schedule}};
        describe(trees, of, out);
        return CHECK_FAILED;
    }
    return OK;
}
