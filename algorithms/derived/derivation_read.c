/* derivation_read.c - from a text to the numbers of a derivation: words, then
 * rules, each with its side condition. */
#include "derivation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = 32,
    MOST_THREADS = 1024,
    MAX_RULES = 16,
    LARGEST_NUMBER = 1 << 20
};

static int groups(int nodes, int factor)
{
    return (nodes + factor - 1) / factor;
}

/* ------------------------------------------------------------------- words */

/* A rule, or a word that belongs to the rule before it: "@depth=3". */
struct rule {
    char name[24];
    int numbers;
    long number[2];
    char word[24]; /* totals=block */
    char text[64]; /* as typed */
};

struct reader {
    char *why;
    size_t size;
    int rules;
    struct rule rule[MAX_RULES];
    long *value;
    int left; /* elements or nodes; 0: scanned */
    int trees;
};

__attribute__((format(printf, 2, 3))) static bool
refuse(struct reader *r, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(r->why, r->size, format, list);
    va_end(list);
    return false;
}

static bool is(const struct rule *rule, const char *name)
{
    return !strcmp(rule->name, name);
}

/* The next word; *attached: an @ is before it. */
static const char *skip(const char *at, bool *attached)
{
    *attached = false;
    for (; *at && strchr(" \n\t;,@", *at); at++)
        *attached |= *at == '@';
    return at;
}

/* "512" or "512,2" up to `end`; anything else is a word. */
static bool read_numbers(struct reader *r, struct rule *rule, const char *at,
                         const char *end)
{
    char *after = NULL;

    for (rule->numbers = 0; rule->numbers < 2 && at < end;) {
        rule->number[rule->numbers++] = strtol(at, &after, 10);
        if (after == at || rule->number[rule->numbers - 1] < 0 ||
            rule->number[rule->numbers - 1] > LARGEST_NUMBER)
            break;
        at = after;
        while (at < end && (*at == ',' || *at == ' '))
            at++;
        if (at == end)
            return true;
    }
    return refuse(r, "%s: it wants %s, up to %d", rule->text,
                  is(rule, "parallel_scan") ? "two numbers" : "one number",
                  LARGEST_NUMBER);
}

/* One word, from *from on. */
static bool read_rule(struct reader *r, bool attached, const char **from)
{
    struct rule *const rule = &r->rule[r->rules++];
    const char *const begin = *from;
    const size_t name = strcspn(begin, " ;,@(=)");
    const size_t space = strspn(begin + name, " ");
    const char *const after =
        begin + name + (begin[name + space] == '(' ? space : 0);
    const size_t length = *after == '('   ? strcspn(after, ")") + 1
                          : *after == '=' ? strcspn(after, " ;,@")
                                          : 0;

    *rule = (struct rule){.numbers = 0};
    snprintf(rule->name, sizeof rule->name, "%.*s", (int)name, begin);
    snprintf(rule->text, sizeof rule->text, "%.*s",
             (int)((size_t)(after - begin) + length), begin);
    if (name == 0)
        return refuse(r, "'%.60s': there is no rule before it", begin);
    if (attached && !is(rule, "depth") && !is(rule, "totals"))
        return refuse(r, "%s@%s: no such word: %s",
                      r->rules > 1 ? rule[-1].text : "", rule->text,
                      r->rules == 2 ? "@totals=levels, block or sequential"
                                    : "@depth=D");
    if (length && after[length - 1] != ')' && *after == '(')
        return refuse(r, "%.60s: it lacks its ')'", begin);
    *from = after + length;
    if (!length)
        return true;
    const char *const end = *after == '(' ? after + length - 1 : after + length;
    if (!strcmp(rule->name, "totals")) {
        snprintf(rule->word, sizeof rule->word, "%.*s", (int)(end - after - 1),
                 after + 1);
        return true;
    }
    return read_numbers(r, rule, after + 1, end);
}

static bool read_rules(struct reader *r, const char *text)
{
    bool attached;

    for (const char *at = skip(text, &attached); *at;
         at = skip(at, &attached)) {
        if (r->rules == MAX_RULES)
            return refuse(r, "more than %d words: no scan needs so many rules",
                          MAX_RULES);
        if (!read_rule(r, attached, &at))
            return false;
    }
    return r->rules > 0 ||
           refuse(r, "a derivation begins with scan_then_reduce(BS) or "
                     "reduce_then_scan(BS)");
}

/* ------------------------------------------------------------------- rules */

static bool is_tree(const struct rule *rule)
{
    return is(rule, "brent_kung") || is(rule, "blelloch");
}

static bool is_device(const struct rule *rule)
{
    return is(rule, "scan_then_reduce") || is(rule, "scan_then_propagate") ||
           is(rule, "reduce_then_scan") || is(rule, "parallel_scan");
}

/* The word "depth=3" behind the rule; -1: there is none. */
static long depth_behind(const struct reader *r, int k)
{
    return k + 1 < r->rules && is(&r->rule[k + 1], "depth") &&
                   r->rule[k + 1].numbers == 1
               ? r->rule[k + 1].number[0]
               : -1;
}

/* Rules in use so far: for "it must come before". */
static bool has_begun(const struct reader *r)
{
    return r->value[DERIVED_RUN] > 1 || r->value[DERIVED_WARPS] || r->trees > 0;
}

static bool take_device(struct reader *r, const struct rule *rule)
{
    const bool two = is(rule, "parallel_scan");

    if (rule->numbers != (two ? 2 : 1))
        return refuse(r,
                      two ? "%s: it wants parallel_scan(BS,BF)"
                          : "%s: it wants the elements of a section: %s(512)",
                      rule->text, rule->name);
    if (rule->number[0] < 2 || rule->number[0] > MAX_DERIVED_SECTION)
        return refuse(r, "%s: a section has 2 to %d elements", rule->text,
                      MAX_DERIVED_SECTION);
    r->value[DERIVED_REDUCES] = is(rule, "reduce_then_scan");
    if (r->value[DERIVED_REDUCES])
        r->value[DERIVED_TOTALS] = TOTALS_BLOCK;
    r->value[DERIVED_SECTION] = rule->number[0];
    r->left = (int)rule->number[0];
    return true;
}

static bool take_totals(struct reader *r, const struct rule *rule)
{
    static const char *const words[] = {"levels", "block", "sequential"};

    for (int k = 0; k < 3; k++)
        if (!strcmp(rule->word, words[k])) {
            if (k == TOTALS_LEVELS && r->value[DERIVED_REDUCES])
                return refuse(r, "totals=levels: reduce_then_scan has one "
                                 "level of totals: block or sequential");
            r->value[DERIVED_TOTALS] = k;
            return true;
        }
    return refuse(r, "%s: no such word: totals=levels, block or sequential",
                  rule->text);
}

/* One more tree, or more levels of the last one. */
static bool add_tree(struct reader *r, const struct rule *rule, int factor,
                     int levels)
{
    long *const tree = r->value + DERIVED_TREES;
    const int groups_below = groups(r->left, factor);

    if (levels == 0)
        return true;
    if (groups_below > MOST_THREADS)
        return refuse(r,
                      "%s: its %d groups need a thread each, and a block has "
                      "%d at most: put sequential(%d) before it",
                      rule->text, groups_below, MOST_THREADS,
                      groups(groups_below, MOST_THREADS));
    r->left /= power_of(factor, levels);
    if (r->trees > 0 && tree[2 * r->trees - 2] == factor) {
        tree[2 * r->trees - 1] += levels;
        return true;
    }
    if (r->trees == MAX_TREES)
        return refuse(r, "%s: at most %d trees of different factors",
                      rule->text, MAX_TREES);
    tree[2 * r->trees] = factor;
    tree[2 * r->trees++ + 1] = levels;
    return true;
}

static bool take_sequential(struct reader *r, const struct rule *rule)
{
    const long size = rule->numbers ? rule->number[0] : r->left;

    if (size == r->left) {
        r->left = 0;
        return true;
    }
    if (size > r->left)
        return refuse(r, "%s: only %d are left", rule->text, r->left);
    if (size < 1 || r->left % size)
        return refuse(r, "%s: %ld does not divide the %d that are left",
                      rule->text, size, r->left);
    if (size == 1)
        return true;
    if (has_begun(r) || size > MAX_REGISTER_RUN)
        return add_tree(r, rule, (int)size, 1);
    r->value[DERIVED_RUN] = size;
    r->left /= (int)size;
    if (r->left > MOST_THREADS)
        return refuse(r,
                      "%s: its %d runs need a thread each, and a block has %d "
                      "at most",
                      rule->text, r->left, MOST_THREADS);
    return true;
}

static bool take_warps(struct reader *r, const struct rule *rule)
{
    if (r->value[DERIVED_WARPS])
        return refuse(r, "warps: it occurs twice");
    if (r->trees > 0)
        return refuse(r, "warps: it must come before the tree");
    if (r->value[DERIVED_RUN] == 1)
        return refuse(r, "warps: it must come after sequential(SE), which "
                         "gives each lane a run in registers");
    if (rule->numbers || r->left % LANES)
        return refuse(r, "%s: %d are left, no whole warps of %d", rule->text,
                      r->left, LANES);
    r->value[DERIVED_WARPS] = 1;
    r->left /= LANES;
    return true;
}

/* Whole levels from `nodes` to `to`, or -1. */
static int whole_levels(int nodes, int to, int factor)
{
    int levels = 0;

    while (nodes > to && nodes % factor == 0) {
        nodes /= factor;
        levels++;
    }
    return nodes == to ? levels : -1;
}

static bool take_tree(struct reader *r, int k)
{
    const struct rule *const rule = &r->rule[k];
    const struct rule *const next = k + 1 < r->rules ? rule + 1 : NULL;
    const bool exclusive = is(rule, "blelloch");
    const bool runs = next && is(next, "sequential") && next->numbers == 1;
    const int left = r->left;
    long depth = depth_behind(r, k);

    if (rule->numbers != 1 || rule->number[0] < 2 || rule->number[0] > left)
        return refuse(r, "%s: a node has 2 to %d children here", rule->text,
                      left);
    const int factor = (int)rule->number[0];
    if (r->trees > 0 && r->value[DERIVED_EXCLUSIVE_TREE] != exclusive)
        return refuse(r, "%s: the tree below is %s: all levels are of one kind",
                      rule->text, exclusive ? "inclusive" : "exclusive");
    int most = 0, whole = 0; /* levels: of any tree; that divide */
    for (int nodes = left; nodes >= factor; nodes /= factor)
        most++;
    for (int nodes = left; nodes % factor == 0; nodes /= factor)
        whole++;
    if (depth > most)
        return refuse(r,
                      "%s@depth=%ld: %d elements make a tree of %d level%s at "
                      "most",
                      rule->text, depth, left, most, most == 1 ? "" : "s");
    if (depth >= 0 && left % power_of(factor, (int)depth))
        return refuse(r,
                      "%s@depth=%ld: %d does not divide the %d that are left",
                      rule->text, depth, power_of(factor, (int)depth), left);
    if (depth < 0)
        depth = whole_levels(left, runs ? (int)next->number[0] : 1, factor);
    if (depth < 0 && whole == 0)
        return refuse(r, "%s: %d does not divide the %d that are left",
                      rule->text, factor, left);
    if (depth < 0 && runs)
        return refuse(r,
                      "%s: no whole number of levels leads from %d to the %ld "
                      "of %s: give @depth=1..%d",
                      rule->text, left, next->number[0], next->text, whole);
    if (depth < 0)
        return refuse(r,
                      "%s: log_%d %d is not whole: give @depth=1..%d, and a "
                      "rule for what is left",
                      rule->text, factor, left, whole);
    if (depth > 0)
        r->value[DERIVED_EXCLUSIVE_TREE] = exclusive;
    return add_tree(r, rule, factor, (int)depth);
}

static bool take_kogge_stone(struct reader *r, const struct rule *rule)
{
    if (rule->numbers)
        return refuse(r,
                      "%s: kogge_stone takes all that is left, and no "
                      "number",
                      rule->text);
    if (r->left > MOST_THREADS)
        return refuse(r,
                      "kogge_stone: %d nodes are left, and a block has %d "
                      "threads at most",
                      r->left, MOST_THREADS);
    r->value[DERIVED_KOGGE_STONE] = r->left > 2;
    r->left = 0;
    return true;
}

/* A word that belongs to the rule before it. */
static bool take_word(struct reader *r, int k)
{
    const struct rule *const word = &r->rule[k], *const of = word - 1;

    if (is(word, "totals") && k == 1)
        return take_totals(r, word);
    if (is(word, "totals") && is(of, "totals"))
        return refuse(r, "%s: totals occurs twice", word->text);
    if (is(word, "totals"))
        return refuse(r, "%s: it belongs to the first rule", word->text);
    if (is_tree(of) && word->numbers == 1)
        return true; /* take_tree() */
    return refuse(r, "%s: it belongs to a tree: brent_kung(2)@depth=3",
                  word->text);
}

static bool take(struct reader *r, int k)
{
    const struct rule *const rule = &r->rule[k];

    if (is(rule, "depth") || is(rule, "totals"))
        return take_word(r, k);
    if (is_device(rule))
        return refuse(r, "%s: it must come first, and only once", rule->text);
    if (!is_tree(rule) && !is(rule, "sequential") && !is(rule, "warps") &&
        !is(rule, "kogge_stone"))
        return refuse(r,
                      "%s: no such rule: there are sequential(SE), warps, "
                      "brent_kung(BF), blelloch(BF), kogge_stone",
                      rule->text);
    if (is(rule, "sequential") && rule->numbers == 1 && rule->number[0] == 1)
        return true; /* runs of one element, or a loop over one node */
    if (r->left <= 1)
        return refuse(r, "%s: nothing is left", rule->text);
    return is(rule, "sequential") ? take_sequential(r, rule)
           : is(rule, "warps")    ? take_warps(r, rule)
           : is_tree(rule)        ? take_tree(r, k)
                                  : take_kogge_stone(r, rule);
}

bool derivation_read(const char *text, long *value, char *why, size_t size)
{
    struct reader r = {.why = why, .size = size, .value = value};

    memset(value, 0, DERIVED_VALUES * sizeof *value);
    value[DERIVED_RUN] = 1;
    if (!read_rules(&r, text))
        return false;
    const struct rule *const first = &r.rule[0];
    if (!is_device(first))
        return refuse(&r,
                      "%s: a derivation begins with scan_then_reduce(BS), "
                      "scan_then_propagate(BS) or reduce_then_scan(BS)",
                      first->text);
    if (!take_device(&r, first))
        return false;
    if (is(first,
           "parallel_scan")) { /* short for scan_then_reduce(BS); brent_kung(BF) */
        struct rule *const tree = &r.rule[0];
        const long factor = tree->number[1];
        snprintf(tree->name, sizeof tree->name, "brent_kung");
        snprintf(tree->text, sizeof tree->text, "brent_kung(%ld)", factor);
        tree->numbers = 1;
        tree->number[0] = factor;
        if (!take_tree(&r, 0))
            return false;
    }
    for (int k = 1; k < r.rules; k++)
        if (!take(&r, k))
            return false;
    return true;
}
