/* derivation.c - the numbers of a derivation, decoded and as text. (Read:
 * derivation_read.c) */
#include "derivation.h"

#include <stdio.h>

enum { LANES = 32, BANKS = 32 };

/* ----------------------------------------------------------------- numbers */

static int larger_of(int a, int b)
{
    return a > b ? a : b;
}

static int groups(int nodes, int factor)
{
    return (nodes + factor - 1) / factor;
}

struct derivation derivation_of(const long *value)
{
    struct derivation d = {
        .reduces = value[DERIVED_REDUCES],
        .totals = (int)value[DERIVED_TOTALS],
        .section = (int)value[DERIVED_SECTION],
        .run = (int)value[DERIVED_RUN],
        .warps = value[DERIVED_WARPS],
        .exclusive_tree = value[DERIVED_EXCLUSIVE_TREE],
        .kogge_stone = value[DERIVED_KOGGE_STONE],
    };
    const int runs = d.section / d.run;

    d.cells = d.left = d.warps ? runs / LANES : runs;
    d.gap = groups(BANKS, d.run) * d.run; /* whole runs */
    d.threads = d.run > 1 ? runs : 1;
    for (const long *tree = value + DERIVED_TREES;
         d.trees < MAX_TREES && tree[2 * d.trees]; d.trees++) {
        d.tree[d.trees].factor = (int)tree[2 * d.trees];
        d.tree[d.trees].levels = (int)tree[2 * d.trees + 1];
        d.threads =
            larger_of(d.threads, groups(d.left, d.tree[d.trees].factor));
        d.left /= power_of(d.tree[d.trees].factor, d.tree[d.trees].levels);
    }
    if (d.kogge_stone)
        d.threads = larger_of(d.threads, d.left);
    d.threads = groups(d.threads, LANES) * LANES;
    return d;
}

size_t derivation_places(const struct derivation *d)
{
    const int places = d->run > 1 ? d->section + d->section / d->gap : 0;

    return (size_t)(places + d->cells + d->exclusive_tree);
}

/* ------------------------------------------------------------------- print */

struct printer {
    char *text;
    size_t size, used;
    bool as_settings;
};

/* "sequential(4)", or ",sequential=4"; number 0: none. */
static void print_rule(struct printer *p, const char *name, int number)
{
    char argument[16] = "";

    if (number)
        snprintf(argument, sizeof argument, p->as_settings ? "=%d" : "(%d)",
                 number);
    if (p->used < p->size)
        p->used +=
            (size_t)snprintf(p->text + p->used, p->size - p->used, "%s%s%s",
                             !p->used         ? ""
                             : p->as_settings ? ","
                                              : "; ",
                             name, argument);
}

static void print_word(struct printer *p, const char *name, const char *value)
{
    if (p->used < p->size)
        p->used +=
            (size_t)snprintf(p->text + p->used, p->size - p->used, "%s%s=%s",
                             p->as_settings ? "," : "@", name, value);
}

static void print_tree(struct printer *p, const struct derivation *d, int k)
{
    const bool to_the_root = k + 1 == d->trees && d->left == 1;
    char levels[16];

    print_rule(p, d->exclusive_tree ? "blelloch" : "brent_kung",
               d->tree[k].factor);
    snprintf(levels, sizeof levels, "%d", d->tree[k].levels);
    if (!to_the_root)
        print_word(p, "depth", levels);
}

void derivation_print(const long *value, bool as_settings, char *text,
                      size_t size)
{
    const struct derivation d = derivation_of(value);
    struct printer p = {text, size, 0, as_settings};

    print_rule(&p, d.reduces ? "reduce_then_scan" : "scan_then_reduce",
               d.section);
    if (d.totals == TOTALS_SEQUENTIAL ||
        (d.totals == TOTALS_BLOCK && !d.reduces))
        print_word(&p, "totals",
                   d.totals == TOTALS_BLOCK ? "block" : "sequential");
    if (d.run > 1)
        print_rule(&p, "sequential", d.run);
    if (d.warps)
        print_rule(&p, "warps", 0);
    for (int k = 0; k < d.trees; k++)
        print_tree(&p, &d, k);
    if (d.left > 1)
        print_rule(&p, d.kogge_stone ? "kogge_stone" : "sequential",
                   d.kogge_stone ? 0 : d.left);
}
