/* knowledge.c - joins and searches lists of releases. A search begins with the
 * newest release, since a thread has usually only just learnt of the value that
 * it reads. */
#include "knowledge.h"

#include <stdlib.h>

/* ------------------------------------------------- memory of one launch */

void *known_alloc(struct known *known, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (!known->pool_now ||
        known->pool_now->used + bytes > sizeof known->pool_now->bytes) {
        struct pool_chunk *next =
            known->pool_now ? known->pool_now->next : known->pool;
        if (!next) {
            next = calloc(1, sizeof *next);
            if (!next) {
                known->failed = true;
                return NULL;
            }
            if (known->pool_now)
                known->pool_now->next = next;
            else
                known->pool = next;
        }
        next->used = 0;
        known->pool_now = next;
    }
    void *taken = known->pool_now->bytes + known->pool_now->used;
    known->pool_now->used += bytes;
    return taken;
}

void known_forget(struct known *known)
{
    known->pool_now = NULL;
    known->failed = false;
}

void known_close(struct known *known)
{
    while (known->pool) {
        struct pool_chunk *next = known->pool->next;
        free(known->pool);
        known->pool = next;
    }
    free(known->near.list);
    free(known->far.list);
}

/* ------------------------------------------------------------------ lists */

const struct knowledge *known_add(struct known *known, const struct node *node,
                                  const struct knowledge *list,
                                  const struct knowledge *next)
{
    struct knowledge *k = known_alloc(known, sizeof *k);

    if (!k)
        return next;
    *k = (struct knowledge){.node = node, .list = list, .next = next};
    return k;
}

const struct knowledge *known_copy(struct known *known,
                                   const struct knowledge *k,
                                   const struct knowledge *next)
{
    struct knowledge *copy = known_alloc(known, sizeof *copy);

    if (!copy)
        return next;
    *copy = *k;
    copy->next = next;
    return copy;
}

/* True when `other` includes all of `k`: of two entries of one source, the
 * later one includes the earlier. */
static bool is_in(const struct knowledge *k, const struct knowledge *other)
{
    if (k->source)
        return k->source == other->source && k->clock <= other->clock;
    return k->node == other->node && k->list == other->list;
}

/* True when one of the entries includes more than `k` or, with `or_same`, the
 * same. */
static bool is_in_some(const struct knowledge *k,
                       const struct knowledge *const *some, int count,
                       bool or_same)
{
    for (int i = 0; i < count; i++)
        if (is_in(k, some[i]) && (or_same || !is_in(some[i], k)))
            return true;
    return false;
}

enum { FAR = KNOWN_FAR };

/* The beginnings of two lists, up to the entry where they become one list.
 */
struct fronts {
    const struct knowledge *a[FAR], *b[FAR], *common;
    int as, bs;
};

/* False: the beginnings are too long. */
static bool find_fronts(struct fronts *fronts, const struct knowledge *a,
                        const struct knowledge *b)
{
    int most = 0;

    for (; a && most < FAR; a = a->next)
        fronts->a[most++] = a;
    for (fronts->bs = 0; fronts->bs <= FAR; b = b->next) {
        for (fronts->as = 0; fronts->as < most; fronts->as++)
            if (fronts->a[fronts->as] == b)
                break;
        fronts->common = b;
        if (b ? fronts->as < most : !a)
            return true;
        if (!b || fronts->bs == FAR)
            return false;
        fronts->b[fronts->bs++] = b;
    }
    return false;
}

const struct knowledge *known_join(struct known *known,
                                   const struct knowledge *a,
                                   const struct knowledge *b)
{
    struct fronts fronts;
    const struct knowledge *both;

    if (!a || !b || a == b)
        return a ? a : b;
    if (!find_fronts(&fronts, a, b))
        return known_add(known, NULL, b, a);
    both = fronts.common;
    for (int i = fronts.as - 1; i >= 0; i--)
        if (!is_in_some(fronts.a[i], fronts.b, fronts.bs, false))
            both = both == fronts.a[i]->next
                       ? fronts.a[i]
                       : known_copy(known, fronts.a[i], both);
    for (int i = fronts.bs - 1; i >= 0; i--)
        if (!is_in_some(fronts.b[i], fronts.a, fronts.as, true))
            both = both == fronts.b[i]->next
                       ? fronts.b[i]
                       : known_copy(known, fronts.b[i], both);
    return both;
}

/* ------------------------------------------------------------------ search */

/* True when the warp had met between `s` and the release. One stamp for a warp
 * represents all its lanes. */
static bool had_met(const struct node *node, stamp s)
{
    if (stamp_clock(s) >= node->warp_base)
        return false;
    return !node->left || (stamp_span(s) == SPAN_THREAD &&
                           stamp_clock(s) < node->left[stamp_thread(s) % WARP]);
}

static bool covers(const struct node *node, stamp s)
{
    const uint32_t clock = stamp_clock(s), thread = stamp_thread(s);

    if (node->block != stamp_block(s))
        return false;
    if (stamp_is_event(s))
        return node->thread == NO_THREAD && node->clock == clock;
    if (clock < node->block_base &&
        (!node->met ||
         (stamp_span(s) == SPAN_THREAD && clock < node->met[thread])))
        return true;
    if (stamp_span(s) == SPAN_BLOCK)
        return false;
    if (thread / WARP == node->thread / WARP && had_met(node, s))
        return true;
    return stamp_span(s) == SPAN_THREAD && thread == node->thread &&
           clock <= node->clock;
}

static void push(struct known *known, struct list_queue *queue,
                 const struct knowledge *list)
{
    if (!list)
        return;
    if (queue->count == queue->room) {
        const size_t room = queue->room ? 2 * queue->room : 256;
        const struct knowledge **const grown =
            realloc(queue->list, room * sizeof *queue->list);
        if (!grown) {
            known->failed = true;
            return;
        }
        queue->list = grown;
        queue->room = room;
    }
    queue->list[queue->count++] = list;
}

static void clear(struct list_queue *queue)
{
    queue->first = queue->count = 0;
}

/* The knowledge of a release is older than the release: it cannot include later
 * actions of the same block. */
static bool is_too_old(const struct node *node, stamp s)
{
    return node->block == stamp_block(s) && node->made < stamp_clock(s);
}

/* First searches the lists in lists, then the knowledge of each release, which
 * is mostly not needed. The newest entry is first in a list, so that an entry
 * for a whole list comes before the entries from which it was made. */
static bool is_known(struct known *known, stamp s)
{
    struct list_queue *const near = &known->near, *const far = &known->far;
    bool found = false;

    while (!found) {
        struct list_queue *const from = near->first < near->count ? near : far;
        if (from->first == from->count)
            break;
        for (const struct knowledge *k = from->list[from->first++];
             k && k->mark != known->search; k = k->next) {
            ((struct knowledge *)k)->mark = known->search;
            push(known, near, k->list);
            if (!k->node || k->node->mark == known->search)
                continue;
            if (covers(k->node, s)) {
                found = true;
                break;
            }
            ((struct node *)k->node)->mark = known->search;
            if (!is_too_old(k->node, s))
                push(known, far, k->node->knows);
        }
    }
    clear(near);
    clear(far);
    return found;
}

bool known_tells(struct known *known, const struct knowledge *list,
                 const struct knowledge *other, stamp s)
{
    known->search++;
    push(known, &known->near, list);
    push(known, &known->near, other);
    return is_known(known, s);
}
