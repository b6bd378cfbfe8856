/* halving.c - selects the better half, and points that only noise may have put
 * below it. */
#include "halving.h"

#include <stdlib.h>

static int better_first(const void *a, const void *b)
{
    const struct entrant *const *const x = a, *const *const y = b;

    if ((*x)->score != (*y)->score)
        return (*x)->score < (*y)->score ? 1 : -1;
    return (*x > *y) - (*x < *y); /* the earlier one: the same each time */
}

size_t halving(struct entrant *entrant, size_t count, size_t fewest,
               size_t most)
{
    struct entrant **const order = calloc(count + 1, sizeof *order);
    size_t staying = 0;

    for (size_t i = 0; i < count; i++) {
        entrant[i].stays = entrant[i].incumbent || !order;
        staying += entrant[i].stays;
        if (order)
            order[i] = &entrant[i];
    }
    if (!order || count == 0) {
        free(order); /* without memory no point is dropped */
        return staying;
    }
    qsort(order, count, sizeof *order, better_first);
    const struct entrant *const best = order[0];
    const size_t half = (count + 1) / 2;
    size_t others = 0;
    for (size_t i = 0; i < count; i++) {
        struct entrant *const e = order[i];
        const bool good = i < half || i < fewest || e->high >= best->low;
        if (e->incumbent || !good || others == most)
            continue;
        e->stays = true;
        others++;
        staying++;
    }
    free(order);
    return staying;
}
