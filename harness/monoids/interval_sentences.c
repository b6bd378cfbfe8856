/* interval_sentences.c - describes in one sentence what is wrong with an
 * element.
 *
 *     out[7]: [0,4] then [6,7]: element 5 is missing
 */
#include "interval_table.h"
#include "interval_torn.h"

#include <stdio.h>

static struct interval_blame blamed;

struct interval_blame interval_blamed(void)
{
    return blamed;
}

/* Products are counted from 0 again. */
static const char *kind_of(uint32_t leaf)
{
    return leaf < interval_first_product() ? "element" : "product";
}

static uint32_t count_of(uint32_t leaf)
{
    return leaf < interval_first_product() ? leaf
                                           : leaf - interval_first_product();
}

/* "[3,7]", "products [3,7]", "identity()". */
static void describe(const struct interval_node *node, char *text, size_t size)
{
    if (interval_is_identity(node))
        snprintf(text, size, "identity()");
    else
        snprintf(text, size, "%s[%u,%u]",
                 node->low < interval_first_product() ? "" : "products ",
                 count_of(node->low), count_of(node->high));
}

static void elements(uint32_t low, uint32_t high, const char *fate, char *text,
                     size_t size)
{
    if (low == high)
        snprintf(text, size, "%s %u is %s", kind_of(low), count_of(low), fate);
    else
        snprintf(text, size, "%ss %u..%u are %s", kind_of(low), count_of(low),
                 count_of(high), fate);
}

/* What is wrong with putting l before r. */
static void explain(const struct interval_node *l,
                    const struct interval_node *r, char *text, size_t size)
{
    if (r->high + 1 == l->low)
        snprintf(text, size, "the operands are swapped");
    else if (l->high < r->low)
        elements(l->high + 1, r->low - 1, "missing", text, size);
    else if (r->high < l->low)
        snprintf(text, size, "the operands are swapped and not adjacent");
    else
        elements(r->low, l->high < r->high ? l->high : r->high, "counted twice",
                 text, size);
}

/* The first application on the way down that broke. */
static uint32_t first_break(uint32_t number)
{
    for (;;) {
        const struct interval_operands of = interval_operands(number);
        if (of.left != INTERVAL_NONE &&
            interval_is_broken(interval_node(of.left)))
            number = of.left;
        else if (of.right != INTERVAL_NONE &&
                 interval_is_broken(interval_node(of.right)))
            number = of.right;
        else
            return number;
    }
}

/* "element 3", "[3,7]", "identity()". */
static void describe_element(const struct interval_node *node, char *text,
                             size_t size)
{
    if (!interval_is_identity(node) && node->low == node->high)
        snprintf(text, size, "%s %u", kind_of(node->low), count_of(node->low));
    else
        describe(node, text, size);
}

void interval_describe(uint32_t number, char *text, size_t size)
{
    describe_element(interval_node(number), text, size);
}

/* Of a product of two that do not belong together. */
static void explain_mismatch(struct interval_operands of, const char *name,
                             size_t at, struct problem *why)
{
    const uint32_t leaf = of.left - INTERVAL_FIRST_LEAF;
    char left[64], right[64];

    describe_element(interval_node(of.left), left, sizeof left);
    describe_element(interval_node(of.right), right, sizeof right);
    if (of.right >= INTERVAL_FIRST_LEAF &&
        interval_partner(of.right - INTERVAL_FIRST_LEAF) == leaf)
        problem_set(why, CHECK_FAILED,
                    "%s[%zu]: times(%s, %s): the operands are swapped "
                    "(elements of all inputs are numbered consecutively)",
                    name, at, left, right);
    else if (interval_partner(leaf) != UINT32_MAX)
        problem_set(
            why, CHECK_FAILED,
            "%s[%zu]: times(%s, %s): these are not a pair: %s belongs with "
            "element %u (elements of all inputs are numbered consecutively)",
            name, at, left, right, left, interval_partner(leaf));
    else
        problem_set(why, CHECK_FAILED,
                    "%s[%zu]: times(%s, %s), but the first is not an element "
                    "of the first input",
                    name, at, left, right);
}

static bool explain_broken(const struct interval_node *node, const char *name,
                           size_t at, struct problem *why)
{
    const uint32_t number = first_break((uint32_t)(node - interval_node(0)));
    const struct interval_operands of = interval_operands(number);
    char left[64], right[64], reason[128];

    blamed = (struct interval_blame){
        .call = interval_is_mismatch(number) ? "times()" : "op()",
        .place = interval_place(number),
        .node = number};
    if (of.left == INTERVAL_NONE || of.right == INTERVAL_NONE) {
        problem_set(why, CHECK_FAILED,
                    "%s[%zu] was computed from memory that holds no element of "
                    "this run%s",
                    name, at, interval_about_garbage(interval_met_zeros()));
        return false;
    }
    if (interval_is_mismatch(number)) {
        explain_mismatch(of, name, at, why);
        return false;
    }
    describe(interval_node(of.left), left, sizeof left);
    describe(interval_node(of.right), right, sizeof right);
    explain(interval_node(of.left), interval_node(of.right), reason,
            sizeof reason);
    problem_set(why, CHECK_FAILED, "%s[%zu]: %s then %s: %s", name, at, left,
                right, reason);
    return false;
}

/* `want`: what belongs there, or NULL. */
static void blame_node(const struct interval_node *node,
                       const struct interval_node *want)
{
    const bool wants = want && !interval_is_identity(want);

    blamed =
        (struct interval_blame){.call = "",
                                .node = (uint32_t)(node - interval_node(0)),
                                .wants = wants,
                                .low = wants ? want->low : 0,
                                .high = wants ? want->high : 0};
}

bool interval_check_same(const void *got, const void *want, size_t bytes,
                         const char *name, size_t at, struct problem *why)
{
    const struct interval_node *const node = interval_look(got, bytes);
    const struct interval_node *const right = interval_look(want, bytes);
    char is[64], wanted[64];

    blamed =
        (struct interval_blame){.call = "op()", .place = interval_spoilt()};
    if (!node) {
        interval_tell_garbage(got, bytes, name, at, why);
        return false;
    }
    blame_node(node, right);
    if (interval_is_broken(node))
        return explain_broken(node, name, at, why);
    if (node->low == right->low && node->high == right->high)
        return true;
    describe_element(node, is, sizeof is);
    describe_element(right, wanted, sizeof wanted);
    problem_set(why, CHECK_FAILED, "%s[%zu] is %s, want %s", name, at, is,
                wanted);
    return false;
}

/* " ([1,2]: elements 1 to 2, combined)" */
static void describe_range(const struct interval_node *node, char *text,
                           size_t size)
{
    snprintf(text, size, " ([%u,%u]: %ss %u to %u, combined)",
             count_of(node->low), count_of(node->high), kind_of(node->low),
             count_of(node->low), count_of(node->high));
}

bool interval_check(const void *element, size_t bytes, size_t at, long last,
                    struct problem *why)
{
    const struct interval_node *node = interval_look(element, bytes);
    char got[64], reason[128] = "", range[96] = "";

    blamed =
        (struct interval_blame){.call = "op()", .place = interval_spoilt()};
    if (!node) {
        interval_tell_garbage(element, bytes, "out", at, why);
        return false;
    }
    const struct interval_node want = {.high = (uint32_t)(last < 0 ? 0 : last)};
    blame_node(node, last < 0 ? NULL : &want);
    if (interval_is_broken(node))
        return explain_broken(node, "out", at, why);
    const bool empty = interval_is_identity(node);
    if (last < 0 ? empty : !empty && node->low == 0 && (long)node->high == last)
        return true;

    describe(node, got, sizeof got);
    if (!empty && node->low < node->high)
        describe_range(node, range, sizeof range);
    else if (last > 0)
        describe_range(&want, range, sizeof range);
    if (empty && last >= 0)
        elements(0, (uint32_t)last, "missing", reason, sizeof reason);
    else if (!empty && (long)node->high > last)
        elements((uint32_t)(last + 1), node->high, "too many", reason,
                 sizeof reason);
    else if (!empty && node->low > 0)
        elements(0, node->low - 1, "missing", reason, sizeof reason);
    else
        elements(node->high + 1, (uint32_t)last, "missing", reason,
                 sizeof reason);
    if (last < 0)
        problem_set(why, CHECK_FAILED, "out[%zu] is %s, want nothing: %s%s", at,
                    got, reason, range);
    else
        problem_set(why, CHECK_FAILED, "out[%zu] is %s, want [0,%ld]: %s%s", at,
                    got, last, reason, range);
    return false;
}
