/* derived_front.c - the order in which a search tries derived scans.
 *
 * Of the scans with the same first rule, the front comes first: those of which
 * no other has less of one cost and not more of any. The costs are those of a
 * full section: operations, depth, barriers, places in shared memory. Then comes
 * one scan of each other combination of costs, then the rest. None is left out:
 * these costs know neither bank conflicts nor what waits for what.
 */
#include "../contract/plan.h"
#include "derived_space.h"
#include "derivation.h"
#include "section_costs.h"

#include <stdlib.h>
#include <string.h>

enum { COSTS = 4 };

struct scan {
    long values[MAX_PARAMETERS];
    double cost[COSTS];
    int turn; /* 0: the front; 1: other costs; 2: the costs of an earlier one */
};

/* Of a full section; scan_section() and scan_cells() in kernel.pattern. */
static int barriers_of(const struct derivation *d)
{
    int barriers = 1 + (d->run > 1 ? 2 : 0);

    for (int k = 0; k < d->trees; k++)
        barriers += 2 * d->tree[k].levels;
    if (d->left > 1)
        barriers += d->kogge_stone ? 2 * (int)ceil_log2((size_t)d->left) +
                                         d->exclusive_tree
                                   : 1;
    return barriers +
           (d->exclusive_tree && d->warps && (d->left == 1 || d->kogge_stone));
}

static void fill_costs(struct scan *scan)
{
    static _Thread_local struct section s;
    const struct derivation d = derivation_of(scan->values);

    s = (struct section){.d = &d, .count = d.section};
    section_scan(&s);
    scan->cost[0] = s.work;
    scan->cost[1] = section_deepest_output(&s);
    scan->cost[2] = barriers_of(&d);
    scan->cost[3] = (double)derivation_places(&d);
}

static bool same_first_rule(const struct scan *a, const struct scan *b)
{
    return a->values[DERIVED_REDUCES] == b->values[DERIVED_REDUCES] &&
           a->values[DERIVED_TOTALS] == b->values[DERIVED_TOTALS] &&
           a->values[DERIVED_SECTION] == b->values[DERIVED_SECTION];
}

static int turn_of(const struct scan *scan, size_t count, size_t at)
{
    int turn = 0;

    for (size_t i = 0; i < count; i++) {
        bool less = false, more = false;
        if (!same_first_rule(&scan[i], &scan[at]))
            continue;
        for (int k = 0; k < COSTS; k++) {
            less |= scan[i].cost[k] < scan[at].cost[k];
            more |= scan[i].cost[k] > scan[at].cost[k];
        }
        if (!less && !more && i < at)
            return 2;
        if (less && !more)
            turn = 1;
    }
    return turn;
}

bool derivation_order(struct settings_list *list)
{
    struct scan *const scan = calloc(list->count + 1, sizeof *scan);
    size_t end[3], used = 0;

    if (!scan)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        memcpy(scan[i].values, list->values[i], sizeof scan[i].values);
        fill_costs(&scan[i]);
    }
    for (size_t i = 0; i < list->count; i++)
        scan[i].turn = turn_of(scan, list->count, i);
    for (int turn = 0; turn < 3; turn++) {
        for (size_t i = 0; i < list->count; i++)
            if (scan[i].turn == turn)
                memcpy(list->values[used++], scan[i].values,
                       sizeof scan[i].values);
        end[turn] = used;
    }
    list->front = end[0];
    list->distinct = end[1];
    free(scan);
    return true;
}
