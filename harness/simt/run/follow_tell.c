/* follow_tell.c - describes the path of a wrong element.
 *
 *     out[2] is [2,2], want [0,2]: elements 0..1 are missing
 *       kernel.cu:126 (block 0, thread 3) stored it.
 *       kernel.cu:122 (block 0, thread 3) read it from cell[3].
 *       kernel.cu:94 (block 0, thread 1) stored it there.
 *       Missing: [0,1], computed at kernel.cu:79 (block 0, thread 0), and
 *       stored in out[1] at kernel.cu:126 (block 0, thread 2).
 */
#include "follow.h"
#include "monoids/interval_table.h"
#include "parts.h"

#include <string.h>

enum { HOPS = 4, NO_STEP = -1 };

/* ------------------------------------------------------------- searching */

static const struct follow_step *at(const struct simt *simt, long k)
{
    return &simt->follow.step[k];
}

static bool same_thread(const struct follow_step *a,
                        const struct follow_step *b)
{
    return a->block == b->block && a->thread == b->thread &&
           a->launch == b->launch;
}

/* The newest step of this kind and node before step `end`. */
static long last_of_node(const struct simt *simt, long end, enum step_kind kind,
                         uint32_t node)
{
    for (long k = end - 1; k >= 0; k--)
        if (at(simt, k)->node == node && at(simt, k)->kind == kind)
            return k;
    return NO_STEP;
}

/* The newest store there. */
static long last_store_at(const struct simt *simt, long end, uintptr_t address)
{
    for (long k = end - 1; k >= 0; k--)
        if (at(simt, k)->kind == STEP_STORE && at(simt, k)->address == address)
            return k;
    return NO_STEP;
}

/* Where the thread of step `end` got the node: it loaded it, or op() made it
 * there; NO_STEP: from another lane. */
static long source_of(const struct simt *simt, long end, uint32_t node)
{
    for (long k = end - 1; k >= 0; k--)
        if (at(simt, k)->node == node && at(simt, k)->kind != STEP_STORE &&
            same_thread(at(simt, k), at(simt, end)))
            return k;
    return NO_STEP;
}

/* ----------------------------------------------------------------- words */

/* The block whose shared memory this is; any block for global memory. */
static const struct code_copy *copy_of(const struct simt *simt,
                                       uintptr_t address)
{
    for (int s = 0; s < simt->launch.slots; s++)
        if (is_in_shared(&simt->launch.block[s], address))
            return &simt->launch.block[s].code;
    return &simt->launch.block[0].code;
}

/* Shared memory has only the names of the last kernel. */
static bool has_name(const struct simt *simt, const struct follow_step *step)
{
    return step->launch == simt->follow.launch ||
           step->address - simt->global.begin < simt->global.bytes;
}

static void say_where(struct simt *simt, const struct follow_step *step)
{
    if (has_name(simt, step))
        finding_say(simt, "%M", copy_of(simt, step->address), step->address,
                    (size_t)4);
    else
        finding_more(simt, "shared memory");
}

/* "stored at kernel.cu:94 (block 0, thread 1)" */
static void say_at(struct simt *simt, const char *verb,
                   const struct follow_step *step)
{
    finding_say(simt, "%s at %P (%T)", verb, step->site, step->block,
                (uint32_t)step->thread);
}

/* "  kernel.cu:73 (block 0, thread 2) computed it: op(element 1, element 2)."
 */
static void say_made(struct simt *simt, const char *what,
                     const struct follow_step *made)
{
    char left[64], right[64];

    finding_say(simt, "  %P (%T) computed %s", made->site, made->block,
                (uint32_t)made->thread, what);
    if (!interval_is_op(made->node)) { /* a product, or a map's */
        finding_more(simt, ".\n");
        return;
    }
    const struct interval_operands of = interval_operands(made->node);
    interval_describe(of.left, left, sizeof left);
    interval_describe(of.right, right, sizeof right);
    finding_say(simt, ": op(%s, %s).\n", left, right);
}

/* "  ... read it from cell[2]." and "  ... stored it there.": returns the
 * store, or NO_STEP. */
static long say_read(struct simt *simt, const char *what, long load)
{
    const long store = last_store_at(simt, load, at(simt, load)->address);

    finding_say(simt, "  %P (%T) read %s from ", at(simt, load)->site,
                at(simt, load)->block, (uint32_t)at(simt, load)->thread, what);
    say_where(simt, at(simt, load));
    finding_more(simt, ".\n");
    if (store != NO_STEP)
        finding_say(simt, "  %P (%T) stored it there.\n", at(simt, store)->site,
                    at(simt, store)->block, (uint32_t)at(simt, store)->thread);
    return store != NO_STEP && at(simt, store)->node == at(simt, load)->node
               ? store
               : NO_STEP;
}

/* The x of op(identity, x) or op(x, identity); else INTERVAL_NONE. */
static uint32_t kept_by_op(uint32_t node)
{
    if (!interval_is_op(node))
        return INTERVAL_NONE;
    const struct interval_operands of = interval_operands(node);
    return of.left == INTERVAL_IDENTITY    ? of.right
           : of.right == INTERVAL_IDENTITY ? of.left
                                           : INTERVAL_NONE;
}

/* Describes the path from a step of the node back to where it was made. True:
 * it came from an input, unchanged. */
static bool say_way(struct simt *simt, const char *what, uint32_t node,
                    long step)
{
    for (int hop = 0; hop < HOPS && step != NO_STEP; hop++) {
        long from = source_of(simt, step, node);
        if (from == NO_STEP)
            from = last_of_node(simt, step, STEP_MAKE, node);
        if (from == NO_STEP)
            return false;
        if (at(simt, from)->kind == STEP_MAKE) {
            say_made(simt, what, at(simt, from));
            node = kept_by_op(node);
            if (node == INTERVAL_NONE)
                return false;
            step = from;
        } else {
            step = say_read(simt, what, from);
        }
        what = "it";
    }
    return step == NO_STEP && !interval_is_op(node);
}

/* ------------------------------------------------------ what is not there */

/* The node with exactly this range; else the largest inside the range that has
 * the same beginning or, with `ends`, the same end. */
static uint32_t node_within(const struct simt *simt, uint32_t low,
                            uint32_t high, bool ends)
{
    uint32_t best = INTERVAL_NONE, most = 0;

    for (uint32_t k = INTERVAL_FIRST_LEAF; k < simt->follow.nodes; k++) {
        const struct interval_node *const node = interval_node(k);
        if (interval_is_broken(node) || interval_is_identity(node) ||
            node->low < low || node->high > high ||
            (ends ? node->high != high : node->low != low))
            continue;
        if (node->high - node->low + 1 > most) {
            most = node->high - node->low + 1;
            best = k;
        }
    }
    return best;
}

static bool contains(uint32_t node, uint32_t other)
{
    const struct interval_node *const n = interval_node(node),
                                      *const o = interval_node(other);

    return node != INTERVAL_NONE && !interval_is_broken(n) &&
           !interval_is_identity(n) && n->low <= o->low && o->high <= n->high;
}

/* The store, by the same block, that overwrote the node with a value without
 * it; or NO_STEP. */
static long overwriting(const struct simt *simt, long store, uint32_t node)
{
    for (long k = store + 1; k < simt->follow.steps; k++)
        if (at(simt, k)->kind == STEP_STORE &&
            at(simt, k)->address == at(simt, store)->address) {
            const bool same = at(simt, k)->block == at(simt, store)->block &&
                              at(simt, k)->launch == at(simt, store)->launch;
            return same && !contains(at(simt, k)->node, node) ? k : NO_STEP;
        }
    return NO_STEP;
}

/* "  Missing: element 0, last read at ..., and stored in ...": where the node
 * was computed, and where it went. */
static void say_fate(struct simt *simt, const char *what, uint32_t node)
{
    const long end = simt->follow.steps;
    const long made = last_of_node(simt, end, STEP_MAKE, node);
    const long store = last_of_node(simt, end, STEP_STORE, node);
    const long load = last_of_node(simt, end, STEP_LOAD, node);
    char text[64];

    interval_describe(node, text, sizeof text);
    finding_say(simt, "  %s %s, ", what, text);
    if (made != NO_STEP)
        say_at(simt, "computed", at(simt, made));
    else if (load != NO_STEP)
        say_at(simt, "last read", at(simt, load));
    else
        finding_more(simt, "read by no thread");
    if (store != NO_STEP) {
        const long over = overwriting(simt, store, node);
        finding_more(simt,
                     over == NO_STEP ? ", and stored in " : ", stored in ");
        say_where(simt, at(simt, store));
        say_at(simt, "", at(simt, store));
        if (over != NO_STEP)
            say_at(simt, ", and overwritten", at(simt, over));
    } else if (made != NO_STEP) {
        finding_more(simt, ", and stored nowhere");
    }
    finding_more(simt, ".\n");
}

static void say_lost(struct simt *simt, const struct interval_blame *of)
{
    const struct interval_node *const got = interval_node(of->node);
    const uint32_t wanted = node_within(simt, of->low, of->high, false);
    uint32_t low = of->low, high = of->high;

    if (!interval_is_identity(got) && got->low <= low && got->high >= high)
        return; /* there is too much */
    if (wanted != INTERVAL_NONE && interval_node(wanted)->high == of->high) {
        say_fate(simt, "Expected here:", wanted);
        return;
    }
    const bool ends =
        !interval_is_identity(got) && got->low > low && got->low <= high;
    if (ends)
        high = got->low - 1;
    else if (!interval_is_identity(got) && got->high < high && got->high >= low)
        low = got->high + 1;
    const uint32_t lost = node_within(simt, low, high, ends);
    if (lost != INTERVAL_NONE)
        say_fate(simt, "Missing:", lost);
}

/* ----------------------------------------------------------------- broken */

static void say_operand(struct simt *simt, uint32_t node, long made)
{
    const long from = source_of(simt, made, node);
    const long make = last_of_node(simt, made, STEP_MAKE, node);
    char text[64];

    interval_describe(node, text, sizeof text);
    if (from != NO_STEP && at(simt, from)->kind == STEP_LOAD)
        say_way(simt, text, node, made);
    else if (make != NO_STEP)
        say_made(simt, text, at(simt, make));
}

static void say_broken(struct simt *simt, uint32_t node)
{
    const long made = last_of_node(simt, simt->follow.steps, STEP_MAKE, node);
    const struct interval_operands of = interval_operands(node);

    if (made == NO_STEP)
        return;
    if (of.left > INTERVAL_IDENTITY)
        say_operand(simt, of.left, made);
    if (of.right > INTERVAL_IDENTITY && of.right != of.left)
        say_operand(simt, of.right, made);
}

/* ---------------------------------------------------------------- numbers */

/* Sites of stores already described, and stores whose numbers are searched. */
struct numbers {
    uint32_t site[8];
    long step[8];
    int count;
};

static bool is_told(const struct numbers *numbers, uint32_t site)
{
    for (int i = 0; i < numbers->count; i++)
        if (numbers->site[i] == site)
            return true;
    return false;
}

static bool same_warp(const struct follow_step *a, const struct follow_step *b)
{
    return a->block == b->block && a->thread / WARP == b->thread / WARP &&
           a->launch == b->launch;
}

/* Finds stores, on other lines, of values that the warp of this step had read
 * before: its lanes exchange numbers through shuffles, which are not kept. */
static void find_numbers(const struct simt *simt, long step,
                         struct numbers *numbers)
{
    enum { READS = 4 * WARP };
    const int most = sizeof numbers->site / sizeof *numbers->site;
    int reads = 0;

    for (long k = step - 1; k >= 0 && reads < READS; k--) {
        const struct follow_step *const read = at(simt, k);
        if (read->kind != STEP_LOAD || read->node ||
            !same_warp(read, at(simt, step)))
            continue;
        reads++;
        const long store = last_store_at(simt, k, read->address);
        if (store == NO_STEP || numbers->count == most ||
            is_told(numbers, at(simt, store)->site))
            continue;
        numbers->step[numbers->count] = store;
        numbers->site[numbers->count++] = at(simt, store)->site;
    }
}

/* The origin of a number is unknown, except which numbers its warp had read. */
static void say_numbers(struct simt *simt, long step, bool is_store)
{
    struct numbers numbers = {.count = 1, .step = {step}};

    numbers.site[0] = is_store ? at(simt, step)->site : 0;
    for (int i = 0; i < numbers.count; i++)
        find_numbers(simt, numbers.step[i], &numbers);
    if (numbers.count == 1)
        return;
    finding_more(simt, "  It can come from ");
    for (int i = 1; i < numbers.count; i++) {
        if (i > 1)
            finding_more(simt, i + 1 < numbers.count ? ",\n  " : "\n  or ");
        say_where(simt, at(simt, numbers.step[i]));
        say_at(simt, ", stored", at(simt, numbers.step[i]));
    }
    finding_more(simt, ".\n");
}

/* ------------------------------------------------------------------- all */

void follow_tell_caller(struct simt *simt, const struct interval_blame *blame)
{
    const struct follow *const follow = &simt->follow;
    const long made =
        follow->on && !follow->is_full && blame->node != INTERVAL_NONE
            ? last_of_node(simt, follow->steps, STEP_MAKE, blame->node)
            : NO_STEP;

    if (made != NO_STEP)
        finding_say(simt, " (%T)", at(simt, made)->block,
                    (uint32_t)at(simt, made)->thread);
}

void follow_tell(struct simt *simt, const struct interval_blame *blame,
                 const void *memory)
{
    const struct follow *const follow = &simt->follow;
    const uintptr_t address = global_home(&simt->global, (uintptr_t)memory);

    if (!follow->on || follow->is_full || follow->steps == 0)
        return;
    const long store =
        last_store_at(simt, follow->steps, address & ~(uintptr_t)3);
    if (blame->is_number) {
        if (store != NO_STEP)
            say_numbers(simt, store, true);
        const uint32_t decides =
            blame->wants ? node_within(simt, blame->low, blame->high, false)
                         : INTERVAL_NONE;
        if (decides != INTERVAL_NONE)
            say_fate(simt, "It depends on", decides);
        return;
    }
    if (blame->node == INTERVAL_NONE)
        return;
    if (interval_is_broken(interval_node(blame->node))) {
        say_broken(simt, blame->node);
        return;
    }
    if (store != NO_STEP && blame->node > INTERVAL_IDENTITY &&
        say_way(simt, "it", blame->node, store) && blame->wants &&
        blame->low < blame->high)
        finding_more(simt, "  No op() was called in between.\n");
    if (blame->wants)
        say_lost(simt, blame);
}
